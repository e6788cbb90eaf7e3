// HostRun - statement by statement.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostRun.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using map::Term;

/// Iterations of a loop that are run: all that halving or doubling takes.
static constexpr unsigned MostIterations = 70;

/// False if Code does what is not followed.
bool HostValues::Run::finishes(const Stmt *Code) {
  llvm::SaveAndRestore Now(Values.Running, this);
  llvm::SaveAndRestore Reached(Values.IsReached, true);
  bool IsFollowed = run(Code) && !IsLost;
  if (!IsFollowed && mayNeverReturn(Code))
    Never = nullptr;
  return IsFollowed;
}

/// May S make the object, whose constructor it is in, known to others?
static bool leaksThis(const Stmt *S) {
  if (!S)
    return false;
  if (isa<CXXThisExpr>(S))
    return true;
  const auto *C = dyn_cast<CastExpr>(S);
  if (C && C->getCastKind() == CK_LValueToRValue &&
      placeOf(C->getSubExpr()).This)
    return false;
  const Expr *To = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    To = B->getLHS();
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    To = U->getSubExpr();
  return llvm::any_of(S->children(), [&](const Stmt *X) {
    return !(X && X == To && placeAround(To).This) && leaksThis(X);
  });
}

const Term *HostValues::Run::made(const CXXConstructorDecl *C) {
  const FunctionDecl *Definition = nullptr;
  const Stmt *Code = C->getBody(Definition);
  const Decl *Class = C->getParent()->getCanonicalDecl();
  IsKnownToOthers = leaksThis(Code);
  for (const CXXCtorInitializer *I :
       cast<CXXConstructorDecl>(Definition)->inits()) {
    if (!I->isMemberInitializer() || !isPure(I->getInit())) {
      Never = nullptr; // what it calls may end the program
      return nullptr;
    }
    Has.find(Class)->second.set(HostMember(I->getMember()), [&](Fields Of) {
      return value(I->getInit(), Of);
    });
  }
  return finishes(Code) && Returned.empty() && Here != Terms.no()
             ? Has.find(Class)->second.lookup(Path)
             : nullptr;
}

const Term *HostValues::Run::result(const Stmt *Code) {
  if (!finishes(Code) || Returned.empty())
    return nullptr;
  stay(Terms.yes()); // control does not come to the end
  const Term *Result = Returned.back().second;
  for (auto [If, Its] : llvm::reverse(llvm::drop_end(Returned)))
    Result = Terms.ite(If, Its, Result);
  return Result;
}

bool HostValues::Run::leaves(const Stmt *Code, const Loans &All) {
  IsForEffects = true;
  for (const Loan &L : All)
    Lent.insert(L.To);
  if (!finishes(Code))
    return false;
  Left.push_back(now());
  bool Comes =
      llvm::any_of(Left, [&](const State &S) { return S.If != Terms.no(); });
  meet(std::move(Left));
  return Comes;
}

/// Where these come together: what holds for the first of them whose condition
/// is true, or the last.
void HostValues::Run::meet(std::vector<State> Ways) {
  llvm::erase_if(Ways, [&](const State &S) { return S.If == Terms.no(); });
  if (Ways.empty())
    return;
  Has = std::move(Ways.back().Has);
  Ways.pop_back();
  for (const State &Other : llvm::reverse(Ways))
    for (auto &[V, Object] : Has)
      Object.join(Other.Has.lookup(V), [&](const Term *Mine, const Term *Its) {
        return Mine && Its ? Terms.ite(Other.If, Its, Mine) : nullptr;
      });
}

/// False if it does what is not followed.
bool HostValues::Run::run(const Stmt *S) {
  if (!S || Here == Terms.no())
    return true;
  if (++Values.Steps > MostSteps)
    return false;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(), [&](const Stmt *X) { return run(X); });
  if (const auto *R = dyn_cast<ReturnStmt>(S))
    return run(R);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::all_of(D->decls(), [&](const Decl *X) { return declare(X); });
  if (const auto *I = dyn_cast<IfStmt>(S))
    return run(I);
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return runLoop(S);
  if (isa<BreakStmt, ContinueStmt>(S) && Around) {
    (isa<BreakStmt>(S) ? Around->Ends : Around->Continued).push_back(now());
    Here = Terms.no();
    return true;
  }
  const auto *E = dyn_cast<Expr>(S);
  return E ? evaluate(E) : isa<NullStmt>(S);
}

bool HostValues::Run::run(const ReturnStmt *S) {
  const Expr *E = S->getRetValue();
  if (IsForEffects) {
    IsLost |= E && mayNeverReturn(E);
    bool IsFollowed = !E || isPure(E) || evaluate(E);
    Left.push_back(now());
    Here = Terms.no();
    return IsFollowed;
  }
  const Term *T = E && isPure(E) ? value(E, Path) : nullptr;
  Returned.push_back({Here, T});
  Here = Terms.no();
  return T != nullptr;
}

