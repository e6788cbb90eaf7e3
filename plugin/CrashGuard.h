// CrashGuard - runs the analysis so that its crash is not the compiler's.
//
// The work runs on a thread of its own, with a stack that deep expressions do
// not exhaust. A signal or a failed assertion in it ends only the work; what it
// had allocated stays allocated.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_CRASHGUARD_H
#define RACEMAP_PLUGIN_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace racemap {

/// False if the work crashed. Objects that it was changing then must neither
/// be used nor destroyed.
bool runGuarded(llvm::function_ref<void()> Work);

} // namespace racemap

#endif
