// HostPlace - which part of which variable an expression names.
//
// In:  a glvalue of the host's.
// Out: its variable, or the object of its method, and the way from there
//      through members and elements.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTPLACE_H
#define RACEMAP_PLUGIN_HOSTPLACE_H

#include "plugin/HostMember.h"
#include "clang/AST/ExprCXX.h"

namespace racemap {

/// What E is, without what only wraps it. Not a default argument or
/// initialiser: one expression is evaluated for many.
const clang::Expr *unwrapped(const clang::Expr *E);

/// Is T an array whose elements are followed: no way to other variables?
bool hasFollowedElements(clang::QualType T);
/// That array; null if it is none.
const clang::ConstantArrayType *followedArray(const clang::ASTContext &AST,
                                              clang::QualType T);

/// The part of a variable that an expression names: "grid", "config.grid.x",
/// "sizes[1]".
struct HostPlace {
  const clang::VarDecl *Variable = nullptr; ///< canonical; null: none
  const clang::DeclRefExpr *Name = nullptr;
  /// In a method, whose object it is a part of. There is no variable then.
  const clang::CXXThisExpr *This = nullptr;
  llvm::SmallVector<HostMember, 2> Fields;
  /// What the variable points to, as its element 0, or a part of that.
  bool IsBehind = false;

  /// What it is a part of: the variable, or the class of the method's object.
  const clang::Decl *whole() const;
  clang::QualType type() const {
    return Fields.empty() ? Variable->getType().getNonReferenceType()
                          : Fields.back().type();
  }
};

enum class Pointers : bool { Opaque, Followed };

/// The place that a glvalue names, through members, elements whose index is a
/// number, std::forward and std::move, and if so through a variable that is a
/// pointer ("p->n", "*p").
HostPlace placeOf(const clang::Expr *E, Pointers How = Pointers::Opaque);
/// What E points to, if it is a variable.
HostPlace placeBehind(const clang::Expr *E);
/// The smallest place that E is a part of: of a member of a union, the union,
/// as all its members change together; of any element of an array, the array.
HostPlace placeAround(const clang::Expr *E, Pointers How = Pointers::Opaque);

} // namespace racemap

#endif
