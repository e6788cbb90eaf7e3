// CallerCheck - what a unit calls that is not analysed.
//
// clang with the plugin is asked only if the unit's text, preprocessed, may
// name one of the functions that others want to know of, and if it has changed
// since the last answer.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CALLERCHECK_H
#define RACEMAP_TOOLS_RACEMAP_CALLERCHECK_H

#include "Process.h"
#include "UnitCache.h"

namespace racemap {

class CallerCheck {
public:
  CallerCheck(const Toolchain &T, const UnitCache &Cache, Processes &Programs)
      : T(T), Cache(Cache), Programs(Programs) {}

  /// The error says why it is not known.
  llvm::Expected<UnitCalls> callsOf(const CallerUnit &U,
                                    const WantedFunctions &Wanted);

private:
  llvm::Expected<UnitCalls> ask(const CallerUnit &U);

  const Toolchain &T;
  const UnitCache &Cache;
  Processes &Programs;
};

} // namespace racemap

#endif
