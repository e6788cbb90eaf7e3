// LaunchRecipes - how programs can launch the kernels of a unit with values of
// their own.
//
// In:  the unit's AST, a kernel's declaration and its protocol.
// Out: a LaunchRecipe: the kernel's name in C++, the sizes of its arguments,
//      and where among them each scalar and each array of the protocol is.
//
// A name is one that can be written at the end of the unit: what has none there
// (a lambda's type, a member that is private, a variable of a function) is said
// to have none.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_LAUNCHRECIPES_H
#define RACEMAP_PLUGIN_LAUNCHRECIPES_H

#include "passes/verdict/finding/Finding.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringMap.h"

namespace racemap {

class LaunchRecipes {
public:
  explicit LaunchRecipes(const clang::ASTContext &AST);

  verdict::LaunchRecipe of(const clang::FunctionDecl &Kernel,
                           const map::Protocol &P) const;

private:
  void collect(const clang::DeclContext &In);
  verdict::LaunchRecipe::Array arrayOf(const map::Array &A,
                                       const map::Protocol &P) const;
  void nameVariable(verdict::LaunchRecipe::Array &To) const;

  const clang::ASTContext &AST;
  /// Variables of the device that can be named, by their own names.
  llvm::StringMap<std::vector<const clang::VarDecl *>> Variables;
};

/// Which arrays begin within others in a launch, for who has no protocol.
std::vector<verdict::ContextResult::Overlap>
overlapsOf(const map::LaunchContext &C);

} // namespace racemap

#endif
