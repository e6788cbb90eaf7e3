// Choices - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Choices.h"
#include "llvm/Support/MathExtras.h"
#include <set>

namespace racemap::oracle {

using namespace map;
using llvm::cast;
using llvm::dyn_cast;

static constexpr int64_t LeastParameter = -16, MostParameter = 40;
static constexpr uint64_t MostContents = 7;
/// Launches say that elements are less.
static constexpr uint64_t MostSaid = 255;

static void forEachTerm(const Sequence &S,
                        llvm::function_ref<void(const Term *)> See) {
  auto Visit = [&](const Term *T) {
    if (T)
      See(T);
  };
  for (const Stmt *X : S) {
    if (const auto *A = dyn_cast<Access>(X)) {
      for (const Term *T : A->Slots)
        Visit(T);
      Visit(A->Offset);
      Visit(A->Value);
    } else if (const auto *B = dyn_cast<Barrier>(X)) {
      Visit(B->Number);
      Visit(B->Count);
      Visit(B->Mask);
    } else if (const auto *G = dyn_cast<Given>(X)) {
      Visit(G->Condition);
    } else if (const auto *I = dyn_cast<If>(X)) {
      Visit(I->Condition);
      forEachTerm(I->Then, See);
      forEachTerm(I->Else, See);
    } else if (const auto *L = dyn_cast<Loop>(X)) {
      if (L->TheRange) {
        Visit(L->TheRange->Start);
        Visit(L->TheRange->Step);
      }
      Visit(L->While);
      forEachTerm(L->Body, See);
    }
  }
}

void forEachTerm(const Protocol &P,
                 llvm::function_ref<void(const Term *)> See) {
  for (const Assumption &A : P.Assumptions)
    if (A.Condition)
      See(A.Condition);
  forEachTerm(P.Body, See);
}

Domains::Domains(const Protocol &P) {
  if (!P.Contexts.empty())
    Contents = P.Contexts.front().Contents;
  forEachTerm(P, [&](const Term *T) {
    if (llvm::isa<Unknown>(T))
      Masked[T] = false;
    visit(T);
  });
  // All reads of one array see the same contents.
  std::map<std::tuple<const Array *, std::string, unsigned>, Domain> Shared;
  auto SourceOf = [](const Term *T) {
    const auto *U = cast<Unknown>(T);
    return std::tuple(U->array(), U->name().str(), U->width());
  };
  for (const auto &[T, IsMasked] : Masked) {
    uint64_t All = llvm::maskTrailingOnes<uint64_t>(T->width());
    uint64_t Needed = IsMasked ? Masks[T] : All;
    uint64_t Most = std::min(Needed, MostContents);
    Domain &X = Shared.try_emplace(SourceOf(T), Domain{{}, true}).first->second;
    X.Complete = X.Complete && Most == Needed;
    for (uint64_t V = X.Values.size(); V <= Most; ++V)
      X.Values.push_back(V);
  }
  for (const auto &[T, IsMasked] : Masked)
    Known[T] = Shared[SourceOf(T)];
  for (const Variable *V : P.Parameters)
    addParameter(P, V);
}

/// Notes with what the unknowns below T are cut.
void Domains::visit(const Term *T) {
  for (const Term *X : T->operands()) {
    visit(X);
    if (!llvm::isa<Unknown>(X))
      continue;
    auto [Entry, IsNew] = Masked.try_emplace(X, true);
    const auto *Mask =
        isOp(T, Op::And) ? dyn_cast<Constant>(T->operand(1)) : nullptr;
    if (Mask)
      Masks[X] |= Mask->value();
    else if (isOp(T, Op::Trunc))
      Masks[X] |= llvm::maskTrailingOnes<uint64_t>(T->width());
    else
      Entry->second = false;
  }
}

namespace {
/// One parameter and nothing else.
struct OneParameter : public Names {
  const Variable *Wanted = nullptr;
  uint64_t Value = 0;
  bool AskedForOthers = false;

