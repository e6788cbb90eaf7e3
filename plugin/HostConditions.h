// HostConditions - what must have held for control to arrive at a launch.
//
// In:  a launch within the body of a host function.
// Out: terms that were true on the way: the conditions of the branches and
//      loops around, the negation of those that left the way before, what was
//      asserted, and the case of a switch. Each is evaluated where it stands,
//      so a variable that changes in between is another value at the launch.
//      And what else has a say in it, in ways that are not followed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTCONDITIONS_H
#define RACEMAP_PLUGIN_HOSTCONDITIONS_H

#include "plugin/HostValues.h"

namespace racemap {

struct HostConditions {
  std::vector<const map::Term *> Hold; ///< outermost last
  /// Numbers of which it depends, in a way that is not followed, whether
  /// control arrives: it need not for all values that these can have.
  std::vector<const map::Term *> Doubted;
};

HostConditions conditionsOf(const clang::Expr *Launch, const HostBody &B,
                            HostValues &Values, map::TermContext &Terms);

} // namespace racemap

#endif
