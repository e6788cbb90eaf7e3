// GpuSanitizer - sanitize=gpu: what clang compiles anyway, instrumented.
//
// In:  a compilation that has not begun to parse.
// Out: a pass in front of the optimiser. In a device compilation it instruments
//      the module and links the device runtime in; in the host's, calls of the
//      CUDA runtime that the host runtime has to know of go there. Both see the
//      variable of the unit in front of the user's text.
// A device compilation needs debug information, from which reports have their
// places; it does not get into the code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_GPUSANITIZER_H
#define RACEMAP_PLUGIN_GPUSANITIZER_H

#include "passes/driver/Options.h"
#include "passes/instrument/Proofs.h"

namespace clang {
class CompilerInstance;
}

namespace racemap {

/// Proved: what the analysis has proved by the time that the device's code is
/// optimised.
void sanitizeForGpu(clang::CompilerInstance &CI, const Options &O,
                    const std::shared_ptr<const instrument::Proofs> &Proved);

} // namespace racemap

#endif
