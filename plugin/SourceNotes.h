// SourceNotes - what the macros of racemap/racemap.h say.
//
// RACEMAP_LAUNCH is an annotation of the kernel with six numbers,
// RACEMAP_BENIGN one of a function, variable or statement, RACEMAP_ASSUME a
// call that only the analysis sees: in what the user generates, nothing is left
// of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_SOURCENOTES_H
#define RACEMAP_PLUGIN_SOURCENOTES_H

#include "passes/BenignStatements.h"
#include "passes/verdict/finding/Finding.h"
#include "plugin/PrivateModule.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace racemap {

/// Defines __RACEMAP__, by which the header knows that it is read by RaceMap,
/// and has calls for the analysis taken out of the user's code. Before the
/// source is read.
void announceAnalysis(clang::CompilerInstance &CI);

/// The launches that a kernel says it has; null says none. Where one says no
/// sizes, Bad is told.
std::vector<map::LaunchContext>
statedLaunches(const clang::FunctionDecl *Kernel, const clang::ASTContext &AST,
               llvm::function_ref<void(clang::SourceLocation)> Bad);

/// The accesses that are said to be benign.
class BenignMarks {
public:
  BenignMarks(const llvm::Module &M, const PrivateModule &Private,
              const clang::ASTContext &AST);
  /// Why the finding is benign, if it is about such a variable, or about an
  /// access that stands in such a function or statement.
  std::optional<std::string> cover(const verdict::Finding &F);
  /// Where those begin that have covered nothing.
  std::vector<map::SourcePoint> unused() const;

private:
  struct Variable {
    std::string Why;
    map::SourcePoint Where; ///< line 0: not known
    bool IsUsed = false;
  };
  struct Code {
    std::string File;
    BenignStatement Its; ///< a function's whole body is one, too
    std::string Why;
    bool IsUsed = false;
  };
  llvm::StringMap<Variable> Variables; ///< by name
  std::vector<Code> Intended;
};

} // namespace racemap

#endif
