// Statistics - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Statistics.h"

#include <algorithm>

namespace racemap::cpu {

void Statistics::chosen(const host::KernelInfo &K, const std::string &WhyNot) {
  std::lock_guard<std::mutex> Guard(Lock);
  Kernels[K.Name].Lean.count(WhyNot);
}

void Statistics::launchBegins(const host::KernelInfo &K, unsigned ClusterSize) {
  std::lock_guard<std::mutex> Guard(Lock);
  Now = &Kernels[K.Name];
  Now->Accesses = K.NumAccesses;
  Now->Sites = K.NumSites;
  ++Now->Launches;
  Reference.begin(ClusterSize);
}

void Statistics::access(const Thread &T, uint64_t Rank, uint64_t Address,
                        uint64_t Bytes, fsm::Operation Op, bool IsShared) {
  uint64_t Step = Address % 4 == 0 && Bytes % 4 == 0 ? 4 : 1, Changes = 0;
  for (uint64_t At = 0; At < Bytes; At += Step)
    Changes += Reference.access(T, Rank, Address + At, Op, IsShared);
  std::lock_guard<std::mutex> Guard(Lock);
  Now->Transitions += Changes;
}

void Statistics::blockEnds(const Counts &Global, const Counts &Shared) {
  std::lock_guard<std::mutex> Guard(Lock);
  Now->Global += Global;
  Now->Shared += Shared;
}

void Statistics::launchEnds() {
  Arena::Resident Pages = Arena::get().resident();
  std::lock_guard<std::mutex> Guard(Lock);
  Most.Memory = std::max(Most.Memory, Pages.Memory);
  Most.Shadow = std::max(Most.Shadow, Pages.Shadow);
  Most.Guards = std::max(Most.Guards, Pages.Guards);
}

host::Numbers Statistics::numbers() const {
  std::lock_guard<std::mutex> Guard(Lock);
  host::Numbers All;
  for (const auto &[Name, K] : Kernels) {
    Counts Sum = K.Global;
    Sum += K.Shared;
    All[Name] = {{"accesses in code", K.Accesses},
                 {"sites", K.Sites},
                 {"launches", K.Launches},
                 {"lean launches", K.Lean.number()},
                 {"accesses", Sum.Accesses},
                 {"words", Sum.Words},
                 {"shadow loads", Sum.Loads},
                 {"swaps", Sum.Swaps},
                 {"lost swaps", Sum.LostSwaps},
                 {"transitions", K.Transitions},
                 {"words in shared memory", K.Shared.Words},
                 {"loads in shared memory", K.Shared.Loads},
                 {"swaps in shared memory", K.Shared.Swaps}};
  }
  All[""] = {{"monitored bytes", Most.Memory},
             {"shadow bytes", Most.Shadow},
             {"bytes of it that guard", Most.Guards}};
  return All;
}

static std::string line(const std::string &Of,
                        const host::Numbers::mapped_type &All) {
  std::string Line = "racemap: stats of " + Of + ":";
  for (const auto &[What, Number] : All)
    Line +=
        (Line.back() == ':' ? " " : ", ") + What + " " + std::to_string(Number);
  return Line + "\n";
}

std::string Statistics::text() const {
  host::Numbers All = numbers();
  std::string Out;
  for (const auto &[Name, Its] : All)
    if (!Name.empty())
      Out += line(Name, Its);
  std::lock_guard<std::mutex> Guard(Lock);
  for (const auto &[Name, K] : Kernels)
    Out += K.Lean.text(Name);
  return Out + line("memory", All[""]);
}

} // namespace racemap::cpu
