// SourceStatements - the statements of a kernel that text can be put before.
//
// In:  the declaration of a kernel.
// Out: the statements that stand in its blocks ({ … }), nested ones too, as
//      debug information names places. Left out are those before which text
//      would belong to something else (a label, a case, a macro's expansion),
//      and what is in lambdas. A kernel with labels has none: where its loops
//      begin is not where its statements do.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_SOURCESTATEMENTS_H
#define RACEMAP_PLUGIN_SOURCESTATEMENTS_H

#include "passes/verdict/advice/InsertionPlaces.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace racemap {

/// None if the kernel is null.
std::vector<verdict::SourceStatement>
blockStatements(const clang::FunctionDecl *Kernel,
                const clang::ASTContext &AST);

} // namespace racemap

#endif
