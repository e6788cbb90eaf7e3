// Assert - a failed assertion of device code ends the launch; an assumption of
// the analysis that does not hold is said once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/Section.h"
#include "runtime/cpu/library/Function.h"
#include "runtime/output/Printable.h"

#include <atomic>
#include <cstdio>

using namespace racemap::cpu;

RACEMAP_DEVICE(void, __assertfail)(const char *Message, const char *File,
                                   unsigned Line, const char *Function,
                                   size_t) {
  if (const Thread *T = currentThread()) {
    const Dim3 &B = T->TheBlock->BlockIdx, &I = T->ThreadIdx;
    // The strings may be nowhere: they are read before the stream is locked.
    char Text[4096];
    std::snprintf(Text, sizeof Text,
                  "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] "
                  "Assertion `%s` failed.",
                  File, Line, Function, B.X, B.Y, B.Z, I.X, I.Y, I.Z, Message);
    Section In;
    std::fputs((racemap::output::printableLine(Text) + "\n").c_str(), stderr);
  }
  failLaunch(cudaErrorAssert);
}

RACEMAP_DEVICE(void, __racemap_assume)(bool Holds) {
  static std::atomic<bool> IsSaid = false;
  const Thread *T = currentThread();
  if (Holds || !T || IsSaid.exchange(true))
    return;
  Section In;
  const Launch &L = *T->TheBlock->TheLaunch;
  std::fprintf(
      stderr,
      "racemap: warning: a RACEMAP_ASSUME does not hold in launch %llu "
      "of %s: what the analysis says of it is not about this launch\n",
      static_cast<unsigned long long>(L.Number),
      racemap::output::printableLine(L.Kernel).c_str());
}
