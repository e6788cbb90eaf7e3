// ReplayBuild - a program for the CPU device, with the sanitizer, of a unit's
// cases.
//
// The unit's source is included, and compiled with the flags that its analysis
// had, by `racemap cc` in a process of its own. What the unit needs of others
// is not there, and only missed when it is called.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CONFIRM_REPLAYBUILD_H
#define RACEMAP_TOOLS_RACEMAP_CONFIRM_REPLAYBUILD_H

#include "passes/driver/TemporaryFolder.h"
#include "tools/racemap/Process.h"
#include "tools/racemap/Toolchain.h"
#include "tools/racemap/confirm/ReplayProgram.h"

namespace racemap {

/// The flags of a unit that matter for compiling its source elsewhere; the
/// error says which is wrong.
llvm::Expected<std::vector<std::string>>
compileFlagsOf(const verdict::LaunchRecipe::Unit &U);

/// The unit's file, whole.
std::string sourceOf(const verdict::LaunchRecipe::Unit &U);

/// The program, in the folder; or the first error of its compiler.
llvm::Expected<std::string> buildReplay(const Toolchain &T, Processes &Programs,
                                        const verdict::LaunchRecipe::Unit &U,
                                        llvm::ArrayRef<ReplayCase> Cases,
                                        const TemporaryFolder &Folder);

} // namespace racemap

#endif
