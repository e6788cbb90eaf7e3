// Places - where the cell of a word is: of global memory by the table of
// granules, of shared memory behind what the kernel uses or in the piece of the
// device's memory that the block has.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_DEVICE_PLACES_H
#define RACEMAP_RUNTIME_GPU_DEVICE_PLACES_H

#include "runtime/gpu/device/Builtins.h"

namespace racemap::gpu {

namespace {

/// The cell of a word of global memory; null: nobody told of it.
[[gnu::noinline]] GlobalCell *searched(const Launch *L, Word Address) {
  unsigned First = Granule::index(Address);
  for (unsigned I = 0; I < Granule::NumEntries; ++I) {
    Word Entry = constant(&L->Granules[(First + I) % Granule::NumEntries]);
    if (Entry == 0)
      break;
    if (Granule::isOf(Entry, Address))
      return globalCell(Granule::cell(Entry, Address));
  }
  add(&L->Counted->Ignored, 1);
  return nullptr;
}

[[gnu::always_inline]] inline GlobalCell *cellOf(const Launch *L,
                                                 Word Address) {
  Word Entry = constant(&L->Granules[Granule::index(Address)]);
  if (__builtin_expect(Granule::isOf(Entry, Address), 1))
    return globalCell(Granule::cell(Entry, Address));
  return searched(L, Address);
}

/// From the first word that has a cell on; negative or too large: none has.
[[gnu::always_inline]] inline unsigned sharedOffset(const Launch *L,
                                                    Word Address) {
  auto *Pointer = (const RACEMAP_SHARED char *)(const char *)Address; // NOLINT
  return unsigned(Pointer - __racemap_gpu_dynamic) + L->StaticShared;
}

inline SharedCell *sharedCell(const Launch *L, unsigned Offset) {
  return (SharedCell *)(__racemap_gpu_dynamic + L->CellsAt +
                        (Offset & ~3U) * 2);
}

constexpr unsigned NoPiece = ~0U;

/// The same in device memory; null: the block has no piece.
inline GlobalCell *cellInPiece(const Launch *L, unsigned Piece,
                               unsigned Offset) {
  if (Piece == NoPiece)
    return nullptr;
  return (GlobalCell *)L->Pieces + Word(Piece) * L->PieceCells + Offset / 4;
}

/// Of the block in the grid; those of a cluster follow each other.
Word rankOf(const Launch &L) {
  Dimensions At = blockIdx(), Grid = gridDim();
  if (L.ClusterSize == 1)
    return (Word(At.Z) * Grid.Y + At.Y) * Grid.X + At.X;
  const unsigned *C = L.Cluster;
  Word Cluster =
      (Word(At.Z / C[2]) * (Grid.Y / C[1]) + At.Y / C[1]) * (Grid.X / C[0]) +
      At.X / C[0];
  Word Inside = (Word(At.Z % C[2]) * C[1] + At.Y % C[1]) * C[0] + At.X % C[0];
  return Cluster * L.ClusterSize + Inside;
}

/// The first piece from the block's own number on that says From, which becomes
/// To; NoPiece if none does. Pieces that are taken say whose they are, by a
/// serial number that no other block has.
unsigned findPiece(const Launch &L, unsigned From, unsigned To) {
  unsigned First = unsigned(rankOf(L));
  for (unsigned I = 0; I < L.NumPieces; ++I) {
    unsigned Piece = (First + I) % L.NumPieces, Found = From;
    if (__scoped_atomic_compare_exchange_n(
            &L.Taken[Piece], &Found, To, /*weak=*/false, __ATOMIC_ACQUIRE,
            __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE))
      return Piece;
  }
  return NoPiece;
}

template <class Cell> void clear(Cell *First, unsigned Cells) {
  for (Word I = threadIndex(); I < Cells; I += blockDim().count())
    First[I] = 0;
}

/// All cells of the block's shared memory become those of untouched words.
/// Returns the piece that has them, if they are in device memory.
unsigned beginShared(const Launch &L) {
  unsigned Cells = (L.StaticShared + L.DynamicShared) / 4, Piece = NoPiece;
  if (L.SharedAt == SharedCells::InShared) {
    clear(sharedCell(&L, 0), Cells);
  } else {
    unsigned Own = unsigned(L.FirstPlace + rankOf(L));
    if (threadIndex() == 0 && findPiece(L, 0, Own) == NoPiece)
      add(&L.Counted->NoPieces, 1);
    __syncthreads();
    Piece = findPiece(L, Own, Own);
    __nvvm_membar_gl(); // behind what the block that had it did
    if (GlobalCell *First = cellInPiece(&L, Piece, 0))
      clear(First, Cells);
  }
  __syncthreads();
  return Piece;
}

/// The last thread of the block gives its piece back.
[[gnu::noinline]] void endPiece(const Launch &L, unsigned Piece) {
  __nvvm_membar_gl(); // in front of what the next block does
  unsigned Before = __scoped_atomic_fetch_add(
      &L.Ended[Piece], 1, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE);
  if (Before + 1 != blockDim().count())
    return;
  __nvvm_membar_gl(); // behind what the others of this block did
  __scoped_atomic_store_n(&L.Ended[Piece], 0, __ATOMIC_RELAXED,
                          __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_store_n(&L.Taken[Piece], 0, __ATOMIC_RELEASE,
                          __MEMORY_SCOPE_DEVICE);
}

} // namespace

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_DEVICE_PLACES_H
