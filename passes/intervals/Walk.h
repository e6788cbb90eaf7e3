// Walk - follows one thread through a protocol, from the entry or from a
// barrier, to everything it can reach without crossing an ordering barrier.
//
// The walk goes down the tree with a path condition. A loop without an
// ordering barrier gives the thread an iteration of its own (a fresh instance
// of the loop's variables). A loop with one is followed iteration by
// iteration: usually the first barrier ends it; if barriers can be skipped, up
// to a bound, and beyond it by an approximation that the state records. From
// a barrier inside a loop, the loops around it are in an iteration that both
// threads share, and the way over a back edge leads to the next one (DESIGN,
// "Barrier intervals").
// From an asynchronous access, a walk comes to all that happens while it is
// in flight (AsyncWalk.cpp).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_WALK_H
#define RACEMAP_PASSES_INTERVALS_WALK_H

#include "passes/intervals/LoopRelation.h"
#include "passes/intervals/Parties.h"
#include "passes/intervals/Places.h"
#include "passes/intervals/Uniform.h"
#include "passes/map/Ranges.h"
#include <functional>

namespace racemap::intervals {

/// The approximation of a walk that crossed a barrier which is not convergent.
constexpr llvm::StringLiteral DivergentBarrier =
    "only if threads pass the barrier separately, which was not decided";
/// The approximation of one that crossed a barrier that may or may not order.
constexpr llvm::StringLiteral UnknownParty =
    "a barrier for threads that are not known";

/// A thread at one point of its walk.
struct State {
  const map::Term *Condition; ///< under which it is there
  Environment Env;
  /// What was approximated on the way, or empty: then the condition is exact.
  llvm::StringRef Approximation;
  /// No fewer groups were committed while an asynchronous access is in flight;
  /// how many they are Env says.
  unsigned LeastCommits = 0;

  void require(const map::Term *C) {
    Condition = Env.terms().logicalAnd(Condition, C);
  }
  void approximate(llvm::StringRef Why) {
    if (Approximation.empty())
      Approximation = Why;
  }
};

/// An access that a walk reached, in terms of the walk's variables.
struct Reach {
  const map::Access *TheAccess;
  const map::Term *Condition;
  llvm::SmallVector<const map::Term *, 1> Slots;
  const map::Term *Offset;
  const map::Term *Value; ///< or null
  const map::Term *Found; ///< or null
  llvm::StringRef Approximation;
  /// Of each barrier that Phases follows: how often the thread has arrived
  /// there, and how many times it knows to be over.
  llvm::SmallVector<std::pair<const map::Term *, const map::Term *>, 0> Phases;
  /// Asynchronous, and from before the barrier where the walk starts.
  bool IsInFlight = false;
};

class Phases;

/// What a walk knows about the protocol, shared by all walks of a context.
struct Ground {
  const map::Protocol &P;
  const LoopTable &Loops;
  const Places &Where;
  const Parties &Masks;
  const Environment &Launch; ///< dimensions that are known
  map::Ranges &Ranges;
  const Phases *Split = nullptr; ///< or null: no barrier is split
  bool Lockstep = false;         ///< the threads of a warp advance together
};

class Walk {
public:
  enum class Crossing : uint8_t {
    Stops,   ///< an ordering barrier
    Ignored, ///< a barrier that has nothing to do with the two threads
    Blurred, ///< one that would order them if it were convergent
    Unclear, ///< one that orders them if it waits for both
  };
  using Ordering = std::function<Crossing(const map::Barrier *)>;

  /// Group: the smallest group that all threads of interest share.
  Walk(const Ground &G, map::Scope Group, Ordering Orders)
      : G(G), Group(Group), Orders(std::move(Orders)) {}
  /// One that no barrier stops.
  static Walk pastBarriers(const Ground &G, map::Scope Group) {
    return Walk(G, Group,
                [](const map::Barrier *) { return Crossing::Ignored; });
  }

  void fromEntry();
  void fromBarrier(const map::Barrier *B);
  /// From the asynchronous access A to all that its thread comes to before it
  /// is over. Doubt: what is approximated where A is reached, or empty.
  void whileInFlight(const map::Access *A, llvm::StringRef Doubt);
  /// To A alone, all loops around it in a shared iteration. Doubt: what is
  /// approximated by that, or empty.
  void reach(const map::Access *A, llvm::StringRef Doubt);
  /// To all in L, in iterations that are not shared; those of loops around it
  /// are.
  void withinLoop(const map::Loop *L, llvm::StringRef Doubt);
  const std::vector<Reach> &reaches() const { return Reaches; }
  /// Where a thread comes to a barrier, or to its end (null), while the access
  /// is in flight.
  using Passing = std::pair<const map::Barrier *, State>;
  llvm::ArrayRef<Passing> passed() const { return Passed; }
  /// Loop variables that stand for one value in both threads.
  const SharedVariables &shared() const { return Shared; }

  /// The thread just before S, all loops around it in a shared iteration,
  /// whatever barriers it crossed.
  State arrivalAt(const map::Stmt *S);
  /// The thread at the test of loop L, all loops around it and L itself in a
  /// shared iteration: the test holds, or ends the loop.
  State arrivalIn(const map::Loop *L) { return atTest(L, true); }
  State arrivalBehind(const map::Loop *L) { return atTest(L, false); }

private:
  struct Shape; // of a loop's iterations

  State start() const;
  bool isDead(const State &S) const;
  State dead(const State &S) const;
  State walk(const map::Sequence &S, size_t From, State Now);
  State step(const map::Stmt *S, State Now);
  State branch(const map::If *I, const State &Now);
  State barrier(const map::Barrier *B, State Now);
  void record(const map::Access *A, const State &Now);
  State join(std::vector<State> States);

  State onwards(const map::Stmt *S, State Now);
  State group(const map::AsyncGroup *X, State Now);
  State furtherIterations(const map::Loop *L, State Now);
  State laterIterations(const map::Loop *L, State Now, LoopInstance Here);

  State atTest(const map::Loop *L, bool Inside);
  State enterShared(const map::Loop *L, State Now, bool Inside = true);
  State loop(const map::Loop *L, State Now);
  State privateLoop(const map::Loop *L, State Now);
  State iterate(const map::Loop *L, State Now, LoopInstance First);
  State beyond(const map::Loop *L, State Entry, LoopInstance First);
  std::vector<State> takeLeft(const map::Loop *L);
  Shape shapeOf(const map::Loop *L, const State &Entry, LoopInstance I,
                bool NeedCounter);
  bool unroll(const map::Loop *L, const State &Entry, LoopInstance I,
              Shape &Out);
  LoopInstance fresh(const map::Loop *L);
  const map::Term *whileHolds(const map::Loop *L, const Environment &Env,
                              LoopInstance I) const;

  const Ground &G;
  map::Scope Group;
  Ordering Orders;
  bool Collecting = true;
  /// In the environment of a walk from an asynchronous access: the groups that
  /// were committed since.
  const map::Variable *Commits = nullptr;
  unsigned NextInstance = 0;
  unsigned Steps = 0;
  std::vector<Reach> Reaches;
  std::vector<Passing> Passed;
  SharedVariables Shared;
  llvm::DenseMap<const map::Loop *, std::vector<State>> Left;
};

} // namespace racemap::intervals

#endif
