// GpuBinding - an instrumented module with the device runtime for GPUs in it.
//
// In:  a module that passes/instrument has done (calls of
// runtime/device/Abi.h). Out: the same, in which a kernel has one more
// parameter, its launch
//      (runtime/gpu/Launch.h), keeps the state of its thread in variables of
//      its own, and gives it to the runtime, which is linked in and inlined by
//      the optimiser. The variable of the unit (declarationOfUnit) says where
//      the text with the sites is, and which variables the device has.
// Debug information, which the sites were read from, is gone afterwards.
//
// Functions that are not part of a kernel (recursion, calls through pointers,
// other units) have no state: nothing in them is monitored. A kernel that calls
// one that may have a barrier is not monitored either, nor is one whose threads
// are ordered otherwise (KernelOrders): a cell cannot tell what is ordered.
// Kernels that are started
// by device code are so by a copy that is as it was.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_GPUBINDING_H
#define RACEMAP_PASSES_INSTRUMENT_GPUBINDING_H

#include "passes/instrument/Instrument.h"

namespace racemap::instrument {

/// How many arrays the lean copy of a kernel asks for (LeanAccesses), with the
/// one entry in front of them.
using LeanExtents = llvm::DenseMap<const llvm::Function *, size_t>;
/// As many as there is room for in a launch.
inline constexpr size_t MostExtents = 48;

/// What is not monitored is added to Said, but for kernels that are ordered
/// otherwise, of which the host runtime knows. An error leaves the module of no
/// use.
llvm::Error bindToGpuRuntime(
    llvm::Module &M,
    llvm::function_ref<bool(const llvm::Function &)> OrdersOtherwise,
    const LeanExtents &Extents, Remarks &Said);

/// C++ that both parts of a unit have in front of the user's: the unit's
/// variable, and a constructor that tells the host runtime of it.
llvm::StringRef declarationOfUnit();

/// Makes a module of the host call the host runtime instead of CUDA's where
/// memory is allocated and kernels are launched. With lean copies, it tells of
/// one for each kernel, whether or not the device has it. True if it has such
/// calls.
bool redirectHostCalls(llvm::Module &M, bool WithLeanCopies);

} // namespace racemap::instrument

#endif
