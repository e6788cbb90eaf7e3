// HostDoubts - numbers with which control need not arrive at a launch.
//
// In:  what decides whether it arrives, and is not followed.
// Out: the values that this is computed from: control comes with some of those
//      that they can have, not with all. Where a condition asks for data or for
//      the machine, its numbers are not doubted: any of them may come.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTDOUBTS_H
#define RACEMAP_PLUGIN_HOSTDOUBTS_H

#include "plugin/HostValues.h"

namespace racemap {

class HostDoubts {
public:
  HostDoubts(const HostBody &B, HostValues &Values) : B(B), Values(Values) {}

  /// S, which decides, is not followed. Null: nothing.
  void add(const clang::Stmt *S);
  /// E decides, and is T, as far as that is followed.
  void add(const clang::Expr *E, const map::Term *T);
  /// What decides whether S is left before its end is not followed.
  void addExits(const clang::Stmt *S);
  /// Each of them once.
  std::vector<const map::Term *> take() const {
    return {All.begin(), All.end()};
  }

private:
  void addOrigins(const clang::VarDecl *V);
  void addMembers(const clang::Expr *Object,
                  const llvm::SmallVector<HostMember, 4> &Path);

  const HostBody &B;
  HostValues &Values;
  llvm::SetVector<const map::Term *> All;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Traced;
};

} // namespace racemap

#endif
