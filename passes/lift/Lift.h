// Lift - device IR to memory access protocols.
//
// In:  a device module for NVPTX, as clang makes it with optimisations off,
//      best with debug information. It is used up.
// Out: one Protocol per kernel, numbered, in the order of the module.
// For each kernel: inline what it calls, promote its variables to registers,
// name the memory it can reach, find closed forms for its loops, and write its
// accesses and barriers down as a tree along the dominator tree. Whatever is
// not modelled becomes a Gap or an unmodelled value, never an omission. What a
// kernel costs is counted by its instructions with those of all it calls,
// before it is begun.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_LIFT_H
#define RACEMAP_PASSES_LIFT_LIFT_H

#include "passes/lift/module/CodeNumbers.h"
#include "passes/map/Protocol.h"
#include <functional>
#include <limits>
#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace racemap::lift {

struct LiftOptions {
  /// Which kernels to lift, by mangled and by demangled name; empty: all.
  std::function<bool(llvm::StringRef Mangled, llvm::StringRef Demangled)>
      Wanted;
  /// Can what two arguments of a kernel point to, directly or through their
  /// members, overlap in a launch? By its mangled name; empty: never. What is
  /// read in such an object is an input only if none of them is written.
  std::function<bool(llvm::StringRef Mangled, unsigned A, unsigned B)>
      MayOverlap;
  /// Can a pointer that a kernel is given lead to a variable of the device in a
  /// launch? By its mangled name; empty: never.
  std::function<bool(llvm::StringRef Mangled)> MayReachVariables;
  /// Is told of what a RACEMAP_ASSUME says in vain, where, and why; can be
  /// empty. An instance of a template, or a caller, is one of its own.
  std::function<void(const map::Location &Where, llvm::StringRef Why)>
      NotAssumed;
  /// Is given each protocol as soon as it is made; can be empty.
  std::function<void(map::Protocol &)> Lifted;
  /// The step of this thread at which lifting has to end. Small kernels come
  /// first; those that are not begun get a Gap with this reason.
  uint64_t LastStep = std::numeric_limits<uint64_t>::max();
  std::string NotLifted;
  /// If not null, instructions are numbered, and accesses say theirs.
  CodeDigests *Digests = nullptr;
};

/// One protocol for each wanted kernel. Terms must outlive the protocols. A
/// protocol that turns out to be malformed is replaced by an empty one with a
/// Gap that says so.
std::vector<map::Protocol> liftModule(std::unique_ptr<llvm::Module> M,
                                      map::TermContext &Terms,
                                      const LiftOptions &Options = {});

} // namespace racemap::lift

#endif
