// HostControl - how control goes through host code.
//
// In:  statements of one body.
// Out: what is over before others, what is left early, and what is executed on
//      every way to something.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTCONTROL_H
#define RACEMAP_PLUGIN_HOSTCONTROL_H

#include "plugin/HostCode.h"

namespace racemap {

/// Of a loop; null if S is none.
const clang::Stmt *bodyOf(const clang::Stmt *S);
/// Null if there is none.
const clang::Expr *conditionOf(const clang::Stmt *Loop);
/// Is its condition never true?
bool isOnce(const clang::DoStmt *S, const clang::ASTContext &AST);
bool declares(const clang::Stmt *S, const clang::VarDecl *V);
/// Can control leave S but at its end? Exceptions and calls that never return
/// aside.
bool leavesEarly(const clang::Stmt *S, bool InLoop);

/// The same, with these, and without what stays in S: "break" in a loop or a
/// switch, "continue" in a loop.
bool isLeft(const clang::Stmt *S, bool InSwitch = false, bool InLoop = false);

/// Is it __builtin_assume()?
bool isPromise(const clang::Stmt *S);
/// Is one in S?
bool promises(const clang::Stmt *S);

/// Are there statements within expressions of S, "({ … })"?
bool hasStatements(const clang::Stmt *S);

/// The statements of Parent that are over when Child begins, last one first.
llvm::SmallVector<const clang::Stmt *, 4> before(const clang::Stmt *Parent,
                                                 const clang::Stmt *Child);

/// Is Part executed exactly once whenever S, of which it is a part, is?
bool isAlwaysIn(const clang::Stmt *Part, const clang::Stmt *S,
                const HostBody &B);

/// Does control only come to Later by S, which is a statement or a part of one,
/// and which is over then?
bool isPassed(const clang::Stmt *S, const clang::Stmt *Later,
              const HostBody &B);

} // namespace racemap

#endif
