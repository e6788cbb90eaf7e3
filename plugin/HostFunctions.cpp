// HostFunctions - the part of HostValues about functions that are called.
//
// A function is run on terms. Where control parts, each way is followed under
// its condition, with what the variables are there; where ways meet, a variable
// is the one or the other. Loops are run as often as they may be. Variables of
// classes, and the object of a method or of a constructor, are followed member
// by member: they are copies of what the function is given.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Ranges.h"
#include "plugin/HostValues.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using map::Term;

/// Iterations of a loop that are run: all that halving or doubling takes.
static constexpr unsigned MostIterations = 70;
/// Statements that are run for one value.
static constexpr unsigned MostSteps = 2000;

class HostValues::Run {
public:
  Run(HostValues &Values, Fields Path)
      : Values(Values), Terms(Values.Terms), Path(Path), Has(Values.Arguments),
        Here(Terms.yes()), Never(Terms.no()) {}

  /// What Code returns, or the member Path of it; null if it cannot be
  /// followed.
  const Term *result(const Stmt *Code);
  /// The member Path of what the constructor makes; null if it cannot be
  /// followed.
  const Term *made(const CXXConstructorDecl *C);
  /// When it does not return: it has ended the program, or goes on forever.
  /// Null if that is not known.
  const Term *never() const { return Never; }
  /// Control stays where it is, if If is true.
  void stay(const Term *If) {
    Never = Terms.logicalOr(Never, Terms.logicalAnd(Here, If));
    Here = Terms.logicalAnd(Here, Terms.logicalNot(If));
  }
  /// Control may stay where it is.
  void lose() { IsLost = true; }

private:
  struct State {
    const Term *If; ///< control is here, in terms of what the function is given
    Locals Has;
    bool operator==(const State &S) const {
      return If == S.If && llvm::equal(Has, S.Has);
    }
  };
  struct Loop {
    std::vector<State> Ends, Continued;
  };

  State now() const { return {Here, Has}; }
  void go(State S) {
    Here = S.If;
    Has = std::move(S.Has);
  }
  void meet(std::vector<State> Ways);

  bool run(const Stmt *S);
  bool run(const ReturnStmt *S);
  bool run(const IfStmt *S);
  bool runLoop(const Stmt *S);
  bool declare(const Decl *D);
  bool evaluate(const Expr *E);
  bool copies(const Expr *E);
  const Term *changed(const Expr *E, HostPlace &To);
  bool finishes(const Stmt *Code);
  void set(const HostPlace &To, const Term *New);
  void forget(const Stmt *S);
  const Term *value(const Expr *E, Fields Of = {}) {
    return Values.value(E, Of);
  }
  const Term *truth(const Expr *E);
  const Term *changingTruth(const Expr *E);
  const Term *read(const Expr *E);
  /// What the place is a part of, if that is a variable that is followed.
  const Decl *followed(const HostPlace &P) const {
    bool Follows = P.Variable ? Values.Uses.isFollowed(P.Variable)
                              : P.This && Has.contains(P.whole());
    return Follows ? P.whole() : nullptr;
  }
  /// V, as it is declared.
  HostObject &objectOf(const VarDecl *V) {
    return Has.insert({V, HostObject(Values.AST, V->getType())}).first->second;
  }

  HostValues &Values;
  map::TermContext &Terms;
  map::Ranges Ranges;
  Fields Path;
  Locals &Has;
  const Term *Here;
  const Term *Never;
  std::vector<std::pair<const Term *, const Term *>> Returned; ///< if, what
  Loop *Around = nullptr;
  bool IsLost = false;
  /// The object of the method.
  bool IsKnownToOthers = true;
};

