// Call - what every function of the runtime API does around its work.
//
// An error of a kernel's run (an assertion, a bad address) is sticky: from then
// on every call answers with it, as CUDA's do, until the device is reset. So
// does every call in a process that was forked from one that had used the
// device, for ever. Other errors are the last error of the host thread until it
// asks for it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_CALL_H
#define RACEMAP_RUNTIME_CPU_API_CALL_H

#include <driver_types.h>

namespace racemap::cpu::api {

/// The error that a kernel left, or success. The device counts as used.
cudaError_t stickyError();
/// Forgets it: the device was reset.
void clearSticky();
/// Remembers an error as this thread's last one, a kernel's as sticky.
cudaError_t note(cudaError_t E);
/// Remembers, as note() does, that a call does nothing because a kernel has
/// failed. A program that goes on and on is told.
cudaError_t refuse(cudaError_t E);
/// Is it the kind of error that a kernel's run leaves?
bool isSticky(cudaError_t E);

/// Does the work of an API function unless a kernel has failed before.
template <class Work> cudaError_t call(Work Do) {
  if (cudaError_t E = stickyError(); E != cudaSuccess)
    return refuse(E);
  return note(Do());
}

/// Says once on stderr that the program wants something that is not there.
cudaError_t notSupported(const char *What);

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_CALL_H
