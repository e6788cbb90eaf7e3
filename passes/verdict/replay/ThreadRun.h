// ThreadRun - an interpreter of protocols for one thread of a launch.
//
// In:  a protocol, who runs it, and what is in memory before the launch.
// Out: what the thread did: where it was when it played its part, what it found
//      and wrote on the way, and why it did not get further.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_REPLAY_THREADRUN_H
#define RACEMAP_PASSES_VERDICT_REPLAY_THREADRUN_H

#include "passes/map/Evaluate.h"
#include "passes/verdict/replay/InitialMemory.h"
#include "passes/verdict/replay/Replay.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>

namespace racemap::verdict {

/// Bytes of an array.
struct Bytes {
  const map::Array *Of;
  std::vector<uint64_t> Slots;
  uint64_t Begin, Size;

  bool mayMeet(const Bytes &X, const map::Aliases &Overlaps) const {
    if (Of != X.Of)
      return Overlaps.mayOverlap(Of, X.Of);
    return Slots == X.Slots && Begin < X.Begin + X.Size &&
           X.Begin < Begin + Size;
  }
};

/// The statements of a protocol that are, or have in them, a gap, or something
/// given.
struct Landmarks {
  explicit Landmarks(const map::Protocol &P);
  llvm::SmallPtrSet<const map::Stmt *, 4> Gaps, Givens;
};

class ThreadRun : map::Assignment {
public:
  static constexpr unsigned MostSteps = 200'000;

  /// Marks: of E's protocol. Orders: the barriers that count.
  ThreadRun(const Execution &E, const Landmarks &Marks, InitialMemory &In,
            const Part &Mine,
            llvm::function_ref<bool(const map::Barrier *)> Orders, Purpose Why)
      : E(E), Marks(Marks), In(In), Mine(Mine), Orders(Orders), Why(Why) {}

  void run() { run(E.P.Body); }

  /// How many ordering barriers it had passed when it played its part, and what
  /// it wrote, if that is known and matters.
  std::set<std::pair<unsigned, std::optional<uint64_t>>> Played;
  /// What it did on the way there: found as it was and used, and written.
  std::vector<Bytes> AsItWas, Overwritten;
  bool WroteAnywhere = false;
  /// It may have written before what it used as if nobody had.
  bool FindsItsOwn = false;
  bool TookTooLong = false, BrokePromise = false;
  bool IsExcluded = false;  ///< something that is given is false
  bool IsStuck = false;     ///< at a value that is not modelled
  bool MissesGiven = false; ///< it ended before something that is given
  /// What else it is to do, and whether its part was in flight then.
  const Part *Beside = nullptr;
  bool MeetsItself = false;
  /// What is to be drawn of it.
  Trace *Drawn = nullptr;
  llvm::ArrayRef<const map::Access *> Watched;
  unsigned StepsAllowed = MostSteps, Steps = 0;
  unsigned BarriersAllowed = ~0u;

private:
  enum class Flow : uint8_t { On, Leaves, Ends };
  /// What a plain read finds if nobody has written there since the launch. It
  /// matters once something depends on it.
  struct FirstFound {
    unsigned Width;
    Bytes Where;
    bool MayBeItsOwn;
    std::optional<uint64_t> Value; ///< once it is used
  };

  uint64_t valueOf(const map::Variable *V) override;
  uint64_t valueOf(const map::Unknown *U,
                   llvm::ArrayRef<uint64_t> Operands) override;
  uint64_t use(FirstFound &Its);
  /// Does the run's purpose allow it to find something here?
  bool mayRead(const map::Array *A, unsigned Width,
               InitialMemory::Place At) const;
  uint64_t evaluate(const map::Term *T);
  Flow run(const map::Sequence &S);
  Flow run(const map::Stmt *S);
  bool comesOutOf(const map::Stmt *S);
  Flow run(const map::Loop *L);
  Flow runBody(const map::Loop *L);
  void pass(const map::Barrier *B);
  void draw(const map::Access *A);
  void access(const map::Access *A);
  void note(const map::Access *A);
  void group(const map::AsyncGroup *G);
  Flow given(const map::Term *Condition);
  void proposeEqual(const map::Term *A, const map::Term *B);
  bool plays(const Part &X);
  std::optional<uint64_t> written();
  void next(const map::Loop *L, uint64_t Step);

  const Execution &E;
  const Landmarks &Marks;
  InitialMemory &In;
  const Part &Mine;
  llvm::function_ref<bool(const map::Barrier *)> Orders;
  Purpose Why;
  llvm::DenseMap<const map::Variable *, uint64_t> LoopValues;
  /// Of loops that have ended nobody knows where.
  llvm::DenseSet<const map::Variable *> Lost;
  std::map<std::pair<llvm::StringRef, std::vector<uint64_t>>, FirstFound> Found;
  const map::Loop *Leaving = nullptr;
  llvm::SmallVector<const map::Loop *, 4> Around; ///< where it is
  unsigned Barriers = 0;
  bool MetOthers = false;  ///< at a barrier
  bool MayPassGap = false; ///< has it come by one?
  /// Its part, if that is asynchronous and not over: the commits since.
  llvm::SmallVector<unsigned, 4> InFlight;
};

} // namespace racemap::verdict

#endif
