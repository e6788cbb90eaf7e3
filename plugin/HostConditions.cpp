// HostConditions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostConditions.h"
#include "plugin/HostDoubts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using map::Term;

namespace {
class Conditions {
public:
  Conditions(const HostBody &B, HostValues &Values, map::TermContext &Terms)
      : B(B), Values(Values), Terms(Terms), Doubts(B, Values),
        Here(Terms.yes()) {}
  HostConditions run(const Expr *Launch);

private:
  void around(const Stmt *Parent, const Stmt *Child);
  /// True if control may have come in at a label on the way.
  bool before(const CompoundStmt *C, const Stmt *Child);
  void hold(const Expr *E, bool Sense);
  void hold(const Term *T) {
    if (T != Terms.yes())
      Hold.push_back(T);
  }

  void pass(const Stmt *S);
  /// Control has come this far on the way.
  void arrive() {
    hold(std::exchange(Here, Terms.yes()));
    IsAside = HasLeft = false;
  }
  void go(const Stmt *S);
  void go(const IfStmt *I);
  void go(const SwitchStmt *S, const Stmt *Until);
  void goOnce(const DoStmt *S);
  void go(const CXXTryStmt *S);
  void loseTrack(const Stmt *S);
  void leave(bool Breaks, bool Continues);
  void go(const Expr *E);
  void goWithin(const Expr *E);
  void call(const CallExpr *E, const Expr *Whole);
  void part(const Term *If, llvm::function_ref<void()> Then,
            llvm::function_ref<void()> Else);
  const Term *matches(const SwitchCase *Label, const Term *On);

  /// Does control always come here?
  bool isReached() const { return !IsAside && !HasLeft && Here == Terms.yes(); }
  const Term *value(const Expr *E);
  const Term *truth(const Expr *E);

  const HostBody &B;
  HostValues &Values;
  map::TermContext &Terms;
  HostDoubts Doubts;
  std::vector<const Term *> Hold;
  /// Control can be here, if it has come to the statement that it passes.
  const Term *Here;
  /// Control need not come here, even if it is not known when.
  bool IsAside = false;
  /// It may have gone to the end of a statement that is not over yet.
  bool HasLeft = false;
  /// When control leaves there, for the end of a statement around, and not the
  /// way to the launch.
  const Term **Broken = nullptr, **Continued = nullptr;
};
} // namespace

const Term *Conditions::value(const Expr *E) {
  if (!E || E->isInstantiationDependent())
    return nullptr;
  const Term *T = isReached() ? Values.value(E) : Values.valueAside(E);
  if (T)
    Doubts.add(E, T);
  else
    Doubts.add(E);
  return T;
}

const Term *Conditions::truth(const Expr *E) {
  const Term *T = value(E);
  return T && T->isBool() ? T : nullptr;
}

void Conditions::hold(const Expr *E, bool Sense) {
  if (const Term *T = truth(E))
    hold(Sense ? T : Terms.logicalNot(T));
}

/// Control has got past S, which is on the way.
void Conditions::pass(const Stmt *S) {
  if (const auto *C = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *X : C->body())
      pass(X);
    return;
  }
  if (!B.mayMatter(S))
    return;
  go(S);
  arrive();
}

void Conditions::go(const Stmt *S) {
  if (!S || Here == Terms.no())
    return;
  if (const auto *C = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *X : C->body())
      go(X);
  } else if (const auto *I = dyn_cast<IfStmt>(S)) {
    go(I);
  } else if (const auto *W = dyn_cast<SwitchStmt>(S)) {
    go(W, nullptr);
  } else if (isa<ReturnStmt, BreakStmt, ContinueStmt>(S)) {
    if (const auto *R = dyn_cast<ReturnStmt>(S))
      goWithin(R->getRetValue());
    leave(isa<BreakStmt>(S), isa<ContinueStmt>(S));
    Here = Terms.no();
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    go(E);
  } else if (const auto *D = dyn_cast<DoStmt>(S);
             D && isOnce(D, B.function()->getASTContext())) {
    goOnce(D);
  } else if (const auto *Its = dyn_cast<AttributedStmt>(S)) {
    go(Its->getSubStmt());
  } else if (const auto *T = dyn_cast<CXXTryStmt>(S)) {
    go(T);
  } else {
    loseTrack(S);
  }
}

/// How control goes through S is not followed.
void Conditions::loseTrack(const Stmt *S) {
  Doubts.addExits(S);
  if (bodyOf(S) ? hasStatements(S) : isLeft(S)) // in some way
    leave(/*Breaks=*/true, /*Continues=*/true);
}

