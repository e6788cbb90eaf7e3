// Statistics - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Statistics.h"

#include <algorithm>

namespace racemap::cpu {

void Statistics::launchBegins(const host::KernelInfo &K, unsigned ClusterSize) {
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

void Statistics::blockEnds(const Counts &Of) {
  std::lock_guard<std::mutex> Guard(Lock);
  Now->Counted += Of;
}

void Statistics::launchEnds() {
  Arena::Resident Pages = Arena::get().resident();
  Most.Memory = std::max(Most.Memory, Pages.Memory);
  Most.Shadow = std::max(Most.Shadow, Pages.Shadow);
}

std::string Statistics::text() const {
  std::string Out;
  auto Say = [&](const char *What, uint64_t Number) {
    Out += std::string(Out.back() == ':' ? " " : ", ") + What + " " +
           std::to_string(Number);
  };
  for (const auto &[Name, K] : Kernels) {
    Out += "racemap: stats of " + Name + ":";
    Say("accesses in code", K.Accesses);
    Say("sites", K.Sites);
    Say("launches", K.Launches);
    Say("accesses", K.Counted.Accesses);
    Say("words", K.Counted.Words);
    Say("shadow loads", K.Counted.Loads);
    Say("swaps", K.Counted.Swaps);
    Say("lost swaps", K.Counted.LostSwaps);
    Say("transitions", K.Transitions);
    Out += "\n";
  }
  Out += "racemap: stats of memory:";
  Say("monitored bytes", Most.Memory);
  Say("shadow bytes", Most.Shadow);
  return Out + "\n";
}

} // namespace racemap::cpu