bool HostValues::Run::run(const IfStmt *S) {
  if (S->getInit() || S->getConditionVariable() || S->isConsteval())
    return false;
  const Term *If = truth(S->getCond());
  if (!If)
    return false;
  State Before = now();
  Here = Terms.logicalAnd(Before.If, If);
  const Term *IfThen = Here;
  if (!run(S->getThen()))
    return false;
  State Then = now();
  go(Before);
  Here = Terms.logicalAnd(Before.If, Terms.logicalNot(If));
  const Term *IfElse = Here;
  if (!run(S->getElse()))
    return false;
  bool AllMeet = Then.If == IfThen && Here == IfElse;
  Here = AllMeet ? Before.If : Terms.logicalOr(Then.If, Here);
  if (AllMeet)
    Then.If = If;
  meet({std::move(Then), now()});
  return true;
}

bool HostValues::Run::runLoop(const Stmt *S) {
  const auto *F = dyn_cast<ForStmt>(S);
  const auto *W = dyn_cast<WhileStmt>(S);
  if ((F && F->getConditionVariable()) || (W && W->getConditionVariable()) ||
      (F && !run(F->getInit())))
    return false;
  const Term *Before = Here;
  size_t ReturnedBefore = Returned.size(), LeftBefore = Left.size();
  Loop Mine;
  llvm::SaveAndRestore Inside(Around, &Mine);
  auto Test = [&] {
    const Expr *Condition = conditionOf(S);
    const Term *If = Condition ? truth(Condition) : Terms.yes();
    if (!If)
      return false;
    // Who ends the loop later has not ended it here.
    Mine.Ends.push_back({Terms.logicalNot(If), Has});
    Here = Terms.logicalAnd(Here, If);
    return true;
  };
  for (unsigned N = 0; Here != Terms.no(); ++N) {
    State Begin = now();
    if (N > MostIterations || (!isa<DoStmt>(S) && !Test()) || !run(bodyOf(S)))
      return false;
    for (const State &X : Mine.Continued)
      Here = Terms.logicalOr(Here, X.If);
    Mine.Continued.push_back(now());
    meet(std::exchange(Mine.Continued, {}));
    if ((F && !run(F->getInc())) || (isa<DoStmt>(S) && !Test()))
      return false;
    if (now() == Begin) // for ever
      stay(Terms.yes());
  }
  meet(std::move(Mine.Ends));
  Here = Terms.logicalAnd(Before, Terms.logicalNot(Never));
  for (auto [If, What] : llvm::drop_begin(Returned, ReturnedBefore))
    Here = Terms.logicalAnd(Here, Terms.logicalNot(If));
  for (const State &X : llvm::drop_begin(Left, LeftBefore))
    Here = Terms.logicalAnd(Here, Terms.logicalNot(X.If));
  return true;
}

bool HostValues::Run::declare(const Decl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V)
    return isa<TypeDecl, StaticAssertDecl, UsingDecl, UsingDirectiveDecl>(D);
  V = V->getCanonicalDecl();
  const Expr *Init = V->getInit();
  if (V->isStaticLocal() || !Init)
    return true;
  bool Follows = Values.Uses.isFollowed(V) && isPure(Init);
  if (!Follows)
    forget(Init);
  // It may mention V itself.
  HostObject New(Values.AST, V->getType());
  if (Follows)
    New.set({}, [&](Fields Of) { return value(Init, Of); });
  Has[V] = std::move(New);
  return true;
}

bool HostValues::Run::evaluate(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParenCasts();
  if (neverReturns(E)) {
    stay(Terms.yes());
    return true;
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E);
      C && mayNeverReturn(C)) { // assert
    const Term *If = truth(C->getCond());
    bool InThen = neverReturns(C->getTrueExpr());
    bool InElse = neverReturns(C->getFalseExpr());
    if (!If || InThen == InElse)
      return false;
    stay(InThen ? If : Terms.logicalNot(If));
    const Expr *Other = InThen ? C->getFalseExpr() : C->getTrueExpr();
    return Here == Terms.no() || evaluate(Other);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isCommaOp())
    return evaluate(B->getLHS()) && evaluate(B->getRHS());
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!copies(E) && !(Call && lends(Call)) && !assigns(E))
    forget(E);
  return true;
}

/// E assigns to a place that is followed.
bool HostValues::Run::assigns(const Expr *E) {
  HostPlace To;
  const Term *New = changed(E, To);
  if (To.whole()) {
    set(To, New);
    return true;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  HostPlace Its = B && B->getOpcode() == BO_Assign && isPure(B->getLHS())
                      ? placeAround(B->getLHS(), Pointers::Followed)
                      : HostPlace();
  if (!followed(Its))
    return false;
  forget(B->getRHS());
  set(Its, nullptr);
  return true;
}

/// Has T, written out, more nodes than are of use?
static bool isTooLong(const Term *T) {
  static constexpr unsigned Most = 4000;
  std::vector<const Term *> Work{T};
  for (unsigned N = 0; !Work.empty(); ++N) {
    if (N > Most)
      return true;
    T = Work.back();
    Work.pop_back();
    llvm::append_range(Work, T->operands());
  }
  return false;
}

void HostValues::Run::set(const HostPlace &To, const Term *New) {
  if (New && isTooLong(New))
    New = nullptr;
  objectOf(To).set(To.Fields, [&](Fields) { return New; });
}

/// E copies all members of a class to a place that is followed.
bool HostValues::Run::copies(const Expr *E) {
  const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
  const auto *M =
      C ? llvm::dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee()) : nullptr;
  if (!M || C->getOperator() != OO_Equal || C->getNumArgs() != 2 ||
      !M->isTrivial() || !isPure(C->getArg(1)))
    return false;
  HostPlace To = placeOf(C->getArg(0), Pointers::Followed);
  if (!followed(To))
    return false;
  HostObject New = objectOf(To);
  New.set(To.Fields, [&](Fields Of) { return value(C->getArg(1), Of); });
  Has[To.whole()] = std::move(New);
  return true;
}

