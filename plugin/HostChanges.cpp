// HostChanges - the part of HostValues about statements that change a variable.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Mentioned.h"
#include "passes/map/Traversal.h"
#include "plugin/HostInputs.h"
#include "plugin/HostLoops.h"
#include "plugin/HostValues.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using map::Term;

/// The value that By gives the place.
const Term *HostValues::defined(const HostPlace &P, Fields Path,
                                const Stmt *By) {
  if (const Term *Value = assigned(P, Path, By)) {
    suggest(Value, spelled(P.Variable, Path));
    return Value;
  }
  return changed(P, Path, By, By);
}

/// A name for what By, as a whole or, in a loop, so far, makes of the place.
const Term *HostValues::changed(const HostPlace &P, Fields Path, const Stmt *By,
                                const Stmt *Which) {
  QualType T = memberType(P.Variable->getType(), Path);
  auto Width = widthOf(T);
  if (!Width)
    return nullptr;
  Unknown What{spelled(P.Variable, Path), By, P.Variable, T->isPointerType()};
  What.Path.assign(Path.begin(), Path.end());
  Key Mine{P.Variable, listed(Path), Which};
  bool IsNew = !Named.contains(Mine);
  const Term *Name = name(What, *Width, Mine); // By may mention it itself
  if (!IsNew)
    return Name;
  Unknowns[Name].IsComputed =
      isComputed(P, Path, By) || isAskedFor(P.Variable, Path, By, Body, Uses);
  auto Changes = Uses.changesIn(P.Variable, Path, Body, By);
  if (By == Which && Changes.size() == 1)
    learnPitch(Changes.front(), Name);
  return Name;
}

/// A row of an array that cudaMallocPitch makes has all the bytes asked for,
/// and no more than devices allow (cudaDeviceProp::memPitch).
void HostValues::learnPitch(const DeclRefExpr *Changed, const Term *Pitch) {
  const Stmt *S = Changed;
  while (isa_and_nonnull<Expr>(S) && !isa<CallExpr>(S))
    S = Body.parent(S);
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  bool IsPitch = F && F->getIdentifier() && F->getName() == "cudaMallocPitch" &&
                 Call->getNumArgs() >= 3 &&
                 Body.isWithin(Changed, Call->getArg(1));
  const Term *Row = IsPitch ? value(Call->getArg(2)) : nullptr;
  if (!Row || Row->width() != Pitch->width())
    return;
  TheFacts.push_back(Terms.ule(Row, Pitch));
  TheFacts.push_back(
      Terms.ule(Pitch, Terms.constant(Pitch->width(), INT32_MAX)));
}

/// What the place is when an iteration of Loop, which changes it, begins.
const Term *HostValues::iterated(const HostPlace &P, Fields Path,
                                 const Stmt *Loop) {
  const Stmt *Body = bodyOf(Loop);
  bool IsNew = !Named.contains(Key{P.Variable, listed(Path), Body});
  const Term *Begin = changed(P, Path, Loop, Body);
  if (IsNew && Begin && Unknowns[Begin].IsComputed && Path.empty())
    learn(P, llvm::cast<map::Variable>(Begin), Loop);
  return Begin;
}

/// Adds what Loop says about Begin, the value of P at its beginning. A loop
/// that the launch is not in need not have been run.
void HostValues::learn(const HostPlace &P, const map::Variable *Begin,
                       const Stmt *Loop) {
  if (!Body.isWithin(Launch, Loop))
    return;
  llvm::SaveAndRestore Reached(IsReached, false);
  const auto *F = dyn_cast<ForStmt>(Loop);
  const Stmt *Init = F ? F->getInit() : nullptr;
  const Stmt *Step = nullptr;
  for (const DeclRefExpr *E : Uses.changesIn(P.Variable, {}, Body, Loop)) {
    if (Init && Body.isWithin(E, Init))
      continue;
    if (Step)
      return;
    Step = statementOf(E, Loop);
    if (!Step)
      return;
  }
  HostLoop L;
  L.Begin = Begin;
  L.Next = Step ? assigned(P, {}, Step) : nullptr;
  const auto *Stepped = llvm::dyn_cast_or_null<map::Operation>(L.Next);
  L.Signed = Stepped && Stepped->promises() & map::NoSignedWrap;
  bool InInit = Init && (Uses.changes(P.Variable, {}, Body).contains(Init) ||
                         declares(Init, P.Variable));
  L.Start = InInit ? defined(P, {}, Init) : follow(P, {}, Loop);
  if (!L.Next || !L.Start)
    return;
  L.Starts = valuesOf(L.Start);
  const Expr *Condition = conditionOf(Loop);
  L.Condition = Condition ? value(Condition) : nullptr;
  if (L.Condition && !L.Condition->isBool())
    L.Condition = nullptr;
  L.AtEnd = isa<DoStmt>(Loop);
  L.Steady = takesEachTime(Step, Loop) && !varies(L.Condition, Begin, Loop);
  auto Facts =
      L.facts(Terms, name({"iteration", Loop, nullptr, false}, Begin->width()));
  llvm::append_range(TheFacts, Facts.Hold);
  Unknowns[Begin].IsComputed = !Facts.SayAll;
}

