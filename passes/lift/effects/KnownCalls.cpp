// KnownCalls - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/KnownCalls.h"
#include "passes/lift/effects/BarrierObjectCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Demangle/Demangle.h"

namespace racemap::lift {

using namespace llvm;

bool isKnownByName(const Function &Callee) {
  return isGridBarrier(Callee) || isTileReduction(Callee) ||
         objectFunction(Callee) != ObjectFunction::None;
}

bool isGridBarrier(const Function &Callee) {
  if (!Callee.getName().contains("grid"))
    return false;
  std::string Name = demangle(Callee.getName());
  return StringRef(Name).contains("grid_group::sync(") ||
         StringRef(Name).contains("__syncgrids");
}

/// "plus<unsigned int>&&": of the library, on numbers. Others could do
/// anything.
static bool isPlainOperator(StringRef Type) {
  if (!Type.consume_front("cooperative_groups::"))
    return false;
  auto [Operator, Rest] = Type.split("::").second.split('<');
  auto [Numbers, Reference] = Rest.split('>');
  static constexpr StringLiteral Operators[] = {"plus",    "less",    "greater",
                                                "bit_and", "bit_xor", "bit_or"};
  static constexpr StringLiteral Words[] = {
      "unsigned", "char", "short", "int", "long", "float", "double", "__half"};
  SmallVector<StringRef, 3> Of;
  Numbers.split(Of, ' ');
  return is_contained(Operators, Operator) && !Reference.contains('>') &&
         all_of(Of, [](StringRef W) { return is_contained(Words, W); });
}

/// Only the library's own memory, in which it keeps its barriers, is accessed;
/// as a shuffle it orders nothing.
bool isTileReduction(const Function &Callee) {
  StringRef Mangled = Callee.getName();
  if (!Mangled.starts_with("_ZN18cooperative_groups"))
    return false;
  if (Mangled.contains("16sync_warps_reset") ||
      Mangled.contains("13init_barriers"))
    return true;
  // That of tiles within a warp has another number.
  if (!Mangled.contains("20tile_reduce_dispatchILj5EE6reduceILj"))
    return false;
  std::string Name = demangle(Mangled);
  return isPlainOperator(StringRef(Name).rsplit(", ").second);
}

} // namespace racemap::lift
