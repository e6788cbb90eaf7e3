// HostInputs - numbers that whoever runs the program likes.
//
// Those of the command line, of the environment, and of what is read from files
// and the keyboard can be all values of their types, if the program asks for
// them once: of what it looks at twice it may have sent some away.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTINPUTS_H
#define RACEMAP_PLUGIN_HOSTINPUTS_H

#include "plugin/HostCode.h"

namespace racemap {

/// Does it put what it reads from a file or a text, or how much memory there
/// is, into its arguments?
bool readsInput(const clang::CallExpr *E);
/// The same, but not from a text that the program has made.
bool readsOpenInput(const clang::CallExpr *E);
/// Is E the number that a text says, of the command line or the environment,
/// which B reads nowhere else?
bool isInput(const clang::Expr *E, const HostBody &B, const HostUses &Uses);

/// Does B decide by elements of the array that E is read from, and not always
/// the same one?
bool asksForElements(const clang::Expr *E, const HostBody &B,
                     const HostUses &Uses);

/// Does a statement within By ask for what By makes of V? Then what comes out
/// of By need not be all that By can make of it.
bool isAskedFor(const clang::VarDecl *V, HostMembers Path,
                const clang::Stmt *By, const HostBody &B, const HostUses &Uses);

} // namespace racemap

#endif