/// Is T a constant that is shifted by V? Then V is less than its width.
static bool isShiftBy(const Term *T, const map::Variable *V) {
  if (!map::isOp(T, map::Op::Shl) || !isa<map::Constant>(T->operand(0)))
    return false;
  const Term *By = T->operand(1);
  while (map::isOp(By, map::Op::ZExt) || map::isOp(By, map::Op::SExt) ||
         map::isOp(By, map::Op::Trunc))
    By = By->operand(0);
  return By == V;
}

/// What T can be, if it depends on one name alone, whose values are listed, or
/// which it shifts by.
std::vector<uint64_t> HostValues::valuesOf(const Term *T) const {
  map::VariableSet Names;
  map::addMentioned(T, Names);
  if (Names.size() != 1)
    return {};
  const map::Variable *Name = *Names.begin();
  auto Inputs = valuesListed(TheFacts, Name);
  if (Inputs.empty() && isShiftBy(T, Name))
    for (unsigned I = 0; I != T->width(); ++I)
      Inputs.push_back(I);
  std::vector<uint64_t> Values;
  for (uint64_t Its : Inputs) {
    const auto *Value = llvm::dyn_cast<map::Constant>(
        Terms.replace(T, [&](const Term *X) -> const Term * {
          return X == Name ? Terms.constant(X->width(), Its) : nullptr;
        }));
    if (!Value)
      return {};
    Values.push_back(Value->value());
  }
  return Values;
}

/// The statement in Loop that only changes what E names; or null.
const Stmt *HostValues::statementOf(const DeclRefExpr *E,
                                    const Stmt *Loop) const {
  const Stmt *S = E;
  for (;;) {
    const Stmt *Parent = Body.parent(S);
    const auto *F = dyn_cast_or_null<ForStmt>(Parent);
    if (!Parent || (F && F->getInc() == S) || !isa<Expr>(Parent))
      return Parent && (isa<CompoundStmt>(Parent) || F || Parent == Loop)
                 ? S
                 : nullptr;
    S = Parent;
  }
}

/// Does every iteration take the step and come to the loop's condition?
bool HostValues::takesEachTime(const Stmt *Step, const Stmt *Loop) const {
  const Stmt *Parent = Body.parent(Step);
  return (Parent == Loop || Parent == bodyOf(Loop)) &&
         !leavesEarly(bodyOf(Loop), /*InLoop=*/false);
}

/// Can T have another value in another iteration of Loop, other than by Begin?
bool HostValues::varies(const Term *T, const map::Variable *Begin,
                        const Stmt *Loop) const {
  map::VariableSet In;
  if (T)
    map::addMentioned(T, In);
  return llvm::any_of(In, [&](const map::Variable *V) {
    const Unknown *U = find(V);
    bool IsFixed = U && (U->Variable || !U->Since) &&
                   !(U->Since && Body.isWithin(U->Since, Loop)) &&
                   !(U->At && Body.isWithin(U->At, Loop));
    return V != Begin && !IsFixed;
  });
}

