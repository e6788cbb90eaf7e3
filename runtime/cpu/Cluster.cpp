// Cluster - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Cluster.h"
#include "runtime/cpu/BlockRun.h"

namespace racemap::cpu {

uint64_t Cluster::arrive() {
  uint64_t Now = Turn;
  ++Arrived;
  check();
  return Now;
}

void Cluster::exited() {
  --Alive;
  check();
}

void Cluster::check() {
  if (Arrived == 0 || Arrived < Alive)
    return;
  Arrived = 0;
  ++Turn;
  for (BlockRun *B : Members)
    if (B->WaitsFor == BlockRun::Group::Cluster)
      B->release();
}

} // namespace racemap::cpu
