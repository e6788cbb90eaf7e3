// Knowledge - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Knowledge.h"
#include "runtime/cpu/Thread.h"

namespace racemap::cpu {

static_assert(ClockTree::GroupSize == WarpSize);

void Knowledge::join(const Knowledge &Other) {
  Threads.join(Other.Threads);
  Blocks.join(Other.Blocks);
  Clusters.join(Other.Clusters);
}

void Knowledge::addUpTo(const Event &E, const ClockTree::Group &Lanes) {
  ClockTree::Group OfWarp = Lanes;
  OfWarp[E.Thread % WarpSize] = E.Clock + 1;
  Threads.raise(key(E), OfWarp);
  if (E.BlockClock > 0)
    Blocks.raise(E.Rank, E.BlockClock);
  if (E.ClusterClock > 0)
    Clusters.raise(E.Cluster, E.ClusterClock);
}

void join(SharedKnowledge &To, const SharedKnowledge &More) {
  if (!More || To == More)
    return;
  if (!To) {
    To = More;
    return;
  }
  Knowledge Both = *To;
  Both.join(*More);
  if (Both.is(*To))
    return;
  To = Both.is(*More) ? More : std::make_shared<Knowledge>(std::move(Both));
}

} // namespace racemap::cpu
