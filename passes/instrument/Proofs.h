// Proofs - which accesses of kernels the sanitizer may leave alone, and in
// which launches.
//
// The analysis makes them (driver/LeanKernels), in another process than the one
// that instruments a module for the CPU device: they travel as JSON.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_PROOFS_H
#define RACEMAP_PASSES_INSTRUMENT_PROOFS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <set>
#include <string>

namespace racemap::instrument {

struct KernelProof {
  /// Of the code that was analysed (lift/module/CodeNumbers.h): in other code,
  /// the numbers mean nothing.
  uint64_t Digest = 0;
  /// Instructions whose accesses race with none.
  std::set<unsigned> Free;
  /// Each of the launches that the proof is about, as the runtime reads it
  /// (runtime/host/LaunchCheck.h).
  llvm::json::Array Launches;
  /// Why nothing is, for people; empty if something is.
  std::string Why;
};

/// By mangled name.
using Proofs = std::map<std::string, KernelProof, std::less<>>;

std::string toJson(Proofs All);
llvm::Expected<Proofs> readProofs(llvm::StringRef Json);

} // namespace racemap::instrument

#endif
