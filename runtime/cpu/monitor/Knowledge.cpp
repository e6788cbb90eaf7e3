// Knowledge - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Knowledge.h"

#include <algorithm>

namespace racemap::cpu {

void Knowledge::raise(Clocks &C, uint64_t Key, uint32_t Clock) {
  auto At = std::lower_bound(C.begin(), C.end(), std::pair(Key, uint32_t(0)));
  if (At == C.end() || At->first != Key)
    C.insert(At, {Key, Clock});
  else
    At->second = std::max(At->second, Clock);
}

bool Knowledge::isKnown(const Clocks &C, uint64_t Key, uint32_t Clock) {
  auto At = std::lower_bound(C.begin(), C.end(), std::pair(Key, uint32_t(0)));
  return At != C.end() && At->first == Key && Clock < At->second;
}

void Knowledge::merge(Clocks &Into, const Clocks &From) {
  if (From.empty())
    return;
  Clocks All;
  All.reserve(Into.size() + From.size());
  auto A = Into.begin();
  auto B = From.begin();
  while (A != Into.end() || B != From.end()) {
    bool TakeA = B == From.end() || (A != Into.end() && A->first < B->first);
    bool Same = !TakeA && A != Into.end() && A->first == B->first;
    All.push_back(TakeA ? *A++ : *B++);
    if (Same)
      All.back().second = std::max(All.back().second, (A++)->second);
  }
  Into = std::move(All);
}

bool Knowledge::includes(const Event &E) const {
  return isKnown(Threads, key(E.Rank, E.Thread), E.Clock) ||
         isKnown(Blocks, E.Rank, E.BlockClock) ||
         isKnown(Clusters, E.Cluster, E.ClusterArrivals);
}

void Knowledge::join(const Knowledge &Other) {
  merge(Threads, Other.Threads);
  merge(Blocks, Other.Blocks);
  merge(Clusters, Other.Clusters);
}

void Knowledge::addUpTo(const Event &E) {
  addThread(E.Rank, E.Thread, E.Clock + 1);
  if (E.BlockClock > 0)
    raise(Blocks, E.Rank, E.BlockClock);
  if (E.ClusterClock > 0)
    raise(Clusters, E.Cluster, E.ClusterClock);
}

void Knowledge::addThread(uint64_t Rank, unsigned Thread, uint32_t Clock) {
  raise(Threads, key(Rank, Thread), Clock);
}

SharedKnowledge joined(const SharedKnowledge &A, const SharedKnowledge &B) {
  if (!A || A == B)
    return B;
  if (!B)
    return A;
  auto Both = std::make_shared<Knowledge>(*A);
  Both->join(*B);
  return Both;
}

} // namespace racemap::cpu
