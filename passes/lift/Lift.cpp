// Lift - see the header. This file is the order of the steps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/Lift.h"
#include "passes/lift/effects/KnownCalls.h"
#include "passes/lift/emit/EarlyReturns.h"
#include "passes/lift/emit/Emitter.h"
#include "passes/lift/emit/LargeArrays.h"
#include "passes/lift/emit/RelevantInputs.h"
#include "passes/lift/emit/RowLengths.h"
#include "passes/lift/module/KernelNotes.h"
#include "passes/lift/module/LLVMCompat.h"
#include "passes/lift/prepare/Butterflies.h"
#include "passes/lift/prepare/Inliner.h"
#include "passes/lift/prepare/ParameterCopies.h"
#include "passes/lift/prepare/Promotion.h"
#include "passes/map/Steps.h"
#include "passes/map/Verifier.h"
#include "passes/ptx/SymbolNames.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TimeProfiler.h"
#include <optional>

namespace racemap::lift {

using namespace llvm;

/// Calls through pointers, one in what another one calls; more of them are of a
/// recursion.
static constexpr unsigned MostIndirectCalls = 6;

/// Of one instruction of a kernel, with all that is inlined: as long as so many
/// steps take to inline, promote and read it. An estimate: -ftime-trace shows
/// what lifting takes.
static constexpr uint64_t StepsOfInstruction = 10;

static bool isIrreducible(Function &F, const LoopInfo &Loops) {
  ReversePostOrderTraversal<Function *> Order(&F);
  return containsIrreducibleCFG<BasicBlock *>(Order, Loops);
}

static map::Protocol named(const Function &F, map::TermContext &Terms) {
  map::Protocol P(Terms);
  P.Mangled = F.getName().str();
  P.Name = ptx::sourceName(F.getName());
  return P;
}

/// The names of parameters that are no pointers.
static std::vector<std::string> scalarsOf(const Function &F,
                                          const SourceNames &Names) {
  std::vector<std::string> All;
  for (const Argument &A : F.args())
    if (!A.getType()->isPointerTy() || A.hasByValAttr())
      All.push_back(Names.nameOf(&A, "arg" + utostr(A.getArgNo())));
  return All;
}

/// In the place of a protocol: the kernel may do anything.
static map::Protocol unknown(map::Protocol Of, std::string Why) {
  map::Protocol P(Of.terms());
  P.Name = std::move(Of.Name);
  P.Mangled = std::move(Of.Mangled);
  P.Where = std::move(Of.Where);
  P.Contexts.emplace_back();
  auto *All = P.make<map::Gap>();
  All->Reason = std::move(Why);
  static_cast<map::SourcePoint &>(All->Where) = P.Where;
  P.Body = {All};
  P.number();
  return P;
}

static void finish(map::Protocol &P, ArrayRef<std::string> Scalars) {
  P.number();
  P.RelevantInputs = relevantInputs(P, Scalars);
  if (P.Contexts.empty())
    P.Contexts.emplace_back();
  if (Error Wrong = map::check(P)) {
    std::string Why;
    handleAllErrors(std::move(Wrong), [&](const StringError &E) {
      bool IsTooLarge = E.convertToErrorCode() == std::errc::value_too_large;
      Why = (IsTooLarge ? "kernel too large: " : "malformed protocol: ") +
            StringRef(E.getMessage()).split("': ").second.str();
    });
    P = unknown(std::move(P), Why);
  }
}

/// There is one grid: where objects for it lie does not matter, and shall not
/// keep these from becoming values.
static void forgetGrids(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !isGridBarrier(*Callee))
      continue;
    for (Use &A : Call->args())
      if (A->getType()->isPointerTy())
        A.set(PoisonValue::get(A->getType()));
  }
}

static void inlineIndirectCalls(Function &F, Promotion &Promote) {
  for (unsigned I = 0; I < MostIndirectCalls; ++I) {
    if (!Promote.makeCallsDirect(F))
      return;
    inlineCalls(F, isKnownByName);
    Promote.promoteVariables(F);
  }
}

/// Of a vote that gives two things something is taken, so that it is written
/// down even if nobody looks at them.
static void takeOfVotes(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    bool IsVote = Call && Call->getCalledFunction()->getName().starts_with(
                              "llvm.nvvm.match.all.sync.");
    if (IsVote && none_of(Call->users(), IsaPred<ExtractValueInst>))
      IRBuilder<>(Call->getNextNode()).CreateExtractValue(Call, 0);
  }
}

static map::Protocol liftKernel(Function &F, Promotion &Promote,
                                map::TermContext &Terms,
                                const LiftOptions &Options) {
  map::Protocol P = named(F, Terms);
  TimeTraceScope Timed("RaceMap lift", P.Name);
  inlineCalls(F, isKnownByName);
  forgetGrids(F);
  copyWrittenParameters(F);
  Promote.promoteVariables(F);
  inlineIndirectCalls(F, Promote);
  Promote.promoteArrays(F);
  Promote.simplifyLoops(F);
  takeOfVotes(F);
  markButterflies(F);
  std::vector<std::string> Scalars;
  {
    Kernel K(F, P);
    K.NotAssumed = Options.NotAssumed;
    P.Where = K.Names.kernel();
    Scalars = scalarsOf(F, K.Names);
    if (Options.MayOverlap)
      K.Arrays.setOverlaps([&](unsigned X, unsigned Y) {
        return Options.MayOverlap(F.getName(), X, Y);
      });
    K.Arrays.VariablesAreReached =
        Options.MayReachVariables && Options.MayReachVariables(F.getName());
    if (isIrreducible(F, K.Loops)) {
      K.gapAtEntry("irreducible control flow", F.getEntryBlock().front());
    } else {
      Values V(K);
      Emitter(K, V).run();
      spellOutReturns(P);
      assumeRowsHaveLengths(P);
      assumeIndicesFit(P);
    }
  }
  assumeLaunchBounds(F, P);
  finish(P, Scalars);
  return P;
}

