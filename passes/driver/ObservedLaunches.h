// ObservedLaunches - the launches of runs as launch contexts (observed=).
//
// In:  JSON that a sanitizer build has written with launches=1, or that
//      `racemap report` has merged; a protocol.
// Out: a context for each way in which its kernel was launched. What the kernel
//      does not use is left out first, so that launches that do not differ for
//      it are one. Of up to 16 ways, each is exact: numbers, overlaps, extents.
//      More are put together: those of one size of the launch, or of the block,
//      or all, whichever first gives no more than 16.
//
// A context of several ways says what is true of each: values that are few, or
// ranges, and which numbers are never less than others. There are launches that
// it allows and nobody has made, so its numbers count as computed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_OBSERVEDLAUNCHES_H
#define RACEMAP_PASSES_DRIVER_OBSERVEDLAUNCHES_H

#include "passes/map/Protocol.h"
#include "runtime/launches/Launches.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace racemap {

class ObservedLaunches {
public:
  /// More of one kernel are put together.
  static constexpr size_t MostContexts = 16;

  /// The error is one line: the file, what is wrong with it and what to do.
  static llvm::Expected<ObservedLaunches>
  read(llvm::ArrayRef<std::string> Files);

  /// By mangled name: do two pointers, one in either argument, lead to one
  /// object in a launch?
  bool mayOverlap(llvm::StringRef Mangled, unsigned A, unsigned B) const;
  /// The same for any pointer and any variable of the device.
  bool mayReachVariables(llvm::StringRef Mangled) const;

  /// Gives the protocol the contexts of its launches, if there are any: in the
  /// place of those that say nothing of the launch, and beside launches in
  /// sight, of which it marks those that were observed. A kernel of its unit
  /// alone (static, or in a nameless namespace) has the launches of its file.
  /// One that finds pointers in memory has none if pointers of a launch
  /// overlap: a context cannot say that of these.
  void addTo(map::Protocol &P) const;

private:
  struct OfKernel {
    std::vector<launches::Launch> Launches;
    std::string In; ///< the file's name, or "several runs"
  };
  std::vector<launches::Launch> launchesOf(const map::Protocol &P) const;
  llvm::StringMap<OfKernel> Kernels; ///< by mangled name
};

} // namespace racemap

#endif
