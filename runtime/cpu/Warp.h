// Warp - the lanes of a warp and the operations that they do together.
//
// An operation with a mask is done when all of its lanes that have not exited
// have come with the same operation and mask. A lane that its own mask does not
// name, which CUDA forbids, does it alone. One without (__activemask, the
// shuffles and votes of old) is done when no lane of the warp can run: for
// those that are at the earliest place in the code, as hardware that lets lanes
// converge does.
//
// No fibers and no clock in here: lanes are bits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_WARP_H
#define RACEMAP_RUNTIME_CPU_WARP_H

#include "runtime/cpu/WarpRequest.h"

namespace racemap::cpu {

class Warp {
public:
  /// Lanes exist and have not exited.
  uint32_t Alive = 0;
  /// Can run: neither waiting nor exited.
  uint32_t Ready = 0;
  /// Those of Ready that have not run in this round.
  uint32_t Round = 0;

  void begin(uint32_t Lanes);

  /// A lane comes to an operation. Returns the lanes that may go on, itself
  /// among them, or 0 if it has to wait. Requests is indexed by lane.
  uint32_t arrive(unsigned Lane, WarpRequest *const *Requests);
  /// A lane has exited. Returns lanes that waited for it only.
  uint32_t exited(unsigned Lane, WarpRequest *const *Requests);
  /// No lane can run: those at operations without a mask that may go on.
  uint32_t converge(WarpRequest *const *Requests);

  uint32_t waiting() const { return Waiting; }
  bool converges() const { return Converging != 0; }

private:
  uint32_t finish(uint32_t Lanes, WarpRequest *const *Requests);

  uint32_t Waiting = 0;    ///< at operations with a mask
  uint32_t Converging = 0; ///< at operations without
};

/// Fills in the results of Lanes, which do one operation together.
void evaluate(uint32_t Lanes, WarpRequest *const *Requests);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_WARP_H
