// LeanAccesses - the accesses of a kernel's lean copy that need no monitor.
//
// In:  the copy, and what is proved of the kernel.
// Out: which instructions make proved accesses only, and a check for each that
//      its address is within the array that the pointer leads to.
// The proof is about offsets in arrays. What leaves its array may be another
// one's, or nobody's: only that is announced, as in the full kernel. The copy
// asks once where the arrays of its launch are (__racemap_extents).
// Where threads are ordered by barriers of whole groups only, atomic accesses
// order none, so that these can be left alone, too; but the analysis does not
// look at their widths, and two of different widths conflict.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_LEANACCESSES_H
#define RACEMAP_PASSES_INSTRUMENT_LEANACCESSES_H

#include "passes/instrument/Event.h"
#include "passes/instrument/Proofs.h"
#include "llvm/IR/IRBuilder.h"

namespace racemap::instrument {

class LeanAccesses {
public:
  LeanAccesses(llvm::Function &Copy, const KernelProof &Proof,
               bool OrdersOtherwise);

  bool areProved(const llvm::Instruction &I, const Events &Some) const;
  /// Where an array is: an address, and a number of bytes.
  struct Extent {
    llvm::Value *Begin = nullptr, *Bytes = nullptr;
  };
  Extent arrayOf(const Event &E);
  /// In front of At: does the access leave its array?
  llvm::Value *strays(llvm::Instruction &At, const Event &E);
  /// The arguments that __racemap_extents tells about, in its order, behind the
  /// first entry, which is that of dynamic shared memory.
  llvm::json::Array extents() const;

private:
  /// What a pointer leads to, if it is one object.
  struct Root {
    const llvm::GlobalVariable *Variable = nullptr;
    unsigned Argument = 0; ///< if it is no variable
    uint64_t Offset = 0;   ///< in that one
  };
  std::optional<Root> rootOf(const llvm::Value *Pointer) const;
  Extent extentOf(const Root &R);
  Extent entry(llvm::IRBuilder<> &B, unsigned Number);
  llvm::Value *table();

  llvm::Function &Copy;
  const KernelProof &Proof;
  bool HasFreeAtomics;
  llvm::Value *Table = nullptr;
  std::vector<std::pair<unsigned, uint64_t>> Arguments;
  std::map<std::pair<unsigned, uint64_t>, Extent> Known;
  std::map<const llvm::GlobalVariable *, Extent> OfVariables;
  /// Behind the number of bytes with which an access has to begin.
  std::map<std::pair<llvm::Value *, uint64_t>, llvm::Value *> Limits;
};

} // namespace racemap::instrument

#endif
