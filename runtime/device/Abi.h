// Abi - what instrumented device code and the runtime agree on.
//
// The pass (passes/instrument) calls these functions; runtime/device has them
// for the GPU, runtime/cpu for the CPU device. Calls are in the order of the
// source:
//
//   __racemap_access(address, bytes, descriptor, site)     before an access;
//       0 bytes: it does not happen (a predicate of inline PTX, an empty copy)
//   __racemap_store(address, bytes, descriptor, site, low, high)
//       the same before a store of up to 16 bytes, which are those of low, then
//       those of high (the CPU device only)
//   __racemap_performed(address, bytes, descriptor, site)  after an access that
//       may order others: atomic and volatile ones. It has been announced
//       before, with the same address and bytes; the descriptor says what has
//       become of it (a compare-and-swap that fails only loads).
//   __racemap_fence(scope, order)                     after a fence
//   __racemap_barrier(scope, mask)                    after a barrier of a
//       whole group (Block, Cluster, Grid), or of the lanes of mask (Warp)
//   __racemap_named_barrier(id, threads)              after bar.sync/bar.red id
//       of so many threads
//   __racemap_copy_begin(to, from, bytes, descriptor, site),
//   __racemap_copy_commit(), __racemap_copy_wait(pending)
//       asynchronous copies: the accesses go on until the wait. Null for from:
//       nothing is read (what a short copy fills with zeros), or it has opted
//       out; null for to: that has
//   __racemap_grid_sync()                             instead of the call of a
//       function that is a barrier of the grid (runtime/device/
//       KnownFunctions.h); __racemap_barrier(Grid, ~0u) follows
//   __racemap_extents()                               in a kernel's lean copy:
//       where the arrays of the launch are, an address
//       and a number of bytes each; first, without an address, how many bytes
//       of dynamic shared memory there are, then the arguments that the module
//       info lists. No bytes: what is there belongs to nobody
//   __racemap_stray(address, bytes, site, begin, size)
//       in a lean copy, in front of an access that leaves its array, which is
//       these bytes from begin on; the CPU device's has announced it before
//
// Addresses are generic pointers. A module tells about its sites and kernels
// in one global variable named by ModuleInfo: a constant array of bytes, a JSON
// text (runtime/host/ModuleInfo.h reads it).
//
// Plain integers without the standard library: this header is compiled for the
// GPU and by the pass, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_DEVICE_ABI_H
#define RACEMAP_RUNTIME_DEVICE_ABI_H

#include "runtime/fsm/Access.h"

namespace racemap::device {

/// The memory that an access is known to be in.
enum class Space : unsigned char { Generic, Global, Shared };

/// How an access orders others. Volatile is not atomic, but others may wait for
/// its value.
enum class Order : unsigned char {
  None, ///< a plain access, or a relaxed atomic one
  Volatile,
  Acquire,
  Release,
  AcqRel ///< and sequentially consistent
};

/// What an access is, in one integer that the pass knows: operation (bits 0-2),
/// space (3-4), order (5-7), whether an atomic one only loads (8) or only
/// stores (9), and whether nobody looks at what it has read (10).
struct Descriptor {
  fsm::Operation Op = fsm::Operation::Read;
  Space In = Space::Generic;
  Order Ordering = Order::None;
  bool OnlyLoads = false;
  bool OnlyStores = false;
  bool Unread = false;

  constexpr unsigned bits() const {
    return unsigned(Op) | unsigned(In) << 3 | unsigned(Ordering) << 5 |
           unsigned(OnlyLoads) << 8 | unsigned(OnlyStores) << 9 |
           unsigned(Unread) << 10;
  }
  static constexpr Descriptor of(unsigned Bits) {
    return {fsm::Operation(Bits & 7), Space(Bits >> 3 & 3),
            Order(Bits >> 5 & 7),     (Bits >> 8 & 1) != 0,
            (Bits >> 9 & 1) != 0,     (Bits >> 10 & 1) != 0};
  }

  /// Its value may order others.
  constexpr bool isStrong() const {
    return isAtomic(Op) || Ordering != Order::None;
  }
  constexpr bool writes() const {
    return Op != fsm::Operation::Read && !OnlyLoads;
  }
  /// It takes a value that others may have left.
  constexpr bool reads() const {
    return Op != fsm::Operation::Write && !OnlyStores && !Unread;
  }
  constexpr bool releases() const {
    return Ordering == Order::Release || Ordering == Order::AcqRel;
  }
  constexpr bool acquires() const {
    return Ordering == Order::Acquire || Ordering == Order::AcqRel;
  }
  /// The group that a strong access speaks to.
  constexpr fsm::Scope audience() const {
    return isAtomic(Op) ? atomicScope(Op) : fsm::Scope::Grid;
  }
};

namespace abi {
inline constexpr char Access[] = "__racemap_access";
inline constexpr char Store[] = "__racemap_store";
inline constexpr char Performed[] = "__racemap_performed";
inline constexpr char Fence[] = "__racemap_fence";
inline constexpr char Barrier[] = "__racemap_barrier";
inline constexpr char NamedBarrier[] = "__racemap_named_barrier";
inline constexpr char CopyBegin[] = "__racemap_copy_begin";
inline constexpr char CopyCommit[] = "__racemap_copy_commit";
inline constexpr char CopyWait[] = "__racemap_copy_wait";
inline constexpr char GridSync[] = "__racemap_grid_sync";
inline constexpr char Stray[] = "__racemap_stray";
inline constexpr char Extents[] = "__racemap_extents";
inline constexpr char ModuleInfo[] = "__racemap_module_info";
/// Behind the name of a kernel, that of its lean copy.
inline constexpr char LeanSuffix[] = "__racemap_lean";
} // namespace abi

} // namespace racemap::device

#ifdef RACEMAP_DECLARE_ABI
extern "C" {
void __racemap_access(const void *Address, unsigned long long Bytes,
                      unsigned Descriptor, unsigned Site);
void __racemap_store(const void *Address, unsigned long long Bytes,
                     unsigned Descriptor, unsigned Site, unsigned long long Low,
                     unsigned long long High);
void __racemap_performed(const void *Address, unsigned long long Bytes,
                         unsigned Descriptor, unsigned Site);
/// Scope is a fsm::Scope, Order a device::Order.
void __racemap_fence(unsigned Scope, unsigned Order);
/// Mask: the lanes of a Warp barrier, otherwise ~0u.
void __racemap_barrier(unsigned Scope, unsigned Mask);
/// Threads: 0 for all threads of the block.
void __racemap_named_barrier(unsigned Id, unsigned Threads);
void __racemap_copy_begin(const void *To, const void *From,
                          unsigned long long Bytes, unsigned Descriptor,
                          unsigned Site);
void __racemap_copy_commit();
void __racemap_copy_wait(unsigned Pending);
/// Waits for all threads of the grid. The engine's, not the monitor's.
void __racemap_grid_sync();
const unsigned long long *__racemap_extents();
void __racemap_stray(const void *Address, unsigned long long Bytes,
                     unsigned Site, unsigned long long Begin,
                     unsigned long long Size);
}
#endif

#endif // RACEMAP_RUNTIME_DEVICE_ABI_H
