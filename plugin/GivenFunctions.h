// GivenFunctions - functions and lambdas that functions are given to call.
//
// In:  calls of parameters (measure(run, n) calls run(n)), and the calls that
//      give them.
// Out: each is a call of the function that it was given, on the way over that
//      call alone. A function whose name is given for nothing else is not taken
//      to be called otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_GIVENFUNCTIONS_H
#define RACEMAP_PLUGIN_GIVENFUNCTIONS_H

#include "plugin/LaunchWays.h"

namespace racemap {

/// Adds them to Calls. Mentioned: where functions and lambdas are named other
/// than in calls of them; lambdas are written where nothing is made of them;
/// objects of their classes come from elsewhere.
void followGivenFunctions(HostCalls &Calls, const HostUses &Uses,
                          llvm::ArrayRef<Naming> Mentioned);

} // namespace racemap

#endif
