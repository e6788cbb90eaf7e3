// Opcode - which family an opcode belongs to.
//
// The family decides which function classifies the instruction and whether its
// first operand is a destination. Opcodes that are in no list are Unknown.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef RACEMAP_PASSES_PTX_OPCODE_H
#define RACEMAP_PASSES_PTX_OPCODE_H

#include "llvm/ADT/StringRef.h"

namespace racemap::ptx {

enum class Family {
  Pure,
  Collective,
  NoEffect,
  Load,
  Store,
  Atomic,
  Reduction,
  MatrixLoad,
  MatrixStore,
  WarpMatrix,
  AsyncCopy,
  Membar,
  Fence,
  BlockBarrier,
  Mbarrier,
  Texture,
  Surface,
  SurfaceReduction,
  Branch,
  Stop,
  ForeignMemory,
  ForeignSynchronization,
  ForeignControl,
  Unknown
};

Family familyOf(llvm::StringRef Opcode);

} // namespace racemap::ptx

#endif // RACEMAP_PASSES_PTX_OPCODE_H
