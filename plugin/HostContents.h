// HostContents - what the host puts into arrays that kernels only read.
//
// In:  a pointer that a launch is given.
// Out: what holds for each element of the array, as far as one loop of the
//      host, or two nested ones, fill it from its first element on, and nobody
//      else changes it (HostMemory): elements, and members of elements, that
//      follow from their index, and numbers in a range.
//
// The loop has come to its end before the launch, and so has the copy of the
// array from the host to the device, if there is one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTCONTENTS_H
#define RACEMAP_PLUGIN_HOSTCONTENTS_H

#include "plugin/HostValues.h"

namespace racemap {

/// For each Index from 0 to Count - 1, 64 bits, signed, Holds is true of the
/// Element, an integer: the one that is Offset bytes behind the beginning of
/// each Stride of them.
struct HostContents {
  const map::Variable *Index = nullptr, *Element = nullptr;
  const map::Term *Count = nullptr, *Holds = nullptr;
  uint64_t Stride = 0, Offset = 0;
};

/// Of the array that Pointer points to at the launch, a local variable of the
/// function that Values is for.
std::vector<HostContents> contentsOf(const clang::VarDecl *Pointer,
                                     HostValues &Values, const HostUses &Uses,
                                     map::TermContext &Terms);

} // namespace racemap

#endif
