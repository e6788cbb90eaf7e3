// SystemFiles - which files of a module are headers that the user did not
// write.
//
// Who makes the module knows it and notes it there; what functions of such
// headers do (an atomicAdd) is then said of the line that calls them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_MODULE_SYSTEMFILES_H
#define RACEMAP_PASSES_LIFT_MODULE_SYSTEMFILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace racemap::lift {

/// Of the files that M's instructions come from, as debug information names
/// them, with a line that one of them has there (0: none is known). A file can
/// call itself a system header somewhere below its first line.
void noteSystemFiles(
    llvm::Module &M,
    llvm::function_ref<bool(llvm::StringRef File, unsigned Line)> IsSystem);

/// All others of these files.
std::vector<std::string> ownFiles(const llvm::Module &M);

class SystemFiles {
public:
  /// Those that were noted.
  explicit SystemFiles(const llvm::Module &M);

  /// The innermost level of a stack of inlined calls that is in no such file,
  /// or L itself, if all are or L is null.
  const llvm::DILocation *shown(const llvm::DILocation *L) const;

  bool has(llvm::StringRef File) const { return Names.contains(File); }

private:
  llvm::StringSet<> Names;
};

} // namespace racemap::lift

#endif
