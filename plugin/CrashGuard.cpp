// CrashGuard - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/CrashGuard.h"
#include "llvm/Support/CrashRecoveryContext.h"

namespace racemap {

constexpr unsigned StackBytes = 64 << 20;

bool runGuarded(llvm::function_ref<void()> Work) {
  using llvm::CrashRecoveryContext;
  // Within a context, clang's driver has recovery on and wants to keep it.
  bool IsOurs = !CrashRecoveryContext::GetCurrent();
  if (IsOurs)
    CrashRecoveryContext::Enable();
  bool Completed = CrashRecoveryContext().RunSafelyOnThread(Work, StackBytes);
  if (IsOurs)
    CrashRecoveryContext::Disable();
  return Completed;
}

} // namespace racemap
