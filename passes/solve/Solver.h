// Solver - decides a conjunction of terms with Z3.
//
// In:  truth terms that have to hold together, ranges of their names, a
//      budget in steps. So answers depend on the queries alone, and on their
//      order; time is a backstop (stopAt).
// Out: No, Yes with a model that was checked by evaluation, or Unknown with a
//      reason. Tried in this order: integers, where machine arithmetic is shown
//      not to wrap (or its wrap can be said linearly), with products of
//      unknowns as opaque numbers under monotonicity lemmas; the same with
//      common factors in front of sums (x * n * m + y * n is (x * m + y) * n),
//      if there are any; the same with numbers for the sizes that make products
//      (Guesses); integers with true products; bit vectors. Whatever the first
//      refutes is refuted; a model counts only if the terms evaluate to true
//      under it.
// No Z3 name appears outside this folder.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_SOLVER_H
#define RACEMAP_PASSES_SOLVE_SOLVER_H

#include "passes/map/Ranges.h"
#include "passes/map/Steps.h"
#include "passes/map/TermContext.h"
#include "passes/solve/CpuTime.h"
#include "passes/solve/Model.h"
#include "passes/solve/Statistics.h"
#include <memory>
#include <string>

namespace racemap::solve {

struct Answer {
  enum class Kind : uint8_t { No, Yes, Unknown };
  Kind TheKind = Kind::Unknown;
  Model TheModel;     ///< for Yes
  std::string Reason; ///< for Unknown
  Way By = Way::None; ///< for No and Yes

  static Answer no(Way By) {
    Answer A;
    A.TheKind = Kind::No;
    A.By = By;
    return A;
  }
  static Answer unknown(std::string Why) {
    Answer A;
    A.Reason = std::move(Why);
    return A;
  }
};

/// What one attempt at a query may cost. Both count what Z3 does: a unit of
/// integers stands for more steps where there are many of them, since the
/// tableaux are large then.
struct Budget {
  uint64_t Resources = 2'000'000; ///< Z3 resource units
  uint64_t Steps = 10'000 * map::Steps::PerMillisecond;

  Budget share(unsigned Parts) const {
    return {Resources / Parts, Steps / Parts};
  }
};

/// The reason of Unknown where the clock has ended an attempt.
inline constexpr char StoppedByClock[] = "stopped by the clock";
/// The same of what takes more steps to be written down than are left.
inline constexpr char CircuitsTooLarge[] =
    "solver budget exhausted (products and quotients in bits)";
inline constexpr char EncodingTooLarge[] =
    "solver budget exhausted (facts about integers)";

enum class Encoding : uint8_t {
  RelaxedIntegers, ///< products of unknowns are only approximated
  GroupedIntegers, ///< the same, common factors of sums in front
  Integers,
  BitVectors,
};

class Solver {
public:
  Solver(map::Ranges &R, map::TermContext &Terms);
  ~Solver();
  /// Z3's luck with a query depends on all that its context has seen: what is
  /// hard has more of it in a new one. Takes about a millisecond.
  void startAnew();
  /// Once this thread has computed until then, nothing more is decided.
  void stopAt(CpuTime::time_point Latest);
  /// Writes costly queries to this folder from now on (QueryDump).
  void dumpTo(std::string Folder);
  Answer decide(llvm::ArrayRef<const map::Term *> Conjuncts, Budget B);
  /// The same by the cheap ways only: Unknown more often.
  Answer tryToDecide(llvm::ArrayRef<const map::Term *> Conjuncts, Budget B);
  /// One encoding alone; Unknown if it does not cover the terms.
  Answer decide(llvm::ArrayRef<const map::Term *> Conjuncts, Budget B,
                Encoding Only);
  /// No if ranges or exact arithmetic (passes/algebra) show it; else Unknown.
  Answer refute(llvm::ArrayRef<const map::Term *> Conjuncts);
  /// The answer of Z3 alone.
  Answer askZ3(llvm::ArrayRef<const map::Term *> Conjuncts, Budget B);
  /// Of all queries so far.
  const Statistics &statistics() const;

private:
  struct Engine;
  std::unique_ptr<Engine> TheEngine;
};

} // namespace racemap::solve

#endif
