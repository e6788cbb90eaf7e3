// Finding - what the analysis says about a kernel: facts, never text.
//
// The report writers (diagnostics, JSON, SARIF, the command line's summary)
// read these; nothing here knows how a finding is shown.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_FINDING_FINDING_H
#define RACEMAP_PASSES_VERDICT_FINDING_FINDING_H

#include "passes/solve/Statistics.h"
#include "passes/verdict/finding/AccessProofs.h"
#include "passes/verdict/finding/LaunchRecipe.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace racemap::verdict {

/// From the most to the least certain.
enum class Certainty : uint8_t {
  Provable, ///< a race for some values of the open scalar parameters
  Input,    ///< a race for some contents of the input arrays
  Possible, ///< an over-approximation was involved
};

/// One of the places a finding is about.
struct Site {
  enum class Role : uint8_t { Read, Write, Atomic, Barrier, Exit };
  Role TheRole = Role::Read;
  map::Location Where;
  uint64_t Bytes = 0;                        ///< 0 for Barrier and Exit
  map::Scope AtomicScope = map::Scope::Grid; ///< only for Atomic
  bool operator==(const Site &) const = default;
};

/// The reason of contexts in which nothing was checked.
inline constexpr llvm::StringLiteral NothingChecked =
    "contradictory assumptions";

struct ThreadCoordinates {
  std::array<uint32_t, 3> BlockIdx{}, ThreadIdx{};
  auto operator<=>(const ThreadCoordinates &) const = default;
};

/// A concrete case of a finding, checked by evaluating the protocol.
struct Witness {
  std::array<uint32_t, 3> BlockDim{1, 1, 1}, GridDim{1, 1, 1};
  std::vector<ThreadCoordinates> Threads; ///< in the order of the sites
  struct Named {
    std::string Name; ///< "n", or "s" where both threads agree, else
                      ///< "s of the first thread", "s of the second thread"
    int64_t Value;
    auto operator<=>(const Named &) const = default;
  };
  std::vector<Named> Values;
  struct InputValue {
    std::string Array;
    int64_t Index; ///< in elements of the array
    int64_t Value;
    auto operator<=>(const InputValue &) const = default;
  };
  std::vector<InputValue> Inputs;
  std::optional<int64_t> Address; ///< byte offset in the array
  /// Of the array, in bytes; only for OutOfBounds.
  std::optional<uint64_t> Extent;
  /// A barrier that a thread has passed, and the loop variables around it then.
  struct Passage {
    map::SourcePoint Where;
    std::vector<Named> Values;
  };
  /// How each thread got to its access, in the order of Threads; empty if that
  /// is not known.
  std::vector<std::vector<Passage>> Ways;
  /// What a thread accesses at a site in the same barrier interval.
  struct Touch {
    ThreadCoordinates Who;
    unsigned Site; ///< index into Finding::Sites
    int64_t Address;
  };
  std::vector<Touch> Touches; ///< of threads near those of the witness
};

/// Source text to insert that was verified to mend the finding.
struct Repair {
  std::string Insert;
  map::SourcePoint Where;
  bool Verified = false;
};

/// Of a race that a precondition would exclude.
inline constexpr llvm::StringLiteral NoLaunchRulesItOut =
    "no launch in sight rules that out";
/// What makes a race that no launch has in which there is room.
inline constexpr llvm::StringLiteral Cramped =
    "rows overlap, or a number is negative or runs over";

/// What breaks a condition: "a < b || c != 1" of "a >= b && c == 1".
std::string broken(llvm::StringRef Condition);

/// That a launch breaks a condition.
struct Breach {
  const map::Term *Of; ///< null if no term says it
  std::string Text;    ///< "width < gridDim.x * blockDim.x"
};

/// A condition on the launch under which findings go away: shown for each by
/// refuting it under the condition.
struct Precondition {
  const map::Term *Holds = nullptr; ///< over the names of the protocol
  std::string Text;                 ///< "width >= gridDim.x * blockDim.x"
  /// Statements in C++, one each, that make the analysis, not the compiler,
  /// take it as true; empty if the source has no names for what it mentions.
  std::vector<std::string> Statements;
  /// Origins of the contexts of the kernel that guarantee it.
  std::vector<std::string> MetBy;
  /// Every launch that anyone means keeps to it.
  bool IsExpected = false;
  /// It says how long rows are.
  bool IsOfRows = false;
  /// One for each part of it; none where Holds is not known.
  std::vector<Breach> Breaches = {};

  std::string broken() const { return verdict::broken(Text); }
};

/// Launches that nobody means, by their parameters or what is in memory.
struct UnmeantLaunches {
  std::string If; ///< "rows overlap, ..." or "width < 32"
  /// That no others have it as well was not shown.
  bool MaybeOthers = false;
  /// What excludes them; null if no term says it.
  const map::Term *Unless = nullptr;

  /// "width < 32, and perhaps elsewhere"
  std::string text() const {
    return If + (MaybeOthers ? ", and perhaps elsewhere" : "");
  }
};

