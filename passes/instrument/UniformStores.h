// UniformStores - stores that write the same value, whichever thread makes
// them.
//
// In:  the instructions of a function, with their events.
// Out: for each store, the value that it writes, if
//      * that is a constant, or follows from a kernel's parameters and the
//        launch's dimensions alone: it is the same for all threads, at any
//        time;
//      * every other write that may be to the same place, by way of the same
//        variable or parameter, or by one that is not known, is of that value.
// So two threads that make such stores of one value conflict, but neither
// changes what the other has written.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_UNIFORMSTORES_H
#define RACEMAP_PASSES_INSTRUMENT_UNIFORMSTORES_H

#include "passes/instrument/Objects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include <map>

namespace racemap::instrument {

class UniformStores {
public:
  UniformStores(const llvm::Function &F, const Objects &In) : F(F), In(In) {}

  void add(const llvm::Instruction &I, llvm::ArrayRef<Event> Some);
  /// Null if it is not such a store. After all have been added.
  const llvm::Value *valueOf(const llvm::StoreInst &Store) const;

private:
  /// If it is no store, nothing is known of its value.
  struct Write {
    const llvm::Value *Stored = nullptr;
    const llvm::Value *Base = nullptr; ///< Offset bytes behind it
    int64_t Offset = 0;
    uint64_t Bytes = 0;

    bool isBeside(const Write &O) const {
      return Base == O.Base && (Offset + int64_t(Bytes) <= O.Offset ||
                                O.Offset + int64_t(O.Bytes) <= Offset);
    }
  };

  static Write writeOf(const llvm::StoreInst &Store);
  const llvm::Value *wayOf(const llvm::Value &Object) const;
  bool isUniform(const llvm::Value &V) const;

  const llvm::Function &F;
  const Objects &In;
  /// By variable, parameter, or the first one that reads a pointer in a
  /// parameter passed by value; by null, where none of these is known.
  llvm::DenseMap<const llvm::Value *, std::vector<Write>> Writes;
  mutable std::map<std::pair<const llvm::Value *, int64_t>, const llvm::Value *>
      Members;
};

} // namespace racemap::instrument

#endif // RACEMAP_PASSES_INSTRUMENT_UNIFORMSTORES_H
