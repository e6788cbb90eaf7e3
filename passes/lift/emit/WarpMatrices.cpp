// WarpMatrices - the statements for loads and stores of matrices by a warp
// (wmma).
//
// All lanes access one tile together, each element by one of them: by which one
// is not specified, but the same for one kind of fragment on every warp. That
// is an array of lanes that nobody writes, and an access is
//
//   for all rows r and columns c: if lane of fragment[r, c] is mine, access it
//
// An accumulator is loaded, computed with and stored in one register layout,
// whether it is in memory by rows or by columns. Operands a and b are only
// loaded, and some hardware loads an element in two lanes: each of them is what
// some array of lanes says, and one of two accesses that conflict is no load.
//
// The lanes wait for each other, but PTX does not promise that this orders
// memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/Emitter.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

map::Loop *Emitter::countTo(const Instruction &I, StringRef Name,
                            uint64_t Limit) {
  auto *L = K.P.make<map::Loop>();
  L->Counter = Terms.loopVariable(K.Names.uniqueValue(Name), 64);
  L->While = Terms.ult(L->Counter, Terms.constant(64, Limit));
  L->Where = K.Names.locationOf(I);
  return L;
}

/// Where an element is, in bytes, counted from the tile's first one.
const Term *Emitter::placeInTile(const Instruction &I, const MemoryAccess &A,
                                 const Term *Row, const Term *Column) {
  const Term *Stride = Terms.resizeUnsigned(quantity(A.Tile->Stride, I), 64);
  if (A.Tile->ColumnMajor)
    std::swap(Row, Column);
  const Term *Line = Terms.mul(Row, Stride, map::NoSignedWrap);
  return Terms.mul(Terms.add(Line, Column, map::NoSignedWrap),
                   Terms.constant(64, A.Size), map::NoSignedWrap);
}

/// This thread has the element.
const Term *Emitter::hasElement(const MatrixTile &Tile, const Term *Row,
                                const Term *Column) {
  constexpr uint64_t EntrySize = 4;
  const Term *Line =
      Terms.mul(Row, Terms.constant(64, Tile.Columns), map::NoSignedWrap);
  const Term *Offset =
      Terms.mul(Terms.add(Line, Column, map::NoSignedWrap),
                Terms.constant(64, EntrySize), map::NoSignedWrap);
  const Term *Lane = Terms.read(
      map::Cause::Input,
      K.Arrays.ofLanes(Tile.Fragment, Tile.Rows * Tile.Columns), 32, {Offset});
  return Terms.eq(Lane, registerTerm(Terms, "laneid"));
}

void Emitter::emitTile(const Instruction &I, const MemoryAccess &A,
                       const Target &T, map::Sequence &Out) {
  map::Loop *Rows = countTo(I, "row", A.Tile->Rows);
  map::Loop *Columns = countTo(I, "column", A.Tile->Columns);
  Target One = T;
  One.Offset =
      Terms.add(T.Offset, placeInTile(I, A, Rows->Counter, Columns->Counter),
                map::NoSignedWrap);
  const Term *Mine = hasElement(*A.Tile, Rows->Counter, Columns->Counter);
  under(Mine, K.Names.locationOf(I), Columns->Body)
      .push_back(makeAccess(I, A, One));
  Rows->Body.push_back(Columns);
  Out.push_back(Rows);
}

} // namespace racemap::lift
