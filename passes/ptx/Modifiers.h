// Modifiers - what the modifiers of a memory instruction say.
//
// In:  ".acquire.gpu.global.L2::128B.v4.u32", in any order.
// Out: space, scope, ordering, type, vector length and operation. One modifier
//      that is not known makes the whole instruction not understood.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef RACEMAP_PASSES_PTX_MODIFIERS_H
#define RACEMAP_PASSES_PTX_MODIFIERS_H

#include "passes/ptx/Effect.h"

namespace racemap::ptx {

std::optional<Scope> parseScope(llvm::StringRef Modifier);
std::optional<StateSpace> parseSpace(llvm::StringRef Modifier);

struct MemoryModifiers {
  StateSpace Space = StateSpace::Generic;
  std::optional<Scope> S;
  std::optional<Ordering> Order;
  std::optional<Type> ElementType;
  unsigned Elements = 1;
  std::optional<AtomicOp> Op;
  bool IsNonCoherent = false;
  /// One more operand, a cache policy, follows the others.
  bool HasCachePolicy = false;
  /// The first modifier that is not known; empty if there is none.
  std::string UnknownModifier;

  static MemoryModifiers decode(const Instruction &I);

private:
  bool take(llvm::StringRef Modifier);
};

} // namespace racemap::ptx

#endif // RACEMAP_PASSES_PTX_MODIFIERS_H
