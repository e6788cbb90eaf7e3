// HostEffects - what evaluating host code does beside giving a value.
//
// In:  expressions and statements of the host.
// Out: whether they change anything, whether control comes back, what a call
//      executes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTEFFECTS_H
#define RACEMAP_PLUGIN_HOSTEFFECTS_H

#include "plugin/HostMember.h"
#include "clang/AST/ExprCXX.h"

namespace racemap {

/// Does evaluating E change nothing, but for the variables of functions that it
/// calls, and read the same each time?
bool isPure(const clang::Expr *E);

/// Is F of the compiler, the standard library or a header of the system?
bool isOfSystem(const clang::FunctionDecl *F);

/// Is evaluating E the last thing that control does here?
bool neverReturns(const clang::Expr *E);

/// Can evaluating S, with the functions that it calls, end the program or leave
/// by an exception? Also true if that is too much to look at.
bool mayNeverReturn(const clang::Stmt *S);
/// Does F, or a function that it calls, if it is in sight, cast away that what
/// it is given is not to be changed?
bool mayChangeConst(const clang::FunctionDecl *F);

/// Can S, what it calls aside, change an integer, or an object with one, that
/// is no variable of its function?
bool mayChangeOthers(const clang::Stmt *S);

/// Does F, which copies or assigns objects, leave the member Path of them as it
/// is? An empty one is the whole.
bool copiesAsItIs(const clang::CXXMethodDecl *F, HostMembers Path);

/// What a call of F executes; null if that is not in sight, or not certain.
const clang::Stmt *codeOf(const clang::FunctionDecl *F);

/// What E gives the parameters of what it calls, in their order.
llvm::ArrayRef<const clang::Expr *> argumentsOf(const clang::CallExpr *E);

/// Is F the code of a lambda?
bool isOfLambda(const clang::FunctionDecl *F);

/// What E is a copy of; or E.
const clang::Expr *copiedBy(const clang::Expr *E);

/// The lambda that the local variable V is made of; or null.
const clang::LambdaExpr *lambdaIn(const clang::VarDecl *V);

/// The lambda that E is, or of which the variable is made that E names; or
/// null.
const clang::LambdaExpr *lambdaAt(const clang::Expr *E);

/// The lambda, or what has it, that E calls; null if E calls something else.
const clang::Expr *lambdaCalledBy(const clang::CallExpr *E);

/// The object of a method that does not change it; null if E calls none, or one
/// that may.
const clang::Expr *objectOf(const clang::CallExpr *E);

/// min or max: -1 or 1; else 0.
int isMinOrMax(const clang::CallExpr *E);

/// ceil or floor of the C library: 1 or -1; else 0.
int isCeilOrFloor(const clang::CallExpr *E);

bool isDim3(const clang::CXXRecordDecl *R);
/// Does E make a dim3?
bool isDim3(const clang::CXXConstructExpr *E);

} // namespace racemap

#endif
