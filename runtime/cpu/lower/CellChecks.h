// CellChecks - what becomes of the shadow cells of an access, in compiled code.
//
// In:  where the cells are, what the access is, and the thread.
// Out: code that goes on where the cells stay as they are (device::Agreement),
//      or one by one once it has changed those that the access takes over
//      (device::Succession), in global memory by a compare-and-swap; and goes
//      elsewhere where one of them is not as simple as that.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_CELLCHECKS_H
#define RACEMAP_RUNTIME_CPU_LOWER_CELLCHECKS_H

#include "runtime/device/Abi.h"

#include "llvm/IR/IRBuilder.h"

namespace racemap::cpu {

/// An access to whole words.
struct WholeWords {
  device::Descriptor How;
  unsigned Site = 0;
  uint64_t Number = 0;
  llvm::Value *Address = nullptr; ///< an integer
  llvm::Value *Thread = nullptr;
  /// Shared memory of the thread's block, or global memory.
  bool IsShared = false;
};

class CellChecks {
public:
  /// The code is added to From. Where all is done it goes to Done; otherwise,
  /// some cells may know of the access already, to Else.
  CellChecks(const WholeWords &Of, llvm::BasicBlock *From,
             llvm::BasicBlock *Done, llvm::BasicBlock *Else)
      : Of(Of), At(From), Done(Done), Else(Else) {}
  /// First is the address of the first word's cell, an integer.
  void add(llvm::Value *First);

private:
  struct Cell {
    llvm::Value *Place, *Said, *State;
    llvm::Value *Stays;           ///< as it is
    llvm::Value *IsOld = nullptr; ///< of an earlier epoch
  };
  Cell look(llvm::Value *First, uint64_t Word);
  llvm::Value *stamp(size_t Offset, llvm::Type *T);
  llvm::Value *own();
  llvm::Value *entry(const void *Table, llvm::Value *State);
  llvm::BasicBlock *block();
  void take(const Cell &C, llvm::BasicBlock *Next);
  void takeGlobal(const Cell &C, llvm::Value *Sites, llvm::BasicBlock *Next);
  void takeShared(const Cell &C, llvm::Value *Sites, llvm::BasicBlock *Next);
  llvm::Value *successor(llvm::Value *Change, llvm::Value *Sites);

  WholeWords Of;
  llvm::IRBuilder<> At;
  llvm::BasicBlock *Done, *Else;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_CELLCHECKS_H
