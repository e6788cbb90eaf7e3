// PointerHolders - what can hold pointers, and which of it an expression names.
//
// In:  expressions and types of host code.
// Out: holders: a variable with all its elements, a member of whichever object
//      of its class, or what a function returns. Unlike a HostPlace, a holder
//      is found through indices, calls and arithmetic.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_POINTERHOLDERS_H
#define RACEMAP_PLUGIN_POINTERHOLDERS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SetVector.h"

namespace racemap {

using PointerHolder = const clang::ValueDecl *; ///< canonical
using PointerHolders = llvm::SmallSetVector<PointerHolder, 2>;

/// The members of a union hold the same.
PointerHolder holderOf(const clang::FieldDecl *F);
/// The holders of which the expression is a part, or to which it leads.
PointerHolders holdersAt(const clang::Expr *E);

/// The variable or the method's object that E is, and the members that lead to
/// E from there, the last one first. Empty if E is something else.
llvm::SmallVector<const void *, 4> objectAt(const clang::Expr *E);

/// A class of a library can have pointers in it: a container, an iterator.
bool isOfLibrary(const clang::RecordDecl *R);
inline bool isOfLibrary(clang::QualType T) {
  return isOfLibrary(T.getNonReferenceType()->getAsRecordDecl());
}

/// Does what has this type lead to pointers that can be changed there?
bool leadsToPointers(clang::QualType T);

/// Can a pointer of this type be put into one of the other one, or into a part
/// of an object? What only ever points to memory for anything, or to what
/// manages it, cannot.
bool pointsAlike(clang::QualType T, clang::QualType To);

/// Is the function's code in sight, and not a library's?
bool isInSight(const clang::FunctionDecl *F);

} // namespace racemap

#endif
