// SmallLaunch - a kernel's protocol, made small enough to be executed.
//
// In:  the text of one kernel, as emit-map prints it.
// Out: the same text with a launch of a few threads in place of its launches.
//      Scaled: numbers that go with the block's size (tiles, strides, bounds,
//      extents) shrink with it. Parameters get a few values. Every statement's
//      location is replaced by a line of its own, by which the oracle tells
//      accesses apart.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_MUTANTS_SMALLLAUNCH_H
#define RACEMAP_UNITTESTS_MUTANTS_SMALLLAUNCH_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace racemap::mutants {

/// The kernels of a file.
std::vector<std::string> kernelsOf(llvm::StringRef Maps);

std::string withSmallLaunch(llvm::StringRef Kernel, bool Scaled);

} // namespace racemap::mutants

#endif
