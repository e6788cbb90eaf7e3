// Statistics - what the monitor has done for each kernel, for
// RACEMAP_OPTIONS=stats=1.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_STATISTICS_H
#define RACEMAP_RUNTIME_CPU_MONITOR_STATISTICS_H

#include "runtime/cpu/Arena.h"
#include "runtime/cpu/monitor/Transitions.h"
#include "runtime/cpu/monitor/Words.h"
#include "runtime/host/Json.h"
#include "runtime/host/LeanLaunches.h"
#include "runtime/host/ModuleInfo.h"

#include <map>
#include <string>

namespace racemap::cpu {

class Statistics {
public:
  /// A launch of the kernel runs its lean copy, or not for this reason.
  void chosen(const host::KernelInfo &K, const std::string &WhyNot);
  void launchBegins(const host::KernelInfo &K, unsigned ClusterSize);
  /// Of any worker.
  void access(const Thread &T, uint64_t Rank, uint64_t Address, uint64_t Bytes,
              fsm::Operation Op, bool IsShared);
  void blockEnds(const Counts &Global, const Counts &Shared);
  /// Looks at how much memory is in use.
  void launchEnds();

  /// Of each kernel, and under "" the most memory that was in use.
  host::Numbers numbers() const;
  /// A line for each of them.
  std::string text() const;

private:
  struct Kernel {
    unsigned Accesses = 0, Sites = 0;
    uint64_t Launches = 0, Transitions = 0;
    host::LeanLaunches Lean;
    Counts Global, Shared;
  };
  mutable std::mutex Lock;
  Transitions Reference;
  std::map<std::string, Kernel> Kernels;
  Kernel *Now = nullptr;
  Arena::Resident Most;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_STATISTICS_H
