// Statistics - names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Statistics.h"
#include "llvm/Support/ErrorHandling.h"

namespace racemap::solve {

llvm::StringRef name(Way W) {
  switch (W) {
  case Way::None:
    return "nothing";
  case Way::Ranges:
    return "ranges";
  case Way::Algebra:
    return "algebra";
  case Way::RelaxedIntegers:
    return "relaxed integers";
  case Way::KnownLaunch:
    return "a known launch";
  case Way::GroupedIntegers:
    return "grouped integers";
  case Way::Guess:
    return "guessed sizes";
  case Way::Integers:
    return "integers";
  case Way::BitVectors:
    return "bit vectors";
  }
  llvm_unreachable("all ways are handled");
}

} // namespace racemap::solve
