// MemoryEffects - what one instruction does to memory and to other threads.
//
// In:  an instruction of an inlined kernel.
// Out: one Effect from a closed set. Nothing is left out: what may touch
//      memory and is not understood is Unknown, with a reason.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EFFECTS_MEMORYEFFECTS_H
#define RACEMAP_PASSES_LIFT_EFFECTS_MEMORYEFFECTS_H

#include "passes/lift/effects/AccessForm.h"
#include "passes/lift/effects/Assembly.h"
#include "passes/map/Protocol.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"

namespace racemap::lift {

/// A number: an IR value, or a constant if there is none.
struct Quantity {
  const llvm::Value *Value = nullptr;
  uint64_t Number = 0;
};

/// A matrix in memory that the lanes of a warp access together, each some of
/// its elements.
struct MatrixTile {
  uint64_t Rows = 0, Columns = 0;
  bool ColumnMajor = false;
  Quantity Stride; ///< in elements, from row to row or from column to column
  /// Which lane has an element depends on this and on the element alone.
  std::string Fragment;
};

/// A place in what a handle names: a surface, a graph's condition.
struct HandlePlace {
  llvm::StringRef
      Kind; ///< "surface"; handles of other kinds name other objects
  /// The byte in a row, the row, the slice; none: the whole object.
  llvm::SmallVector<Quantity, 3> At;
};

/// One access through a pointer, or a handle.
struct MemoryAccess {
  map::Access::Operation Operation = map::Access::Operation::Read;
  /// Or an integer made from one; with a Place, the handle.
  const llvm::Value *Pointer = nullptr;
  std::optional<HandlePlace> Place;
  int64_t Displacement = 0;            ///< bytes, added to Pointer
  uint64_t Size = 0;                   ///< in bytes; 0: Length says
  const llvm::Value *Length = nullptr; ///< in bytes
  map::Scope AtomicScope = map::Scope::Grid;
  bool Acquires = false, Releases = false; ///< only an atomic one
  bool IsResult = false; ///< of inline assembly: its result is what is found
  bool Volatile = false;
  const llvm::Value *Stored = nullptr; ///< the value written, if there is one
  map::Access::Update TheUpdate = map::Access::Update::Any;
  const llvm::Value *Operand = nullptr, *Expected = nullptr;
  bool Subtracts = false;         ///< Add: minus Operand
  std::optional<uint8_t> Fill;    ///< every byte written has this value
  std::optional<MatrixTile> Tile; ///< of elements of Size bytes

  void setForm(const AccessForm &F);
};

struct BarrierEffect {
  map::Scope TheScope = map::Scope::Block;
  map::Barrier::Part ThePart = map::Barrier::Part::Whole;
  std::optional<Quantity> Number, Count, Mask;
  /// Of a barrier that is an object in memory: a pointer to it.
  const llvm::Value *Object = nullptr;
};

/// Lanes tell each other something (map::Exchange).
struct ExchangeEffect {
  map::Exchange::Function Function = map::Exchange::Function::Active;
  const llvm::Value *Mask = nullptr, *Value = nullptr, *Lane = nullptr;
  /// In place of a mask: how many lanes each tile has whose lanes take part, if
  /// the block has them all. Else 0.
  unsigned Tile = 0;
};

struct Effect {
  enum class Kind : uint8_t {
    None,       ///< no other thread can tell
    Accesses,   ///< Accesses
    Barrier,    ///< TheBarrier
    Fence,      ///< orders memory for FenceScope, nothing more
    Exchange,   ///< TheExchange
    AsyncGroup, ///< Pending
    /// the barrier TheBarrier.Object waits for the copies so far; what that is
    /// called if it is not understood: Reason
    AsyncTracking,
    Exit,    ///< the thread ends here, as by returning from the kernel
    Abort,   ///< the launch fails here
    Unknown, ///< Reason
  };
  Kind TheKind = Kind::None;
  llvm::SmallVector<MemoryAccess, 2> Accesses;
  BarrierEffect TheBarrier;
  map::Scope FenceScope = map::Scope::Block;
  ExchangeEffect TheExchange;
  std::string Reason;
  ptx::Guard When;           ///< of inline assembly: the effect's condition
  unsigned Lanes = 32;       ///< only the first ones of a warp have it
  bool Asynchronous = false; ///< Accesses: a read and a write, any time later
  /// AsyncGroup: how many groups may go on behind a wait; nothing: the copies
  /// so far become one.
  std::optional<unsigned> Pending;

  static Effect unknown(std::string Reason);
  static Effect access(MemoryAccess A);
};

Effect effectOf(const llvm::Instruction &I);
/// The same for calls: of intrinsics and functions, and of inline assembly.
Effect effectOfCall(const llvm::CallBase &Call);
/// Of the intrinsics named llvm.nvvm.bar*, and llvm.nvvm.barrier.cluster.*.
Effect effectOfBlockBarrier(const llvm::CallBase &Call, llvm::StringRef Name);
Effect effectOfClusterBarrier(llvm::StringRef Name);
/// Of the intrinsics named llvm.nvvm.cp.async.NAME.
llvm::SmallVector<Effect, 2> effectsOfAsyncCopy(const llvm::CallBase &Call,
                                                llvm::StringRef Name);
/// Of the intrinsics with which the lanes of a warp exchange integers; nothing
/// for all others.
std::optional<Effect> effectOfExchange(const llvm::CallBase &Call,
                                       llvm::StringRef Name);
/// Of a call that marks what the lanes of a tile have in common.
Effect effectOfTileValue(const llvm::CallBase &Call);
/// Of the intrinsics named llvm.nvvm.wmma.*.load.* and .store.*.
Effect effectOfWarpMatrix(const llvm::CallBase &Call, llvm::StringRef Name);
/// Every effect of an assembly text, in order.
llvm::SmallVector<Effect, 2> effectsOfAssembly(const llvm::CallBase &Call);
/// The effects of an instruction, in order; None ones are left out.
llvm::SmallVector<Effect, 2> effectsOf(const llvm::Instruction &I);

/// The operand that a call returns, if it returns a pointer it was given.
const llvm::Value *returnedPointer(const llvm::CallBase &Call);

/// What an instruction may write.
struct WriteSet {
  bool Anything = false;
  llvm::SmallVector<const llvm::Value *, 2> Pointers;
};
WriteSet writtenPointers(const llvm::Instruction &I);

/// What a use of a private variable's address does with it.
enum class PrivateUse : uint8_t { Reads, Writes, Derives, Escapes };
PrivateUse privateUse(const llvm::Use &U);

} // namespace racemap::lift

#endif