/// What E, an assignment to a number that is followed, makes of it: To. That is
/// no place if E is something else.
const Term *HostValues::Run::changed(const Expr *E, HostPlace &To) {
  const auto *U = dyn_cast<UnaryOperator>(E);
  const auto *B = dyn_cast<BinaryOperator>(E);
  bool IsStep = U && U->isIncrementDecrementOp();
  if (!IsStep && !(B && B->isAssignmentOp() && isPure(B->getRHS())))
    return nullptr;
  const Expr *Left = B ? B->getLHS() : U->getSubExpr();
  HostPlace Its = placeAround(Left, Pointers::Followed);
  if (!followed(Its) || !Values.widthOf(E->getType()) || !isPure(Left))
    return nullptr;
  To = Its;
  if (!placeOf(Left, Pointers::Followed).whole())
    return nullptr; // some element of an array
  if (B && B->getOpcode() == BO_Assign)
    return value(B->getRHS());
  const Term *Old = Has.lookup(Its.whole()).lookup(Its.Fields);
  return Old ? Values.stepped(Old, E) : nullptr;
}

/// S is evaluated, and may change what it mentions other than to read it.
void HostValues::Run::forget(const Stmt *S) {
  for (auto &[D, Object] : Has) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (V ? V->getType()->isReferenceType() && !Lent.contains(V)
          : IsKnownToOthers)
      Object.forget(); // others have a name for it
  }
  IsLost |= mayNeverReturn(S);
  std::vector<const Stmt *> Work{S};
  while (!Work.empty()) {
    S = Work.back();
    Work.pop_back();
    const auto *C = llvm::dyn_cast_or_null<CastExpr>(S);
    HostPlace From = C && C->getCastKind() == CK_LValueToRValue
                         ? placeOf(C->getSubExpr(), Pointers::Followed)
                         : HostPlace();
    bool LendsOn = !From.IsBehind && Lent.contains(From.Variable) &&
                   From.Variable->getType()->isPointerType();
    if (!S || (From.whole() && !LendsOn))
      continue;
    if (const auto *This = dyn_cast<CXXThisExpr>(S))
      if (auto Found = Has.find(
              This->getType()->getPointeeCXXRecordDecl()->getCanonicalDecl());
          Found != Has.end())
        Found->second.forget();
    if (const auto *D = dyn_cast<DeclRefExpr>(S))
      if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
        if (auto Found = Has.find(V->getCanonicalDecl()); Found != Has.end())
          Found->second.forget();
    llvm::append_range(Work, S->children());
  }
}

/// Of a condition, which may change one variable on the way: "--n", "i++ < n".
/// A constant wherever its operands' ranges decide it.
const Term *HostValues::Run::truth(const Expr *E) {
  const Term *T = isPure(E) ? value(E) : changingTruth(E);
  if (!T || !T->isBool() || isTooLong(T) || isTooLong(Here))
    return nullptr;
  return Ranges.isAlwaysTrue(T)    ? Terms.yes()
         : Ranges.isAlwaysFalse(T) ? Terms.no()
                                   : T;
}

const Term *HostValues::Run::changingTruth(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isLogicalOp() && isPure(B->getRHS())) {
    const Term *L = truth(B->getLHS());
    llvm::SaveAndRestore Reached(Values.IsReached, false);
    const Term *R = L ? truth(B->getRHS()) : nullptr;
    if (!R)
      return nullptr;
    return B->getOpcode() == BO_LAnd ? Terms.logicalAnd(L, R)
                                     : Terms.logicalOr(L, R);
  }
  if (B && B->isComparisonOp())
    return Values.compared(B, read(B->getLHS()), read(B->getRHS()));
  const Term *T = read(E);
  return T ? Terms.ne(T, Terms.constant(T->width(), 0)) : nullptr;
}

/// The value of E, which may change the variable that it is about.
const Term *HostValues::Run::read(const Expr *E) {
  if (isPure(E))
    return value(E);
  const Expr *Step = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(Step);
      C && C->getCastKind() == CK_LValueToRValue)
    Step = C->getSubExpr()->IgnoreParens();
  HostPlace To;
  const Term *New = changed(Step, To);
  if (!To.whole())
    return nullptr;
  const auto *U = dyn_cast<UnaryOperator>(Step);
  const Term *Old = Has.lookup(To.whole()).lookup(To.Fields);
  set(To, New);
  return U && U->isPostfix() ? Old : New;
}

} // namespace racemap
