// Replay - runs a protocol for the two threads of a witness.
//
// A query's model is about the walks that led to the accesses. That the walks
// are right is checked here: each thread runs the protocol from its beginning,
// statement by statement, on the witness's numbers. The race stands if both
// come to their accesses at the places that the witness says, having passed the
// same number of ordering barriers: such barriers are passed together, so
// equal numbers mean the same barrier interval. An asynchronous access is in
// all intervals up to the wait. What one thread does alone stands if it comes
// to its access at the place that the witness says.
//
// Plain reads of global memory that the kernel writes find what was there
// before the launch, if the threads of the witness come first: the read stands
// before all barriers, and neither has written the bytes on the way to its
// access. A run in which that is not so stands for nothing.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_REPLAY_H
#define RACEMAP_PASSES_VERDICT_REPLAY_H

#include "passes/map/Aliases.h"
#include "passes/solve/Model.h"
#include "passes/verdict/Finding.h"

namespace racemap::verdict {

/// What one of the threads is to do.
struct Part {
  ThreadCoordinates Who;
  const map::Access *TheAccess;
  uint64_t Offset;
  std::vector<uint64_t> Slots;
};

enum class Replayed : uint8_t {
  AsSaid,  ///< as the witness says
  Differs, ///< they do not come (together) there, or break a promise
  TooLong, ///< a thread takes more steps than are worth it
};

/// What a run is for.
enum class Purpose : uint8_t {
  Confirms, ///< what a query has shown: inputs it does not mention are 0
  Settles,  ///< what a query has only approximated: it may not read inputs that
            ///< the query does not mention, nor write one value twice
};

/// A launch, and what is in memory before it.
struct Execution {
  const map::Protocol &P;
  const map::Aliases &Overlaps;
  const Witness &W;
  const solve::Model &M; ///< parameters and inputs
  /// The threads of a warp in lockstep do not.
  bool MayComeFirst = true;
};

/// Orders: the barriers that order the two threads.
Replayed replay(const Execution &E, const Part &First, const Part &Second,
                llvm::function_ref<bool(const map::Barrier *)> Orders,
                Purpose Why);
/// Of one thread: it does the one while its other one is under way.
Replayed replayAlone(const Execution &E, const Part &UnderWay,
                     const Part &Beside);
/// What one thread does, whenever it is.
Replayed replay(const Execution &E, const Part &Only);

} // namespace racemap::verdict

#endif
