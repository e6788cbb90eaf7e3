// AssemblyAddress - what an address operand points to.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYADDRESS_H
#define RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYADDRESS_H

#include "runtime/cpu/lower/AssemblyEmitter.h"

namespace racemap::cpu {

/// An address in shared memory with its upper half, which it may lack.
llvm::Value *inSharedWindow(AssemblyEmitter &E, llvm::Value *Address);

/// "[a + 4]" as a pointer. Shared: the instruction names shared memory.
llvm::Value *addressOf(AssemblyEmitter &E, const ptx::Operand &O,
                       bool IsShared);

/// Takes the state space, if all threads can have it; is it shared memory?
bool takeShared(ModifierList &M);

/// Ends the launch if the bytes are not local memory, which nobody is told of.
void checkLocal(AssemblyEmitter &E, llvm::Value *Address, uint64_t Bytes);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYADDRESS_H