const Term *HostValues::call(const CallExpr *E, Fields Path) {
  const FunctionDecl *F = E->getDirectCallee();
  if (int Which = isMinOrMax(E)) {
    const Term *A = value(E->getArg(0)), *B = value(E->getArg(1));
    if (!Path.empty() || !A || !B || A->width() != B->width() ||
        A->width() != widthOf(E->getType()))
      return nullptr;
    bool Signed =
        E->getType().getNonReferenceType()->isSignedIntegerOrEnumerationType();
    const Term *Less = Signed ? Terms.slt(A, B) : Terms.ult(A, B);
    return Which < 0 ? Terms.ite(Less, A, B) : Terms.ite(Less, B, A);
  }
  const auto *Method = llvm::dyn_cast_or_null<CXXMethodDecl>(F);
  bool IsOfObject = Method && !Method->isStatic();
  if (IsOfObject && Method->getParent()->isInStdNamespace())
    return nullptr; // how containers are made says nothing
  const Expr *Object = IsOfObject ? racemap::objectOf(E) : nullptr;
  const Stmt *Code = codeOf(F);
  if (!Code || F->isVariadic() || (IsOfObject && !Object) || !mayEnter())
    return nullptr;
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  Locals Given;
  if (Object)
    giveObject(Method->getParent(), Object, Given);
  give(F, llvm::ArrayRef(E->getArgs(), E->getNumArgs()), Given);
  return enter(
      std::move(Given), [&](Run &Its) { return Its.result(Code); }, Path);
}

/// Is there time to look into one more function? What it is given counts, too:
/// functions of it are run for each member.
bool HostValues::mayEnter() {
  if (!Inlined && !IsGiving)
    Steps = 0;
  return Inlined <= 8 && ++Steps <= MostSteps;
}

/// The object whose method is called: what it has now.
void HostValues::giveObject(const CXXRecordDecl *Class, const Expr *Object,
                            Locals &Given) {
  llvm::SaveAndRestore Giving(IsGiving, true);
  const auto *R = Class->getCanonicalDecl();
  HostObject Its(AST, *Class);
  Object = Object->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(Object)) {
    auto Mine = Arguments.find(R);
    if (Mine == Arguments.end())
      return;
    Its = Mine->second;
  } else if (Object->getType()->isPointerType() ||
             Object->getType()->getAsCXXRecordDecl() == nullptr ||
             Object->getType()->getAsCXXRecordDecl()->getCanonicalDecl() != R) {
    return;
  } else {
    Its.set({}, [&](Fields Of) { return value(Object, Of); });
  }
  Given.insert({R, std::move(Its)});
}

/// The parameters of F: what it is given.
void HostValues::give(const FunctionDecl *F, llvm::ArrayRef<const Expr *> Args,
                      Locals &Given) {
  llvm::SaveAndRestore Giving(IsGiving, true);
  const FunctionDecl *Definition = F->getDefinition();
  for (unsigned I = 0; I != Definition->getNumParams() && I < Args.size();
       ++I) {
    const auto *P =
        cast<VarDecl>(Definition->getParamDecl(I)->getCanonicalDecl());
    HostObject Its(AST, P->getType());
    if (P->getType()->isReferenceType() || Uses.isFollowed(P))
      Its.set({}, [&](Fields Of) { return value(Args[I], Of); });
    Given.insert({P, std::move(Its)});
  }
}

const Term *HostValues::construct(const CXXConstructExpr *E, Fields Path) {
  const CXXConstructorDecl *C = E->getConstructor();
  if (!codeOf(C) || C->isVariadic() || !mayEnter())
    return nullptr;
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  Locals Given;
  Given.insert(
      {C->getParent()->getCanonicalDecl(), HostObject(AST, *C->getParent())});
  give(C, llvm::ArrayRef(E->getArgs(), E->getNumArgs()), Given);
  return enter(std::move(Given), [&](Run &Its) { return Its.made(C); }, Path);
}

