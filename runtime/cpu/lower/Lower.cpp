// Lower - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Lower.h"

#include "passes/ptx/SymbolNames.h"
#include "runtime/output/Printable.h"
#include "llvm/ADT/StringExtras.h"

#include "llvm/IR/DebugInfo.h"

#include <algorithm>

namespace racemap::cpu {

using namespace llvm;

/// What a function that nobody has is to the user.
static std::string describe(const Lowering &L, const Function &F) {
  for (auto &[Name, What] : L.Unknown)
    if (F.getName() == Name)
      return What;
  if (F.getName().starts_with("llvm."))
    return F.getName().str() + ": the CPU device does not know this intrinsic";
  return ptx::sourceName(F.getName()) +
         ": this device function is declared, but no unit of the program (and "
         "not the CPU device) defines it";
}

/// LLVM's own intrinsics are the backend's; those of the GPU are nobody's.
static bool isUnknown(const Lowering &L, const Function &F) {
  if (!F.isDeclaration() || F.use_empty())
    return false;
  if (F.getName().starts_with("llvm.nvvm."))
    return true;
  return !F.isIntrinsic() && !L.HasFunction(F.getName());
}

static Error checkUnknown(const Lowering &L, StringRef Kernel) {
  std::vector<std::string> Lines;
  for (const Function &F : L.M)
    if (isUnknown(L, F))
      Lines.push_back(
          output::printable("kernel " + Kernel.str() + ": " + describe(L, F)));
  if (Lines.empty())
    return Error::success();
  std::sort(Lines.begin(), Lines.end());
  return createStringError(join(Lines, "\n"));
}

Error lower(Lowering &L) {
  // The kernel itself is gone once it is part of the entry.
  std::string Kernel = output::printable(ptx::sourceName(L.Kernel.getName()));
  if (Error E = keepReachable(L))
    return E;
  inlineHeaders(L);
  lowerInlineAssembly(L);
  if (L.IsLockstep)
    addLockstep(L.M);
  lowerIntrinsics(L);
  retarget(L);
  addEntry(L);
  optimize(L);
  copySharedTables(L);
  joinThreads(L);
  if (Error E = checkUnknown(L, Kernel))
    return E;
  layOutShared(L);
  if (Error E = placeVariables(L))
    return createStringError("kernel " + Kernel + ": " +
                             toString(std::move(E)));
  for (Function &F : L.M) {
    if (F.isDeclaration())
      continue;
    guardDivisions(F);
    // The ways out of loops that follow would hide how often loops run.
    if (L.needsFibers())
      addSwitchPoints(F);
    if (!L.IsInstrumented)
      continue;
    if (L.needsFibers())
      guardLocalBounds(F);
    inlineChecks(F);
  }
  StripDebugInfo(L.M);
  return Error::success();
}

} // namespace racemap::cpu
