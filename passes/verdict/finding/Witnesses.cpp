// Witnesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/finding/Witnesses.h"
#include "passes/intervals/LoopRelation.h"
#include "passes/map/Syntax.h"
#include "passes/map/Traversal.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

namespace racemap::verdict {

using namespace map;

/// Loop variables and parameters, those of a thread with its place.
static void addValues(Witness &W, const solve::Model &M) {
  struct PerThread {
    std::optional<int64_t> Value[3]; // by Copy
    unsigned Order;
  };
  std::map<std::string, PerThread> Values;
  for (const auto &[T, Value] : solve::inOrder(M)) {
    const auto *V = llvm::dyn_cast<Variable>(T);
    if (!V || V->role() == Variable::Role::Builtin ||
        LaunchContext::isClusterDim(V))
      continue;
    PerThread &P = Values[intervals::sourceName(V).str()];
    P.Value[static_cast<unsigned>(V->copy())] =
        llvm::SignExtend64(Value, V->width());
    P.Order = V->id();
  }
  for (const auto &[Name, P] : Values) {
    if (P.Value[0])
      W.Values.push_back({Name, *P.Value[0]});
    else if (P.Value[1] == P.Value[2])
      W.Values.push_back({Name, *P.Value[1]});
    else {
      if (P.Value[1])
        W.Values.push_back({Name + " of the first thread", *P.Value[1]});
      if (P.Value[2])
        W.Values.push_back({Name + " of the second thread", *P.Value[2]});
    }
  }
}

static void addInputs(Witness &W, const solve::Model &M) {
  for (const auto &[T, Value] : solve::inOrder(M)) {
    const auto *U = llvm::dyn_cast<Unknown>(T);
    if (!U || !U->array())
      continue;
    int64_t Offset = llvm::SignExtend64(solve::evaluate(U->offset(), M), 64);
    Witness::InputValue In{U->array()->Name,
                           Offset / int64_t(U->array()->ElementSize),
                           llvm::SignExtend64(Value, U->width())};
    bool Known = llvm::any_of(W.Inputs, [&](const Witness::InputValue &X) {
      return X.Array == In.Array && X.Index == In.Index;
    });
    if (!Known)
      W.Inputs.push_back(In);
  }
  llvm::sort(W.Inputs, [](const auto &A, const auto &B) {
    return std::tie(A.Array, A.Index) < std::tie(B.Array, B.Index);
  });
}

namespace {
/// Puts a witness together, thread by thread.
class Maker {
public:
  Maker(const LaunchFacts &Launch, TermContext &Terms, const solve::Model &M)
      : Launch(Launch), Terms(Terms), M(M) {}

  void addThread(Copy OfThread, Copy OfBlock) {
    ThreadCoordinates &T = W.Threads.emplace_back();
    for (unsigned D : {0u, 1u, 2u}) {
      T.ThreadIdx[D] = value(0, D, OfThread);
      T.BlockIdx[D] = value(1, D, OfBlock);
    }
  }

  Witness finish() && {
    for (unsigned D : {0u, 1u, 2u}) {
      W.BlockDim[D] = dimension(0, D);
      W.GridDim[D] = dimension(1, D);
    }
    addValues(W, M);
    addInputs(W, M);
    return std::move(W);
  }

private:
  uint32_t value(unsigned Which, unsigned D, Copy C) const {
    return static_cast<uint32_t>(
        M.lookup(Terms.builtin(static_cast<Builtin>(3 * Which + D), C)));
  }

  /// One that no term mentions is as large as the threads need.
  uint32_t dimension(unsigned G, unsigned D) const {
    uint32_t Size = Launch.dimension(G, D).value_or(value(2 + G, D, Copy::Any));
    for (const ThreadCoordinates &T : W.Threads)
      Size = std::max(Size, (G ? T.BlockIdx : T.ThreadIdx)[D] + 1);
    return Size;
  }

