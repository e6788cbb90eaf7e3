// Classify - one function per group of families; used by summarize() only.
//
// Each takes an instruction and the state before it, and returns its effect
// without the guard. An instruction of the right opcode in a form that is not
// understood gives Unsupported, never a guess.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef RACEMAP_PASSES_PTX_CLASSIFY_H
#define RACEMAP_PASSES_PTX_CLASSIFY_H

#include "passes/ptx/DataFlow.h"

namespace racemap::ptx {

Unsupported unsupported(const Instruction &I, Unsupported::Kind K,
                        const llvm::Twine &Why);

/// ld, ldu, st, atom, red.
Effect::Payload classifyAccess(const Instruction &I, const DataFlow &State);
/// ldmatrix, stmatrix.
Effect::Payload classifyMatrixAccess(const Instruction &I,
                                     const DataFlow &State);
/// suld, sust.
Effect::Payload classifySurface(const Instruction &I, const DataFlow &State);
/// cp.*.
Effect::Payload classifyAsyncCopy(const Instruction &I, const DataFlow &State);
/// bar, barrier.
Effect::Payload classifyBarrier(const Instruction &I, const DataFlow &State);
/// membar, fence.
Effect::Payload classifyMembar(const Instruction &I);
Effect::Payload classifyFence(const Instruction &I);
/// mbarrier.*.
Effect::Payload classifyMbarrier(const Instruction &I);

} // namespace racemap::ptx

#endif // RACEMAP_PASSES_PTX_CLASSIFY_H
