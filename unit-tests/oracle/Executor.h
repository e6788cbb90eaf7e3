// Executor - runs a protocol on a concrete launch, thread by thread.
//
// In:  a protocol, a launch, and the values of parameters and unknowns.
// Out: a Run. Every thread goes on until it waits at a barrier or ends; then
//      the barriers whose participants have all arrived complete, which joins
//      the participants' clocks; and again, until no thread can go on.
// It shares the parser with the analysis and nothing else.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_EXECUTOR_H
#define RACEMAP_UNITTESTS_ORACLE_EXECUTOR_H

#include "Code.h"
#include "Run.h"
#include "Values.h"
#include "llvm/ADT/DenseMap.h"

namespace racemap::oracle {

/// The values that a launch leaves open.
class Contents {
public:
  virtual ~Contents() = default;
  virtual uint64_t parameter(const map::Variable *V) = 0;
  /// Thread is a number in the launch. Operands has the values of U's.
  virtual uint64_t unknown(const map::Unknown *U, unsigned Thread,
                           llvm::ArrayRef<uint64_t> Operands) = 0;
  /// What the block of the thread First got when its barrier completed for the
  /// Time-th time, or its warp when it voted.
  virtual uint64_t returned(const map::Unknown *U, unsigned First,
                            uint64_t Time) = 0;
};

class Executor {
public:
  Executor(const map::Protocol &P, const Launch &L, Contents &C);
  ~Executor();
  Run run();

private:
  struct Thread;
  struct ThreadNames;
  using Group = std::vector<unsigned>;
  /// Which barrier: its scope, its number, and the first thread of its group.
  using BarrierKey = std::tuple<map::Scope, uint64_t, unsigned>;
  /// What has become of it so far.
  struct BarrierState {
    Group Arrived;               ///< and went on, since it completed last
    std::vector<unsigned> Clock; ///< of these, joined
    /// One for each time that it has completed: all participants' clocks.
    std::vector<std::vector<unsigned>> Done;
  };

  uint64_t evaluate(unsigned T, const map::Term *X);
  bool assumptionsHold();
  void advance(unsigned T);
  /// One instruction; false if the thread cannot go on.
  bool execute(unsigned T);
  void access(unsigned T, const map::Access *A);
  void end(unsigned T, size_t Event);
  void group(unsigned T, const map::AsyncGroup *G);
  void vote(unsigned T, const map::Exchange *X);
  void enterLoop(unsigned T, const map::Loop *L);
  void nextLoop(unsigned T, const map::Loop *L);
  /// False if the thread has to wait.
  bool meet(unsigned T, const map::Barrier *B);
  void arrive(unsigned T, const map::Barrier *B);
  bool await(unsigned T, const map::Barrier *B);
  void countArrival(unsigned T, const BarrierKey &Key);

  bool completeSome();
  bool canGoOn() const;
  bool completeGroup(map::Scope S, const Group &G);
  bool completeWarp(const Group &G);
  void complete(const Group &Participants, const Group &Returned);
  void finish(BarrierState &State, const BarrierKey &Key,
              const Group &Participants, const Group &Returned);
  void goOn(unsigned T, const std::vector<unsigned> &Joined);
  void give(unsigned T, const BarrierKey &Key, uint64_t Time);
  void judge(const Group &Participants, const Group &Returned);
  void returnedWithout(const Thread &Gone, const Thread &Waiting);
  void findGroups();
  unsigned clusterOf(unsigned Block) const;
  BarrierKey keyOf(unsigned T) const;
  void newEpoch(unsigned T);

  const map::Protocol &P;
  const Launch &L;
  Contents &C;
  Code TheCode;
  std::vector<Thread> Threads;
  std::vector<std::pair<map::Scope, Group>> Groups;
  std::map<BarrierKey, BarrierState> States;
  Run Out;
  uint64_t StepsLeft = 100000;
};

} // namespace racemap::oracle

#endif
