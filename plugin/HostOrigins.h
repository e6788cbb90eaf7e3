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
#include "plugin/PointerFlows.h"

namespace racemap {

struct HostOrigins {
  map::VariableSet Named; ///< pointers that it is, or is an offset from
  /// A name that comes from nothing, or a holder that the address of an
  /// allocation is put into, with the call in which that is done, if a function
  /// does it that only has it while it runs.
  using Root = std::pair<const void *, const void *>;
  llvm::SmallSetVector<Root, 4> Roots;
  /// Holders that have several objects of their own: it is in one of them.
  PointerHolders Several;
  /// The variable or the member that it is itself in, or is found in first.
  PointerHolder First = nullptr;
  bool IsElement = false; ///< that has others, too
  /// The object whose member it is, as from objectAt(); empty: not known.
  llvm::SmallVector<const void *, 4> Object;
  /// Where a pointer comes from another one, it need not point to where that
  /// does.
  bool IsMoved = false;
  bool IsMovedWithin = false; ///< in the function that allocates
  bool IsAcross = false; ///< it comes from other objects' members, or returns
  bool IsRoot = true;    ///< none comes from another one
};

/// Values: of the launch.
HostOrigins originsOf(const map::Term *T, HostValues &Values);

/// Can both be in one object? Two that are only ever whole objects, and neither
/// of which is one that stays what it is, are taken to be different ones:
/// programs swap them. So are the objects of two elements, and of one member of
/// two objects.
bool mayShare(const HostOrigins &A, const HostOrigins &B);

} // namespace racemap

#endif
