// Launch - what the device runtime and the host runtime agree on: where the
// shadow of an address is, what one launch is, and how reports leave.
//
// Shadow: memory is monitored in granules of 2 MiB. A table, indexed by the
// granule's number modulo its size, has one word for each: where the granule's
// cells begin (8 bytes for each 4 of memory, so 4 MiB), and in the low
// bits the rest of the granule's number with a bit that says that it is there.
// Granules that want the same entry take the next free one; one look is enough
// for nearly all of them.
//
// Launch: a kernel has one more parameter, one of these. Blocks have serial
// numbers that run on from launch to launch (runtime/device/Cell.h); cells of
// others' serials are as good as untouched, so that launches that overlap are
// not compared.
//
// Reports: a ring in memory of the host that the device can see. A writer takes
// a place by moving Head, if there is one left, fills it in, and then says so
// in its Number; nobody waits. The reader moves Tail. Who finds no place counts
// that. A record says all of its launch that a report needs: the host does not
// remember launches.
//
// Lean kernels: behind the launch of a kernel that leaves alone what is proved
// not to race are the places of its arrays, as __racemap_extents has them
// (runtime/device/Abi.h).
//
// Bytes: a word that is accessed in parts gets cells for its bytes from a pool,
// taken in turn. Their places are serial numbers, also those of shared memory:
// so who comes there sees whether they have become another launch's since.
//
// Plain integers without the standard library: this header is compiled for the
// GPU, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_LAUNCH_H
#define RACEMAP_RUNTIME_GPU_LAUNCH_H

#include "runtime/device/Agreement.h"
#include "runtime/device/Step.h"

namespace racemap::gpu {

using device::Word;

struct Granule {
  static constexpr unsigned Bits = 21, CellBits = Bits + 1;
  static constexpr Word Bytes = Word(1) << Bits;
  static constexpr Word CellBytes = Word(1) << CellBits;
  static constexpr unsigned TableBits = 17;
  /// Cells of a granule are aligned to this, so that there is room for the tag.
  static constexpr unsigned AlignmentBits = 20;
  static constexpr Word Alignment = Word(1) << AlignmentBits;
  static constexpr unsigned NumEntries = 1U << TableBits;

  static constexpr unsigned index(Word Address) {
    return unsigned(Address >> Bits) & (NumEntries - 1);
  }
  /// The low bits of an entry; addresses have up to 57 bits.
  static constexpr Word tag(Word Address) {
    return (Address >> (Bits + TableBits)) << 1 | 1;
  }
  static constexpr Word entry(Word Address, Word Cells) {
    return Cells | tag(Address);
  }
  static constexpr bool isOf(Word Entry, Word Address) {
    return ((Entry ^ tag(Address)) & (Alignment - 1)) == 0;
  }
  /// Where the cell of the word is that has the address.
  static constexpr Word cell(Word Entry, Word Address) {
    return (Entry & ~(Alignment - 1)) + (Address & (Bytes - 4)) * 2;
  }
};
static_assert(57 - Granule::Bits - Granule::TableBits + 1 <=
              Granule::AlignmentBits);

/// One race, as the device saw it.
struct Record {
  Word Number = 0;  ///< of the record, from 1, when it is complete
  Word Address = 0; ///< generic; in shared memory from the first word on
  Word Cell = 0;    ///< what the word's cell said
  Word Now = 0;     ///< the newcomer's cell
  const void *Unit = nullptr;       ///< of the kernel (gpu::Unit)
  unsigned Launch = 0;              ///< its number
  unsigned Epoch = 0;               ///< the first place of the newcomer's epoch
  unsigned FirstSite = 0, Site = 0; ///< the kernel's, and the newcomer's
  unsigned Rank = 0;                ///< of the newcomer's block in the grid
  unsigned How = 0;    ///< the descriptor, and whether it is shared memory
  unsigned Kernel = 0; ///< its number
  unsigned Grid[3] = {}, Block[3] = {}, Cluster[3] = {};

