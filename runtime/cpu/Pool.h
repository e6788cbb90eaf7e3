// Pool - the workers of the process, one for each core.
//
// The thread that launches a kernel is the first worker; the others are threads
// that wait between launches. One launch runs at a time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_POOL_H
#define RACEMAP_RUNTIME_CPU_POOL_H

#include "runtime/cpu/Worker.h"

namespace racemap::cpu {

class Pool {
public:
  static Pool &get();

  /// So many workers are of use to a launch.
  unsigned numWorkersFor(const Launch &L) const;
  /// Runs G to its end; held.
  void run(GridRun &G);

  /// Nobody else launches anything as long as it is held.
  std::unique_lock<std::mutex> hold() {
    return std::unique_lock<std::mutex>(Launching);
  }
  /// How many the process has for it.
  size_t numThreads() const { return HasThreads ? Workers.size() - 1 : 0; }

private:
  Pool();
  void startThreads();
  void serve(unsigned Number);

  std::vector<std::unique_ptr<Worker>> Workers;
  bool HasThreads = false;
  std::mutex Launching, Lock;
  std::condition_variable Begins, Ends;
  GridRun *Running = nullptr;
  uint64_t Launched = 0;
  unsigned Wanted = 0, Working = 0;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_POOL_H
