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
// before all barriers, the thread has not written the bytes before, and the
// other one does not on the way to its access. That goes for the thread that
// comes second; a run in which it holds for neither stands for nothing.
//
// Neither does one that passes a gap, or a barrier that others may come to past
// a gap: they may not come, or have written what was an input.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_REPLAY_REPLAY_H
#define RACEMAP_PASSES_VERDICT_REPLAY_REPLAY_H

#include "passes/solve/Model.h"
#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/launch/LaunchFacts.h"

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
  const LaunchFacts &Launch;
  const Witness &W;
  const solve::Model &M; ///< parameters and inputs
  /// The threads of a warp in lockstep do not.
  bool MayComeFirst = true;
};

/// What a thread did, to be drawn.
struct Trace {
  std::vector<Witness::Passage> Passages; ///< of ordering barriers
  struct Step {
    const map::Access *What;
    uint64_t Offset;
    unsigned Barriers; ///< passed by then
  };
  std::vector<Step> Accesses;
};

/// What a thread does at these accesses and on its way, as far as that is
/// known, until it has passed more than so many barriers. It takes at most so
/// many steps, which are taken off.
Trace trace(const Execution &E, const ThreadCoordinates &Who,
            llvm::ArrayRef<const map::Access *> Watched,
            llvm::function_ref<bool(const map::Barrier *)> Orders,
            unsigned MostBarriers, unsigned &Steps);

/// Orders: the barriers that order the two threads.
Replayed replay(const Execution &E, const Part &First, const Part &Second,
                llvm::function_ref<bool(const map::Barrier *)> Orders,
                Purpose Why);
/// Of one thread: it does the one while its other one is in flight.
Replayed replayAlone(const Execution &E, const Part &InFlight,
                     const Part &Beside);
/// What one thread does, whenever it is.
Replayed replay(const Execution &E, const Part &Only);

} // namespace racemap::verdict

#endif
