// BarrierSimulation - runs what the threads of a block do at barriers, and
// nothing else.
//
// In:  roles: threads that come to the same barriers, in the same order; how
//      many arrivals complete each barrier; how often the roles' loops run.
// Out: what each role knows after each step: how often it has arrived at each
//      barrier, and how many phases (completions) of each it knows to be over:
//      it knows of all arrivals that these take, because it has waited for
//      them or for somebody who knew. Or why that is not so in every run.
// Which role goes first does not matter: an arrival is refused if the role
// does not know that the phase of its last one is over, so the n-th arrival of
// each thread is one of the n-th phase. What happens otherwise is
// unpredictable: a warp may not come to a barrier again, after it has arrived
// there, "prior to the reset of the barrier" (PTX ISA, Parallel Synchronization
// and Communication Instructions: bar, barrier), which is its completion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_BARRIERSIMULATION_H
#define RACEMAP_PASSES_INTERVALS_BARRIERSIMULATION_H

#include "passes/map/Protocol.h"

namespace racemap::intervals {

class BarrierSimulation {
public:
  struct Step {
    unsigned Meeting; ///< which barrier, from 0
    map::Barrier::Part Part;
  };
  struct Role {
    unsigned Threads = 0;
    std::vector<Step> Before, Inside, Behind; ///< of its loop
    size_t length(unsigned Rounds) const {
      return Before.size() + Rounds * Inside.size() + Behind.size();
    }
    Step at(size_t Index, unsigned Rounds) const;
  };
  struct Knowledge {
    std::vector<unsigned> Arrived; ///< the role's threads, at each meeting
    /// For each meeting and role: how often all its threads have arrived, as
    /// far as any thread of this one knows.
    std::vector<unsigned> Others;
  };
  enum class Outcome : uint8_t {
    Done,
    Stuck,      ///< waits for ever
    ComesAgain, ///< arrives, perhaps before the phase of its last arrival ended
    NotArrived, ///< waits and has not arrived before
  };

  BarrierSimulation(llvm::ArrayRef<Role> Roles,
                    llvm::ArrayRef<unsigned> Expected);

  Outcome run(unsigned Rounds);
  unsigned rounds() const { return Rounds; }
  bool isStuck() const { return Result == Outcome::Stuck; }
  /// What the role knows when that many of its steps are done, in this run.
  unsigned arrived(unsigned Role, size_t Steps, unsigned Meeting) const {
    return Trace[Role][Steps].Arrived[Meeting];
  }
  unsigned over(unsigned Role, size_t Steps, unsigned Meeting) const {
    return over(Trace[Role][Steps], Meeting);
  }
  /// If it is not Done: which role, and the number of its step.
  unsigned troubledRole() const { return Troubled; }
  size_t troubledStep() const { return Trace[Troubled].size() - 1; }

private:
  struct Place {
    unsigned Arrived = 0;         ///< threads, since it completed last
    std::vector<unsigned> Theirs; ///< what they know of others, joined
    std::vector<std::vector<unsigned>> Done; ///< that, of each phase
  };

  bool advance(unsigned R);
  unsigned over(const Knowledge &K, unsigned Meeting) const;
  void arrive(unsigned R, unsigned Meeting);

  llvm::ArrayRef<Role> Roles;
  llvm::ArrayRef<unsigned> Expected;
  std::vector<std::vector<bool>> IsMember; ///< for each meeting, of each role
  std::vector<Place> Places;
  std::vector<Knowledge> Now;
  std::vector<bool> HasArrived; ///< of a role that is at a whole barrier
  std::vector<std::vector<Knowledge>> Trace;
  unsigned Rounds = 0;
  Outcome Result = Outcome::Done;
  unsigned Troubled = 0;
};

} // namespace racemap::intervals

#endif