struct Finding {
  enum class Kind : uint8_t {
    DataRace,
    BarrierDivergence,
    EarlyExit,
    OutOfBounds,
    Deadlock ///< only of a run
  };
  Kind TheKind = Kind::DataRace;
  Certainty TheCertainty = Certainty::Possible;
  bool Benign = false;    ///< a same-value write/write conflict
  bool Confirmed = false; ///< replayed by the sanitizer
  /// If its witness was to be run.
  std::optional<Confirmation> TheConfirmation;
  std::string Array; ///< empty for barrier findings
  map::Space TheSpace = map::Space::Shared;
  unsigned ElementBytes = 0; ///< of the array; 0 if not known
  /// How the two threads relate; of OutOfBounds, who shares the array.
  map::Scope Relation = map::Scope::Block;
  std::vector<Site> Sites; ///< one or two
  Witness TheWitness;
  /// What would exclude it, if that was found.
  std::optional<Precondition> ThePrecondition;
  /// Which have it, if no condition was found that excludes it.
  std::optional<UnmeantLaunches> OnlyIn;
  std::string Explanation; ///< one sentence
  std::optional<Repair> TheRepair;
  std::string Fingerprint; ///< the same when lines move; empty: not made
  std::string Hidden; ///< why it is not shown (driver/Selection.cpp), or empty
  /// The compiler shows no warnings there (a system's header, a pragma, -w).
  bool IsSilenced = false;

  /// Only launches have it that nobody means, as far as is known.
  void doubt(UnmeantLaunches Only);
  /// Does it make a kernel racy?
  bool isCertainRace() const {
    return isRace() && TheCertainty != Certainty::Possible;
  }
  bool isRace() const { return TheKind == Kind::DataRace && !Benign; }
};

/// A pair that could not be decided, and why.
struct Undecided {
  std::vector<Site> Sites;
  std::string Reason;
  /// Nobody has to know of it, as a race is known.
  bool IsLeftAside = false;
  bool operator==(const Undecided &) const = default;
};

enum class Verdict : uint8_t { RaceFree, Racy, Unknown };

/// How the pairs of a context were decided (stats=1).
struct PairStatistics {
  struct Decided {
    unsigned Refuted = 0, Confirmed = 0;
  };
  /// Those of a race that was known already are decided by nothing.
  solve::ByWay<Decided> Pairs;
  solve::Statistics Asked; ///< of the solver, whatever the question
};

/// What is known about one kernel in one launch context.
struct ContextResult {
  map::LaunchContext Context;
  std::vector<std::string> Assumptions; ///< those the verdict rests on
  Verdict TheVerdict = Verdict::Unknown;
  std::string Reason; ///< of Unknown; or "no accesses", "contradictory
                      ///< assumptions" beside RaceFree; else empty
  struct {
    unsigned Total = 0, Free = 0, Racy = 0, Undecided = 0;
  } Pairs;
  double Milliseconds = 0;
  uint64_t Steps = 0; ///< that were made (passes/map/Steps.h)
  /// The kernel's share of its unit's budget was used up before all was done.
  bool IsCutShort = false;
  /// The clock has ended the analysis: another run may find something else.
  bool IsStoppedByClock = false;
  std::vector<Finding> Findings;
  /// Each once; pairs of accesses only while there are fewer than
  /// MostUndecided, as a budget that ends early leaves nearly all of them.
  /// Pairs.Undecided counts them all.
  std::vector<Undecided> UndecidedPairs;
  static constexpr size_t MostUndecided = 1000;
  /// In this launch, an array begins within another one.
  struct Overlap {
    std::string Array, Within;
    std::optional<int64_t> Offset; ///< in bytes, if it is a constant
    bool operator==(const Overlap &) const = default;
  };
  std::vector<Overlap> Overlaps;
  /// Of Unknown: launches to try, if they were asked for.
  std::vector<Witness> Candidates;
  std::optional<PairStatistics> Statistics; ///< if they were asked for
  std::optional<AccessProofs> Proofs;       ///< the same

  bool hasCertainRace() const {
    return llvm::any_of(Findings, std::mem_fn(&Finding::isCertainRace));
  }
  /// A loop that was written out makes many pairs of the same two places.
  void leave(Undecided U) {
    bool IsFull = UndecidedPairs.size() >= MostUndecided;
    if (!(IsFull && U.Sites.size() > 1) &&
        !llvm::is_contained(UndecidedPairs, U))
      UndecidedPairs.push_back(std::move(U));
  }
};

struct KernelResult {
  std::string Name, Mangled;
  map::SourcePoint Where;
  std::vector<ContextResult> Contexts;
  std::vector<std::string> Remarks;
  /// Barriers without all of which the kernel stays race-free.
  std::vector<map::Location> Redundant;
  std::vector<std::string> RelevantInputs;
  unsigned Accesses = 0, ExactAccesses = 0;
  /// If they were asked for: those that some launch can be held against. The
  /// first that a launch keeps to counts.
  std::vector<AccessProofs> Proofs;
  /// Why there are none; of one of the contexts.
  std::string WhyNoProofs;
  /// Of a kernel with findings; nothing if nobody knew its declaration.
  std::optional<LaunchRecipe> Recipe;
};

} // namespace racemap::verdict

#endif
