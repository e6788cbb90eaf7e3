// Assert - a failed assertion of device code ends the launch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/library/Function.h"

#include <cstdio>

using namespace racemap::cpu;

RACEMAP_DEVICE(void, __assertfail)(const char *Message, const char *File,
                                   unsigned Line, const char *Function,
                                   size_t) {
  if (const Thread *T = currentThread()) {
    const Dim3 &B = T->TheBlock->BlockIdx, &I = T->ThreadIdx;
    std::fprintf(stderr,
                 "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] "
                 "Assertion `%s` failed.\n",
                 File, Line, Function, B.X, B.Y, B.Z, I.X, I.Y, I.Z, Message);
  }
  failLaunch(cudaErrorAssert);
}
