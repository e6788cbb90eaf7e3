// LeanKernels - what the analysis has proved of accesses, as the sanitizer
// takes it (instrument/Proofs.h).
//
// In:  the kernels of a unit, decided with Settings::Proofs.
// Out: for each kernel of which something is proved: the instructions whose
//      accesses all race with none, and what launches have to keep to for that.
// An instruction stands for all its copies in the kernel. If several proofs
// leave the same accesses alone, a launch may keep to any of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_LEANKERNELS_H
#define RACEMAP_PASSES_DRIVER_LEANKERNELS_H

#include "passes/driver/Driver.h"
#include "passes/instrument/Proofs.h"

namespace racemap {

instrument::Proofs leanKernels(const Analysis &A);

} // namespace racemap

#endif
