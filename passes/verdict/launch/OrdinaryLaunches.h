// OrdinaryLaunches - launches in which a race is looked for.
//
// An ordinary launch has a few blocks along each dimension, large parameters,
// and blocks of ordinary size. A case of a race that is as ordinary as
// it can be says what the race is due to, and what it is not due to. And a
// query that is too hard for all launches is easy for a given one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_LAUNCH_ORDINARYLAUNCHES_H
#define RACEMAP_PASSES_VERDICT_LAUNCH_ORDINARYLAUNCHES_H

#include "passes/verdict/launch/LaunchFacts.h"
#include "passes/verdict/launch/Numbers.h"
#include <set>

namespace racemap::verdict {

/// Values of dimensions that are open, and of parameters.
using LaunchValues = std::vector<std::pair<const map::Variable *, uint64_t>>;

LaunchValues ordinaryLaunch(const map::Protocol &P, const LaunchFacts &Launch,
                            const Numbers &Known);

/// Launches of different shapes, in the same form.
std::vector<LaunchValues> typicalLaunches(const map::Protocol &P,
                                          const LaunchFacts &Launch,
                                          const Numbers &Known);

/// What a host computes, which may be a dimension of the launch.
struct HostName {
  const map::Variable *Its;
  std::optional<map::Builtin> Dimension;
};

/// What a host may pass, from small to large.
using HostChoice = std::pair<uint64_t, LaunchValues>;
using HostFamily = std::vector<HostChoice>;

/// Values for all that the host computes in ways that are not followed, which
/// may be any names of a launch: sizes that are equal, of either order, and as
/// large as a block. The first family is the most ordinary one.
std::vector<HostFamily> hostFamilies(llvm::ArrayRef<HostName> Computed);

/// Numbers that code may be written for; Named are those that something is
/// compared with.
struct Numerals {
  std::set<uint64_t> All = {0, 1, 2}, Named;
};

/// Values for one name alone.
HostFamily hostFamily(const map::Variable *Name, const Numerals &Known);

} // namespace racemap::verdict

#endif
