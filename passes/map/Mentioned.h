// Mentioned - the variables of a protocol's statements and assumptions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_MENTIONED_H
#define RACEMAP_PASSES_MAP_MENTIONED_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/SetVector.h"

namespace racemap::map {

using VariableSet = llvm::SetVector<const Variable *>;

/// Adds the variables in T, in order of discovery.
void addMentioned(const Term *T, VariableSet &Out);
/// What launches say is left out.
VariableSet mentionedIn(const Protocol &P);

} // namespace racemap::map

#endif
