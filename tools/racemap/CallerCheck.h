// CallerCheck - what a unit calls in others.
//
// clang with the plugin is asked, unless nothing has changed since the last
// answer; a host unit only if its text, preprocessed, may name one of the
// functions that others define.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CALLERCHECK_H
#define RACEMAP_TOOLS_RACEMAP_CALLERCHECK_H

#include "Process.h"
#include "ProjectCalls.h"
#include "UnitCache.h"

namespace racemap {

class CallerCheck {
public:
  CallerCheck(const Toolchain &T, const UnitCache &Cache, Processes &Programs)
      : T(T), Cache(Cache), Programs(Programs) {}

  /// Told: of others. The error says why it is not known.
  llvm::Expected<UnitCalls> callsOf(const CallerUnit &U,
                                    const CallsOfOthers &Told) {
    auto Its = callsOf(U, Told, nullptr);
    return Its ? llvm::Expected<UnitCalls>(std::move(**Its)) : Its.takeError();
  }
  /// Of a host unit; nothing if it names none of these functions.
  llvm::Expected<std::optional<UnitCalls>>
  callsOf(const CallerUnit &U, const CalledFunctions &Others) {
    return callsOf(U, {}, &Others);
  }

private:
  llvm::Expected<std::optional<UnitCalls>>
  callsOf(const CallerUnit &U, const CallsOfOthers &Told,
          const CalledFunctions *Others);
  llvm::Expected<UnitCalls> ask(const CallerUnit &U, const CallsOfOthers &Told);

  const Toolchain &T;
  const UnitCache &Cache;
  Processes &Programs;
};

} // namespace racemap

#endif
