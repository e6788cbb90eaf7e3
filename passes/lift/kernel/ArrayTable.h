// ArrayTable - the memory objects that a kernel can reach.
//
// In:  the kernel after inlining.
// Out: for every pointer the objects it can be based on (its roots), and for
//      every object whether the kernel may write it.
// An object is named by where its address comes from. Roots are found by
// walking from a pointer through casts, offsets, phis and selects. All
// `extern __shared__` arrays are one object.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_KERNEL_ARRAYTABLE_H
#define RACEMAP_PASSES_LIFT_KERNEL_ARRAYTABLE_H

#include "passes/lift/effects/PointerSteps.h"
#include "passes/lift/module/SourceNames.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <functional>

namespace racemap::lift {

/// What a pointer is based on.
struct Root {
  enum class Kind : uint8_t {
    Memory,  ///< TheArray
    Private, ///< a variable of the thread
    Nothing, ///< null, undefined: not accessed in a defined run
    Opaque,  ///< Reason says why it is not known
  };
  Kind TheKind = Kind::Nothing;
  map::Array *TheArray = nullptr;
  std::string Reason;
};

class ArrayTable {
public:
  ArrayTable(llvm::Function &F, map::Protocol &P, SourceNames &Names);

  map::Array *ofGlobal(const llvm::GlobalVariable &V);
  map::Array *ofParameter(const llvm::Argument &A);
  /// What the pointer at this byte of a parameter passed by value points to.
  map::Array *ofMember(const llvm::Argument &A, uint64_t Offset);
  /// The bytes of a parameter passed by value, if they are read at an offset
  /// that is not constant.
  map::Array *ofBytes(const llvm::Argument &A);
  /// What the pointers found in Parent point to.
  map::Array *ofField(map::Array *Parent);

  /// What handles of a kind name; the handle is the slot.
  map::Array *ofHandles(llvm::StringRef Kind);
  /// Which lane has which element of a warp's matrix: one number per element,
  /// in the order of rows.
  map::Array *ofLanes(llvm::StringRef Fragment, uint64_t Elements);

  /// The root of a value that is not derived from another pointer.
  Root leaf(const llvm::Value *V);
  /// May the kernel write it?
  bool isWritten(const map::Array *A) const;
  /// Launches pass overlapping objects in these two arguments, or in two
  /// members of one.
  void setOverlaps(std::function<bool(unsigned, unsigned)> May) {
    MayOverlap = std::move(May);
  }
  /// Launches pass pointers that may lead to variables of the device.
  bool VariablesAreReached = false;
  /// What is in it at all times; null if that is not known.
  const llvm::Constant *contentsOf(const map::Array *A) const {
    return Contents.lookup(A);
  }
  /// Is this a parameter passed by value that the kernel only loads from?
  bool isConstantParameter(const llvm::Value *V) const;
  /// Its memory is only loaded from and stored to by this thread.
  bool isPrivate(const llvm::Value *V) const { return !Escaping.contains(V); }
  /// Called for every element of an access, so that people see elements.
  static void noteElement(map::Array *A, uint64_t Size);

private:
  map::Array *make(const std::string &Name, map::Space S, map::Array::Origin O);
  void findEscapes();
  void followUses(const llvm::Value *Variable);
  bool neverChanges(const llvm::GlobalVariable &V);
  void findWrites();
  void findDistributed();
  Root leafOfMapped(const llvm::CallBase &Call);
  void noteWrite(const llvm::Value *Pointer);
  Root leafOfLoad(const llvm::LoadInst &L);
  Root leafOfNewLoad(const llvm::LoadInst &L);

  llvm::Function &F;
  const llvm::DataLayout &Layout;
  map::Protocol &P;
  SourceNames &Names;
  llvm::DenseMap<const llvm::Value *, map::Array *> ByValue;
  llvm::DenseMap<std::pair<const llvm::Value *, uint64_t>, map::Array *>
      Members;
  llvm::DenseMap<const map::Array *, map::Array *> Fields;
  llvm::DenseMap<const llvm::Argument *, map::Array *> Bytes;
  llvm::StringMap<map::Array *> Lanes, Handles;
  llvm::DenseMap<const map::Array *, const llvm::Constant *> Contents;
  map::Array *DynamicShared = nullptr;
  llvm::SmallPtrSet<const map::Array *, 8> Written;
  /// Of variables whose uses were followed.
  llvm::SmallPtrSet<const llvm::Value *, 8> Escaping, Stored;
  llvm::SmallPtrSet<const llvm::Value *, 8> Walked;
  /// Shared variables of which the kernel accesses other blocks' instances;
  /// null: the dynamic one.
  llvm::SmallPtrSet<const llvm::Value *, 2> Distributed;
  bool WritesOpaque = false;
  std::function<bool(unsigned, unsigned)> MayOverlap;
};

} // namespace racemap::lift

#endif
