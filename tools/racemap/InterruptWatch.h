// InterruptWatch - an interrupt (Ctrl-C, SIGTERM, SIGHUP) ends the programs
// that run, and not this one: so it can remove what it has made, and say what
// it knows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_INTERRUPTWATCH_H
#define RACEMAP_TOOLS_RACEMAP_INTERRUPTWATCH_H

#include "Process.h"
#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace racemap {

/// Holds for the thread that makes it and for all that are started while it is
/// there.
class InterruptWatch {
public:
  /// Told is called, by another thread, after the programs were interrupted.
  explicit InterruptWatch(
      Processes &Programs, std::function<void()> Told = [] {});
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch &) = delete;
  InterruptWatch &operator=(const InterruptWatch &) = delete;

private:
  void watch();

  Processes &Programs;
  std::function<void()> Told;
  sigset_t Before;
  std::atomic<bool> IsOver = false;
  std::thread Watcher;
};

} // namespace racemap

#endif
