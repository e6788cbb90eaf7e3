// Intrinsics - what llvm.nvvm.* mean on the host.
//
// Each group has a function: it gets a call and the intrinsic's name without
// "llvm.nvvm.", and returns what takes the call's place, or nothing if the
// intrinsic is not one of its own. A call without a value is replaced by any
// value.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_INTRINSICS_H
#define RACEMAP_RUNTIME_CPU_LOWER_INTRINSICS_H

#include "runtime/cpu/lower/Code.h"

namespace racemap::cpu {

struct IntrinsicCall {
  llvm::CallInst &Call;
  llvm::StringRef Name;
  llvm::IRBuilder<> &At;
  Code &C;
  /// Counts calls of operations without a mask, in the order of the code.
  unsigned &Site;

  llvm::Value *arg(unsigned I) const { return Call.getArgOperand(I); }
  llvm::Type *type() const { return Call.getType(); }
};

/// read.ptx.sreg.*
llvm::Value *lowerSpecialRegister(IntrinsicCall &I);
/// barrier*, bar.*, membar.*, fence.*, nanosleep, exit
llvm::Value *lowerSynchronization(IntrinsicCall &I);
/// shfl.*, vote.*, match.*, activemask, redux.*, elect
llvm::Value *lowerWarpOperation(IntrinsicCall &I);
/// ptr.*, isspacep.*, mapa.*, getctarank.*, ldg, ldu, atomic.*, cp.async.*
llvm::Value *lowerMemory(IntrinsicCall &I);
/// Floating point and conversions.
llvm::Value *lowerFloat(IntrinsicCall &I);
/// Integers.
llvm::Value *lowerInteger(IntrinsicCall &I);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_INTRINSICS_H
