// HostConditions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostConditions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using map::Term;

namespace {
class Conditions {
public:
  Conditions(const HostBody &B, HostValues &Values, map::TermContext &Terms)
      : B(B), Values(Values), Terms(Terms) {}
  std::vector<const Term *> run(const Expr *Launch);

private:
  void hold(const Expr *E, bool Sense);
  void isOver(const Stmt *S);
  void isOver(const IfStmt *I);
  void isOver(const Expr *E);
  void around(const Stmt *Parent, const Stmt *Child);
  /// True if control may have come in at a label on the way.
  bool before(const CompoundStmt *C, const Stmt *Child);
  void inCase(const SwitchStmt *S, const Stmt *Child);

  const HostBody &B;
  HostValues &Values;
  map::TermContext &Terms;
  std::vector<const Term *> All;
};
} // namespace

/// Control never gets to what follows S.
static bool leaves(const Stmt *S) {
  if (isa_and_nonnull<ReturnStmt, BreakStmt, ContinueStmt>(S))
    return true;
  if (const auto *C = dyn_cast_or_null<CompoundStmt>(S))
    return llvm::any_of(C->body(), leaves);
  if (const auto *I = dyn_cast_or_null<IfStmt>(S))
    return leaves(I->getThen()) && leaves(I->getElse());
  const auto *E = dyn_cast_or_null<Expr>(S);
  return E && neverReturns(E);
}

void Conditions::hold(const Expr *E, bool Sense) {
  const Term *T =
      E && !E->isInstantiationDependent() ? Values.value(E) : nullptr;
  if (T && T->isBool())
    All.push_back(Sense ? T : Terms.logicalNot(T));
}

void Conditions::isOver(const IfStmt *I) {
  bool Then = leaves(I->getThen()), Else = leaves(I->getElse());
  if (Then != Else)
    hold(I->getCond(), Else);
}

/// assert(c), as "c ? void() : fail()" or in a similar form.
void Conditions::isOver(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<FullExpr>(E))
    E = C->getSubExpr()->IgnoreParens();
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    bool Then = neverReturns(C->getTrueExpr());
    bool Else = neverReturns(C->getFalseExpr());
    if (Then != Else)
      hold(C->getCond(), Else);
  } else if (const auto *Or = dyn_cast<BinaryOperator>(E)) {
    if (Or->getOpcode() == BO_LOr && neverReturns(Or->getRHS()))
      hold(Or->getLHS(), true);
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (F && F->getIdentifier() && F->getName() == "__builtin_assume")
      hold(Call->getArg(0), true);
    else
      Values.pass(Call);
  }
}

void Conditions::isOver(const Stmt *S) {
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    S = Case->getSubStmt();
  if (const auto *I = dyn_cast<IfStmt>(S))
    isOver(I);
  else if (const auto *E = dyn_cast<Expr>(S))
    isOver(E);
  else if (const auto *C = dyn_cast<CompoundStmt>(S))
    for (const Stmt *X : C->body())
      isOver(X);
}

bool Conditions::before(const CompoundStmt *C, const Stmt *Child) {
  bool Label = isa<SwitchCase>(Child);
  auto Here = llvm::find(C->body(), Child);
  for (const Stmt *S : llvm::reverse(llvm::make_range(C->body_begin(), Here))) {
    if (Label)
      return true;
    isOver(S);
    Label = isa<SwitchCase>(S);
  }
  return Label;
}

void Conditions::around(const Stmt *Parent, const Stmt *Child) {
  if (const auto *I = dyn_cast<IfStmt>(Parent)) {
    if (Child == I->getThen() || Child == I->getElse())
      hold(I->getCond(), Child == I->getThen());
  } else if (isa<ForStmt, WhileStmt>(Parent)) {
    if (Child == bodyOf(Parent))
      hold(conditionOf(Parent), true);
  } else if (const auto *C = dyn_cast<ConditionalOperator>(Parent)) {
    if (Child != C->getCond())
      hold(C->getCond(), Child == C->getTrueExpr());
  } else if (const auto *L = dyn_cast<BinaryOperator>(Parent)) {
    if (L->isLogicalOp() && Child == L->getRHS())
      hold(L->getLHS(), L->getOpcode() == BO_LAnd);
  }
}

/// Child is in the switch's body: which values lead there?
void Conditions::inCase(const SwitchStmt *S, const Stmt *Child) {
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  const Term *On = Body ? Values.value(S->getCond()) : nullptr;
  if (!On)
    return;
  const Stmt *Last = nullptr;
  const SwitchCase *Label = nullptr;
  bool FallsInto = false;
  for (const Stmt *X : Body->body()) {
    if (const auto *Case = dyn_cast<SwitchCase>(X)) {
      const Stmt *End = Last;
      while (const auto *Inner = dyn_cast_or_null<SwitchCase>(End))
        End = Inner->getSubStmt();
      FallsInto = Last && !leaves(End);
      Label = Case;
    }
    Last = X;
    if (X == Child)
      break;
  }
  const Term *Any = Terms.no();
  for (const Stmt *X = Label; !FallsInto && isa_and_nonnull<SwitchCase>(X);
       X = cast<SwitchCase>(X)->getSubStmt()) {
    const auto *Case = dyn_cast<CaseStmt>(X);
    const Term *Value =
        Case && !Case->getRHS() ? Values.value(Case->getLHS()) : nullptr;
    if (!Value || Value->width() != On->width())
      return;
    Any = Terms.logicalOr(Any, Terms.eq(On, Value));
  }
  if (Label && !FallsInto)
    All.push_back(Any);
}

std::vector<const Term *> Conditions::run(const Expr *Launch) {
  const Stmt *Child = Launch;
  while (const Stmt *Parent = B.parent(Child)) {
    around(Parent, Child);
    const auto *C = dyn_cast<CompoundStmt>(Parent);
    if (C && before(C, Child)) {
      const Stmt *Inside = Child;
      while (Parent && !isa<SwitchStmt>(Parent))
        Parent = B.parent(Parent);
      if (!Parent)
        return All;
      inCase(cast<SwitchStmt>(Parent), Inside);
    }
    Child = Parent;
  }
  return All;
}

std::vector<const Term *> conditionsOf(const Expr *Launch, const HostBody &B,
                                       HostValues &Values,
                                       map::TermContext &Terms) {
  if (!B.isStructured())
    return {};
  return Conditions(B, Values, Terms).run(Launch);
}

} // namespace racemap