  const LaunchFacts &Launch;
  TermContext &Terms;
  const solve::Model &M;
  Witness W;
};
} // namespace

Witness makeWitness(const LaunchFacts &Launch, TermContext &Terms, Scope Group,
                    const solve::Model &M) {
  Maker Both(Launch, Terms, M);
  for (Copy Own : {Copy::First, Copy::Second})
    Both.addThread(Own, Group <= Scope::Block ? Copy::Any : Own);
  return std::move(Both).finish();
}

Witness makeWitness(const LaunchFacts &Launch, TermContext &Terms,
                    const solve::Model &M) {
  Maker One(Launch, Terms, M);
  One.addThread(Copy::Any, Copy::Any);
  return std::move(One).finish();
}

/// "it.7" in "it.7" and in "it.7 of the first thread".
static llvm::StringRef counterIn(llvm::StringRef Name) {
  llvm::StringRef First = Name.split(' ').first;
  return map::withoutNumber(First) == "it" ? First : llvm::StringRef();
}

/// Variables have the names that the source gives them, where these tell them
/// apart.
static void nameAsInSource(std::vector<Witness::Named> &Values) {
  auto Variable = [](llvm::StringRef Name) { return Name.split(' ').first; };
  std::map<std::string, std::set<std::string>> Called;
  for (const Witness::Named &V : Values)
    Called[map::withoutNumber(Variable(V.Name)).str()].insert(
        Variable(V.Name).str());
  for (Witness::Named &V : Values) {
    size_t Length = Variable(V.Name).size();
    std::string Name = map::withoutNumber(Variable(V.Name)).str();
    if (Called[Name].size() == 1)
      V.Name.replace(0, Length, Name);
  }
}

namespace {
/// What the source has to say about the counters of a protocol's loops.
class Counters {
public:
  explicit Counters(const Protocol &P) {
    forEachStmt(P.Body, [&](const Stmt *S) {
      if (const auto *L = llvm::dyn_cast<Loop>(S))
        add(*L);
    });
  }

  /// Leaves out those that a variable of the loop tells, names the others.
  void tell(std::vector<Witness::Named> &Values) const {
    const std::vector<Witness::Named> All = Values;
    llvm::erase_if(
        Values, [&](const Witness::Named &V) { return isToldTwice(All, V); });
    for (Witness::Named &V : Values)
      rename(V);
  }

private:
  void add(const Loop &L) {
    std::string Counter = L.Counter->name().str();
    if (L.Where.Line)
      Lines.try_emplace(Counter, L.Where.Line);
    if (L.TheRange && L.TheRange->Var != L.Counter)
      Variables.try_emplace(Counter,
                            intervals::sourceName(L.TheRange->Var).str());
  }
  /// Is there the loop's variable, too, of the same thread or of both?
  bool isToldTwice(llvm::ArrayRef<Witness::Named> All,
                   const Witness::Named &V) const {
    std::string Counter = counterIn(V.Name).str();
    auto Its = Counter.empty() ? Variables.end() : Variables.find(Counter);
    if (Its == Variables.end())
      return false;
    std::string Same = Its->second + V.Name.substr(Counter.size());
    return llvm::any_of(All, [&](const Witness::Named &Other) {
      return Other.Name == Same || Other.Name == Its->second;
    });
  }
  void rename(Witness::Named &V) const {
    std::string Counter = counterIn(V.Name).str();
    auto Its = Counter.empty() ? Lines.end() : Lines.find(Counter);
    if (Its != Lines.end())
      V.Name.replace(0, Counter.size(),
                     "iteration of the loop at line " +
                         std::to_string(Its->second));
  }

  std::map<std::string, unsigned> Lines;
  std::map<std::string, std::string> Variables; ///< that tell a counter
};
} // namespace

void nameCounters(const Protocol &P, Witness &W) {
  Counters All(P);
  All.tell(W.Values);
  nameAsInSource(W.Values);
  for (auto &Way : W.Ways)
    for (Witness::Passage &At : Way) {
      All.tell(At.Values);
      nameAsInSource(At.Values);
    }
}

Site siteOf(const Access *A) {
  Site S;
  switch (A->TheOperation) {
  case Access::Operation::Read:
    S.TheRole = Site::Role::Read;
    break;
  case Access::Operation::Write:
    S.TheRole = Site::Role::Write;
    break;
  case Access::Operation::AtomicRead:
  case Access::Operation::AtomicWrite:
  case Access::Operation::ReadModifyWrite:
    S.TheRole = Site::Role::Atomic;
    break;
  }
  S.Where = A->Where;
  S.Bytes = A->Size;
  S.AtomicScope = A->AtomicScope;
  return S;
}

Site siteOf(const Barrier *B) {
  Site S;
  S.TheRole = Site::Role::Barrier;
  S.Where = B->Where;
  return S;
}

} // namespace racemap::verdict
