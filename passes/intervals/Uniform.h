// Uniform - values that all threads of a group have in common.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_UNIFORM_H
#define RACEMAP_PASSES_INTERVALS_UNIFORM_H

#include "passes/intervals/Environment.h"
#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap::intervals {

using SharedVariables = llvm::DenseSet<const map::Variable *>;

/// Does V have the same value in all threads of the group? Shared has the
/// loop variables that are the same for them. For groups up to a block
/// blockIdx is uniform, for wider ones it is not.
bool isUniformName(const map::Variable *V, map::Scope Group,
                   const SharedVariables &Shared);

/// Is U the same function of its operands for all threads of the group? An
/// input is, within the memory that the threads share. A shared value belongs
/// to one interval, which its operands do not say: each thread has its own.
bool isUniformFunction(const map::Unknown *U, map::Scope Group);

/// Does T, by its form, have the same value in all threads of the group?
bool isUniform(const map::Term *T, map::Scope Group,
               const SharedVariables &Shared);

/// Adds what is the same in an iteration of L that all threads of the group
/// share: the counter, and the range's variable if start and step are uniform
/// where the loop begins. Is everything of the loop the same then?
bool shareVariables(const map::Loop *L, const Environment &AtStart,
                    map::Scope Group, SharedVariables &Shared);

} // namespace racemap::intervals

#endif
