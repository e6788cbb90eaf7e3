// SourceNames - what people call the values, variables and places of a kernel.
//
// Debug records say which value a source variable has; debug locations carry
// the stack of inlined calls. Without debug information LLVM's own names do.
// Every name that is given out is unique within its kind.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_MODULE_SOURCENAMES_H
#define RACEMAP_PASSES_LIFT_MODULE_SOURCENAMES_H

#include "passes/lift/module/SystemFiles.h"
#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

namespace racemap::lift {

class SourceNames {
public:
  explicit SourceNames(const llvm::Function &F);

  /// What a function of a system header does stands where it is called.
  map::Location locationOf(const llvm::Instruction &I) const;
  /// Where the loop's statement begins, as the frontend has noted it.
  map::Location locationOf(const llvm::Loop &L) const;
  map::SourcePoint kernel() const;

  /// The source variable that V is the value of, null if none is known.
  const llvm::DILocalVariable *variableOf(const llvm::Value *V) const;
  /// Its name, or Otherwise.
  std::string nameOf(const llvm::Value *V, llvm::StringRef Otherwise) const;
  std::string nameOf(const llvm::GlobalVariable &V) const;
  /// The member of a parameter passed by value that begins at this byte:
  /// "s.data", or "s+8".
  std::string memberOf(const llvm::Argument &A, uint64_t Offset) const;
  /// Is the parameter, or the member of it that begins at this byte, declared
  /// as an unsigned integer?
  bool isUnsigned(const llvm::Argument &A, uint64_t Offset = 0) const;

  /// map::withoutNumber() gives Name again.
  std::string uniqueValue(llvm::StringRef Name) {
    return unique(ValueNames, Name, ".");
  }
  std::string uniqueArray(llvm::StringRef Name) {
    return unique(ArrayNames, Name, "");
  }

private:
  map::Location locationAt(const llvm::DILocation *L) const;
  static std::string unique(llvm::StringSet<> &Taken, llvm::StringRef Name,
                            llvm::StringRef Joint);

  const llvm::Function &F;
  SystemFiles Foreign;
  llvm::DenseMap<const llvm::Value *, const llvm::DILocalVariable *> Variables;
  llvm::StringSet<> ValueNames, ArrayNames;
};

/// One line of IR, for messages.
std::string textOf(const llvm::Instruction &I);

} // namespace racemap::lift

#endif
