// WarpRequest - what one lane brings to an operation of its warp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_WARPREQUEST_H
#define RACEMAP_RUNTIME_CPU_WARPREQUEST_H

#include <cstdint>

namespace racemap::cpu {

enum class WarpOperation : uint8_t {
  Sync,
  /// Lanes that advance together meet before an access.
  Lockstep,
  ActiveMask,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  ShuffleIndex,
  VoteAll,
  VoteAny,
  VoteUniform,
  Ballot,
  MatchAny,
  MatchAll,
  ReduceAdd,
  ReduceMin,
  ReduceMax,
  ReduceUMin,
  ReduceUMax,
  ReduceAnd,
  ReduceOr,
  ReduceXor,
  ReduceFMin,
  ReduceFMax,
  Elect
};

struct WarpRequest {
  WarpOperation Operation = WarpOperation::Sync;
  /// The lanes that take part. An operation without a mask (IsConverging) takes
  /// those that have come to the same Site when no other lane can run.
  bool IsConverging = false;
  uint32_t Mask = 0;
  unsigned Site = 0;
  /// What this lane gives: a value, a predicate.
  uint64_t Value = 0;
  /// Shuffles: the lane or the distance, and PTX's operand c (the clamp in
  /// bits 0-4, the mask of the segment in bits 8-12).
  uint32_t Lane = 0, Clamp = 0;

  /// What it gets.
  uint64_t Result = 0;
  bool Predicate = false;

  /// May the lane bring it? CUDA wants each that comes to be in the mask.
  bool isInMask(unsigned OfLane) const {
    return IsConverging || (Mask >> OfLane & 1) != 0;
  }
  bool joins(const WarpRequest &Other) const {
    return Operation == Other.Operation && IsConverging == Other.IsConverging &&
           (IsConverging ? Site == Other.Site : Mask == Other.Mask);
  }
};

/// "__shfl_down_sync", for reports.
const char *nameOf(const WarpRequest &R);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_WARPREQUEST_H
