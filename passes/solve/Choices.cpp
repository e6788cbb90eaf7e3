// Choices - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Choices.h"
#include "passes/map/Steps.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace racemap::solve {

using namespace map;

/// Is it one value for both threads?
static bool isShared(const Term *T) {
  return !anyNode({T}, [](const Term *X) {
    const auto *V = llvm::dyn_cast<Variable>(X);
    return llvm::isa<Unknown>(X) || (V && V->copy() != Copy::Any);
  });
}

const Term *sharedChoice(llvm::ArrayRef<const Term *> Conjuncts) {
  const Term *First = nullptr;
  forEachNode(Conjuncts, [&](const Term *T) {
    const Term *If = isOp(T, Op::Ite) ? T->operand(0) : nullptr;
    if (If && isShared(If) && (!First || ByCreation()(If, First)))
      First = If;
  });
  return First;
}

namespace {
class Assuming {
public:
  Assuming(TermContext &Terms, const Term *Condition, bool Holds)
      : Terms(Terms) {
    Done[Condition] = Terms.constant(1, Holds);
  }

  const Term *operator()(const Term *T) {
    if (auto Its = Done.find(T); Its != Done.end())
      return Its->second;
    if (T->operands().empty())
      return T;
    Steps::take();
    llvm::SmallVector<const Term *, 3> Operands;
    for (const Term *X : T->operands())
      Operands.push_back((*this)(X));
    const Term *New = T;
    if (llvm::ArrayRef<const Term *>(Operands) != T->operands()) {
      const auto *U = llvm::dyn_cast<Unknown>(T);
      const auto *O = llvm::dyn_cast<Operation>(T);
      New = U ? Terms.rebuild(U, Operands, U->copy())
              : Terms.rebuild(O, Operands, O->promises());
    }
    return Done[T] = New;
  }

private:
  TermContext &Terms;
  llvm::DenseMap<const Term *, const Term *> Done;
};
} // namespace

std::vector<const Term *> where(TermContext &Terms,
                                llvm::ArrayRef<const Term *> Conjuncts,
                                const Term *Condition, bool Holds) {
  Assuming In(Terms, Condition, Holds);
  std::vector<const Term *> All;
  for (const Term *T : Conjuncts)
    All.push_back(In(T));
  All.push_back(Holds ? Condition : Terms.logicalNot(Condition));
  return All;
}

} // namespace racemap::solve
