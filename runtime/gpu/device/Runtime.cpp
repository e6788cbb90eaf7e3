// Runtime - the device half of the sanitizer for GPUs: what becomes of the
// calls of runtime/device/Abi.h.
//
// In:  a thread's state (its launch and its stamp, runtime/device/Agreement.h),
//      which lives in registers, and what it does.
// Out: the shadow cell changed, and a record for the host if it is a race.
//
// An access finds the cell by one look into the table of granules and loads it.
// If the machine would keep the cell, which is one comparison, that is all:
// this much is inlined into the kernel. Otherwise the state machine is asked
// and the cell swapped, in a function of its own that gets everything by value,
// so that the thread's state is never in memory.
//
// A cell may be loaded from a cache that is behind others' swaps: the thread
// has passed no barrier since the value was there, so its access could have
// been that early. What races is decided on the swap, which is not behind.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/device/Places.h"
#include "runtime/gpu/device/Visits.h"

namespace racemap::gpu {

using device::Space;
using fsm::Scope;

struct Thread {
  const Launch *L;
  const Code *Of;
  Word Stamp; ///< in global memory
  Word Epoch; ///< the first place of it
  bool IsOn;
  unsigned Piece; ///< of the block's, if cells of shared memory are in device
                  ///< memory
};

namespace {

/// Of the thread's block in the grid.
inline unsigned rankOf(const Thread &T) {
  return unsigned(CellLayout::place(T.Stamp) - T.Epoch);
}

[[gnu::noinline]] void slowGlobal(const Launch *L, const Code *Of, Word Now,
                                  Word Epoch, Word Address, unsigned Site,
                                  unsigned How, GlobalCell *At, Word Old) {
  slowWord({L, Of, Now | siteIn(*L, *Of, Site), Epoch, Epoch + L->NumBlocks,
            Address, Site, How, unsigned(CellLayout::place(Now) - Epoch), false,
            Epoch},
           At, Old);
}

[[gnu::noinline]] void slowShared(const Launch *L, const Code *Of, Word Now,
                                  Word Epoch, unsigned Rank, Word Address,
                                  unsigned Site, unsigned How, SharedCell *At,
                                  Word Old) {
  slowWord({L, Of, Now | siteIn(*L, *Of, Site), 0, L->ClusterSize, Address,
            Site, How, Rank, true, Epoch},
           At, Old);
}

[[gnu::always_inline]] inline void globalWord(const Thread &T, Word Address,
                                              unsigned How, unsigned Site) {
  const Launch *L = T.L;
  GlobalCell *At = cellOf(L, Address);
  if (!At)
    return;
  Word Old = *At;
  if (!(L->Levers & LoadFirst) ||
      !keeps(L, Old, T.Stamp, T.Epoch, T.Epoch + L->NumBlocks,
             Descriptor::of(How).Op))
    slowGlobal(L, T.Of, T.Stamp, T.Epoch, Address, Site, How, At, Old);
}

/// The stamp in shared memory: the place is the block's in its cluster.
inline Word sharedStamp(const Thread &T) {
  constexpr unsigned Shift = CellLayout::ThreadBits + CellLayout::SharedBits;
  Word Place = rankOf(T) % T.L->ClusterSize;
  return (T.Stamp & ~CellLayout::PlaceMask) | Place << Shift;
}

/// With cells in device memory: it is slow anyway.
[[gnu::noinline]] void wordInPiece(const Launch *L, const Code *Of, Word Stamp,
                                   Word Epoch, unsigned Rank, unsigned Piece,
                                   unsigned Offset, unsigned How,
                                   unsigned Site) {
  GlobalCell *At = cellInPiece(L, Piece, Offset);
  if (!At)
    return;
  Word Old = *(volatile GlobalCell *)At;
  if (!(L->Levers & LoadFirst) ||
      !keeps(L, Old, Stamp, 0, L->ClusterSize, Descriptor::of(How).Op))
    slowWord(Access{L, Of, Stamp | siteIn(*L, *Of, Site), 0, L->ClusterSize,
                    Offset, Site, How, Rank, true, Epoch},
             At, Old);
}

[[gnu::always_inline]] inline void sharedWord(const Thread &T, Word Address,
                                              unsigned How, unsigned Site) {
  const Launch *L = T.L;
  if (L->SharedAt == SharedCells::None)
    return;
  unsigned Offset = sharedOffset(L, Address);
  if (Offset >= L->StaticShared + L->DynamicShared)
    return;
  Word Stamp = sharedStamp(T);
  if (L->SharedAt == SharedCells::InDevice)
    return wordInPiece(L, T.Of, Stamp, T.Epoch, rankOf(T), T.Piece, Offset, How,
                       Site);
  SharedCell *At = sharedCell(L, Offset);
  Word Old = *At;
  if (!(L->Levers & LoadFirst) ||
      !keeps(L, Old, Stamp, 0, L->ClusterSize, Descriptor::of(How).Op))
    slowShared(L, T.Of, Stamp, T.Epoch, rankOf(T), Offset, Site, How, At, Old);
}

[[gnu::noinline]] void partsOfWords(const Launch *L, const Code *Of, Word Stamp,
                                    Word Epoch, Word Address, Word Bytes,
                                    unsigned How, unsigned Site, bool IsShared,
                                    unsigned Piece) {
  Thread T{L, Of, Stamp, Epoch, true, Piece};
  for (Word End = Address + Bytes; Address < End;) {
    Word Next = (Address & ~Word(3)) + 4;
    Word Last = Next < End ? Next : End;
    unsigned Mask = ((1U << (Last - Address)) - 1) << (Address & 3);
    Word Site0 = siteIn(*L, *Of, Site);
    if (!IsShared) {
      if (GlobalCell *At = cellOf(L, Address))
        anyVisit(Access{L, Of, Stamp | Site0, Epoch, Epoch + L->NumBlocks,
                        Address, Site, How, rankOf(T), false, Epoch},
                 At, Mask);
    } else if (L->SharedAt != SharedCells::None) {
      unsigned Offset = sharedOffset(L, Address);
      Access A{L,
               Of,
               sharedStamp(T) | Site0,
               0,
               L->ClusterSize,
               Offset,
               Site,
               How,
               rankOf(T),
               true,
               Epoch};
      if (Offset >= L->StaticShared + L->DynamicShared)
        return;
      if (L->SharedAt == SharedCells::InShared)
        anyVisit(A, sharedCell(L, Offset), Mask);
      else if (GlobalCell *At = cellInPiece(L, Piece, Offset))
        anyVisit(A, At, Mask);
    }
    Address = Last;
  }
}

/// Whole words, a few of them.
constexpr bool isSimple(Word Bytes) {
  return Bytes == 4 || Bytes == 8 || Bytes == 16;
}

enum class Where { Global, Shared, Nowhere };

[[gnu::always_inline]] inline Where whereIs(const void *Address, Space In) {
  if (In == Space::Global)
    return Where::Global;
  if (In == Space::Shared || __nvvm_isspacep_shared(Address))
    return Where::Shared;
  return __nvvm_isspacep_global(Address) ? Where::Global : Where::Nowhere;
}

[[gnu::noinline]] void countStray(const Launch *L) {
  add(&L->Counted->Strays, 1);
  *(volatile Word *)&L->Counted->Strayed = L->Kernel + 1;
}

/// One more in a part of the stamp that counts, which stays at its end.
Word counted(const Launch &L, Word Stamp, Word Mask, Word BelowMask) {
  if ((Stamp & Mask) != Mask) {
    Stamp += Mask & -Mask;
    if ((Stamp & Mask) == Mask)
      add(&L.Counted->Blind, 1);
  }
  return Stamp & ~BelowMask;
}

} // namespace

extern "C" {

/// In front of everything that a kernel does.
[[gnu::always_inline]] void __racemap_gpu_begin(Thread &T, const Launch &L,
                                                const Code &Of,
                                                unsigned UsesShared) {
  T.L = &L;
  T.Of = &Of;
  T.Piece = NoPiece;
  T.IsOn = L.IsMonitored != 0;
  if (!T.IsOn)
    return;
  T.Epoch = L.FirstPlace;
  constexpr unsigned Shift = CellLayout::ThreadBits + CellLayout::SharedBits;
  T.Stamp = device::StampState | (L.FirstPlace + rankOf(L)) << Shift |
            Word(threadIndex()) << CellLayout::SharedBits;
  if (UsesShared && L.SharedAt != SharedCells::None)
    T.Piece = beginShared(L);
}

/// Where a kernel that uses shared memory returns.
[[gnu::always_inline]] void __racemap_gpu_end(Thread *T) {
  if (T->Piece != NoPiece)
    endPiece(*T->L, T->Piece);
}

[[gnu::always_inline]] void __racemap_gpu_access(Thread *T, const void *Address,
                                                 unsigned long long Bytes,
                                                 unsigned How, unsigned Site) {
  if (!T->IsOn || Bytes == 0)
    return;
  Word At = Word(Address);
  Where In = whereIs(Address, Descriptor::of(How).In);
  if (In == Where::Nowhere)
    return;
  if (!isSimple(Bytes) || At % 4 != 0)
    return partsOfWords(T->L, T->Of, T->Stamp, T->Epoch, At, Bytes, How, Site,
                        In == Where::Shared, T->Piece);
  for (Word I = 0; I < Bytes; I += 4)
    if (In == Where::Global)
      globalWord(*T, At + I, How, Site);
    else
      sharedWord(*T, At + I, How, Site);
}

[[gnu::always_inline]] const Word *__racemap_gpu_extents(Thread *T) {
  return (const Word *)(T->L + 1); // NOLINT: they are behind it
}

/// It is counted only: the kernel leaves alone who else is there.
[[gnu::always_inline]] void __racemap_gpu_stray(Thread *T, const void *,
                                                unsigned long long, unsigned,
                                                unsigned long long,
                                                unsigned long long) {
  if (T->IsOn)
    countStray(T->L);
}

[[gnu::always_inline]] void __racemap_gpu_barrier(Thread *T, unsigned S,
                                                  unsigned Mask) {
  if (!T->IsOn)
    return;
  const Launch &L = *T->L;
  const CellLayout &C = L.Layout;
  Word Block = C.blockClock(), Warp = C.warpClock(), Cluster = C.clusterClock();
  switch (Scope(S)) {
  case Scope::Grid:
    T->Epoch += L.NumBlocks;
    T->Stamp += L.NumBlocks
                << (CellLayout::ThreadBits + CellLayout::SharedBits);
    if (T->Epoch + L.NumBlocks > L.EndPlace) {
      add(&L.Counted->Blind, 1);
      T->IsOn = false;
      return;
    }
    [[fallthrough]];
  case Scope::Cluster:
    if (Cluster)
      T->Stamp = counted(L, T->Stamp, Cluster, 0);
    [[fallthrough]];
  case Scope::Block:
    T->Stamp = counted(L, T->Stamp, Block, Warp);
    return;
  case Scope::Warp:
    if (Mask == ~0U)
      T->Stamp = counted(L, T->Stamp, Warp, 0);
    return;
  case Scope::Thread:
    return;
  }
}

} // extern "C"

} // namespace racemap::gpu
