// Event - what one instruction does that the runtime is told.
//
// In:  an instruction of device code, after inlining and promotion.
// Out: its events, in order. What may touch memory or order threads and cannot
//      be told to the runtime is Unknown, with a reason; what nobody else can
//      tell has no event.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_EVENT_H
#define RACEMAP_PASSES_INSTRUMENT_EVENT_H

#include "passes/lift/effects/MemoryEffects.h"
#include "runtime/device/Abi.h"

namespace racemap::instrument {

/// A number: an IR value, else what is known of a value inside an assembly
/// text, else a constant.
struct Quantity {
  llvm::Value *Value = nullptr;
  std::optional<ptx::KnownValue> Known;
  uint64_t Number = 0;

  static Quantity constant(uint64_t N) { return {nullptr, std::nullopt, N}; }
  static Quantity value(llvm::Value *V) { return {V, std::nullopt, 0}; }
  /// The number, if it is one.
  std::optional<uint64_t> number() const;
};

/// Where an access begins: a pointer, or an address inside an assembly text.
struct Place {
  Quantity Address;
  ptx::StateSpace Space = ptx::StateSpace::Generic; ///< of a Known address
  uint64_t Offset = 0;                              ///< in bytes, added to it
};

struct Event {
  enum class Kind : uint8_t {
    Access,       ///< To, Bytes, How
    Fence,        ///< Scope, How.Ordering
    Barrier,      ///< Scope; Mask of a warp's
    NamedBarrier, ///< Id, Count
    CopyBegin,    ///< To, From (none: zeros), Bytes, How
    CopyCommit,
    CopyWait, ///< Count: how many groups may be left
    Order,    ///< orders threads in a way the engine sees by itself
    Unknown   ///< Reason
  };
  Kind K = Kind::Access;
  Place To;
  std::optional<Place> From;
  Quantity Bytes;
  /// CopyBegin: one of the two has opted out.
  bool SkipsTo = false, SkipsFrom = false;
  /// CopyBegin: how many bytes are read, the rest of Bytes becomes 0.
  std::optional<Quantity> BytesRead;
  device::Descriptor How;
  /// A compare-and-swap: what it is if it fails. One that is a call: the value
  /// that it has to find, and which operand of a text gets what it finds.
  std::optional<device::Descriptor> Failed;
  std::optional<Quantity> Expected;
  unsigned Found = 0;
  /// The runtime is told what is stored, if that is known.
  bool SaysValue = false;
  /// Stores with the same number write the same value, whichever thread makes
  /// them (UniformStores); 0: it is none of these.
  unsigned UniformValue = 0;
  /// An arrival at a cluster's barrier, which waits later.
  bool IsArrival = false;
  /// It is announced in front of the instruction, as accesses are, although it
  /// orders.
  bool IsInFront = false;
  fsm::Scope Scope = fsm::Scope::Block;
  Quantity Mask, Id, Count;
  /// When it happens: the predicate of inline assembly, and only in the first
  /// lanes of a warp.
  ptx::Guard When;
  unsigned Lanes = 32;
  /// The lanes of a warp share an access to a matrix.
  std::optional<lift::MatrixTile> Tile;
  std::string Reason;

  static Event unknown(std::string Reason);
  /// In front of the instruction, or behind it?
  bool isAnnouncedBefore() const {
    return K == Kind::Access || K == Kind::CopyBegin || IsInFront;
  }
  /// It orders threads by other means than barriers of whole groups.
  bool ordersOtherwise() const;
  /// A load or store that does nothing but access memory.
  bool isPlain() const;
};

using Events = llvm::SmallVector<Event, 2>;

/// In the letters of the runtime.
fsm::Scope scopeOf(map::Scope S);
device::Order orderOf(ptx::Ordering O);
/// Atomic for one thread only is a plain access.
device::Descriptor descriptorOf(const lift::AccessForm &F);

/// The events of an instruction. Calls of functions with a body have none:
/// the body has them.
Events eventsOf(llvm::Instruction &I);

/// The parts of it: loads, stores, atomics and copies of the IR; intrinsics of
/// NVPTX; inline assembly; libdevice.
Events eventsOfMemory(llvm::Instruction &I);
Events eventsOfIntrinsic(llvm::CallBase &Call, llvm::StringRef Name);
Events eventsOfAssembly(llvm::CallBase &Call);
Events eventsOfLibrary(llvm::CallBase &Call, llvm::StringRef Name);

/// Does the thread do nothing between the call and a wait for its cluster?
bool isFollowedByClusterWait(const llvm::CallBase &Call);

/// May the instruction order what this thread accesses before and after it, or
/// keep it from going on?
bool mayOrder(llvm::Instruction &I);
/// The same for kernels: does it order threads by other means than barriers of
/// whole groups? Calls of functions with a body count as no.
bool ordersOtherwise(llvm::Instruction &I);

} // namespace racemap::instrument

#endif
