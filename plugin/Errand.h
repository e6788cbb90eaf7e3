// Errand - what RaceMap's own programs want of the plugin, beside the user's
// options.
//
// In:  arguments of the plugin, NAME=FILE.
// Out: the files to read and to write; what other units call; and, with
//      emit-calls=FILE, a consumer of the AST that writes what this unit calls
//      of others. Then no kernel is decided.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_ERRAND_H
#define RACEMAP_PLUGIN_ERRAND_H

#include "plugin/OtherUnits.h"
#include "clang/Frontend/CompilerInstance.h"

namespace racemap {

/// Files are named, or empty.
struct Errand {
  std::string Decided;   ///< results of this unit that are known
  std::string Calls;     ///< what other units call
  std::string EmitCalls; ///< gets what it calls of theirs
  std::string Proofs;    ///< gets what the sanitizer may leave alone
  bool LooksForCandidates = false;

  /// False if Arg is none of it.
  bool take(llvm::StringRef Arg);
  /// What is wrong is added to Problems.
  OtherUnits otherUnits(map::TermContext &Terms,
                        std::vector<std::string> &Problems) const;
};

std::unique_ptr<clang::ASTConsumer> callsConsumer(clang::CompilerInstance &CI,
                                                  Errand E);

} // namespace racemap

#endif
