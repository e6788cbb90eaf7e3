// Instrument - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Instrument.h"
#include "passes/instrument/FunctionInstrumenter.h"
#include "passes/instrument/GpuBinding.h"
#include "passes/instrument/KernelOrders.h"
#include "passes/lift/module/LLVMCompat.h"
#include "passes/lift/prepare/Inliner.h"
#include "passes/lift/prepare/Promotion.h"
#include "runtime/device/KnownFunctions.h"

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

Expected<Remarks> instrument(Module &M, const Settings &S) {
  if (M.getGlobalVariable(device::abi::ModuleInfo, /*AllowInternal=*/true))
    return createStringError("the module is instrumented already");
  auto Ignored = OptOut::create(M, S.IgnoreLists);
  if (!Ignored)
    return Ignored.takeError();
  Ignored->mark(M);
  std::vector<Function *> Functions = prepare(M);
  Sites Table(M);
  KernelOrders Orders;
  SmallPtrSet<const Function *, 8> Otherwise;
  for (Function *F : Functions)
    if (isKernel(*F)) {
      bool Has = S.Lockstep || Orders.has(*F);
      Table.addKernel(*F, Has);
      if (Has)
        Otherwise.insert(F);
    }
  FunctionInstrumenter One(M, Table, *Ignored, S);
  for (Function *F : Functions)
    One.run(*F);
  Table.store(M);
  Remarks Said = One.takeRemarks();
  if (S.ForGpu)
    if (Error E = bindToGpuRuntime(
            M, [&](const Function &F) { return Otherwise.contains(&F); }, Said))
      return std::move(E);
  return Said;
}

} // namespace racemap::instrument