/// Control may go from here to the end of what is around it.
void Conditions::leave(bool Breaks, bool Continues) {
  HasLeft |= (Breaks && Broken) || (Continues && Continued);
  if (Breaks && Broken)
    *Broken = Terms.logicalOr(*Broken, Here);
  if (Continues && Continued)
    *Continued = Terms.logicalOr(*Continued, Here);
}

/// What is thrown anywhere in S comes to its handlers.
void Conditions::go(const CXXTryStmt *S) {
  const Term *Before = Here;
  bool WasAside = std::exchange(IsAside, true);
  go(S->getTryBlock());
  const Term *After = Here;
  for (unsigned I = 0; I != S->getNumHandlers(); ++I) {
    Here = Before;
    go(S->getHandler(I)->getHandlerBlock());
    After = Terms.logicalOr(After, Here);
    if (Here == Before)
      Doubts.addExits(S->getTryBlock());
  }
  Here = After;
  IsAside = WasAside;
}

/// Null: any of both.
void Conditions::part(const Term *If, llvm::function_ref<void()> Then,
                      llvm::function_ref<void()> Else) {
  const Term *Before = Here;
  bool WasAside = std::exchange(IsAside, true);
  auto Goes = [&](bool Sense, llvm::function_ref<void()> Way) {
    const Term *Begin =
        !If ? Before
            : Terms.logicalAnd(Before, Sense ? If : Terms.logicalNot(If));
    Here = Begin;
    Way();
    return Here == Begin;
  };
  bool Stays = Goes(true, Then);
  const Term *IfThen = Here;
  Stays &= Goes(false, Else);
  Here = Stays ? Before : Terms.logicalOr(IfThen, Here);
  IsAside = WasAside || (!If && !Stays);
}

void Conditions::go(const IfStmt *I) {
  goWithin(I->getCond());
  bool Matters = isLeft(I->getThen()) || isLeft(I->getElse());
  part(
      Matters ? truth(I->getCond()) : nullptr, [&] { go(I->getThen()); },
      [&] { go(I->getElse()); });
}

/// The body is gone through once.
void Conditions::goOnce(const DoStmt *S) {
  const Term *Before = Here, *End = Terms.no();
  llvm::SaveAndRestore Breaks(Broken, &End), Continues(Continued, &End);
  bool WasAside = IsAside, HadLeft = HasLeft;
  go(S->getBody());
  HasLeft = HadLeft; // they meet here
  if (isLeft(S)) {
    Here = Terms.logicalOr(Here, End);
    return;
  }
  Here = Before; // whatever breaks it
  IsAside = WasAside;
}

/// Null if that is not known.
const Term *Conditions::matches(const SwitchCase *Label, const Term *On) {
  const auto *Case = llvm::cast<CaseStmt>(Label);
  const ASTContext &AST = B.function()->getASTContext();
  llvm::APSInt Least = Case->getLHS()->EvaluateKnownConstInt(AST);
  llvm::APSInt Most =
      Case->getRHS() ? Case->getRHS()->EvaluateKnownConstInt(AST) : Least;
  if (Least.getBitWidth() != On->width() || On->width() > 64)
    return nullptr;
  if (Most < Least)
    return Terms.no();
  auto Number = [&](const llvm::APSInt &N) {
    return Terms.constant(On->width(), N.getZExtValue());
  };
  if (Least == Most)
    return Terms.eq(On, Number(Least));
  return Terms.ule(Terms.sub(On, Number(Least)), Number(Most - Least));
}

/// Goes as far as to the label Until, one in the switch's body, or through all
/// of it.
void Conditions::go(const SwitchStmt *S, const Stmt *Until) {
  if (!Until && !isLeft(S) && !hasStatements(S->getCond()))
    return;
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body) {
    loseTrack(S);
    return;
  }
  goWithin(S->getCond());
  const Term *On = value(S->getCond());
  const Term *Other = Here, *Before = Here;
  llvm::DenseMap<const SwitchCase *, const Term *> Comes;
  const SwitchCase *Default = nullptr;
  for (const SwitchCase *X = S->getSwitchCaseList(); X;
       X = X->getNextSwitchCase()) {
    if (isa<DefaultStmt>(X)) {
      Default = X;
      continue;
    }
    const Term *Is = On ? matches(X, On) : nullptr;
    if (!Is) {
      loseTrack(S);
      return;
    }
    Comes[X] = Terms.logicalAnd(Before, Is);
    Other = Terms.logicalAnd(Other, Terms.logicalNot(Is));
  }
  Comes[Default] = Other;
  const Term *End = Default ? Terms.no() : Other;
  llvm::SaveAndRestore Breaks(Broken, &End);
  llvm::SaveAndRestore Aside(IsAside, true);
  Here = Terms.no();
  for (const Stmt *X : Body->body()) {
    const Stmt *Label = X;
    for (; isa<SwitchCase>(X); X = cast<SwitchCase>(X)->getSubStmt())
      Here = Terms.logicalOr(Here, Comes.lookup(cast<SwitchCase>(X)));
    if (Label == Until)
      return;
    go(X);
  }
  Here = Terms.logicalOr(Here, End);
}