/// Goes through a function that is given that.
const Term *HostValues::enter(Locals Given,
                              llvm::function_ref<const Term *(Run &)> GoThrough,
                              Fields Path) {
  llvm::SaveAndRestore Outside(Arguments, std::move(Given));
  llvm::SaveAndRestore Inside(Inlined, Inlined + 1);
  Run Its(*this, Path);
  const Term *Result = GoThrough(Its);
  // Who comes to the launch has got past it.
  const Term *Never = Its.never();
  if (Never == Terms.no())
    return Result;
  if (!IsReached || !Never) {
    if (Running)
      Running->lose();
    return nullptr;
  }
  if (Running)
    Running->stay(Never);
  else
    TheFacts.push_back(Terms.logicalNot(Never));
  return Result;
}

/// Can evaluating S, with the functions that it calls, end the program or leave
/// by an exception? Also true if that is too much to look at.
static bool mayNeverReturn(const Stmt *S) {
  static constexpr unsigned MostNodes = 4000;
  llvm::DenseSet<const Stmt *> Called;
  std::vector<const Stmt *> Work{S};
  for (unsigned N = 0; !Work.empty(); ++N) {
    S = Work.back();
    Work.pop_back();
    if (!S || isa<LambdaExpr>(S))
      continue;
    const auto *E = dyn_cast<Expr>(S);
    if (N > MostNodes || (E && neverReturns(E)))
      return true;
    const auto *C = dyn_cast<CallExpr>(S);
    const Stmt *Code = C ? codeOf(C->getDirectCallee()) : nullptr;
    if (Code && Called.insert(Code).second)
      Work.push_back(Code);
    llvm::append_range(Work, S->children());
  }
  return false;
}

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
    return !(X && X == To && placeOf(To).This) && leaksThis(X);
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
    const FieldDecl *F = I->getMember();
    Has.find(Class)->second.set(
        {F}, [&](Fields Of) { return value(I->getInit(), Of); });
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
  size_t ReturnedBefore = Returned.size();
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
  if (copies(E))
    return true;
  HostPlace To;
  const Term *New = changed(E, To);
  if (To.whole())
    set(To, New);
  else
    forget(E);
  return true;
}

void HostValues::Run::set(const HostPlace &To, const Term *New) {
  const Decl *D = To.whole();
  if (To.Variable)
    objectOf(To.Variable);
  Has.find(D)->second.set(To.Fields, [&](Fields) { return New; });
}

/// E copies all members of a class to a place that is followed.
bool HostValues::Run::copies(const Expr *E) {
  const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
  const auto *M =
      C ? llvm::dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee()) : nullptr;
  if (!M || C->getOperator() != OO_Equal || C->getNumArgs() != 2 ||
      !M->isTrivial() || !isPure(C->getArg(1)))
    return false;
  HostPlace To = placeOf(C->getArg(0));
  if (!followed(To))
    return false;
  HostObject New =
      To.Variable ? objectOf(To.Variable) : Has.find(To.whole())->second;
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
  HostPlace Its = placeOf(B ? B->getLHS() : U->getSubExpr());
  if (!followed(Its) || !Values.widthOf(E->getType()))
    return nullptr;
  To = Its;
  if (B && B->getOpcode() == BO_Assign)
    return value(B->getRHS());
  const Term *Old = Has.lookup(Its.whole()).lookup(Its.Fields);
  return Old ? Values.stepped(Old, E) : nullptr;
}

/// S is evaluated, and may change what it mentions other than to read it.
void HostValues::Run::forget(const Stmt *S) {
  for (auto &[D, Object] : Has) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (V ? V->getType()->isReferenceType() : IsKnownToOthers)
      Object.forget(); // others have a name for it
  }
  IsLost |= mayNeverReturn(S);
  std::vector<const Stmt *> Work{S};
  while (!Work.empty()) {
    S = Work.back();
    Work.pop_back();
    const auto *C = llvm::dyn_cast_or_null<CastExpr>(S);
    bool Reads = C && C->getCastKind() == CK_LValueToRValue &&
                 placeOf(C->getSubExpr()).whole();
    if (!S || Reads)
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
  if (!T || !T->isBool())
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
