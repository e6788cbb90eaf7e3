// Warp - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Warp.h"

#include <bit>

namespace racemap::cpu {

void Warp::begin(uint32_t Lanes) {
  Alive = Ready = Round = Lanes;
  Waiting = Converging = 0;
}

uint32_t Warp::finish(uint32_t Lanes, WarpRequest *const *Requests) {
  evaluate(Lanes, Requests);
  Waiting &= ~Lanes;
  Converging &= ~Lanes;
  Ready |= Lanes;
  Round |= Lanes;
  return Lanes;
}

/// Those of Lanes whose request joins R.
static uint32_t joining(const WarpRequest &R, uint32_t Lanes,
                        WarpRequest *const *Requests) {
  uint32_t Found = 0;
  for (uint32_t Rest = Lanes; Rest; Rest &= Rest - 1) {
    unsigned Lane = std::countr_zero(Rest);
    if (Requests[Lane]->joins(R))
      Found |= 1u << Lane;
  }
  return Found;
}

uint32_t Warp::arrive(unsigned Lane, WarpRequest *const *Requests) {
  const WarpRequest &R = *Requests[Lane];
  uint32_t Self = 1u << Lane;
  Ready &= ~Self;
  Round &= ~Self;
  if (R.IsConverging) {
    Converging |= Self;
    return 0;
  }
  Waiting |= Self;
  if (!R.isInMask(Lane))
    return finish(Self, Requests);
  uint32_t Needed = (R.Mask & Alive) | Self;
  if ((Needed & ~Waiting) != 0)
    return 0;
  uint32_t Here = joining(R, Needed, Requests);
  return Here == Needed ? finish(Here, Requests) : 0;
}

uint32_t Warp::exited(unsigned Lane, WarpRequest *const *Requests) {
  uint32_t Self = 1u << Lane, Released = 0;
  Alive &= ~Self;
  Ready &= ~Self;
  Round &= ~Self;
  for (uint32_t Rest = Waiting; Rest;) {
    const WarpRequest &R = *Requests[std::countr_zero(Rest)];
    uint32_t Here = joining(R, Waiting, Requests);
    Rest &= ~Here;
    if ((R.Mask & Alive & ~Here) == 0)
      Released |= finish(Here, Requests);
  }
  return Released;
}

uint32_t Warp::converge(WarpRequest *const *Requests) {
  if (!Converging)
    return 0;
  unsigned First = std::countr_zero(Converging);
  for (uint32_t Rest = Converging; Rest; Rest &= Rest - 1) {
    unsigned Lane = std::countr_zero(Rest);
    if (Requests[Lane]->Site < Requests[First]->Site)
      First = Lane;
  }
  return finish(joining(*Requests[First], Converging, Requests), Requests);
}

} // namespace racemap::cpu
