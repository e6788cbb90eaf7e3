// Phases - barriers at which threads arrive without waiting, or at several
// places.
//
// In:  a protocol with such barriers, and the launch.
// Out: for each access, how often its thread has arrived before at each of
//      them (Arrived), and how many times it knows that the barrier has
//      completed (Over), as terms over the thread's index and the counter of
//      its loop.
// An access is before another thread's if at some barrier its thread's next
// arrival is one of a phase that the other one knows to be over there.
// Which threads come where is computed for each thread of the block; those that
// come to the same places have a role in common. A BarrierSimulation shows what
// each role knows, for the first rounds of its loop: from there on numbers grow
// by the same amount in each round, or they are not known.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_PHASES_H
#define RACEMAP_PASSES_INTERVALS_PHASES_H

#include "passes/intervals/BarrierSimulation.h"
#include "passes/intervals/BlockThreads.h"
#include <map>

namespace racemap::intervals {

class Phases {
public:
  /// Barriers that are one and the same, at their places.
  struct Meeting {
    map::Scope TheScope;
    const map::Term *Number; ///< null: 0
    const map::Term *Count;  ///< null: as many as come
    std::vector<const map::Barrier *> Points;
    bool IsSplit = false;
    const map::Term *Member = nullptr; ///< that a thread comes here
    unsigned Members = 0, Expected = 0;
    const map::Term *Gone = nullptr; ///< who has returned before; null: unknown
  };
  /// Where what they order is not known, and why.
  struct Problem {
    const map::Barrier *At = nullptr; ///< null: none
    std::string Why;
    bool IsStuck = false; ///< who is there waits for ever
    bool IsSure = false;  ///< however often the loops run
  };
  /// For each Meeting.
  struct Counts {
    const map::Term *Arrived, *Over; ///< 64 bits
  };

  explicit Phases(const Ground &G);

  bool isEmpty() const { return Split.empty(); }
  /// Is B one of those that are followed here, and by no interval?
  bool isSplit(const map::Barrier *B) const { return Split.contains(B); }
  const Problem &problem() const { return TheProblem; }
  llvm::ArrayRef<Meeting> meetings() const { return Meetings; }
  const Meeting &of(const map::Barrier *B) const;
  /// Loops that have to run equally often, for all threads.
  llvm::ArrayRef<const map::Loop *> loops() const { return Loops; }
  /// All of this is so in launches for which that holds, it depends on nothing
  /// else; in others nobody comes to any split barrier.
  const map::Term *agreed() const { return Agreed; }
  /// More can be ordered than is known: a barrier is left out, or threads may
  /// know of more rounds of others than of the fewest that these can run, or
  /// have returned before a barrier that counts them all the same.
  bool isPartial() const { return IsPartial; }
  /// In the order of meetings(); empty if there are none, or a problem.
  llvm::ArrayRef<Counts> at(const map::Access *A) const;

private:
  /// A barrier that is followed.
  struct Point {
    const map::Barrier *B;
    unsigned Meeting;
    const map::Loop *In;  ///< or null
    const map::Term *Way; ///< that a thread comes here, or null
  };
  struct Role {
    const map::Term *Condition;
    std::vector<const Point *> Before, Inside, Behind;
    const map::Loop *In = nullptr;
    bool HasWholeWarps = true; ///< no thread of a warp has another role
    bool HasFullWarps = true;  ///< these have 32 threads, too
  };

  /// A number that changes with the round.
  using Table = std::vector<unsigned>;

  void collect();
  std::vector<const map::Term *> sidesOf(const map::Stmt *S) const;
  bool holdsForAll(const map::Term *Side) const;
  const map::Term *threadsOn(const map::Stmt *S);
  bool endsForAll(const map::Leave *E);
  const map::Term *returnedBefore(const map::Stmt *S);
  bool locate();
  bool assignRoles();
  unsigned roleOf(const std::vector<bool> &Takes);
  bool countThreads(const BlockSize &Block);
  void requireWholeWarps(const Role &R);
  void requireAll(const std::vector<bool> &Takes, map::Evaluator &Holds);
  void requireEquallyOften(unsigned Meeting);
  void place(Role &R, BarrierSimulation::Role &Steps,
             const std::vector<bool> &Takes) const;
  bool countMembers();
  void findRounds();
  bool simulate();
  const map::Barrier *lastOf(const BarrierSimulation &Run) const;
  void describe(const map::Access *A);
  Counts countsAt(const map::Access *A, unsigned Role, unsigned Meeting);
  const map::Term *fit(const Table &Values, const map::Loop *L, unsigned First);
  void fail(const map::Barrier *B, llvm::StringRef Why) {
    if (!TheProblem.At)
      TheProblem = {B, Why.str()};
  }

  const Ground &G;
  map::TermContext &T;
  const map::Term *Agreed;
  std::vector<Meeting> Meetings;
  llvm::DenseSet<const map::Barrier *> Split;
  std::vector<Point> Points;
  std::vector<Role> Roles;
  std::map<std::vector<bool>, unsigned> Numbers; ///< of roles
  std::vector<BarrierSimulation::Role> Steps;
  std::vector<const map::Loop *> Loops;
  unsigned LeastRounds = 0, MostRounds = 0;
  /// By the number of rounds, from LeastRounds.
  std::vector<BarrierSimulation> Runs;
  std::vector<unsigned> Expected;
  std::vector<std::vector<Counts>> AtAccess; ///< by Id
  bool IsPartial = false;
  Problem TheProblem;
};

} // namespace racemap::intervals

#endif