/// assert(c), as "c ? void() : fail()" or in a similar form.
void Conditions::go(const Expr *E) {
  const Expr *Whole = E;
  E = E->IgnoreParenCasts();
  if (const auto *C = dyn_cast<FullExpr>(E))
    E = C->getSubExpr()->IgnoreParenCasts();
  goWithin(E);
  const auto *Or = dyn_cast<BinaryOperator>(E);
  if (neverReturns(E)) {
    Here = Terms.no();
  } else if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    if (isLeft(C->getTrueExpr()) || isLeft(C->getFalseExpr()))
      part(
          truth(C->getCond()), [&] { go(C->getTrueExpr()); },
          [&] { go(C->getFalseExpr()); });
  } else if (Or && Or->isLogicalOp() && isLeft(Or->getRHS())) {
    auto Right = [&](bool If) {
      if (If)
        go(Or->getRHS());
    };
    bool IsOr = Or->getOpcode() == BO_LOr;
    part(truth(Or->getLHS()), [&] { Right(!IsOr); }, [&] { Right(IsOr); });
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    call(Call, Whole);
  } else {
    loseTrack(E);
  }
}

/// Statements within E may leave.
void Conditions::goWithin(const Expr *E) {
  if (hasStatements(E))
    loseTrack(E);
}

void Conditions::call(const CallExpr *E, const Expr *Whole) {
  if (isPromise(E)) {
    if (const Term *T = truth(E->getArg(0)))
      Here = Terms.logicalAnd(Here, T);
  } else if (!isReached()) {
    Doubts.addExits(E);
  } else if (!Values.pass(Whole)) {
    Doubts.add(E);
  }
}

/// The last label up to Child, which is in the switch's body.
static const Stmt *labelOf(const SwitchStmt *S, const Stmt *Child) {
  const Stmt *Label = nullptr;
  for (const Stmt *X : S->getBody()->children()) {
    if (isa<SwitchCase>(X))
      Label = X;
    if (X == Child)
      break;
  }
  return Label;
}

bool Conditions::before(const CompoundStmt *C, const Stmt *Child) {
  bool Label = isa<SwitchCase>(Child);
  auto Here = llvm::find(C->body(), Child);
  for (const Stmt *S : llvm::reverse(llvm::make_range(C->body_begin(), Here))) {
    if (Label)
      return true;
    Label = isa<SwitchCase>(S);
    while (const auto *Case = dyn_cast<SwitchCase>(S))
      S = Case->getSubStmt();
    pass(S);
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
  } else if (const auto *T = dyn_cast<CXXTryStmt>(Parent)) {
    if (Child != T->getTryBlock())
      Doubts.addExits(T->getTryBlock());
  } else if (const auto *C = dyn_cast<ConditionalOperator>(Parent)) {
    if (Child != C->getCond())
      hold(C->getCond(), Child == C->getTrueExpr());
  } else if (const auto *L = dyn_cast<BinaryOperator>(Parent)) {
    if (L->isLogicalOp() && Child == L->getRHS())
      hold(L->getLHS(), L->getOpcode() == BO_LAnd);
  }
}

HostConditions Conditions::run(const Expr *Launch) {
  if (!B.isStructured()) {
    Doubts.addExits(B.root());
    return {{}, Doubts.take()};
  }
  const Stmt *Child = Launch;
  while (const Stmt *Parent = B.parent(Child)) {
    around(Parent, Child);
    const auto *C = dyn_cast<CompoundStmt>(Parent);
    if (C && before(C, Child)) {
      const Stmt *Inside = Child;
      while (Parent && !isa<SwitchStmt>(Parent))
        Parent = B.parent(Parent);
      go(cast<SwitchStmt>(Parent), labelOf(cast<SwitchStmt>(Parent), Inside));
      arrive();
    }
    Child = Parent;
  }
  for (const Term *T : Values.facts())
    Doubts.add(nullptr, T);
  return {std::move(Hold), Doubts.take()};
}

HostConditions conditionsOf(const Expr *Launch, const HostBody &B,
                            HostValues &Values, map::TermContext &Terms) {
  return Conditions(B, Values, Terms).run(Launch);
}

} // namespace racemap
