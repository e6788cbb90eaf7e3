// Verifier - declarations and statements; TermVerifier has the terms.
//
// One walk in program order, with the loop variables that may be mentioned and
// the loops around. The first thing that is wrong is the result.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Verifier.h"
#include "passes/map/Contents.h"
#include "passes/map/TermVerifier.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

namespace racemap::map {

namespace {
class Checker {
public:
  explicit Checker(const Protocol &P) : P(P), Terms(P) {}
  llvm::Error run();

private:
  void checkDeclarations();
  void checkArray(const Array &A);
  void checkContext(const LaunchContext &C);
  void checkAliases(const LaunchContext &C, const std::string &What);
  void checkContent(const LaunchContext::Content &X,
                    const llvm::StringSet<> &HostValues,
                    const std::string &What);
  void checkSequence(const Sequence &S, unsigned Depth);
  void checkAccess(const Access &A);
  void checkUpdate(const Access &A, const std::string &What);
  void checkBarrier(const Barrier &B);
  void checkExchange(const Exchange &X);
  void checkIf(const If &I, unsigned Depth, unsigned Chain);
  void checkLoop(const Loop &L, unsigned Depth);
  void checkRange(const Loop::Range &R);
  void declare(const Variable *V, Variable::Role R, llvm::StringRef What);
  void checkTerm(const Term *T, unsigned Width, const llvm::Twine &What);
  void fail(const llvm::Twine &What) {
    if (Wrong.empty())
      Wrong = What.str();
  }
  void failAsTooLarge(const llvm::Twine &What) {
    IsTooLarge |= Wrong.empty();
    fail(What);
  }

