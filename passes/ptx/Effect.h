// Effect - what an instruction of inline PTX does to memory and to others.
//
// In:  a Program.
// Out: one Effect per instruction, in order, from a closed set. Addresses,
//      sizes and predicates that go through local registers are traced back to
//      the asm operands. What may touch memory and is not understood is
//      Unsupported with a reason; nothing is left out.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef RACEMAP_PASSES_PTX_EFFECT_H
#define RACEMAP_PASSES_PTX_EFFECT_H

#include "passes/ptx/KnownValue.h"

#include <variant>

namespace racemap::ptx {

enum class Scope { Block, Cluster, Device, System };

/// Weak is an ordinary access; Volatile is relaxed at system scope to the
/// hardware, and orders nothing.
enum class Ordering { Weak, Volatile, Relaxed, Acquire, Release, AcqRel };

enum class AtomicOp { Add, And, Or, Xor, Min, Max, Inc, Dec, Exch, Cas };

/// Nothing that others can see: prefetch, nanosleep, pmevent, ...
struct NoEffect {};

/// Computes a value. Collective: it exchanges values between the lanes of a
/// warp (shfl, vote, match, mma) and orders no memory access.
struct ValueOnly {
  bool IsCollective = false;
};

struct Access {
  enum class Kind { Read, Write, Atomic, Reduction };
  Kind K = Kind::Read;
  StateSpace Space = StateSpace::Generic;
  /// For Weak accesses without meaning.
  Scope S = Scope::System;
  Ordering Order = Ordering::Weak;
  /// All bytes that one thread accesses, 1 to 64; 0 only inside an AsyncCopy
  /// whose size is an asm operand.
  unsigned Bytes = 0;
  /// The type of an element, and how many there are (".v4").
  Type ElementType;
  unsigned Elements = 1;
  /// The first byte. Unknown: somewhere in Space.
  KnownValue Address;
  /// Only lanes [0, AddressLanes) of the warp access memory (ldmatrix).
  unsigned AddressLanes = 32;
  /// Through the read-only cache (".nc", ldu): the program promises that
  /// nobody writes.
  bool IsNonCoherent = false;
  std::optional<AtomicOp> Op;
  /// Receives the value read; unset for writes, reductions and cp.async.
  std::optional<Operand> Result;
  /// What is stored or combined; for cas the comparand, then the new value.
  llvm::SmallVector<Operand, 2> Sources;
  /// The values of Sources.
  llvm::SmallVector<KnownValue, 2> Given;

  bool writes() const { return K != Kind::Read; }
  bool acquires() const {
    return Order == Ordering::Acquire || Order == Ordering::AcqRel;
  }
  bool releases() const {
    return Order == Ordering::Release || Order == Ordering::AcqRel;
  }
  bool isAtomic() const { return K == Kind::Atomic || K == Kind::Reduction; }
};

/// cp.async: both accesses happen between the instruction and the wait for its
/// group.
struct AsyncCopy {
  Access From, To;
  /// Bytes written: 4, 8 or 16.
  KnownValue Bytes;
  /// Bytes read, the rest of To is zeroed; unset if they are all read.
  std::optional<KnownValue> SourceBytes;
};

/// cp.async.commit_group, .wait_group, .wait_all.
struct AsyncGroup {
  enum class Kind { Commit, Wait, WaitAll };
  Kind K = Kind::Commit;
  /// Wait: how many of the latest groups may be left pending.
  KnownValue Pending;
};

/// cp.async.mbarrier.arrive: the phase of a barrier object in shared memory
/// lasts until the copies of the thread so far are done.
struct AsyncTracking {
  KnownValue Object;
};

/// Reads through a texture object. No linear memory is written.
struct TextureRead {};

/// suld, sust: one element of what a surface object is bound to.
struct SurfaceAccess {
  bool Writes = false;
  KnownValue Object;
  /// 32 bits each: the byte in a row, then the row and the slice or layer, as
  /// far as the surface has them.
  llvm::SmallVector<KnownValue, 3> At;
  unsigned Bytes = 0;
  /// What is outside goes to the edge; else it is no access, or a trap.
  bool Clamps = false;
};

struct Fence {
  enum class Semantics { SequentiallyConsistent, AcqRel, Acquire, Release };
  Semantics Sem = Semantics::AcqRel;
  Scope S = Scope::Device;
};

struct Barrier {
  enum class Kind { Sync, Arrive, Wait, Reduce };
  enum class Group { Warp, Block, Cluster };
  Kind K = Kind::Sync;
  Group G = Group::Block;
  /// Block: the barrier's number, and how many threads take part (unset: all).
  std::optional<KnownValue> Id, Count;
  /// Warp: the lanes that take part.
  std::optional<KnownValue> Mask;
  /// All threads of the warp promise to execute it together.
  bool IsAligned = false;
  /// False for cluster arrivals that are ".relaxed".
  bool OrdersMemory = true;
  /// Reduce: receives popc, and or or of the threads' predicates.
  std::optional<Operand> Result;
};

/// The thread does not go on (Breakpoint: it does once the debugger lets it).
struct Stop {
  enum class Kind { Exit, Trap, Breakpoint };
  Kind K = Kind::Exit;
};

struct Unsupported {
  enum class Kind { Memory, Synchronization, Control, Unknown };
  Kind K = Kind::Unknown;
  /// The instruction's text and why, in one line.
  std::string Reason;
};

/// The condition under which a predicated instruction executes.
struct Guard {
  enum class Kind { Always, Compare, Unknown };
  enum class Comparison { Eq, Ne, Lt, Le, Gt, Ge };
  Kind K = Kind::Always;
  /// Compare: Left C Right as integers of this type, or its negation.
  Comparison C = Comparison::Ne;
  Type T;
  KnownValue Left, Right;
  bool Negated = false;
};

struct Effect {
  using Payload =
      std::variant<NoEffect, ValueOnly, Access, AsyncCopy, AsyncGroup,
                   AsyncTracking, TextureRead, SurfaceAccess, Fence, Barrier,
                   Stop, Unsupported>;
  /// In the order of Payload.
  enum class Kind {
    None,
    Value,
    Access,
    AsyncCopy,
    AsyncGroup,
    AsyncTracking,
    TextureRead,
    SurfaceAccess,
    Fence,
    Barrier,
    Stop,
    Unsupported
  };
  Payload What;
  Guard When;

  Kind kind() const { return static_cast<Kind>(What.index()); }
  template <class T> const T *getAs() const { return std::get_if<T>(&What); }
  /// None or Value: nobody else can tell that the instruction was executed.
  bool isSilent() const {
    return kind() == Kind::None || kind() == Kind::Value;
  }
};

/// What the text leaves in an asm operand that it writes.
struct Output {
  unsigned AsmOperand = 0;
  KnownValue Value;
};

struct Summary {
  /// Effects[i] is that of Program::Instructions[i].
  std::vector<Effect> Effects;
  /// Ascending by AsmOperand.
  std::vector<Output> Outputs;

  /// Every effect is silent: the asm only computes its outputs.
  bool isValueOnly() const;
  /// The value left in this asm operand, or null if it is not written.
  const KnownValue *output(unsigned AsmOperand) const;
};

/// Classifies every instruction of P. Total: it cannot fail.
Summary summarize(const Program &P);

} // namespace racemap::ptx

#endif // RACEMAP_PASSES_PTX_EFFECT_H