  static constexpr unsigned Shared = 1U << 31;
  /// And from this bit on, the entry of Seen, from 1; 0: it has none.
  static constexpr unsigned SeenShift = 12, SeenMask = 0x1fff;
};
static_assert(sizeof(Record) == 104);

struct Ring {
  static constexpr unsigned MostRecords = 1U << 14;
  Word Tail = 0;               ///< how many the host has read
  Record Records[MostRecords]; ///< the first Launch::NumRecords are used
};

/// What the device counts, for all launches together.
struct Counters {
  Word Head = 0;     ///< records that have been begun
  Word Dropped = 0;  ///< records for which there was no place
  Word Ignored = 0;  ///< accesses to memory that nobody told of
  Word Blind = 0;    ///< threads that passed more barriers than a cell counts
  Word NoParts = 0;  ///< accesses to parts of words that had no cells for bytes
  Word Parts = 0;    ///< how often such cells have been asked for
  Word NoPieces = 0; ///< blocks that found no piece for their shared memory
  Word Strays = 0;   ///< accesses of lean kernels that left their arrays
  Word Strayed = 0;  ///< the number of a kernel with such an access, from 1
};

/// Races that have been reported, by their two sites and kernel: one record is
/// enough for each, others are counted. Entries are never removed.
struct Seen {
  static constexpr unsigned NumEntries = 1U << 12;
  Word Keys[NumEntries];
  Word Counts[NumEntries];
};

/// Cells for the bytes of a word that is accessed in parts.
struct Parts {
  Word Cells[4];
};

/// Parts of the runtime that can be switched off, to see what each is for.
enum Lever : unsigned {
  LoadFirst = 1,  ///< agreement is looked for before the state machine is asked
  SkipSwap = 2,   ///< nothing is written if the cell may stay as it is
  SharedInSm = 4, ///< cells of shared memory are in shared memory if they fit
  AllLevers = 7
};

/// Where the cells of shared memory are; None: it is not monitored. InDevice: a
/// block takes a piece of memory that no other has when it begins, and gives it
/// back with its last thread.
enum class SharedCells : unsigned { None, InShared, InDevice };

/// As it begins, it says that nothing is monitored.
struct Launch {
  unsigned Number = 0; ///< from 1
  unsigned IsMonitored = 0;
  const Word *Granules = nullptr;
  const device::Agreement *Agrees = nullptr;
  Ring *Out = nullptr;
  Counters *Counted = nullptr;
  Seen *Known = nullptr;
  Parts *Pool = nullptr;
  Word NumParts = 0;
  Word NumRecords = Ring::MostRecords;
  device::CellLayout Layout;
  unsigned Cluster[3] = {1, 1, 1};
  unsigned ClusterSize = 1;
  Word FirstPlace = 1;
  Word NumBlocks = 0;
  Word EndPlace = 0;   ///< behind the last one, with those of grid barriers
  unsigned Kernel = 0; ///< a number for it
  unsigned Levers = AllLevers;
  /// Bytes of shared memory in front of and behind the beginning of its dynamic
  /// part, and where the cells begin, from there on.
  unsigned StaticShared = 0, DynamicShared = 0, CellsAt = 0;
  SharedCells SharedAt = SharedCells::None;
  /// InDevice: the pieces, as many as blocks can run at a time, each of so many
  /// cells, and for each whose it is, or 0.
  Word *Pieces = nullptr;
  unsigned *Taken = nullptr;
  /// And how many threads of the block that has it have ended.
  unsigned *Ended = nullptr;
  unsigned NumPieces = 0, PieceCells = 0;
};

/// What a kernel's code knows of itself (passes/instrument writes it). Units
/// may have kernels of one name, so that the host does not know which one runs.
struct Code {
  const void *Unit = nullptr;
  unsigned FirstSite = 0, NumSites = 0; ///< the kernel's, in the unit's numbers
};

/// What a unit says about itself, in a variable of the device (the plugin
/// declares it, the pass fills it in).
struct Unit {
  const char *Info = nullptr;
  Word InfoBytes = 0;
  const struct Variable *Variables = nullptr;
  Word NumVariables = 0;
};

struct Variable {
  const void *Begin = nullptr;
  Word Bytes = 0;
  const char *Name = nullptr;
  Word NameBytes = 0;
};

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_LAUNCH_H
