// RowChecks - see the header.
//
// In:  loops over the threads of a row, in which lean code looks at each
//      access, whether it is in its array, and announces it if it is not
//      (instrument/LeanAccesses). Those that have loops in them stay as they
//      are.
// Out: each such loop twice. Where its first and its last thread show that all
//      accesses are in their arrays, one runs that does not look, which LLVM
//      may vectorize; else the one that does.
//
// From thread to thread, the distance from the array's begin changes by the
// same number of bytes. If the first and the last are below a limit that is
// less than 2^63, and the way between them is less than 2^62, all are. That
// sums do not wrap on the way is looked at, too, where SCEV has to assume it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/RowChecks.h"
#include "runtime/device/Abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <array>
#include <vector>

namespace racemap::cpu {

using namespace llvm;

namespace {

/// The access is announced unless Distance is below (or, if IsUpTo, at) Limit.
struct Check {
  BranchInst *Branch;
  Value *Distance, *Limit;
  bool IsUpTo;
  bool IsIfTrue; ///< the branch's first successor does not announce it
};

class Row {
public:
  Row(Loop &L, LoopInfo &Loops, DominatorTree &Tree, ScalarEvolution &SE)
      : L(L), Loops(Loops), Tree(Tree), SE(SE), Predicated(SE, L) {}
  /// False if nothing is done.
  bool version();

private:
  void findChecks();
  std::optional<Check> checkOf(BranchInst &Branch) const;
  bool isSteady(const Check &C);
  std::array<const SCEV *, 2> distancesOf(const Check &C);
  Value *areIn(IRBuilder<> &At, SCEVExpander &Code);
  void addCopy(Value *AreIn);

