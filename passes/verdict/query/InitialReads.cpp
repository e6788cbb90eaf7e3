// InitialReads - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/query/InitialReads.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

namespace {

/// Terms of an access in the iteration in which it found U.
class Iteration {
public:
  Iteration(const intervals::Ground &G, const Access *A, const Unknown *U,
            const TwoThreads &Both);

  const Term *operator()(const Term *T);
  /// There was a loop variable of which nobody knows what it was.
  bool isKnown() const { return Known; }

private:
  const Term *valueOf(const Variable *V);

  TermContext &Terms;
  const TwoThreads &Both;
  Copy Thread;
  llvm::SmallVector<const Stmt *, 4> Loops;
  llvm::DenseMap<const Variable *, const Term *> Counters;
  bool Known = true;
};

} // namespace

Iteration::Iteration(const intervals::Ground &G, const Access *A,
                     const Unknown *U, const TwoThreads &Both)
    : Terms(G.P.terms()), Both(Both), Thread(U->copy()),
      Loops(G.Where.loopsAround(A)) {
  for (auto [Name, Value] :
       llvm::zip_equal(A->Found->operands(), U->operands()))
    if (const auto *V = dyn_cast<Variable>(Name))
      Counters[V] = Value;
}

/// A loop's variable by its counter: exact, since machine arithmetic is.
const Term *Iteration::valueOf(const Variable *V) {
  if (V->role() != Variable::Role::Loop)
    return Both.copyOf(V, Thread);
  if (const Term *Counter = Counters.lookup(V))
    return Counter;
  for (const Stmt *S : Loops) {
    const auto *L = llvm::cast<Loop>(S);
    const auto &R = L->TheRange;
    const Term *Counter = Counters.lookup(L->Counter);
    if (!R || R->Var != V || R->Kind != Loop::StepKind::Add || !Counter)
      continue;
    const Term *Times = Terms.resizeUnsigned(Counter, V->width());
    return Terms.add((*this)(R->Start), Terms.mul((*this)(R->Step), Times));
  }
  Known = false;
  return V;
}

const Term *Iteration::operator()(const Term *T) {
  return Terms.replace(T, [&](const Term *X) -> const Term * {
    if (const auto *V = dyn_cast<Variable>(X))
      return valueOf(V);
    const auto *U = llvm::cast<Unknown>(X);
    return intervals::isUniformFunction(U, Both.group())
               ? nullptr
               : Terms.rebuild(U, U->operands(), Thread);
  });
}

InitialReads::InitialReads(const intervals::Ground &G) : G(G) {
  for (const Access *A : G.P.accesses())
    if (A->Found)
      if (auto [At, IsNew] = Reads.try_emplace(A->Found->name(), A); !IsNew)
        At->second = nullptr;
}

const Term *InitialReads::inputOf(const Unknown *U,
                                  const TwoThreads &Both) const {
  const Access *A = Reads.lookup(U->name());
  if (!A || A->TheOperation != Access::Operation::Read ||
      A->Found->operands().size() != U->operands().size())
    return nullptr;
  // What it finds says where it reads, in another iteration.
  if (!InProgress.insert(A).second)
    return nullptr;
  Iteration Its(G, A, U, Both);
  std::vector<const Term *> Place;
  for (const Term *T : A->Slots)
    Place.push_back(inputs(Its(T), Both));
  Place.push_back(inputs(Its(A->Offset), Both));
  InProgress.erase(A);
  return Its.isKnown()
             ? G.P.terms().read(Cause::Input, A->TheArray, U->width(), Place)
             : nullptr;
}

const Term *InitialReads::inputs(const Term *T, const TwoThreads &Both) const {
  return G.P.terms().replace(T, [&](const Term *X) -> const Term * {
    const auto *U = dyn_cast<Unknown>(X);
    return U && U->cause() == Cause::Unmodelled ? inputOf(U, Both) : nullptr;
  });
}

} // namespace racemap::verdict