/// Does By, where it changes the member Path of P, never give it what whoever
/// runs the program likes? What comes out is not any value, then.
bool HostValues::isComputed(const HostPlace &P, Fields Path, const Stmt *By) {
  QualType T = memberType(P.Variable->getType(), Path);
  if (T->isPointerType())
    return false;
  auto Changes = Uses.changesIn(P.Variable, Path, Body, By);
  bool Declares = By == Body.root() || declares(By, P.Variable);
  const Expr *Init = Declares && !isa<ParmVarDecl>(P.Variable)
                         ? P.Variable->getAnyInitializer()
                         : nullptr;
  if ((Init && isOpen(Init)) ||
      llvm::any_of(Changes,
                   [&](const DeclRefExpr *E) { return changesOpenly(E); }))
    return false;
  return !Changes.empty() || !isa<ParmVarDecl>(P.Variable);
}

bool HostValues::changesOpenly(const DeclRefExpr *Changed) {
  llvm::SaveAndRestore Reached(IsReached, false);
  const Stmt *S = Changed, *Parent = Body.parent(S);
  while (isa_and_nonnull<MemberExpr, ParenExpr, ImplicitCastExpr,
                         ArraySubscriptExpr>(Parent)) {
    S = Parent;
    Parent = Body.parent(S);
  }
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(Parent);
      U && U->getOpcode() == UO_AddrOf)
    Parent = Body.parent(U);
  if (const auto *C = dyn_cast_or_null<CallExpr>(Parent))
    return readsOpenInput(C);
  const auto *B = dyn_cast_or_null<BinaryOperator>(Parent);
  if (!B || B->getOpcode() != BO_Assign || B->getLHS() != S)
    return false;
  const Unknown *Given = find(value(B->getRHS()));
  return Given && !Given->IsComputed && !Given->Variable;
}

/// What a branch of If leaves in the place; null if it may go elsewhere.
const Term *HostValues::behind(const HostPlace &P, Fields Path,
                               const Stmt *Branch, const Stmt *If) {
  if (leavesEarly(Branch, /*InLoop=*/false))
    return nullptr;
  const auto &Changes = Uses.changes(P.Variable, Path, Body);
  if (!Branch || !Changes.contains(Branch))
    return follow(P, Path, If);
  const auto *Block = dyn_cast<CompoundStmt>(Branch);
  if (!Block)
    return defined(P, Path, Branch);
  for (const Stmt *S : llvm::reverse(Block->body()))
    if (Changes.contains(S))
      return defined(P, Path, S);
  return nullptr;
}

/// What an if statement leaves in the place, an integer.
const Term *HostValues::chosen(const HostPlace &P, Fields Path,
                               const IfStmt *By) {
  const auto &Changes = Uses.changes(P.Variable, Path, Body);
  Key Mine{P.Variable, listed(Path), By};
  if (auto Found = Named.find(Mine); Found != Named.end())
    return Found->second;
  QualType T = memberType(P.Variable->getType(), Path);
  if (T->isPointerType() || By->getInit() || By->getConditionVariable() ||
      By->isConsteval() || Changes.contains(By->getCond()))
    return nullptr;
  llvm::SaveAndRestore Reached(IsReached, false);
  const Term *If = value(By->getCond());
  // Where else the same is asked, it has another name, unless it is read from a
  // variable.
  if (If && map::anyNode({If}, [&](const Term *X) {
        const Unknown *U = find(X);
        bool IsStored = U && U->At && !Body.isWithin(U->At, By->getCond());
        return U && !U->Variable && !IsStored;
      }))
    return nullptr;
  const Term *Then = If ? behind(P, Path, By->getThen(), By) : nullptr;
  const Term *Else = Then ? behind(P, Path, By->getElse(), By) : nullptr;
  if (!Else || !If->isBool())
    return nullptr;
  return Named[Mine] = Terms.ite(If, Then, Else);
}

