// NotesInCode - what the macros of racemap/racemap.h say in functions.
//
// RACEMAP_BENIGN in front of a statement, or of a local variable with what it
// is initialised with, becomes an annotation of the function
// (passes/BenignStatements.h). In front of a parameter, a member, or a local
// variable that has nothing to be initialised with, the macros mean nothing, as
// one without a reason does; that is said, and nothing is left of them, or
// clang would generate calls for them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_NOTESINCODE_H
#define RACEMAP_PLUGIN_NOTESINCODE_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include <functional>
#include <memory>

namespace racemap {

/// Of a token, or of the macro that it comes from.
clang::PresumedLoc placeOf(clang::SourceLocation L,
                           const clang::SourceManager &Sources);

/// To come before what generates code. Bad: called once for each place and
/// text.
std::unique_ptr<clang::ASTConsumer> notesInCode(
    clang::CompilerInstance &CI,
    std::function<void(clang::SourceLocation, const std::string &)> Bad);

} // namespace racemap

#endif
