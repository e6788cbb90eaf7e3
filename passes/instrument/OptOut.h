// OptOut - functions, statements and variables that are not monitored.
//
// They say so themselves (RACEMAP_NO_MONITOR, RACEMAP_BENIGN: annotations), or
// a file in the format of -fsanitize-ignorelist= does: fun:, src: and global:
// entries of the section [racemap], or of none. A function's or statement's own
// accesses are meant, not those of what it calls. Barriers, fences and atomics
// are announced all the same, as what they order is monitored elsewhere.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_OPTOUT_H
#define RACEMAP_PASSES_INSTRUMENT_OPTOUT_H

#include "passes/BenignStatements.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SpecialCaseList.h"

namespace racemap::instrument {

class OptOut {
public:
  static llvm::Expected<OptOut> create(const llvm::Module &M,
                                       const std::vector<std::string> &Lists);

  /// Marks the instructions of functions and statements that are not monitored;
  /// inlining keeps the marks.
  void mark(llvm::Module &M) const;
  static bool isMarked(const llvm::Instruction &I);
  bool has(const llvm::GlobalVariable &V) const;

private:
  bool has(const llvm::Function &F) const;
  bool isInStatement(const llvm::Instruction &I) const;
  bool lists(llvm::StringRef Prefix, llvm::StringRef Name) const;

  std::unique_ptr<llvm::SpecialCaseList> List;
  llvm::DenseSet<const llvm::GlobalValue *> Annotated;
  /// By the function that they are in.
  llvm::DenseMap<const llvm::GlobalValue *, std::vector<BenignStatement>>
      Statements;
};

} // namespace racemap::instrument

#endif
