// Sanitize - a file with a device module, instrumented.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_SANITIZE_H
#define RACEMAP_TOOLS_RACEMAP_SANITIZE_H

#include "passes/driver/Options.h"
#include "passes/instrument/Proofs.h"

namespace racemap {

/// Reads bitcode or text and writes one or the other, to the same file or to
/// another ("-": standard output). What is not monitored is said on standard
/// error. Lockstep: the threads of a warp advance together. IsSystem: whether a
/// file is a header that the user did not write.
llvm::Error sanitize(llvm::StringRef From, llvm::StringRef To, bool AsText,
                     const Options &O, bool Lockstep,
                     const instrument::Proofs *Proved,
                     llvm::function_ref<bool(llvm::StringRef File)> IsSystem);

} // namespace racemap

#endif
