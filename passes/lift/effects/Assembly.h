// Assembly - inline PTX and the values of the call that contains it.
//
// passes/ptx says what the text does in terms of the operands $0, $1, …; here
// these become values of the IR. An output that is read is the input tied to
// it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EFFECTS_ASSEMBLY_H
#define RACEMAP_PASSES_LIFT_EFFECTS_ASSEMBLY_H

#include "passes/ptx/Effect.h"
#include "llvm/IR/InstrTypes.h"

namespace racemap::lift {

/// The value behind an operand of the text; null if it has none.
const llvm::Value *assemblyOperand(const llvm::CallBase &Call, unsigned Index);
/// The operand of the text that is result number Result of the call.
std::optional<unsigned> assemblyResult(const llvm::CallBase &Call,
                                       unsigned Result);
/// Nothing if the text is not understood.
std::optional<ptx::Summary> summaryOf(const llvm::CallBase &Call);

/// An operand plus a constant.
struct AddressStep {
  const llvm::Value *Operand = nullptr;
  int64_t Displacement = 0;
};
/// The address in a known value, if it is one.
std::optional<AddressStep> addressIn(const llvm::CallBase &Call,
                                     const ptx::KnownValue &V);
/// What the only result of the call is, if it is computed from an address.
std::optional<AddressStep> addressInAssembly(const llvm::CallBase &Call);

/// The pointer from which an integer was computed by casts, additions of other
/// integers and assembly; V itself if it is a pointer. Null if there is none.
const llvm::Value *addressWithin(const llvm::Value *V);
/// Does the user make an integer of that kind?
bool isAddressStep(const llvm::User &U);

} // namespace racemap::lift

#endif
