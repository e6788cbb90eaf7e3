// Operands - what is known of a value inside an assembly text, as IR in front
// of the call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_OPERANDS_H
#define RACEMAP_PASSES_INSTRUMENT_OPERANDS_H

#include "passes/instrument/Event.h"
#include "llvm/IR/IRBuilder.h"

namespace racemap::instrument {

/// Inserts with B, in front of the instruction At that the event is of. All of
/// these return null for what is not known outside of the text.
class Operands {
public:
  Operands(llvm::IRBuilder<> &B, llvm::Instruction &At) : B(B), At(At) {}

  /// An i64, zero-extended.
  llvm::Value *integer(const Quantity &Q);
  /// A generic pointer.
  llvm::Value *pointer(const Place &P);
  /// An i1; null also for a predicate that is not known.
  llvm::Value *condition(const ptx::Guard &When);

private:
  llvm::Value *asGiven(const Place &P);
  llvm::Value *sum(const ptx::KnownValue &V);
  llvm::Value *fromWindow(llvm::Value *Address, llvm::StringRef Space);
  llvm::Value *addend(const llvm::Value *Operand);

  llvm::IRBuilder<> &B;
  llvm::Instruction &At;
};

} // namespace racemap::instrument

#endif