/// The same, if By is an initialisation or an assignment of the place.
const Term *HostValues::assigned(const HostPlace &P, Fields Path,
                                 const Stmt *By) {
  llvm::SaveAndRestore Deeper(Depth, Depth + 1);
  if (Depth > MaxDepth)
    return nullptr;
  if (const auto *Case = dyn_cast<SwitchCase>(By))
    return defined(P, Path, Case->getSubStmt());
  if (const Term *T = filled(P, Path, By))
    return T;
  if (const auto *D = dyn_cast<DeclStmt>(By)) {
    for (const Decl *X : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(X);
      if (V && V->getCanonicalDecl() == P.Variable && V->getInit() &&
          !Uses.changes(P.Variable, Path, Body).contains(By))
        return known(V->getInit(), Path);
    }
    return nullptr;
  }
  if (const auto *I = dyn_cast<IfStmt>(By))
    return chosen(P, Path, I);
  const auto *E = dyn_cast<Expr>(By);
  E = E ? E->IgnoreParens() : nullptr;
  if (const auto *C = dyn_cast_or_null<ExprWithCleanups>(E))
    E = C->getSubExpr()->IgnoreParens();
  const auto &Changes = Uses.changes(P.Variable, Path, Body);
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(E);
      B && B->isCommaOp() &&
      Changes.contains(B->getLHS()) != Changes.contains(B->getRHS()))
    return assigned(P, Path,
                    Changes.contains(B->getLHS()) ? B->getLHS() : B->getRHS());
  if (const Term *T = E ? stepped(P, Path, E) : nullptr)
    return T;
  const Expr *Left = nullptr, *Right = nullptr;
  const CXXMethodDecl *Operator = nullptr;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_Assign)
      Left = B->getLHS(), Right = B->getRHS();
  } else if (const auto *C = dyn_cast_or_null<CXXOperatorCallExpr>(E)) {
    Operator = dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee());
    if (C->getOperator() == OO_Equal && C->getNumArgs() == 2 && Operator)
      Left = C->getArg(0), Right = C->getArg(1);
  }
  if (!Left)
    return nullptr;
  HostPlace To = placeOf(Left);
  if (To.Variable != P.Variable || Changes.contains(Right))
    return nullptr;
  if (To.Fields.size() > Path.size())
    return nullptr;
  Fields Its = Path.drop_front(To.Fields.size());
  return !Operator || copiesAsItIs(Operator, Its) ? known(Right, Its) : nullptr;
}

/// What "s += 2" or "++s" makes of the integer s.
const Term *HostValues::stepped(const HostPlace &P, Fields Path,
                                const Expr *E) {
  const auto *U = dyn_cast<UnaryOperator>(E);
  const auto *C = dyn_cast<CompoundAssignOperator>(E);
  if (!(U && U->isIncrementDecrementOp()) && !C)
    return nullptr;
  HostPlace To = placeOf(C ? C->getLHS() : U->getSubExpr());
  bool Fits =
      To.Variable == P.Variable && llvm::equal(To.Fields, Path) &&
      !(C && Uses.changes(P.Variable, Path, Body).contains(C->getRHS()));
  const Term *Old = Fits ? follow(P, Path, E) : nullptr;
  return Old ? stepped(Old, E) : nullptr;
}

/// The same, where s is Old. It is done in another type if s is small.
const Term *HostValues::stepped(const Term *Old, const Expr *E) {
  const auto *U = dyn_cast<UnaryOperator>(E);
  const auto *C = dyn_cast<CompoundAssignOperator>(E);
  QualType Its = E->getType();
  if (!Its->isIntegralOrEnumerationType() || Its->isBooleanType() ||
      widthOf(Its) != Old->width())
    return nullptr;
  QualType By = C                   ? C->getComputationLHSType()
                : Old->width() < 32 ? AST.IntTy
                                    : Its;
  auto Width = widthOf(By);
  if (!By->isIntegralOrEnumerationType() || !Width)
    return nullptr;
  Old = Its->isSignedIntegerOrEnumerationType()
            ? Terms.resizeSigned(Old, *Width)
            : Terms.resizeUnsigned(Old, *Width);
  const Term *Step = C ? value(C->getRHS()) : Terms.constant(*Width, 1);
  BinaryOperatorKind K =
      C ? BinaryOperator::getOpForCompoundAssignment(C->getOpcode())
      : U->isIncrementOp() ? BO_Add
                           : BO_Sub;
  const Term *New =
      Step ? combined(K, Old, Step, By->isSignedIntegerOrEnumerationType())
           : nullptr;
  return New ? Terms.resizeUnsigned(New, *widthOf(Its)) : nullptr;
}

} // namespace racemap
