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

  uint64_t evaluate(unsigned T, const map::Term *X);
  bool assumptionsHold();
  void advance(unsigned T);
  /// One instruction; false if the thread cannot go on.
  bool execute(unsigned T);
  void access(unsigned T, const map::Access *A);
  void end(unsigned T, size_t Event);
  void group(unsigned T, const map::AsyncGroup *G);
  void enterLoop(unsigned T, const map::Loop *L);
  void nextLoop(unsigned T, const map::Loop *L);
  void wait(unsigned T, const map::Barrier *B);

  bool completeSome();
  bool completeGroup(map::Scope S, const Group &G);
  bool completeWarp(const Group &G);
  void complete(const Group &Participants, const Group &Returned);
  void judge(const Group &Participants, const Group &Returned);
  void returnedWithout(const Thread &Gone, const Thread &Waiting);
  void findGroups();
  unsigned clusterOf(unsigned Block) const;
  void newEpoch(unsigned T);

  const map::Protocol &P;
  const Launch &L;
  Contents &C;
  Code TheCode;
  std::vector<Thread> Threads;
  std::vector<std::pair<map::Scope, Group>> Groups;
  Run Out;
  uint64_t StepsLeft = 100000;
};

} // namespace racemap::oracle

#endif
