// ProvedLaunches - what launches have to keep to, so that proofs cover them.
//
// In:  the kernels of a unit, decided with Settings::Proofs.
// Out: JSON that says, for each kernel of which some launches are proved to be
//      race-free, what a launch is asked: that it keeps to one of the proofs.
// A launch is asked in steps (runtime/host/LaunchCheck.h): by the runtimes of
// sanitizer builds, and, with check-launch=on, by the host's code itself
// (instrument/LaunchChecks.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_PROVEDLAUNCHES_H
#define RACEMAP_PASSES_DRIVER_PROVEDLAUNCHES_H

#include "passes/driver/Driver.h"
#include "llvm/Support/JSON.h"

namespace racemap {

/// What a launch is asked for one proof; nothing if that would be too much to
/// ask. {"steps": [...],
///  "holds": [[step, text, [[step, name, is unsigned], ...]], ...],
///  "apart": [[[argument, offset], [argument, offset], text], ...],
///  "noVariables": [[[argument, offset], text], ...]}
std::optional<llvm::json::Object> launchCheck(const verdict::AccessProofs &Its,
                                              const map::Protocol &P);

/// By mangled name: {"name": demangled, "launches": [a proof's check, ...]}.
/// Kernels are left out of which no launch is known to be race-free.
llvm::json::Object provedLaunches(const Analysis &A);

} // namespace racemap

#endif
