// Objects - the memory that pointers of one function lead to.
//
// A pointer is traced to the variables, parameters and allocas it is based on,
// through casts, offsets, phis and selects. What all of them have in common is
// known of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_OBJECTS_H
#define RACEMAP_PASSES_INSTRUMENT_OBJECTS_H

#include "passes/instrument/Event.h"
#include "passes/lift/module/SourceNames.h"

namespace racemap::instrument {

/// Is memory never written through this pointer, nor given to anybody?
bool isOnlyRead(const llvm::Value &Pointer);
/// Is it constant, as the tables of libdevice are, which do not say so?
bool isTable(const llvm::GlobalVariable &V);

class Objects {
public:
  explicit Objects(const llvm::Function &F) : F(F), Names(F) {}

  /// The pointer that an access goes through, as far as it is known: that of an
  /// address inside an assembly text is found through casts and sums.
  static const llvm::Value *pointerOf(const llvm::Instruction &I,
                                      const Place &P);

  /// Is it provably in memory that no other thread writes: allocas, parameters,
  /// and, for those who only read, constants?
  bool isUnshared(const llvm::Value *Pointer, bool IsWritten) const;
  /// Can an access of so many bytes leave the __constant__ variable that it is
  /// based on, as far as its place says? Bytes: none if that is not known.
  bool mayLeaveConstant(const llvm::Value *Pointer,
                        std::optional<uint64_t> Bytes) const;
  /// By what an assembly text says, or by what the pointer leads to.
  device::Space spaceOf(const Place &P, const llvm::Value *Pointer) const;
  /// What the array or variable is called in the source, "s->" if it is behind
  /// a pointer in s, as in a MAP; empty if unknown.
  std::string nameOf(const llvm::Value *Pointer) const;
  /// True if the predicate holds for everything that it is based on.
  bool all(const llvm::Value *Pointer,
           llvm::function_ref<bool(const llvm::Value *)> Predicate) const;

private:
  const llvm::Function &F;
  lift::SourceNames Names;
};

} // namespace racemap::instrument

#endif
