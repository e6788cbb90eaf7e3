// Handover - results go from the device's compilation to the object file.
//
// The driver compiles the device's side of a unit, once per architecture, then
// the host's, each in a process of its own. The plugin analyses in the first
// ones; the object comes out of the last one. So the device's process leaves
// its JSON in a file whose name says for whom: the driver, which is the parent
// of all of them (its process id and when it started), and the unit. The
// host's process takes the files that are for it. It puts the results into the
// module's section .racemap, which the linker leaves out of programs. So a
// compiler cache that keeps the object keeps the results. What is proved of
// launches becomes code of the module (instrument/LaunchChecks.h).
//
// The folder is the user's own. What a driver leaves behind that never compiles
// the host's side is removed by the next one that comes here.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HANDOVER_H
#define RACEMAP_PLUGIN_HANDOVER_H

#include "passes/driver/Driver.h"
#include "clang/Frontend/CompilerInstance.h"

namespace racemap {

/// Leaves what was found for the host's compilation, if one may follow. The
/// time that it took is left out: equal sources make equal objects.
void handOver(const Analysis &A, const Unit &U,
              const clang::CompilerInstance &CI);

/// The same, for the checks of launches.
void handOverLaunches(const Analysis &A, const Unit &U,
                      const clang::CompilerInstance &CI);

/// In the host's compilation: takes what is there for it.
void takeOver(llvm::StringRef File, clang::CompilerInstance &CI);
/// The same, for the checks of launches.
void takeOverLaunches(llvm::StringRef File, clang::CompilerInstance &CI);

} // namespace racemap

#endif
