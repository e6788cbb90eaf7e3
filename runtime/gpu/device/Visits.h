// Visits - what an access does to the cell of its word, and to those of its
// bytes if the word is accessed in parts.
//
// In:  an access, its cell, and what that said when it was loaded.
// Out: the cell as the state machine (runtime/device/Step.h) leaves it, swapped
//      in at once, and a record for the host if it is a race.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_DEVICE_VISITS_H
#define RACEMAP_RUNTIME_GPU_DEVICE_VISITS_H

#include "runtime/device/Abi.h"
#include "runtime/gpu/device/Builtins.h"

namespace racemap::gpu {

using device::CellLayout;
using device::Descriptor;
using fsm::Operation;

namespace {

/// All that an access is, in registers.
struct Access {
  const Launch *L;
  const Code *Of;
  Word Now; ///< stamp and site
  Word Epoch, End;
  Word Address;
  unsigned Site, How; ///< as the pass has them
  unsigned Rank;      ///< of the block in the grid
  bool IsShared;
  Word Serials; ///< the first place of the epoch in global memory

  Operation op() const { return Descriptor::of(How).Op; }
  device::Surroundings around() const {
    return {L->Layout, Epoch, L->ClusterSize};
  }
};

/// What happened at a cell.
enum class Outcome { Done, Lost, Elsewhere };

Word span(Word Begin, Word End) { return CellLayout::ageOf(End - Begin); }

/// Is the cell of the present epoch, and of this launch?
bool isFresh(Word Cell, Word Epoch, Word End) {
  return CellLayout::age(Cell) - CellLayout::ageOf(Epoch) < span(Epoch, End);
}

/// What a cell has of a site; others than the kernel's own are not known.
Word siteIn(const Launch &L, const Code &Of, unsigned Site) {
  unsigned Number = Site - Of.FirstSite;
  return Number < Of.NumSites ? L.Layout.site(Number + 1) : 0;
}

constexpr unsigned KnownAlready = ~0U;

/// Counts a race by its two sites. The number of their entry, from 1, if it is
/// the first one; 0 if there is none. Otherwise nothing is to be reported.
unsigned countedAs(const Launch &L, Word Cell, unsigned Site) {
  Word Key = Word(L.Kernel) << 44 | Word(Site & 0xfffff) << 24 |
             Word(L.Layout.unpack(Cell).Site) << 5 | CellLayout::state(Cell);
  ++Key; // 0 is an empty entry
  unsigned At = unsigned((Key * 0x9E3779B97F4A7C15) >> 40);
  for (unsigned I = 0; I < 16; ++I, ++At) {
    unsigned Entry = At % Seen::NumEntries;
    Word Old = swapped(&L.Known->Keys[Entry], 0, Key);
    if (Old != 0 && Old != Key)
      continue;
    add(&L.Known->Counts[Entry], 1);
    return Old == 0 ? Entry + 1 : KnownAlready;
  }
  return 0;
}

/// The number of a free record, from 0; ~0 if there is none.
Word takeRecord(const Launch &L) {
  Word Head = __scoped_atomic_load_n(&L.Counted->Head, __ATOMIC_RELAXED,
                                     __MEMORY_SCOPE_DEVICE);
  for (unsigned Try = 0; Try < 32; ++Try) {
    Word Tail = __scoped_atomic_load_n(&L.Out->Tail, __ATOMIC_RELAXED,
                                       __MEMORY_SCOPE_SYSTEM);
    if (Head - Tail >= L.NumRecords)
      break;
    Word Found = swapped(&L.Counted->Head, Head, Head + 1);
    if (Found == Head)
      return Head;
    Head = Found;
  }
  return ~Word(0);
}

/// What a place in shared memory, the block's in its cluster, lacks of the
/// block's serial number, where it is in a cell; 0 in global memory.
Word toSerial(const Access &A) {
  if (!A.IsShared)
    return 0;
  Word First = A.Serials + A.Rank - A.Rank % A.L->ClusterSize;
  return First << (CellLayout::ThreadBits + CellLayout::SharedBits);
}

void put(const Dimensions &D, unsigned (&To)[3]) {
  To[0] = D.X;
  To[1] = D.Y;
  To[2] = D.Z;
}

[[gnu::noinline]] void report(const Access &A, Word Cell) {
  const Launch &L = *A.L;
  unsigned Entry = countedAs(L, Cell, A.Site);
  if (Entry == KnownAlready)
    return;
  Word Number = takeRecord(L);
  if (Number == ~Word(0))
    return add(&L.Counted->Dropped, 1);
  Record &To = L.Out->Records[Number % L.NumRecords];
  // In shared memory, places are those in the cluster.
  Word Serial = A.Epoch != 0 ? toSerial(A) : 0;
  To.Address = A.Address;
  To.Cell = CellLayout::state(Cell) == 0 ? 0 : Cell - Serial;
  To.Now = A.Now - Serial;
  To.Unit = A.Of->Unit;
  To.Launch = L.Number;
  To.Epoch = unsigned(A.Serials);
  To.FirstSite = A.Of->FirstSite;
  To.Site = A.Site;
  To.Rank = A.Rank;
  To.How =
      A.How | Entry << Record::SeenShift | (A.IsShared ? Record::Shared : 0);
  To.Kernel = L.Kernel;
  put(gridDim(), To.Grid);
  put(blockDim(), To.Block);
  for (unsigned I = 0; I < 3; ++I)
    To.Cluster[I] = L.Cluster[I];
  __scoped_atomic_store_n(&To.Number, Number + 1, __ATOMIC_RELEASE,
                          __MEMORY_SCOPE_SYSTEM);
}

/// The state in which an access leaves a word that nobody has touched.
constexpr unsigned firstState(Operation Op) {
  return fsm::transition(0, {Op, fsm::Scope::Grid, fsm::Scope::Grid}).next();
}

/// Whatever it is said to meet there.
constexpr bool isTheSameAfterAll(Operation Op) {
  for (unsigned I = 0; I < fsm::Meeting::Count; ++I) {
    fsm::Meeting M = fsm::Meeting::at(I);
    fsm::Transition T = fsm::transition(0, M);
    if (M.Op == Op && M.isPossible() &&
        (T.races() || T.next() != firstState(Op)))
      return false;
  }
  return true;
}
static_assert(isTheSameAfterAll(Operation::Read) &&
              isTheSameAfterAll(Operation::Write) &&
              isTheSameAfterAll(Operation::AtomicBlock) &&
              isTheSameAfterAll(Operation::AtomicCluster) &&
              isTheSameAfterAll(Operation::AtomicGrid));

/// Has every thread that may come to the word passed a barrier since the cell
/// was written? Of shared memory, that is a barrier of the block.
bool isBehindBarrier(const Access &A, Word Cell) {
  return A.IsShared && A.L->ClusterSize == 1 &&
         ((Cell ^ A.Now) & A.L->Layout.blockClock()) != 0;
}

/// Has nobody touched the word who would matter?
bool isUntouched(const Access &A, Word Cell) {
  if (!isFresh(Cell, A.Epoch, A.End))
    return true;
  return CellLayout::isState(Cell) && isBehindBarrier(A, Cell);
}

/// Is the word accessed in parts in this epoch, so that its bytes have cells?
bool isElsewhere(const Access &A, Word Cell) {
  return isFresh(Cell, A.Epoch, A.End) && !CellLayout::isState(Cell);
}

/// The machine's answer to a cell that said Old. Old becomes what it says now,
/// if somebody else was faster.
template <class Cell>
[[gnu::always_inline]] inline Outcome visit(const Access &A, Cell *At,
                                            Word &Old) {
  if (isElsewhere(A, Old))
    return Outcome::Elsewhere;
  Word Last = isUntouched(A, Old) ? 0 : Old;
  device::Step S = device::step(Last, A.around(), A.Now, A.op());
  bool Keeps = Last != 0 && S.What.keeps() && !S.What.races();
  if (Keeps && (A.L->Levers & SkipSwap))
    return Outcome::Done;
  Word New = Keeps ? Old : CellLayout::withState(A.Now, S.What.next());
  Word Found = swapped(At, Old, New);
  if (Found != Old) {
    Old = Found;
    return Outcome::Lost;
  }
  if (S.What.races())
    report(Access(A), Last); // a copy: A stays in registers
  return Outcome::Done;
}

template <class Cell>
[[gnu::always_inline]] inline Outcome visitUntilDone(const Access &A, Cell *At,
                                                     Word Old) {
  while (true) {
    Outcome O = visit(A, At, Old);
    if (O != Outcome::Lost)
      return O;
  }
}

/// The access as the cell of a byte has it.
Access toByte(const Access &A, unsigned I) {
  Access Byte = A;
  Byte.Now += toSerial(A);
  Byte.Epoch = A.Serials;
  Byte.End = A.Serials + A.L->NumBlocks;
  Byte.Address = (A.Address & ~Word(3)) + I;
  return Byte;
}

/// Is the cell of a byte this launch's, in whatever epoch of it?
bool isOurs(const Launch &L, Word Cell) {
  return CellLayout::place(Cell) >= L.FirstPlace &&
         CellLayout::place(Cell) < L.EndPlace;
}

/// Visits the bytes of Mask (bit 0: the lowest) of a word that has cells for
/// each. A cell that another launch has taken is none any more.
void visitBytes(const Access &A, Word Number, unsigned Mask) {
  for (unsigned I = 0; I < 4; ++I) {
    if (!(Mask >> I & 1))
      continue;
    Access Byte = toByte(A, I);
    auto *At = (GlobalCell *)&A.L->Pool[Number].Cells[I];
    Word Old = *(volatile GlobalCell *)At;
    Outcome O = Outcome::Lost;
    while (O == Outcome::Lost && isOurs(*A.L, Old))
      O = visit(Byte, At, Old);
    if (O == Outcome::Lost)
      add(&A.L->Counted->NoParts, 1);
  }
}

/// The number of cells for bytes, which become First; ~0 if there are none that
/// this launch does not have already. Whoever else has them is over, or finds
/// that they are not his any more.
Word takeParts(const Launch &L, Word First) {
  for (unsigned Try = 0; Try < 4; ++Try) {
    Word Number =
        __scoped_atomic_fetch_add(&L.Counted->Parts, 1, __ATOMIC_RELAXED,
                                  __MEMORY_SCOPE_DEVICE) %
        L.NumParts;
    Word *Cells = L.Pool[Number].Cells;
    Word Old = *(volatile Word *)Cells;
    if (isOurs(L, Old) || swapped(Cells, Old, First) != Old)
      continue;
    for (unsigned I = 1; I < 4; ++I)
      __scoped_atomic_store_n(&Cells[I], First, __ATOMIC_RELAXED,
                              __MEMORY_SCOPE_DEVICE);
    return Number;
  }
  return ~Word(0);
}

/// Gives the word cells for its bytes. False if there are no more.
template <class Cell> bool split(const Access &A, Cell *At, Word Old) {
  const Launch &L = *A.L;
  // Untouched bytes have a place, too, but no state.
  Word Last =
      isFresh(Old, A.Epoch, A.End) ? Old : A.Now & CellLayout::PlaceMask;
  Word Number = takeParts(L, Last + toSerial(A));
  if (Number == ~Word(0)) {
    add(&L.Counted->NoParts, 1);
    return false;
  }
  __nvvm_membar_gl();
  swapped(At, Old, CellLayout::elsewhere(CellLayout::place(A.Now), Number));
  return true;
}

/// Any access to one word, of all its bytes or some.
template <class Cell>
[[gnu::noinline]] void anyVisit(const Access &A, Cell *At, unsigned Mask) {
  Word Old = *(volatile Cell *)At;
  while (true) {
    if (isFresh(Old, A.Epoch, A.End) && CellLayout::isElsewhere(Old)) {
      __nvvm_membar_gl();
      return visitBytes(A, CellLayout::number(Old), Mask);
    }
    if (Mask == 0xf) {
      if (visitUntilDone(A, At, Old) == Outcome::Done)
        return;
      Old = *(volatile Cell *)At;
      continue;
    }
    if (!split(A, At, Old))
      return;
    Old = *(volatile Cell *)At;
  }
}

/// The one comparison.
[[gnu::always_inline]] inline bool keeps(const Launch *L, Word Cell, Word Stamp,
                                         Word Epoch, Word End, Operation Op) {
  const Word *Bits = L->Agrees->Bits[unsigned(Op)];
  return ((Cell ^ Stamp) & constant(&Bits[CellLayout::state(Cell)])) == 0 &&
         isFresh(Cell, Epoch, End);
}

/// The same, unless each access is to swap.
bool isKept(const Access &A, Word Cell) {
  return (A.L->Levers & SkipSwap) &&
         keeps(A.L, Cell, A.Now, A.Epoch, A.End, A.op());
}

/// An access that does not leave the cell as it is, as far as it was loaded. A
/// word that nobody has touched yet takes one swap.
/// No lane waits for another here: lanes come from code that has diverged, and
/// on a GPU, some of those that were told to wait for each other never met.
template <class Cell> void slowWord(const Access &A, Cell *At, Word Old) {
  if (isUntouched(A, Old)) {
    Word New = CellLayout::withState(A.Now, firstState(A.op()));
    Word Found = swapped(At, Old, New);
    if (Found == Old)
      return;
    Old = Found;
    if (isKept(A, Old))
      return;
  }
  if (visitUntilDone(A, At, Old) == Outcome::Elsewhere)
    anyVisit(Access(A), At, 0xf); // a copy: A stays in registers
}

} // namespace

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_DEVICE_VISITS_H
