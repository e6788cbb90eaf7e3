// Calls - the calls of runtime/device/Abi.h, inserted around an instruction.
//
// Accesses are announced in front of it, what orders behind it, in the order
// of its events. What happens only under a condition is announced as an access
// of 0 bytes if it does not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_CALLS_H
#define RACEMAP_PASSES_INSTRUMENT_CALLS_H

#include "passes/instrument/Operands.h"

namespace llvm {
class Module;
} // namespace llvm

namespace racemap::instrument {

class Calls {
public:
  /// SaysValues: the runtime is told what is stored.
  Calls(llvm::Module &M, bool SaysValues);

  /// One event of At, an access with its site. What cannot be told to the
  /// runtime is returned as a reason, otherwise it is empty.
  std::string announce(llvm::Instruction &At, const Event &E, unsigned Site);
  /// At, which has been announced, leaves its array.
  void announceStray(llvm::Instruction &At, const Event &E, unsigned Site,
                     llvm::Value *Begin, llvm::Value *Size);
  /// Replaces the call of a function that is a barrier of the grid, or leaves
  /// it there.
  void replaceGridBarrier(llvm::CallBase &Call, bool KeepsCall);

private:
  std::string announceAccess(llvm::Instruction &At, const Event &E,
                             unsigned Site);
  void announceStore(llvm::IRBuilder<> &B, llvm::ArrayRef<llvm::Value *> Access,
                     llvm::Value *Stored);
  std::string announceMatrix(llvm::Instruction &At, const Event &E,
                             unsigned Site);
  std::string announceCopy(llvm::Instruction &At, const Event &E,
                           unsigned Site);
  std::string announceOrder(llvm::Instruction &At, const Event &E);
  llvm::FunctionCallee declare(const char *Name,
                               llvm::ArrayRef<llvm::Type *> Parameters,
                               bool OnlyChecks = false);
  llvm::Value *laneId(llvm::IRBuilder<> &B);
  llvm::Value *became(llvm::IRBuilder<> &B, llvm::Instruction &At,
                      const Event &E);

  llvm::Module &M;
  llvm::FunctionCallee Access, Store, Performed, Fence, Barrier, NamedBarrier,
      CopyBegin, CopyCommit, CopyWait, GridSync;
};

} // namespace racemap::instrument

#endif
