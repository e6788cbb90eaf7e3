// FreeReads - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/races/FreeReads.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/SetOperations.h"

namespace racemap::verdict {

using namespace map;
using intervals::Reach;
using llvm::dyn_cast;

namespace {
/// What a sum, a product, or the one or the other of these is made of.
struct Made {
  explicit Made(const Term *T) { addParts(T); }

  Reads Read;
  llvm::DenseSet<const Variable *> Counters; ///< of loops

private:
  void addParts(const Term *T) {
    forEachPart(T, [&](const Term *Part) { add(Part); });
  }
  void add(const Term *Part);
};
} // namespace

void Made::add(const Term *Part) {
  if (isOp(Part, Op::Ite)) {
    addParts(Part->operand(1));
    addParts(Part->operand(2));
  }
  if (const auto *U = dyn_cast<Unknown>(Part))
    if (U->cause() == Cause::Input && U->width() >= 32)
      Read.insert(U);
  if (const auto *V = dyn_cast<Variable>(Part))
    if (V->role() == Variable::Role::Loop)
      Counters.insert(V);
}

template <typename Set> static bool meet(const Set &A, const Set &B) {
  return llvm::any_of(A, [&](auto *X) { return B.contains(X); });
}

static bool isZero(const Term *T) {
  const auto *C = dyn_cast<Constant>(T);
  return C && !C->value();
}

/// Adds what equations say of counters: others that they follow from, and what
/// is read where they begin ("length == lengths[i] - 12 * it").
static void addEqual(const Term *Condition, Made &To) {
  for (size_t Before = 0; Before != To.Counters.size();) {
    Before = To.Counters.size();
    forEachNode({Condition}, [&](const Term *T) {
      if (!isOp(T, Op::Eq))
        return;
      Made Left(T->operand(0)), Right(T->operand(1));
      if (!meet(Left.Counters, To.Counters) &&
          !meet(Right.Counters, To.Counters))
        return;
      for (const Made *Side : {&Left, &Right}) {
        llvm::set_union(To.Counters, Side->Counters);
        llvm::set_union(To.Read, Side->Read);
      }
    });
  }
}

static const Operation *orderIn(const Term *T) {
  const auto *O = dyn_cast<Operation>(T);
  return O && isOrder(O->op()) ? O : nullptr;
}

/// Does the kernel say itself how far one of them goes?
static bool isLimited(const Term *Condition,
                      const llvm::DenseSet<const Variable *> &Counters) {
  return anyNode({Condition}, [&](const Term *T) {
    const Operation *O = orderIn(T);
    if (!O)
      return false;
    Made Less(O->operand(0)), More(O->operand(1));
    return meet(Less.Counters, Counters) && More.Read.empty() &&
           More.Counters.empty();
  });
}

/// What is limited in a choice is so whichever way that is asked.
static void addChosen(const Reach &R, Reads &Tested) {
  forEachNode({R.Offset, R.Condition}, [&](const Term *T) {
    if (!isOp(T, Op::Ite))
      return;
    forEachNode({T->operand(0)}, [&](const Term *X) {
      const Operation *O = orderIn(X);
      if (!O || isZero(O->operand(0)) || isZero(O->operand(1)))
        return;
      llvm::set_union(Tested, Made(O->operand(0)).Read);
      llvm::set_union(Tested, Made(O->operand(1)).Read);
    });
  });
}

Reads freeReads(const Reach &R, FreeReads Wanted) {
  Made Offset(R.Offset), Its(R.Offset);
  if (!isLimited(R.Condition, Offset.Counters))
    addEqual(R.Condition, Its);
  Reads Free = Its.Read, Tested;
  addChosen(R, Tested);
  forEachNode({R.Condition}, [&](const Term *T) {
    const Operation *O = orderIn(T);
    if (!O)
      return;
    Made Less(O->operand(0)), More(O->operand(1));
    bool IsBelowCounter = meet(More.Counters, Its.Counters);
    if (IsBelowCounter)
      llvm::set_union(Free, Less.Read);
    if (meet(Less.Read, Offset.Read) || meet(Less.Counters, Its.Counters))
      llvm::set_union(Free, More.Read);
    if (More.Read.empty() && !IsBelowCounter)
      llvm::set_union(Tested, Less.Read);
  });
  if (Wanted == FreeReads::Places)
    llvm::set_intersect(Free, Offset.Read);
  llvm::set_subtract(Free, Tested);
  return Free;
}

bool areSignsAsked(const Reach &R, const Reads &Of) {
  return anyNode({R.Offset, R.Condition}, [&](const Term *T) {
    const auto *O = dyn_cast<Operation>(T);
    bool Compares =
        O && (isOrder(O->op()) || O->op() == Op::Eq || O->op() == Op::Ne);
    if (!Compares)
      return false;
    auto IsAsked = [&](const Term *X, const Term *Y) {
      return isZero(Y) && meet(Made(X).Read, Of);
    };
    return IsAsked(O->operand(0), O->operand(1)) ||
           IsAsked(O->operand(1), O->operand(0));
  });
}

} // namespace racemap::verdict