  Loop &L;
  LoopInfo &Loops;
  DominatorTree &Tree;
  ScalarEvolution &SE;
  PredicatedScalarEvolution Predicated;
  std::vector<Check> Checks;
};

} // namespace

static bool announces(const BasicBlock &B) {
  return any_of(B, [](const Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *F = Call ? Call->getCalledFunction() : nullptr;
    return F && F->getName() == device::abi::Stray;
  });
}

std::optional<Check> Row::checkOf(BranchInst &Branch) const {
  auto *Compare = Branch.isConditional()
                      ? dyn_cast<ICmpInst>(Branch.getCondition())
                      : nullptr;
  if (!Compare || !Compare->getOperand(0)->getType()->isIntegerTy(64))
    return std::nullopt;
  bool IsIfTrue = announces(*Branch.getSuccessor(1));
  if (IsIfTrue == announces(*Branch.getSuccessor(0)))
    return std::nullopt;
  Value *Distance = Compare->getOperand(0), *Limit = Compare->getOperand(1);
  ICmpInst::Predicate IsIn =
      IsIfTrue ? Compare->getPredicate() : Compare->getInversePredicate();
  if (ICmpInst::isGT(IsIn) || ICmpInst::isGE(IsIn)) {
    std::swap(Distance, Limit);
    IsIn = ICmpInst::getSwappedPredicate(IsIn);
  }
  if (!L.isLoopInvariant(Limit) || !ICmpInst::isUnsigned(IsIn))
    return std::nullopt;
  return Check{&Branch, Distance, Limit, ICmpInst::isLE(IsIn), IsIfTrue};
}

void Row::findChecks() {
  for (BasicBlock *B : L.blocks())
    if (auto *Branch = dyn_cast<BranchInst>(B->getTerminator()))
      if (auto C = checkOf(*Branch); C && isSteady(*C))
        Checks.push_back(*C);
}

/// Does the distance change by the same small number each time?
bool Row::isSteady(const Check &C) {
  constexpr uint64_t MostBytes = uint64_t(1) << 30;
  if (L.isLoopInvariant(C.Distance))
    return true;
  auto *Its = Predicated.getAsAddRec(C.Distance);
  auto *Step =
      Its ? dyn_cast<SCEVConstant>(Its->getStepRecurrence(SE)) : nullptr;
  return Step && Its->getLoop() == &L && Step->getAPInt().abs().ult(MostBytes);
}

/// The first and the last.
std::array<const SCEV *, 2> Row::distancesOf(const Check &C) {
  const SCEV *Its = Predicated.getSCEV(C.Distance);
  auto *Steady = dyn_cast<SCEVAddRecExpr>(Its);
  if (!Steady || Steady->getLoop() != &L)
    return {Its, Its};
  const SCEV *Times =
      SE.getZeroExtendExpr(SE.getBackedgeTakenCount(&L), Its->getType());
  return {Steady->getStart(), Steady->evaluateAtIteration(Times, SE)};
}

/// All of them, each time. Computed where At is.
Value *Row::areIn(IRBuilder<> &At, SCEVExpander &Code) {
  Instruction *Where = &*At.GetInsertPoint();
  Value *AreIn = At.getTrue();
  // A sum that wraps although the program promises that it does not says
  // nothing, and takes nothing from what the others say.
  auto Require = [&](Value *Condition) {
    AreIn = At.CreateAnd(AreIn, At.CreateFreeze(Condition));
  };
  Require(At.CreateNot(
      Code.expandCodeForPredicate(&Predicated.getPredicate(), Where)));
  for (const Check &C : Checks) {
    for (const SCEV *Distance : distancesOf(C)) {
      Value *Bytes = Code.expandCodeFor(Distance, At.getInt64Ty(), Where);
      Require(C.IsUpTo ? At.CreateICmpULE(Bytes, C.Limit)
                       : At.CreateICmpULT(Bytes, C.Limit));
    }
    Require(At.CreateICmpSGE(C.Limit, At.getInt64(0)));
  }
  return AreIn;
}

/// L looks at no access any more; the copy does, which runs unless AreIn.
void Row::addCopy(Value *AreIn) {
  BasicBlock *Before = L.getLoopPreheader(), *End = L.getExitBlock();
  BasicBlock *Last = L.getExitingBlock();
  BasicBlock *Begin =
      SplitBlock(Before, Before->getTerminator(), &Tree, &Loops);
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 8> Blocks;
  Loop *Copy =
      cloneLoopWithPreheader(Begin, Before, &L, Map, "", &Loops, &Tree, Blocks);
  remapInstructionsInBlocks(Blocks, Map);
  ReplaceInstWithInst(
      Before->getTerminator(),
      BranchInst::Create(Begin, cast<BasicBlock>(Map[Begin]), AreIn));
  for (PHINode &Phi : End->phis()) {
    Value *Its = Phi.getIncomingValueForBlock(Last);
    Value *Again = Map.lookup(Its);
    Phi.addIncoming(Again ? Again : Its, cast<BasicBlock>(Map[Last]));
  }
  Tree.changeImmediateDominator(End, Before);
  for (Loop *Each : {&L, Copy})
    formDedicatedExitBlocks(Each, &Tree, &Loops, nullptr,
                            /*PreserveLCSSA=*/true);
  for (const Check &C : Checks)
    C.Branch->setCondition(
        ConstantInt::getBool(C.Branch->getContext(), C.IsIfTrue));
}

bool Row::version() {
  constexpr uint64_t MostTimes = uint64_t(1) << 30;
  auto *Times = dyn_cast<SCEVConstant>(SE.getConstantMaxBackedgeTakenCount(&L));
  if (!L.isLoopSimplifyForm() || !L.isLCSSAForm(Tree) || !L.getExitingBlock() ||
      !L.getExitBlock() || !Times || Times->getAPInt().uge(MostTimes) ||
      isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)))
    return false;
  findChecks();
  SCEVExpander Code(SE, "row");
  bool IsSafe = all_of(Checks, [&](const Check &C) {
    return all_of(distancesOf(C), [&](const SCEV *Distance) {
      return Code.isSafeToExpand(Distance);
    });
  });
  if (Checks.empty() || !IsSafe)
    return false;
  IRBuilder<> At(L.getLoopPreheader()->getTerminator());
  addCopy(areIn(At, Code));
  return true;
}

void checkRows(Function &F, FunctionAnalysisManager &Known) {
  constexpr unsigned DepthOfRow = 2; // around it is the loop over rows
  auto &Loops = Known.getResult<LoopAnalysis>(F);
  auto &Tree = Known.getResult<DominatorTreeAnalysis>(F);
  auto &SE = Known.getResult<ScalarEvolutionAnalysis>(F);
  bool IsChanged = false;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost() && L->getLoopDepth() == DepthOfRow)
      IsChanged |= Row(*L, Loops, Tree, SE).version();
  if (IsChanged)
    Known.invalidate(F, PreservedAnalyses::none());
}

} // namespace racemap::cpu
