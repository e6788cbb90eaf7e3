// Redundant - plain accesses that need no check of their own.
//
// In:  a function and its plain accesses, each to a number of bytes at a
//      pointer.
// Out: for each what to do with it.
//
// Covered: an access is left out if, on every path to it, the thread has
// accessed at least as many bytes at the same address, by a write or, if it is
// a read itself, by any access, and has since executed nothing that orders
// (Event.h, mayOrder). Why that loses no racy word: let A be the earlier access
// of thread T, B the one left out, and X an access of another thread that races
// with B. If X comes before A, in the order that was executed, then A itself
// races with X: what would order X before A orders it before B too, and A
// conflicts with whatever B conflicts with. If X comes after B, the same holds
// the other way: to be ordered after A but not after B, T would have to release
// between the two. If X comes between, nothing orders it with A, because T has
// released nothing since A. So the word is reported by the check of A or of X.
// Nothing is reported that would not be without it, as checks only go.
//
// Values: whether two threads write the same value is seen when the second one
// comes to its first write; what it writes next, nobody compares. So where
// another value may follow by some way, with nothing between that orders,
// writes to the address are told without their values, which are nobody's then.
//
// AsWrite: a read of what is written in the same basic block behind it, with
// nothing between that orders or may keep the thread from going on, is checked
// as that write, and the write is covered. T does both or none, and by the same
// argument whoever races with the write races with it at the time of the read.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_REDUNDANT_H
#define RACEMAP_PASSES_INSTRUMENT_REDUNDANT_H

#include "passes/instrument/SameAddress.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace racemap::instrument {

/// A plain load or store of that many bytes.
struct PlainAccess {
  const llvm::Value *Pointer = nullptr;
  uint64_t Bytes = 0;
  bool IsWrite = false;
  /// What is written; null if the runtime is not told.
  const llvm::Value *Written = nullptr;
};

class Redundant {
public:
  using Classify =
      llvm::function_ref<std::optional<PlainAccess>(const llvm::Instruction &)>;

  /// Plain says which instructions are plain accesses that would be checked.
  Redundant(llvm::Function &F, Classify Plain);

  bool isCovered(const llvm::Instruction &I) const {
    return Covered.contains(&I);
  }
  /// Is the runtime to be told what the write writes?
  bool saysValue(const llvm::Instruction &Write) const {
    auto Found = Plains.find(&Write);
    return Found == Plains.end() || Found->second.Written;
  }
  /// The write that a read is to be checked as, or null.
  const llvm::Instruction *asWrite(const llvm::Instruction &Read) const {
    return Writes.lookup(&Read);
  }

private:
  /// How many bytes at an address have been checked as read, and as written;
  /// the latter with this value, or with none.
  struct Checked {
    uint64_t Read = 0, Written = 0;
    const llvm::Value *Value = nullptr;
    bool IsMixed = false; ///< with several values, by several ways
    /// What was written last by some way, on which nothing has ordered since.
    const llvm::Value *Last = nullptr;
    bool HasSeveralLast = false;

    bool operator==(const Checked &) const = default;
    bool isNothing() const { return Read == 0 && !Last && !HasSeveralLast; }
    void meet(const Checked &O);
    void write(uint64_t Bytes, const llvm::Value *New);
    bool covers(uint64_t Bytes, const llvm::Value *New) const {
      return Bytes <= Written && !differsFrom(New);
    }
    bool differsFrom(const llvm::Value *New) const {
      return IsMixed || (Value && Value != New);
    }
    /// May another value than New stand there, of which the runtime was told?
    bool mayDifferFrom(const llvm::Value *New) const {
      return HasSeveralLast || (Last && Last != New);
    }
  };
  using State = std::map<unsigned, Checked>;

  struct Numbered {
    unsigned Address;
    uint64_t Bytes;
    bool IsWrite;
    const llvm::Value *Written;
  };

  void number(llvm::Function &F, Classify Plain);
  void findWrites(llvm::BasicBlock &B);
  void propagate(llvm::Function &F);
  void forgetValues();
  State atEntry(const llvm::BasicBlock &B) const;
  void walk(llvm::BasicBlock &B, State &S, bool Decide);
  void forget(const llvm::Instruction &Leaf, State &S) const;

  SameAddress Addresses;
  llvm::DenseMap<const llvm::Instruction *, Numbered> Plains;
  llvm::DenseSet<const llvm::Instruction *> Orders; ///< what orders
  llvm::DenseMap<const llvm::Instruction *, llvm::SmallVector<unsigned, 4>>
      DependOn; ///< the addresses that a leaf is part of
  llvm::DenseMap<const llvm::Instruction *, const llvm::Instruction *> Writes;
  llvm::DenseMap<const llvm::BasicBlock *, State> AtExit; ///< once visited
  llvm::DenseSet<const llvm::Instruction *> Covered;
  llvm::DenseSet<unsigned>
      Differing; ///< addresses to which other values follow
};

} // namespace racemap::instrument

#endif
