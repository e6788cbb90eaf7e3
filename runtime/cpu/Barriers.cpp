// Barriers - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Barriers.h"

namespace racemap::cpu {

void Barriers::begin(unsigned Threads) {
  Alive = Threads;
  NumCame = 0;
  for (Barrier &B : All) {
    B.Count = B.NumTrue = 0;
    B.Came.clear();
    B.Waiting.clear();
  }
}

const BarrierDone *Barriers::check(unsigned Id) {
  Barrier &B = All[Id];
  if (B.Came.empty())
    return nullptr;
  bool WantsAll = B.Count == 0;
  if (B.Came.size() < (WantsAll ? Alive : B.Count))
    return nullptr;
  NumCame -= unsigned(B.Came.size());
  Done.Id = Id;
  Done.IsWholeBlock = WantsAll;
  Done.NumTrue = B.NumTrue;
  Done.Came.swap(B.Came);
  Done.Waiting.swap(B.Waiting);
  B.Came.clear();
  B.Waiting.clear();
  B.Count = B.NumTrue = 0;
  return &Done;
}

const BarrierDone *Barriers::arrive(const BarrierArrival &A) {
  Barrier &B = All[A.Id % NumBarriers];
  B.Count = A.Count;
  B.NumTrue += A.Predicate;
  B.Came.push_back(A.Thread);
  ++NumCame;
  if (A.Waits)
    B.Waiting.push_back(A.Thread);
  return check(A.Id % NumBarriers);
}

const BarrierDone *Barriers::exited() {
  if (--Alive == 0 || NumCame == 0)
    return nullptr;
  for (unsigned Id = 0; Id < NumBarriers; ++Id)
    if (All[Id].Count == 0)
      if (const BarrierDone *Now = check(Id))
        return Now;
  return nullptr;
}

} // namespace racemap::cpu