  uint64_t variable(const Variable *V) override {
    AskedForOthers |= V != Wanted;
    return V == Wanted ? Value : 0;
  }
  uint64_t unknown(const Unknown *, llvm::ArrayRef<uint64_t>) override {
    AskedForOthers = true;
    return 0;
  }
};
} // namespace

void Domains::addParameter(const Protocol &P, const Variable *V) {
  OneParameter N;
  N.Wanted = V;
  Domain &X = Known[V];
  auto Allows = [&](int64_t Value) {
    N.Value = static_cast<uint64_t>(Value) &
              llvm::maskTrailingOnes<uint64_t>(V->width());
    return llvm::all_of(P.Assumptions, [&](const Assumption &A) {
      bool Broke = false;
      N.AskedForOthers = false;
      return !A.Condition || valueOf(A.Condition, N, Broke) || N.AskedForOthers;
    });
  };
  std::set<uint64_t> Seen;
  for (int64_t Value = LeastParameter; Value <= MostParameter; ++Value)
    if (Allows(Value) && Seen.insert(N.Value).second)
      X.Values.push_back(N.Value);
  X.Complete = !Allows(LeastParameter) && !Allows(MostParameter) &&
               !Allows(INT64_MAX) && !Allows(INT32_MAX) && !Allows(INT32_MIN);
  if (!X.Complete && X.Values.size() > 8) // a sample
    X.Values = {0, 1, 2, 3};
  if (X.Values.empty())
    X.Values.push_back(0);
}

uint64_t Choices::choose(Key K, const Domain &From) {
  auto [Place, IsNew] = Places.try_emplace(K, Made.size());
  if (IsNew) {
    Made.push_back({std::move(K), &From, 0});
    Complete &= From.Complete;
  }
  const Choice &X = Made[Place->second];
  return X.From->Values[X.Index];
}

bool Choices::next() {
  while (!Made.empty()) {
    Choice &Last = Made.back();
    if (++Last.Index < Last.From->Values.size())
      return true;
    Places.erase(Last.TheKey);
    Made.pop_back();
  }
  return false;
}

std::string Choices::describe() const {
  std::string Text;
  for (const Choice &X : Made) {
    const auto &[What, Name, Thread, Width, Operands] = X.TheKey;
    Text += (Text.empty() ? "" : ", ") + Name;
    if (Thread >= 0)
      Text += " of thread " + std::to_string(Thread);
    if (!Operands.empty())
      Text += " at " + std::to_string(int64_t(Operands.back()));
    Text += "=" + std::to_string(X.From->Values[X.Index]);
  }
  return Text;
}

uint64_t Choices::parameter(const Variable *V) {
  return choose({V, V->name().str(), -1, V->width(), {}}, D[V]);
}

namespace {
/// One element, by its index.
struct OneElement : public Names {
  Choices &C;
  const Variable *Index = nullptr;
  uint64_t At = 0, Value = 0;

  explicit OneElement(Choices &C) : C(C) {}
  uint64_t variable(const Variable *V) override {
    return V == Index ? At : C.parameter(V);
  }
  uint64_t unknown(const Unknown *, llvm::ArrayRef<uint64_t>) override {
    return Value;
  }
};
} // namespace

/// The element that a term reads, the only one there.
static const Unknown *elementIn(const Term *T) {
  if (const auto *U = dyn_cast<Unknown>(T))
    return U;
  for (const Term *X : T->operands())
    if (const Unknown *U = elementIn(X))
      return U;
  return nullptr;
}

std::optional<Domain> Choices::said(const Unknown *U, uint64_t Offset) {
  std::optional<Domain> Its;
  for (const LaunchContext::Content &X : D.contents()) {
    const Unknown *Element = elementIn(X.Holds);
    if (Element->array() != U->array() || Element->width() != U->width())
      continue;
    OneElement N(*this);
    N.Index = X.Index;
    bool Broke = false;
    auto Count = static_cast<int64_t>(valueOf(X.Count, N, Broke));
    for (; static_cast<int64_t>(N.At) < Count; ++N.At)
      if (valueOf(Element->offset(), N, Broke) == Offset)
        break;
    if (static_cast<int64_t>(N.At) >= Count)
      continue;
    Domain Here{{}, true};
    for (N.Value = 0; N.Value <= MostSaid; ++N.Value)
      if (valueOf(X.Holds, N, Broke) &&
          (!Its || llvm::is_contained(Its->Values, N.Value)))
        Here.Values.push_back(N.Value);
    Its = std::move(Here);
  }
  return Its;
}

uint64_t Choices::unknown(const Unknown *U, unsigned Thread,
                          llvm::ArrayRef<uint64_t> Operands) {
  std::vector<uint64_t> At(Operands.begin(), Operands.end());
  if (U->cause() == Cause::Input) {
    Key K{U->array(), U->array()->Name, -1, U->width(), At};
    auto Its = At.size() == 1 ? said(U, At.back()) : std::nullopt;
    return choose(K, Its ? Said.try_emplace(K, std::move(*Its)).first->second
                         : D[U]);
  }
  // Two unmodelled values of one name are one value, wherever they stand.
  std::string Name =
      U->array() ? U->array()->Name + " (shared)" : U->name().str();
  return choose({U->array(), Name, Thread, U->width(), At}, D[U]);
}

uint64_t Choices::returned(const Unknown *U, unsigned First, uint64_t Time) {
  return choose(
      {nullptr, U->name().str() + " for the block", First, U->width(), {Time}},
      D[U]);
}

} // namespace racemap::oracle
