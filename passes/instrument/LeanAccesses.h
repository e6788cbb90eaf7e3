// LeanAccesses - the accesses of a kernel's lean copy that need no monitor.
//
// In:  the copy, and what is proved of the kernel.
// Out: which instructions make proved accesses only, and a check for each that
//      its address is within the array that the pointer leads to.
// The proof is about offsets in arrays. What leaves its array may be another
// one's, or nobody's: only that is announced, as in the full kernel. The copy
// asks once where the arrays of its launch are (__racemap_extents).
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
  LeanAccesses(llvm::Function &Copy, const KernelProof &Proof)
      : Copy(Copy), Proof(Proof) {}

  bool areProved(const llvm::Instruction &I, const Events &Some) const;
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
  struct Extent {
    llvm::Value *Begin = nullptr, *Bytes = nullptr;
  };
  std::optional<Root> rootOf(const llvm::Value *Pointer) const;
  Extent extentOf(const Root &R);
  Extent entry(llvm::IRBuilder<> &B, unsigned Number);
  llvm::Value *table();

  llvm::Function &Copy;
  const KernelProof &Proof;
  llvm::Value *Table = nullptr;
  std::vector<std::pair<unsigned, uint64_t>> Arguments;
  std::map<std::pair<unsigned, uint64_t>, Extent> Known;
  std::map<const llvm::GlobalVariable *, Extent> OfVariables;
  /// Behind the number of bytes with which an access has to begin.
  std::map<std::pair<llvm::Value *, uint64_t>, llvm::Value *> Limits;
};

} // namespace racemap::instrument

#endif
