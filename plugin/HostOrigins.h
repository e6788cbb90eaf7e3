// HostOrigins - the objects that a pointer of the host can be in.
//
// In:  an address at a launch, as a term.
// Out: the names of the pointers that it is made of, and those that these come
//      from where they are not followed: a pointer that a loop moves is still
//      in the object in which it began.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTORIGINS_H
#define RACEMAP_PLUGIN_HOSTORIGINS_H

#include "passes/map/Mentioned.h"
#include "plugin/HostValues.h"

namespace racemap {

struct HostOrigins {
  map::VariableSet Named; ///< pointers that it is, or is an offset from
  /// What these come from: the names of pointers that come from none, and
  /// variables that the address of an allocation is put into.
  llvm::SmallSetVector<const void *, 4> Roots;
  /// Where a pointer comes from another one, it need not point to where that
  /// does.
  bool IsMoved = false;
  bool IsRoot = true; ///< none comes from another one
};

/// Values: of the launch.
HostOrigins originsOf(const map::Term *T, HostValues &Values);

/// Can both be in one object? Two that are only ever whole objects, and neither
/// of which is one that stays what it is, are taken to be different ones:
/// programs swap them.
bool mayShare(const HostOrigins &A, const HostOrigins &B);

} // namespace racemap

#endif
