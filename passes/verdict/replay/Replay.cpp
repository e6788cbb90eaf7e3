// Replay - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/replay/ThreadRun.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::verdict {

using namespace map;

namespace {

/// Does First write nothing that Second, who comes after it, finds as it was?
bool leavesAsItWas(const Execution &E, const ThreadRun &First,
                   const ThreadRun &Second) {
  if (First.WroteAnywhere)
    return Second.AsItWas.empty();
  return llvm::none_of(Second.AsItWas, [&](const Bytes &Read) {
    return llvm::any_of(First.Overwritten, [&](const Bytes &X) {
      return X.mayMeet(Read, E.Launch.overlaps());
    });
  });
}

/// At the same time, and not to write the same.
static bool meet(const ThreadRun &A, const ThreadRun &B) {
  for (auto [Here, Mine] : A.Played)
    for (auto [There, Other] : B.Played)
      if (Here == There && !(Mine && Mine == Other))
        return true;
  return false;
}

/// A run that passes a gap stands for nothing.
Replayed whenTooLong(const Execution &E) {
  return E.P.gaps().empty() ? Replayed::TooLong : Replayed::Differs;
}

} // namespace

Replayed replay(const Execution &E, const Part &First, const Part &Second,
                llvm::function_ref<bool(const Barrier *)> Orders, Purpose Why) {
  InitialMemory In(E.Launch, E.M);
  Landmarks Marks(E.P);
  ThreadRun One(E, Marks, In, First, Orders, Why),
      Other(E, Marks, In, Second, Orders, Why);
  One.run();
  Other.run();
  if (One.TookTooLong || Other.TookTooLong)
    return whenTooLong(E);
  bool IsDefined =
      !One.BrokePromise && !Other.BrokePromise && !One.IsExcluded &&
      !Other.IsExcluded && !In.contradicts() && !One.FindsItsOwn &&
      !Other.FindsItsOwn &&
      (leavesAsItWas(E, One, Other) || leavesAsItWas(E, Other, One));
  return meet(One, Other) && IsDefined ? Replayed::AsSaid : Replayed::Differs;
}

Trace trace(const Execution &E, const ThreadCoordinates &Who,
            llvm::ArrayRef<const Access *> Watched,
            llvm::function_ref<bool(const Barrier *)> Orders,
            unsigned MostBarriers, unsigned &Steps) {
  InitialMemory In(E.Launch, E.M);
  Part None{Who, nullptr, 0, {}};
  Landmarks Marks(E.P);
  ThreadRun One(E, Marks, In, None, Orders, Purpose::Confirms);
  Trace Result;
  One.Drawn = &Result;
  One.Watched = Watched;
  One.BarriersAllowed = MostBarriers;
  One.StepsAllowed = Steps;
  One.run();
  Steps -= std::min(Steps, One.Steps);
  return Result;
}

static Replayed runAlone(const Execution &E, const Part &Mine,
                         const Part *Beside) {
  InitialMemory In(E.Launch, E.M);
  auto OrdersNone = [](const Barrier *) { return false; };
  Landmarks Marks(E.P);
  ThreadRun One(E, Marks, In, Mine, OrdersNone, Purpose::Confirms);
  One.Beside = Beside;
  One.run();
  if (One.TookTooLong)
    return whenTooLong(E);
  bool DoesIt = Beside ? One.MeetsItself : !One.Played.empty();
  return DoesIt && !One.BrokePromise && !One.IsExcluded && !In.contradicts() &&
                 !One.FindsItsOwn
             ? Replayed::AsSaid
             : Replayed::Differs;
}

Replayed replayAlone(const Execution &E, const Part &InFlight,
                     const Part &Beside) {
  return runAlone(E, InFlight, &Beside);
}

Replayed replay(const Execution &E, const Part &Only) {
  return runAlone(E, Only, nullptr);
}

} // namespace racemap::verdict
