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

std::optional<BarrierDone> Barriers::check(unsigned Id) {
  Barrier &B = All[Id];
  if (B.Came.empty())
    return std::nullopt;
  bool WantsAll = B.Count == 0;
  if (B.Came.size() < (WantsAll ? Alive : B.Count))
    return std::nullopt;
  NumCame -= unsigned(B.Came.size());
  BarrierDone Done;
  Done.Id = Id;
  Done.IsWholeBlock = WantsAll;
  Done.NumTrue = B.NumTrue;
  Done.Came.swap(B.Came);
  Done.Waiting.swap(B.Waiting);
  B.Count = B.NumTrue = 0;
  return Done;
}

std::optional<BarrierDone> Barriers::arrive(const BarrierArrival &A) {
  Barrier &B = All[A.Id % NumBarriers];
  B.Count = A.Count;
  B.NumTrue += A.Predicate;
  B.Came.push_back(A.Thread);
  ++NumCame;
  if (A.Waits)
    B.Waiting.push_back(A.Thread);
  return check(A.Id % NumBarriers);
}

std::optional<BarrierDone> Barriers::exited() {
  if (--Alive == 0 || NumCame == 0)
    return std::nullopt;
  for (unsigned Id = 0; Id < NumBarriers; ++Id)
    if (All[Id].Count == 0)
      if (auto Done = check(Id))
        return Done;
  return std::nullopt;
}

} // namespace racemap::cpu
