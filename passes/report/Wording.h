// Wording - findings in the words that people read, for all back ends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_WORDING_H
#define RACEMAP_PASSES_REPORT_WORDING_H

#include "passes/verdict/Finding.h"

namespace racemap::report {

/// "data-race", "barrier-divergence", "early-exit", "out-of-bounds"
llvm::StringRef name(verdict::Finding::Kind K);
/// "provable", "input", "possible"
llvm::StringRef name(verdict::Certainty C);
/// "race-free", "racy", "unknown"
llvm::StringRef name(verdict::Verdict V);
/// "warp", "block", "cluster", "grid"
llvm::StringRef name(map::Scope S);
/// "read", "write", "atomic", "barrier", "exit"
llvm::StringRef name(verdict::Site::Role R);

/// "data race on 'sdata' in kernel 'k': this write and a read of another
/// thread of the block (provable)"
std::string headline(const verdict::KernelResult &K, const verdict::Finding &F);
/// "the other access: read of 4 bytes"
std::string secondSite(const verdict::Finding &F);
/// "thread (0,0,0) and thread (16,0,0) of block (0,0,0), s = 16, byte 64 of
/// 'sdata', with blockDim (256,1,1) and gridDim (64,1,1)"
std::string witness(const verdict::Finding &F);
/// "kernel 'k' is undecided: …; …what to do next"
std::string undecided(const verdict::KernelResult &K,
                      const verdict::ContextResult &C);

} // namespace racemap::report

#endif
