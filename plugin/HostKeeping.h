// HostKeeping - what keeps the addresses of the host's variables.
//
// In:  calls of functions that are given an address, and constructors.
// Out: whether the address may be used after that, as far as the code is in
//      sight, or what is known of the function.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTKEEPING_H
#define RACEMAP_PLUGIN_HOSTKEEPING_H

#include "clang/AST/ExprCXX.h"

namespace racemap {

/// Is F known to change what it is given, and not to keep its address?
bool keepsNothing(const clang::FunctionDecl *F);

/// Is the function that is called neither known nor seen to keep the address of
/// Place, which is given to it as this parameter?
bool mayOnlyChange(const clang::CallExpr *Call, unsigned Parameter,
                   const clang::Expr *Place);

/// Does the constructor of the variable, as far as its code is in sight, do
/// more with the object than to access its members?
bool mayKeepItself(const clang::VarDecl *V);

} // namespace racemap

#endif
