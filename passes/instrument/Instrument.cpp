// Instrument - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Instrument.h"
#include "passes/instrument/FunctionInstrumenter.h"
#include "passes/instrument/GpuBinding.h"
#include "passes/instrument/KernelOrders.h"
#include "passes/instrument/Parameters.h"
#include "passes/lift/module/CodeNumbers.h"
#include "passes/lift/module/LLVMCompat.h"
#include "passes/lift/prepare/Inliner.h"
#include "passes/lift/prepare/Promotion.h"
#include "runtime/device/KnownFunctions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace racemap::instrument {

using namespace llvm;

static bool isKernel(const Function &F) {
  return !F.isDeclaration() && lift::hasKernelConvention(F);
}

/// Functions that nobody can call any more.
static void removeUnused(Module &M) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : make_early_inc_range(M)) {
      F.removeDeadConstantUsers();
      if (F.isDeclaration() || !F.isDiscardableIfUnused() || !F.use_empty())
        continue;
      F.eraseFromParent();
      Changed = true;
    }
  }
}

/// Inlines the calls of kernels, or of what is called through pointers.
static void inlineCalls(Module &M, bool OfKernels) {
  for (Function &F : M)
    if (!F.isDeclaration() && isKernel(F) == OfKernels)
      lift::inlineCalls(F, [](const Function &Callee) {
        return device::isGridBarrier(Callee.getName());
      });
  removeUnused(M);
}

/// What is instrumented, with its calls inlined and its variables promoted.
static std::vector<Function *> prepare(Module &M) {
  lift::allowInlining(M);
  inlineCalls(M, /*OfKernels=*/true);
  inlineCalls(M, /*OfKernels=*/false);
  lift::Promotion Promote;
  std::vector<Function *> All;
  for (Function &F : M) {
    if (F.isDeclaration() || device::isGridBarrier(F.getName()))
      continue;
    Promote.promoteVariables(F);
    All.push_back(&F);
  }
  return All;
}

/// Does it call functions with a body, or through pointers, or take the address
/// of a function? Copies of a kernel have these in common.
static bool callsOthers(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto IsAddress = [&](const Use &U) {
      const auto *Call = dyn_cast<CallBase>(&I);
      return isa<Function>(U->stripPointerCasts()) &&
             !(Call && Call->isCallee(&U));
    };
    if (any_of(I.operands(), IsAddress))
      return true;
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Call && !Call->isInlineAsm() &&
           (!Callee || (!Callee->isDeclaration() &&
                        !device::isGridBarrier(Callee->getName())));
  });
}

namespace {
/// The lean copy of a kernel, and what is left alone in it.
struct LeanKernel {
  Function *Full, *Copy;
  const KernelProof *Proof;
};
} // namespace

/// May the kernel have a lean copy on a GPU? That takes one more parameter, and
/// its name stands for one copy.
static bool mayBeLeanOnGpu(const Function &F, const Settings &S) {
  return haveRoom(parametersOf(F)) && !(S.Relocatable && F.isWeakForLinker());
}

/// Copies of the kernels of which something is proved. What was proved of other
/// code is left aside, and what a GPU does not monitor.
static std::vector<LeanKernel>
copyLean(ArrayRef<Function *> Functions, const Settings &S,
         const lift::CodeDigests &Digests,
         function_ref<bool(const Function *)> OrdersOtherwise) {
  const Proofs &Proved = *S.Proved;
  std::vector<LeanKernel> All;
  for (Function *F : Functions) {
    auto Its = Proved.find(F->getName());
    auto Digest = Digests.find(F->getName());
    if (Its == Proved.end() || Digest == Digests.end() ||
        Digest->second != Its->second.Digest || callsOthers(*F) ||
        (S.ForGpu && (OrdersOtherwise(F) || !mayBeLeanOnGpu(*F, S))))
      continue;
    LeanAccesses Some(*F, Its->second, OrdersOtherwise(F));
    if (none_of(instructions(*F), [&](Instruction &I) {
          Events Its = eventsOf(I);
          return !Its.empty() && Some.areProved(I, Its);
        }))
      continue;
    ValueToValueMapTy Map;
    Function *Copy = CloneFunction(F, Map);
    Copy->setName(F->getName() + device::abi::LeanSuffix);
    All.push_back({F, Copy, &Its->second});
  }
  return All;
}

Expected<Remarks> instrument(Module &M, const Settings &S) {
  if (M.getGlobalVariable(device::abi::ModuleInfo, /*AllowInternal=*/true))
    return createStringError("the module is instrumented already");
  lift::CodeDigests Digests;
  if (S.Proved)
    Digests = lift::numberCode(M);
  auto Ignored = OptOut::create(M, S.IgnoreLists);
  if (!Ignored)
    return Ignored.takeError();
  Ignored->mark(M);
  std::vector<Function *> Functions = prepare(M);
  Sites Table(M);
  for (const IgnoredLine &L : S.Ignored)
    Table.addIgnored(L.File, L.Line, L.Check, L.Why);
  KernelOrders Orders;
  SmallPtrSet<const Function *, 8> Otherwise;
  for (Function *F : Functions)
    if (isKernel(*F)) {
      bool Has = S.Lockstep || Orders.has(*F);
      Table.addKernel(*F, Has);
      if (Has)
        Otherwise.insert(F);
    }
  std::vector<LeanKernel> Lean;
  if (S.Proved)
    Lean = copyLean(Functions, S, Digests,
                    [&](const Function *F) { return Otherwise.contains(F); });
  if (S.Proved)
    for (const auto &[Kernel, Its] : *S.Proved)
      Table.addWhyFull(Kernel, Its.Why);
  FunctionInstrumenter One(M, Table, *Ignored, S);
  LeanExtents Extents;
  for (Function *F : Functions) {
    One.run(*F);
    // Next to it, so that their sites are, too.
    for (const LeanKernel &K : Lean) {
      if (K.Full != F)
        continue;
      LeanAccesses Its(*K.Copy, *K.Proof, Otherwise.contains(F));
      Table.addKernel(*K.Copy, Otherwise.contains(F), F);
      One.run(*K.Copy, &Its);
      size_t Entries = Its.extents().size() + 1;
      if (S.ForGpu && Entries > MostExtents) {
        Table.removeKernel(*K.Copy);
        K.Copy->eraseFromParent();
        Table.addWhyFull(F->getName(),
                         "there is no room in a launch for so many arrays");
        continue;
      }
      Extents[K.Copy] = Entries;
      Table.addLean(*F, *K.Copy, K.Proof->Launches, Its.extents());
    }
  }
  Table.store(M);
  Remarks Said = One.takeRemarks();
  if (S.ForGpu)
    if (Error E = bindToGpuRuntime(
            M, [&](const Function &F) { return Otherwise.contains(&F); },
            Extents, Said))
      return std::move(E);
  return Said;
}

} // namespace racemap::instrument