  const Protocol &P;
  TermVerifier Terms;
  llvm::StringSet<> Names, HostNames;
  llvm::SmallPtrSet<const Stmt *, 32> Seen;
  std::vector<const Loop *> Enclosing;
  std::string Wrong;
  bool IsTooLarge = false;
};
} // namespace

llvm::Error Checker::run() {
  checkDeclarations();
  checkSequence(P.Body, 0);
  if (Wrong.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      std::make_error_code(IsTooLarge ? std::errc::value_too_large
                                      : std::errc::invalid_argument),
      "kernel '" + P.Name + "': " + Wrong);
}

void Checker::declare(const Variable *V, Variable::Role R,
                      llvm::StringRef What) {
  if (!V)
    return fail(What + " is missing");
  if (V->role() != R || V->copy() != Copy::Any)
    return fail(What + " '" + V->name() + "' is a variable of another role");
  if (!Names.insert(V->name()).second || HostNames.contains(V->name()))
    fail("the name '" + V->name() + "' is used for two variables");
  Terms.declare(V);
}

/// Width 0: any.
void Checker::checkTerm(const Term *T, unsigned Width,
                        const llvm::Twine &What) {
  if (!Wrong.empty())
    return;
  if (!T)
    return fail(What + " is missing");
  if (Width && T->width() != Width)
    return fail(What + " has " + llvm::Twine(T->width()) + " bits instead of " +
                llvm::Twine(Width));
  std::string Problem = Terms.problem(T);
  if (Terms.isTooDeep())
    failAsTooLarge(What + ": " + Problem);
  else if (!Problem.empty())
    fail(What + ": " + Problem);
}

void Checker::checkDeclarations() {
  for (const Variable *V : P.Parameters) {
    declare(V, Variable::Role::Parameter, "parameter");
    if (V && LaunchContext::isClusterDim(V) && V->width() != 32)
      fail("parameter '" + V->name() + "' has " + llvm::Twine(V->width()) +
           " bits instead of 32");
  }
  for (const auto &A : P.Arrays)
    checkArray(*A);
  for (const LaunchContext &C : P.Contexts)
    checkContext(C);
  for (const Assumption &A : P.Assumptions)
    if (A.Condition)
      checkTerm(A.Condition, 1, "assumption '" + A.Text + "'");
}

void Checker::checkContext(const LaunchContext &C) {
  std::string What = "launch '" + C.Origin + "'";
  for (const auto &Sizes : {C.BlockDim, C.GridDim, C.ClusterDim})
    for (const std::optional<uint32_t> &Size : Sizes)
      if (Size == 0u)
        fail(What + " has a dimension of 0");
  auto Outside = Terms.scope();
  llvm::StringSet<> Here;
  for (const Variable *V : C.HostValues) {
    if (!V || V->role() != Variable::Role::Parameter)
      return fail(What + " has a host value that is no variable");
    if (!Here.insert(V->name()).second || Names.contains(V->name()))
      fail("the name '" + V->name() + "' is used for two variables");
    HostNames.insert(V->name());
    Terms.declare(V);
  }
  for (const Variable *V : C.Computed) {
    if (!V || V->isIndex() || V->role() == Variable::Role::Loop)
      return fail(What + " computes what is no parameter, host value or "
                         "dimension");
    checkTerm(V, V->width(), What + ", computed '" + V->name() + "'");
  }
  for (const Assumption &A : C.Conditions)
    if (A.Condition)
      checkTerm(A.Condition, 1, What + ", '" + A.Text + "'");
  checkAliases(C, What);
  for (const LaunchContext::Extent &E : C.Extents) {
    if (!E.TheArray || P.findArray(E.TheArray->Name) != E.TheArray)
      return fail(What + " gives the size of no array of this kernel");
    checkTerm(E.Bytes, 64, What + ", size of '" + E.TheArray->Name + "'");
  }
  for (const Array *A : C.Filled)
    if (!A || P.findArray(A->Name) != A || A->TheSpace == Space::Shared)
      return fail(What + " fills what is no array of the launch");
  for (const LaunchContext::Content &X : C.Contents)
    checkContent(X, Here, What);
  Terms.setScope(std::move(Outside));
}

void Checker::checkAliases(const LaunchContext &C, const std::string &What) {
  for (const LaunchContext::Alias &A : C.Aliases) {
    for (const Array *X : {A.TheArray, A.Within}) {
      if (!X || P.findArray(X->Name) != X)
        return fail(What + " has an alias of no array of this kernel");
      if (X->TheSpace == Space::Shared || X->Parent)
        fail(What + " has an alias of '" + X->Name +
             "', which is no array of the launch");
    }
    if (A.TheArray == A.Within)
      fail(What + " has an alias of '" + A.TheArray->Name + "' with itself");
    if (A.Offset)
      checkTerm(A.Offset, 64, What + ", place of '" + A.TheArray->Name + "'");
    for (const LaunchContext::Alias &B : C.Aliases)
      if (B.Within == A.TheArray || (&B != &A && B.TheArray == A.TheArray))
        fail(What + " says twice where '" + A.TheArray->Name + "' begins");
  }
}

void Checker::checkContent(const LaunchContext::Content &X,
                           const llvm::StringSet<> &HostValues,
                           const std::string &What) {
  checkTerm(X.Count, 64, What + ", number of elements");
  if (!X.Index || X.Index->role() != Variable::Role::Parameter ||
      X.Index->width() != 64)
    return fail(What + " says contents for what is no index of 64 bits");
  if (Names.contains(X.Index->name()) || HostValues.contains(X.Index->name()))
    fail("the name '" + X.Index->name() + "' is used for two variables");
  HostNames.insert(X.Index->name());
  auto Outside = Terms.scope();
  Terms.declare(X.Index);
  checkTerm(X.Holds, 1, What + ", what holds for each " + X.Index->name());
  Terms.setScope(std::move(Outside));
  if (!Wrong.empty())
    return;
  const Unknown *Element = elementOf(X);
  if (!Element || Element->cause() != Cause::Input)
    fail(What + ", what holds for each " + X.Index->name() +
         " is not about one element of an array that the kernel only reads");
}

void Checker::checkArray(const Array &A) {
  if (P.findArray(A.Name) != &A)
    fail("the name '" + A.Name + "' is used for two arrays");
  if (A.ElementSize == 0)
    fail("array '" + A.Name + "' has elements of 0 bytes");
  if (A.Distributed && (A.TheSpace != Space::Shared ||
                        A.TheOrigin != Array::Origin::SharedVariable))
    fail("array '" + A.Name + "' is distributed, but no shared variable");
  bool IsField = A.TheOrigin == Array::Origin::Field;
  if (IsField != (A.Parent != nullptr))
    fail("array '" + A.Name + "' must have a parent just if it is a field");
  else if (IsField && !Terms.slots(&A))
    fail("array '" + A.Name + "' is a field of itself or of an unknown array");
}

void Checker::checkSequence(const Sequence &S, unsigned Depth) {
  if (Depth > MaxBlockDepth)
    return failAsTooLarge("statements are nested deeper than " +
                          llvm::Twine(MaxBlockDepth));
  for (const Stmt *X : S) {
    if (!Wrong.empty())
      return;
    if (!X || !Seen.insert(X).second)
      return fail("a statement is missing, or stands in two places");
    switch (X->kind()) {
    case Stmt::Kind::Access:
      checkAccess(*llvm::cast<Access>(X));
      break;
    case Stmt::Kind::Barrier:
      checkBarrier(*llvm::cast<Barrier>(X));
      break;
    case Stmt::Kind::Fence:
      if (llvm::cast<Fence>(X)->TheScope < Scope::Block)
        fail("a fence has block, cluster, grid or system scope");
      break;
    case Stmt::Kind::AsyncGroup:
    case Stmt::Kind::Gap:
      break;
    case Stmt::Kind::Given:
      checkTerm(llvm::cast<Given>(X)->Condition, 1, "what is given");
      break;
    case Stmt::Kind::Exchange:
      checkExchange(*llvm::cast<Exchange>(X));
      break;
    case Stmt::Kind::If:
      checkIf(*llvm::cast<If>(X), Depth, 0);
      break;
    case Stmt::Kind::Loop:
      checkLoop(*llvm::cast<Loop>(X), Depth);
      break;
    case Stmt::Kind::Leave: {
      const Loop *Target = llvm::cast<Leave>(X)->Target;
      if (Target && !llvm::is_contained(Enclosing, Target))
        fail("a break leaves a loop that is not around it");
      break;
    }
    }
  }
}

void Checker::checkAccess(const Access &A) {
  if (!A.TheArray || P.findArray(A.TheArray->Name) != A.TheArray)
    return fail("an access has no array of this kernel");
  std::string What = "an access to '" + A.TheArray->Name + "'";
  if (A.Size == 0 || A.Size > INT64_MAX)
    fail(What + " has a size of " + llvm::Twine(A.Size) + " bytes");
  auto Wanted = Terms.slots(A.TheArray);
  if (!Wanted || A.Slots.size() != *Wanted)
    fail(What + " has " + llvm::Twine(A.Slots.size()) + " slots instead of " +
         llvm::Twine(Wanted.value_or(0)));
  for (const Term *T : A.Slots)
    checkTerm(T, 64, What + ", slot");
  checkTerm(A.Offset, 64, What + ", offset");
  if ((A.Acquires || A.Releases) && !A.isAtomic())
    fail(What + " orders others without being atomic");
  if (A.Value)
    checkTerm(A.Value, 0, What + ", value");
  bool HasValue = A.Value || A.Found;
  if (A.Asynchronous && (HasValue || A.isAtomic()))
    fail(What + " is asynchronous, which only copies are");
  checkUpdate(A, What);
}

void Checker::checkUpdate(const Access &A, const std::string &What) {
  using Update = Access::Update;
  using Operation = Access::Operation;
  bool Updates = A.TheUpdate != Update::Any;
  bool IsStore = A.TheOperation == Operation::AtomicWrite &&
                 A.TheUpdate == Update::Exchange;
  if ((A.isAtomic() && A.Value) ||
      (Updates && !IsStore && A.TheOperation != Operation::ReadModifyWrite))
    fail(What + " says what it writes as another operation would");
  if (Updates != (A.Operand != nullptr) ||
      (A.TheUpdate == Update::CompareExchange) != (A.Expected != nullptr))
    return fail(What + " does not have the operands of its update");
  unsigned Width = A.Size <= 8 ? 8 * A.Size : 0;
  if ((Updates || A.Found) && !Width)
    return fail(What + " is too large for a value");
  for (const Term *T : {A.Operand, A.Expected})
    if (T)
      checkTerm(T, Width, What + ", operand");
  if (!A.Found)
    return;
  if (A.TheOperation == Operation::Write ||
      A.TheOperation == Operation::AtomicWrite ||
      A.Found->cause() != Cause::Unmodelled)
    fail(What + " finds nothing that could have this name");
  checkTerm(A.Found, Width, What + ", what it finds");
}

void Checker::checkBarrier(const Barrier &B) {
  if (B.TheScope == Scope::Thread || B.TheScope == Scope::System)
    fail("a barrier has warp, block, cluster or grid scope");
  if ((B.Number || B.Count) && B.TheScope != Scope::Block)
    fail("only a block barrier has a number or a count");
  bool IsPart = B.ThePart != Barrier::Part::Whole;
  if (IsPart && B.TheScope != Scope::Block && B.TheScope != Scope::Cluster)
    fail("a warp or grid barrier has no parts");
  if (IsPart && B.TheScope == Scope::Block && !B.Count)
    fail("one half of a block barrier has a number and a count");
  if (B.Count && !B.Number)
    fail("a barrier with a count has a number");
  if (B.Mask && B.TheScope != Scope::Warp)
    fail("only a warp barrier has a mask");
  if (B.Number)
    checkTerm(B.Number, 0, "the number of a barrier");
  if (B.Count)
    checkTerm(B.Count, 0, "the count of a barrier");
  if (B.Mask)
    checkTerm(B.Mask, 32, "the mask of a barrier");
  if (!B.Result)
    return;
  if (B.TheScope != Scope::Block || IsPart || B.Count ||
      B.Result->cause() != Cause::Unmodelled)
    fail("a barrier returns nothing that could have this name");
  checkTerm(B.Result, 0, "what a barrier returns");
}

void Checker::checkExchange(const Exchange &X) {
  using Function = Exchange::Function;
  bool Shuffles = X.TheFunction == Function::Shuffle;
  bool IsActive = X.TheFunction == Function::Active;
  if (X.hasValue() != (X.Value != nullptr) || Shuffles != (X.Lane != nullptr) ||
      (IsActive && X.Mask))
    return fail("an exchange between lanes does not have its operands");
  if (!X.Result || X.Result->cause() != Cause::Unmodelled)
    return fail("what a lane gets has no name that could be its own");
  if (X.Mask)
    checkTerm(X.Mask, 32, "the mask of an exchange");
  if (X.Value)
    checkTerm(X.Value, X.TheFunction == Function::Ballot ? 1 : 0,
              "what lanes exchange");
  if (X.Lane)
    checkTerm(X.Lane, 32, "the lane of a shuffle");
  bool AnyWidth = X.TheFunction == Function::Vote;
  checkTerm(X.Result,
            Shuffles   ? X.Value->width()
            : AnyWidth ? 0
                       : 32,
            "what a lane gets");
}

void Checker::checkIf(const If &I, unsigned Depth, unsigned Chain) {
  if (Chain > MaxElseIfChain)
    return failAsTooLarge("there are more than " + llvm::Twine(MaxElseIfChain) +
                          " else if in a row");
  checkTerm(I.Condition, 1, "a condition");
  auto Before = Terms.scope();
  checkSequence(I.Then, Depth + 1);
  auto AfterThen = Terms.scope();
  Terms.setScope(std::move(Before));
  const auto *Next =
      I.Else.size() == 1 ? llvm::dyn_cast<If>(I.Else[0]) : nullptr;
  if (Next && Seen.insert(Next).second)
    checkIf(*Next, Depth, Chain + 1);
  else
    checkSequence(I.Else, Depth + 1);
  Terms.addScope(AfterThen);
}

void Checker::checkLoop(const Loop &L, unsigned Depth) {
  if (L.TheRange)
    checkRange(*L.TheRange);
  declare(L.Counter, Variable::Role::Loop, "a loop's counter");
  if (L.Counter && L.Counter->width() != 32 && L.Counter->width() != 64)
    fail("a loop's counter has 32 or 64 bits");
  checkTerm(L.While, 1, "the test of a loop");
  Enclosing.push_back(&L);
  checkSequence(L.Body, Depth + 1);
  Enclosing.pop_back();
}

void Checker::checkRange(const Loop::Range &R) {
  if (!R.Var)
    return fail("a loop's range has no variable");
  std::string What = "loop '" + R.Var->name().str() + "'";
  checkTerm(R.Start, R.Var->width(), What + ", start");
  checkTerm(R.Step, R.Var->width(), What + ", step");
  const auto *C = llvm::dyn_cast_or_null<Constant>(R.Step);
  if (R.Kind != Loop::StepKind::Add && (!C || C->value() < 2))
    fail(What + " is multiplied or divided by something else than a number of "
                "at least 2");
  declare(R.Var, Variable::Role::Loop, "a loop variable");
}

llvm::Error check(const Protocol &P) { return Checker(P).run(); }

} // namespace racemap::map
