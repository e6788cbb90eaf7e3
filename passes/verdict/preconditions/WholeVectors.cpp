// WholeVectors - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/WholeVectors.h"
#include "passes/map/Traversal.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

/// What T divides by, a number; 0 if it is no quotient.
static uint64_t divisorOf(const Term *T) {
  const auto *O = dyn_cast<Operation>(T);
  const auto *By = O && O->operands().size() == 2
                       ? dyn_cast<Constant>(O->operand(1))
                       : nullptr;
  if (!By)
    return 0;
  switch (O->op()) {
  case Op::SDiv:
  case Op::UDiv:
    return By->value();
  case Op::AShr:
  case Op::LShr:
    return By->value() < 20 ? uint64_t(1) << By->value() : 0;
  default:
    return 0;
  }
}

static bool isParameter(const Term *T) {
  const auto *V = dyn_cast<Variable>(T);
  return V && V->role() == Variable::Role::Parameter;
}

static bool isThreadIndex(const Term *T) {
  const auto *V = dyn_cast<Variable>(T);
  return V && V->isIndex() && V->builtin() <= Builtin::ThreadIdxZ;
}

WholeVectors::WholeVectors(const Protocol &P) {
  forEachStmt(P.Body, [&](const Stmt *S) {
    const auto *L = dyn_cast<Loop>(S);
    if (L && L->TheRange && L->TheRange->Kind == Loop::StepKind::Add)
      Loops[L->TheRange->Var] = L;
  });
  for (const Access *A : P.accesses())
    forEachNode({A->Offset}, [&](const Term *T) {
      if (uint64_t Size = divisorOf(T); Size > 1)
        note(T->operand(0), Size);
    });
}

/// Is it a multiple of Size for each thread, in each round of its loops, and
/// does it differ from thread to thread?
bool WholeVectors::stepsBy(const Polynomial &P, uint64_t Size,
                           unsigned Depth) const {
  bool Differs = false;
  auto Factor = static_cast<int64_t>(Size);
  for (const auto &[Names, Times] : P.sum()) {
    const Loop *L = Names.size() == 1 ? Loops.lookup(Names[0]) : nullptr;
    if (L && Times % Factor && Depth) {
      auto Start = Polynomial::unwrapped(L->TheRange->Start),
           Step = Polynomial::unwrapped(L->TheRange->Step);
      if (!Start || !Step || !stepsBy(*Start, Size, Depth - 1))
        return false;
      for (const auto &[Its, By] : Step->sum())
        if (By % Factor)
          return false;
      Differs = true;
      continue;
    }
    if (Times % Factor)
      return false;
    Differs |= llvm::any_of(Names, isThreadIndex);
  }
  return Differs;
}

/// The rows are what is left of the index without what the thread adds: one
/// parameter scales all of it.
void WholeVectors::note(const Term *Index, uint64_t Size) {
  auto All = Polynomial::unwrapped(Index);
  if (!All)
    return;
  Polynomial Own = Polynomial::constant(0);
  std::optional<std::vector<const Term *>> Scales;
  for (const auto &[Names, Times] : All->sum()) {
    std::vector<const Term *> Its;
    llvm::copy_if(Names, std::back_inserter(Its), isParameter);
    if (Its.empty()) {
      Polynomial Part = Polynomial::constant(Times);
      for (const Term *T : Names) {
        auto Product = Part * Polynomial::name(T);
        if (!Product)
          return;
        Part = *Product;
      }
      auto Sum = Own + Part;
      if (!Sum)
        return;
      Own = *Sum;
    } else if (!Scales) {
      Scales = std::move(Its);
    } else {
      llvm::erase_if(
          *Scales, [&](const Term *T) { return !llvm::is_contained(Its, T); });
    }
  }
  if (!Scales || !stepsBy(Own, Size, /*Depth=*/2))
    return;
  for (const Term *T : *Scales)
    Sizes[llvm::cast<Variable>(T)] = Size;
}

} // namespace racemap::verdict
