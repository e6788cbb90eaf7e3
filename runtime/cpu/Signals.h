// Signals - a kernel's bad access ends the launch, not the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_SIGNALS_H
#define RACEMAP_RUNTIME_CPU_SIGNALS_H

namespace racemap::cpu {

/// A stack for signal handlers on this operating system thread, for as long as
/// this lives: the one of a fiber may be what overflowed.
class SignalStack {
public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack &) = delete;

private:
  bool IsInstalled = false;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_SIGNALS_H
