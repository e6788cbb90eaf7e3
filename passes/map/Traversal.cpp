// Traversal - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Traversal.h"
#include "passes/map/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace racemap::map {

using llvm::cast;

void forEachStmt(const Sequence &S, llvm::function_ref<void(Stmt *)> See) {
  for (Stmt *X : S) {
    See(X);
    if (const auto *I = llvm::dyn_cast<If>(X)) {
      forEachStmt(I->Then, See);
      forEachStmt(I->Else, See);
    } else if (const auto *L = llvm::dyn_cast<Loop>(X)) {
      forEachStmt(L->Body, See);
    }
  }
}

bool canBeLeft(const Stmt *S) {
  llvm::SmallPtrSet<const Stmt *, 8> Within;
  bool Can = false;
  forEachStmt({const_cast<Stmt *>(S)}, [&](const Stmt *X) {
    Within.insert(X);
    const auto *Out = llvm::dyn_cast<Leave>(X);
    Can |= Out && !Within.contains(Out->Target);
  });
  return Can;
}

llvm::SmallVector<const Term *, 4> termsOf(const Stmt *S) {
  llvm::SmallVector<const Term *, 4> Terms;
  switch (S->kind()) {
  case Stmt::Kind::Access: {
    const auto *A = cast<Access>(S);
    Terms.append(A->Slots.begin(), A->Slots.end());
    Terms.append({A->Offset, A->Value, A->Expected, A->Operand, A->Found});
    break;
  }
  case Stmt::Kind::Barrier: {
    const auto *B = cast<Barrier>(S);
    Terms.append({B->Number, B->Count, B->Mask, B->Result});
    break;
  }
  case Stmt::Kind::Exchange: {
    const auto *X = cast<Exchange>(S);
    Terms.append({X->Mask, X->Value, X->Lane, X->Result});
    break;
  }
  case Stmt::Kind::Given:
    Terms.push_back(cast<Given>(S)->Condition);
    break;
  case Stmt::Kind::If:
    Terms.push_back(cast<If>(S)->Condition);
    break;
  case Stmt::Kind::Loop: {
    const auto *L = cast<Loop>(S);
    if (L->TheRange)
      Terms.append({L->TheRange->Start, L->TheRange->Step});
    Terms.push_back(L->While);
    break;
  }
  case Stmt::Kind::Fence:
  case Stmt::Kind::AsyncGroup:
  case Stmt::Kind::Gap:
  case Stmt::Kind::Leave:
    break;
  }
  llvm::erase(Terms, nullptr);
  return Terms;
}

std::vector<const Term *> termsIn(const Sequence &S) {
  std::vector<const Term *> All;
  forEachStmt(S, [&](const Stmt *X) { llvm::append_range(All, termsOf(X)); });
  return All;
}

void forEachNode(llvm::ArrayRef<const Term *> Terms,
                 llvm::function_ref<void(const Term *)> See) {
  anyNode(Terms, [&](const Term *T) {
    See(T);
    return false;
  });
}

bool anyNode(llvm::ArrayRef<const Term *> Terms,
             llvm::function_ref<bool(const Term *)> Is) {
  llvm::SmallPtrSet<const Term *, 16> Seen;
  std::vector<const Term *> ToDo(Terms.begin(), Terms.end());
  while (!ToDo.empty()) {
    const Term *T = ToDo.back();
    ToDo.pop_back();
    if (!Seen.insert(T).second)
      continue;
    Steps::take();
    if (Is(T))
      return true;
    llvm::append_range(ToDo, T->operands());
  }
  return false;
}

static bool isMadeOfParts(const Term *T) {
  const auto *O = llvm::dyn_cast<Operation>(T);
  switch (O ? O->op() : Op::Ite) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Shl:
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    return true;
  default:
    return false;
  }
}

void forEachPart(const Term *T, llvm::function_ref<void(const Term *)> See) {
  llvm::SmallVector<const Term *, 8> Left{T};
  llvm::DenseSet<const Term *> Seen;
  while (!Left.empty()) {
    const Term *Next = Left.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    Steps::take();
    if (isMadeOfParts(Next))
      llvm::append_range(Left, Next->operands());
    else
      See(Next);
  }
}

bool mentions(const Term *T, const Term *Wanted) {
  return anyNode(T, [&](const Term *X) { return X == Wanted; });
}

bool variesByThread(const Term *T) {
  return anyNode(T, [](const Term *X) {
    const auto *V = llvm::dyn_cast<Variable>(X);
    return llvm::isa<Unknown>(X) ||
           (V && (V->isIndex() || V->role() == Variable::Role::Loop));
  });
}

bool mentions(llvm::ArrayRef<const Term *> Terms, Cause Why) {
  return anyNode(Terms, [&](const Term *X) {
    const auto *U = llvm::dyn_cast<Unknown>(X);
    return U && U->cause() == Why;
  });
}

llvm::SmallVector<const Term *, 4> conjuncts(const Term *T) {
  if (!T->isBool() || !isOp(T, Op::And))
    return {T};
  auto All = conjuncts(T->operand(0));
  All.append(conjuncts(T->operand(1)));
  return All;
}

} // namespace racemap::map
