// WarpMatrixEffects - the intrinsics by which a warp loads and stores matrices
// (wmma), by the parts of their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/MemoryEffects.h"
#include "llvm/ADT/StringSwitch.h"
#include <tuple>

namespace racemap::lift {

using namespace llvm;

/// In bytes; 0 for elements of less than a byte, and unknown ones.
static uint64_t elementSize(StringRef Type) {
  return StringSwitch<uint64_t>(Type)
      .Case("s8", 1)
      .Case("u8", 1)
      .Case("f16", 2)
      .Case("bf16", 2)
      .Case("f32", 4)
      .Case("tf32", 4)
      .Case("s32", 4)
      .Case("f64", 8)
      .Default(0);
}

/// The parts of "SHAPE.load.OPERAND.ORDER.TYPE.SPACE", with ".stride" before
/// the type if the call says it, or the same with "store".
struct WarpMatrixName {
  StringRef Shape, Direction, Operand, Order, Type;
  bool Strided = false;

  explicit WarpMatrixName(StringRef Name) {
    std::tie(Shape, Name) = Name.split('.');
    std::tie(Direction, Name) = Name.split('.');
    std::tie(Operand, Name) = Name.split('.');
    std::tie(Order, Name) = Name.split('.');
    Strided = Name.consume_front("stride.");
    Type = Name.split('.').first;
  }
  bool isStore() const { return Direction == "store"; }
  bool isAccumulator() const { return Operand == "c" || Operand == "d"; }
  bool isKnown() const {
    return (isStore() || Direction == "load") &&
           (isAccumulator() || Operand == "a" || Operand == "b") &&
           (Order == "row" || Order == "col");
  }
};

/// The M x K, K x N or M x N matrix of a shape "mMnNkK".
static std::optional<MatrixTile> tileOf(const WarpMatrixName &Name) {
  StringRef Shape = Name.Shape;
  uint64_t M = 0, N = 0, K = 0;
  if (!Shape.consume_front("m") || Shape.consumeInteger(10, M) ||
      !Shape.consume_front("n") || Shape.consumeInteger(10, N) ||
      !Shape.consume_front("k") || Shape.getAsInteger(10, K))
    return std::nullopt;
  MatrixTile T;
  T.Rows = Name.Operand == "b" ? K : M;
  T.Columns = Name.Operand == "a" ? K : N;
  T.ColumnMajor = Name.Order == "col";
  T.Stride.Number = T.ColumnMajor ? T.Rows : T.Columns;
  T.Fragment =
      (Name.Type + " " + (Name.isAccumulator() ? "accumulator" : Name.Operand) +
       " " + Name.Shape)
          .str();
  return T;
}

Effect effectOfWarpMatrix(const CallBase &Call, StringRef Intrinsic) {
  WarpMatrixName Name(
      Intrinsic.drop_front(StringRef("llvm.nvvm.wmma.").size()));
  MemoryAccess A;
  A.Tile = tileOf(Name);
  if (!A.Tile || !Name.isKnown())
    return Effect::unknown("intrinsic " + Intrinsic.str() + " is not modelled");
  A.Size = elementSize(Name.Type);
  if (A.Size == 0)
    return Effect::unknown("warp matrix of " + Name.Type.str() +
                           " elements is not modelled");
  if (Name.isStore())
    A.Operation = map::Access::Operation::Write;
  A.Pointer = Call.getArgOperand(0);
  if (Name.Strided)
    A.Tile->Stride.Value = Call.getArgOperand(Call.arg_size() - 1);
  return Effect::access(A);
}

} // namespace racemap::lift