static map::Protocol notLifted(const Function &F, map::TermContext &Terms,
                               const LiftOptions &Options) {
  map::Protocol P = named(F, Terms);
  P.Where = SourceNames(F).kernel();
  return unknown(std::move(P), Options.NotLifted);
}

/// The kernels that were asked for, in the order of the module.
static SmallVector<Function *> wantedKernels(Module &M,
                                             const LiftOptions &Options) {
  SmallVector<Function *> Kernels;
  for (Function &F : M)
    if (isKernel(F) &&
        (!Options.Wanted ||
         Options.Wanted(F.getName(), ptx::sourceName(F.getName()))))
      Kernels.push_back(&F);
  return Kernels;
}

/// Functions with a body that the kernels call, directly or not.
static SmallVector<Function *> calledFunctions(ArrayRef<Function *> Kernels) {
  SmallVector<Function *> Work(Kernels), Result;
  SmallPtrSet<Function *, 32> Seen(Kernels.begin(), Kernels.end());
  while (!Work.empty())
    for (Instruction &I : instructions(Work.pop_back_val())) {
      auto *Call = dyn_cast<CallBase>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || Callee->isDeclaration() || !Seen.insert(Callee).second)
        continue;
      Work.push_back(Callee);
      Result.push_back(Callee);
    }
  return Result;
}

namespace {
/// How many instructions kernels have with all that they call in its place.
class InlinedSizes {
public:
  uint64_t of(const Function &F) {
    auto [Entry, IsNew] = Known.try_emplace(&F, 0); // 0: it is recursive
    if (!IsNew)
      return Entry->second;
    uint64_t Size = 0;
    for (const Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      bool IsInlined =
          Callee && !Callee->isDeclaration() && !isKnownByName(*Callee);
      Size = SaturatingAdd(Size, IsInlined ? of(*Callee) : uint64_t(1));
    }
    return Known[&F] = Size;
  }

private:
  DenseMap<const Function *, uint64_t> Known;
};
} // namespace

/// The numbers of the kernels that can be lifted in time.
static std::vector<bool> affordable(ArrayRef<Function *> Kernels,
                                    const LiftOptions &Options) {
  InlinedSizes Sizes;
  std::vector<std::pair<uint64_t, size_t>> Order;
  for (size_t K = 0; K != Kernels.size(); ++K)
    Order.emplace_back(Sizes.of(*Kernels[K]), K);
  llvm::sort(Order);
  std::vector<bool> Result(Kernels.size());
  for (auto [Size, K] : Order) {
    uint64_t Cost = SaturatingMultiply(Size, StepsOfInstruction);
    uint64_t Now = map::Steps::taken();
    if (Cost > Options.LastStep - std::min(Options.LastStep, Now))
      break;
    map::Steps::take(Cost);
    Result[K] = true;
  }
  return Result;
}

/// What RACEMAP_ASSUME says is an assumption as all others.
static void readAssumptions(Module &M) {
  Function *Told = M.getFunction("__racemap_assume");
  if (!Told || !Told->isDeclaration())
    return;
  for (User *U : make_early_inc_range(Told->users()))
    if (auto *Call = dyn_cast<CallInst>(U)) {
      IRBuilder<> At(Call);
      At.CreateAssumption(Call->getArgOperand(0))
          ->setMetadata(SaidByUser, MDNode::get(M.getContext(), {}));
      Call->eraseFromParent();
    }
}

std::vector<map::Protocol> liftModule(std::unique_ptr<Module> M,
                                      map::TermContext &Terms,
                                      const LiftOptions &Options) {
  if (Options.Digests)
    *Options.Digests = numberCode(*M);
  allowInlining(*M);
  readAssumptions(*M);
  modernise(*M);
  Promotion Promote;
  auto Kernels = wantedKernels(*M, Options);
  for (Function *F : calledFunctions(Kernels))
    Promote.promoteVariables(*F);
  std::vector<bool> Affordable = affordable(Kernels, Options);
  std::vector<std::optional<map::Protocol>> All(Kernels.size());
  for (bool IsLifted : {false, true}) // no code stays that is not needed
    for (auto [K, F] : enumerate(Kernels)) {
      if (Affordable[K] != IsLifted)
        continue;
      All[K] = IsLifted ? liftKernel(*F, Promote, Terms, Options)
                        : notLifted(*F, Terms, Options);
      F->deleteBody(); // all that it calls is in it
      if (Options.Lifted)
        Options.Lifted(*All[K]);
    }
  std::vector<map::Protocol> Result;
  for (std::optional<map::Protocol> &P : All)
    Result.push_back(std::move(*P));
  return Result;
}

} // namespace racemap::lift
