// SizeSignal - a file that may not grow is an error of who writes it.
//
// At a limit of the sizes of files (ulimit -f) the system sends SIGXFSZ to the
// thread that writes, which ends the process, be it the user's compiler or the
// user's program. Where the signal is blocked, write() returns EFBIG.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_OUTPUT_SIZESIGNAL_H
#define RACEMAP_RUNTIME_OUTPUT_SIZESIGNAL_H

#include <csignal>

namespace racemap::output {

/// Keeps the signal from this thread as long as the object lives. One that came
/// meanwhile is gone then; one that was waiting before waits on.
class SizeSignal {
public:
  SizeSignal();
  ~SizeSignal();
  SizeSignal(const SizeSignal &) = delete;
  SizeSignal &operator=(const SizeSignal &) = delete;

private:
  sigset_t Before;
  bool WasWaiting;
};

} // namespace racemap::output

#endif // RACEMAP_RUNTIME_OUTPUT_SIZESIGNAL_H
