// SameAddress - which pointers of a function are the same address.
//
// Expressions without side effects are numbered by what they compute; their
// leaves are everything else: arguments, phis, loads, calls. Two pointers with
// one number are the same address as long as none of their leaves was computed
// anew in between, which a loop does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_SAMEADDRESS_H
#define RACEMAP_PASSES_INSTRUMENT_SAMEADDRESS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include <map>

namespace racemap::instrument {

class SameAddress {
public:
  unsigned number(const llvm::Value *V);
  /// The instructions among the leaves of what has this number.
  llvm::ArrayRef<const llvm::Instruction *> leaves(unsigned Number) const {
    return Leaves[Number];
  }

private:
  using Key = llvm::SmallVector<uintptr_t, 6>;

  unsigned leaf(const llvm::Value *V);
  unsigned numberOf(const Key &K, llvm::ArrayRef<unsigned> Operands);

  llvm::DenseMap<const llvm::Value *, unsigned> Known;
  std::map<Key, unsigned> Expressions;
  std::vector<llvm::SmallVector<const llvm::Instruction *, 4>> Leaves;
};

} // namespace racemap::instrument

#endif
