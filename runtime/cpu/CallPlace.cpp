// CallPlace - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/CallPlace.h"
#include "runtime/cpu/Arena.h"

#include <algorithm>
#include <dlfcn.h>
#include <execinfo.h>

namespace racemap::cpu {

/// The beginning of the file that has the code.
static const void *fileOf(const void *Code) {
  Dl_info Info;
  return dladdr(Code, &Info) ? Info.dli_fbase : nullptr;
}

CallPlace CallPlace::here(const void *Return) {
  CallPlace P;
  if (!Arena::monitored()) {
    P.Returns[P.Count++] = Return;
    return P;
  }
  static const void *Own = fileOf(reinterpret_cast<const void *>(&fileOf));
  std::array<void *, MostFrames + 8> All;
  int Depth = backtrace(All.data(), int(All.size()));
  auto End = All.begin() + Depth;
  // A sanitizer of the program's has a backtrace() of its own, which is in it.
  auto At = std::find(All.begin(), End, Return);
  At = std::find_if(At == End ? All.begin() : At, End,
                    [](const void *Code) { return fileOf(Code) != Own; });
  for (; At != End && P.Count < MostFrames; ++At)
    P.Returns[P.Count++] = *At;
  return P;
}

} // namespace racemap::cpu
