// HostConstants - what host expressions are known to be, at compile time.
//
// In:  host code, as clang's AST.
// Out: the value of an integer expression, or of a dim3, if it is the same in
//      every run: literals, macros, constants, enumerators, template
//      arguments, arithmetic on them, and local variables that are initialised
//      with such a value and only ever read.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTCONSTANTS_H
#define RACEMAP_PLUGIN_HOSTCONSTANTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include <array>
#include <optional>

namespace racemap {

class HostConstants {
public:
  explicit HostConstants(clang::ASTContext &AST) : AST(AST) {}

  /// E only reads the variable it names.
  void addRead(const clang::DeclRefExpr *E) { Reads.insert(E); }
  /// E names a variable; if no addRead(E) has been heard, it may change it.
  void addUse(const clang::DeclRefExpr *E);

  std::optional<int64_t> integer(const clang::Expr *E) const;
  /// The three dimensions of a dim3, each of them positive.
  std::optional<std::array<uint32_t, 3>> dim3(const clang::Expr *E) const;
  /// What a variable that E names always is; null if it may change.
  const clang::Expr *initializer(const clang::Expr *E) const;

private:
  using Dim = std::optional<std::array<uint32_t, 3>>;
  std::optional<int64_t> member(const clang::MemberExpr *M) const;
  std::optional<int64_t> operation(const clang::BinaryOperator *B) const;
  Dim constructed(const clang::CXXConstructExpr *C) const;

  clang::ASTContext &AST;
  /// Variables that are being followed: initializers can refer to themselves.
  static constexpr unsigned MaxDepth = 16;
  mutable unsigned Depth = 0;
  llvm::DenseSet<const clang::DeclRefExpr *> Reads;
  llvm::DenseSet<const clang::VarDecl *> Changed;
};

} // namespace racemap

#endif
