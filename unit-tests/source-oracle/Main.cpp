// racemap-source-oracle - random kernels, compiled and interpreted, must agree.
//
// Prints the seed, what kinds of kernels there were, and the times. A
// disagreement is printed with its kernel, made smaller, with both answers and
// the seed that gives just that one; then the exit status is 1, as it is if a
// kind of kernel is too rare or too much is undecided for want of budget.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emit.h"
#include "Generator.h"
#include "Mistakes.h"
#include "Relevance.h"
#include "Shrink.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace racemap::source;

namespace cl = llvm::cl;
static cl::opt<unsigned> Count("count", cl::desc("How many kernels"),
                               cl::init(1000));
static cl::opt<uint64_t> Seed("seed", cl::desc("Of the first; then one up"),
                              cl::init(1));
static cl::opt<unsigned> Batch("batch", cl::desc("Kernels in a file"),
                               cl::init(100));
static cl::opt<Typing> WhichTyping(
    "typing", cl::desc("What decides indices and conditions"),
    cl::init(Typing::Well),
    cl::values(
        clEnumValN(Typing::Well, "well", "nothing read from memory"),
        clEnumValN(Typing::Ill, "ill", "also what is read from memory"),
        clEnumValN(Typing::Loose, "loose", "as well, with barriers anywhere"),
        clEnumValN(Typing::Loops, "loops", "as well, with loops of any kind")));
static cl::opt<std::string> Clang("clang", cl::desc("clang++"), cl::Required);
static cl::opt<std::string> Plugin("plugin", cl::desc("ClangRaceMap-*.so"),
                                   cl::Required);
static cl::opt<bool> Mutate("mutate",
                            cl::desc("Race-free kernels with one mistake"));
static cl::opt<bool> Print("print", cl::desc("Print every kernel"));
static cl::opt<bool> NoShrink("no-shrink", cl::desc("As generated"));
static cl::opt<unsigned> ListSlow("list-slow",
                                  cl::desc("Print those that take so many ms"));
static cl::opt<unsigned>
    MostFailures("failures", cl::desc("Stop after so many"), cl::init(5));

/// Racy and race-free kernels at least; undecided for want of budget, and
/// narrowed by assumptions of the analysis, at most; in percent. Of fewer
/// kernels than Enough it says nothing.
static constexpr double LeastShare = 25, MostBudget = 1, MostNarrowed = 1;
static constexpr unsigned EnoughForShares = 500;

namespace {
struct Tally {
  unsigned All = 0, Racy = 0, RaceFree = 0, Unknown = 0, Budget = 0;
  unsigned Detected = 0, FalseAlarms = 0;
  unsigned Divergent = 0, Narrowed = 0, Failures = 0;
  double AnalysisMs = 0, JudgeMs = 0, InterpreterMs = 0;

  void add(const Truths &Is, const Said &S);
  bool report() const;
};

/// A kernel and what the interpreter finds.
struct Case {
  uint64_t Seed = 0;
  Kernel K;
  Truths Is;
};

class Timer {
public:
  explicit Timer(double &Ms) : Ms(Ms) {}
  ~Timer() {
    Ms +=
        std::chrono::duration<double, std::milli>(Clock::now() - Begin).count();
  }

private:
  using Clock = std::chrono::steady_clock;
  double &Ms;
  Clock::time_point Begin = Clock::now();
};
} // namespace

void Tally::add(const Truths &Is, const Said &S) {
  ++All;
  Racy += Is.isRacy();
  RaceFree += !Is.isRacy();
  Divergent += Is.isDivergent();
  bool SaidRacy = !S.Found.empty() && S.Verdict != "unknown";
  Detected += SaidRacy && Is.isRacy();
  FalseAlarms += SaidRacy && !Is.isRacy();
  Unknown += S.Verdict == "unknown";
  Budget += S.LacksBudget;
  AnalysisMs += S.Milliseconds;
}

bool Tally::report() const {
  auto &OS = llvm::outs();
  auto Share = [&](llvm::StringRef What, unsigned N) {
    OS << llvm::format("  %6u  %5.1f %%  ", N, All ? 100.0 * N / All : 0)
       << What << "\n";
  };
  Share("racy", Racy);
  Share("race-free", RaceFree);
  Share("racy, and said to be", Detected);
  Share("race-free, but said to be racy", FalseAlarms);
  Share("a run diverges", Divergent);
  Share("fewer values by an assumption", Narrowed);
  Share("undecided by the analysis", Unknown);
  Share("undecided for want of budget", Budget);
  OS << llvm::format("analysis %.1f s, with clang %.1f s, interpreter %.1f s\n",
                     AnalysisMs / 1000, JudgeMs / 1000, InterpreterMs / 1000)
     << Failures << " disagreements\n";
  bool Good = Failures == 0;
  if (All >= EnoughForShares && !Mutate) {
    double Least = LeastShare * All / 100;
    Good &= Racy >= Least && RaceFree >= Least;
    Good &= Budget <= MostBudget * All / 100;
    Good &=
        WhichTyping == Typing::Loops || Narrowed <= MostNarrowed * All / 100;
    OS << (Good || Failures ? "" : "a share is out of bounds\n");
  }
  return Good;
}

/// A kernel that is typed as asked for and can be run.
static bool isWanted(const Kernel &K, const Truths &Is) {
  switch (WhichTyping) {
  case Typing::Well:
  case Typing::Loops:
    return isWellTyped(K) && Is.counts() && !Is.isDivergent();
  case Typing::Ill:
    return !isWellTyped(K) && !Is.isDivergent() &&
           llvm::any_of(Is.Samples, [](const Truth &T) { return T.Runs; });
  case Typing::Loose:
    return Is.counts();
  }
}

/// A race-free kernel with a mistake; the kernel itself if it cannot have one.
static Kernel mutant(const Kernel &K, uint64_t Seed) {
  std::vector<Kernel> All = withOneMistake(K);
  return All.empty() ? K : All[Random(Seed).below(All.size())];
}

static Case caseOf(uint64_t Which) {
  for (uint64_t Try = 0;; ++Try) {
    uint64_t Seed = (Which << 16) + Try;
    Case C{Which, Generator(Seed, WhichTyping).generate(), {}};
    if (Mutate) {
      if (findTruths(C.K, WhichTyping).isRacy())
        continue;
      C.K = mutant(C.K, Seed);
    }
    emit(C.K, 0); // numbers the lines
    C.Is = findTruths(C.K, WhichTyping);
    if (isWanted(C.K, C.Is))
      return C;
  }
}

static std::vector<Said> judge(const std::vector<Case> &Cases) {
  std::vector<Kernel> Kernels;
  for (const Case &C : Cases)
    Kernels.push_back(C.K);
  auto All = Analysis(Clang, Plugin).judge(Kernels);
  if (All)
    return *All;
  llvm::errs() << llvm::toString(All.takeError()) << "\n";
  std::exit(2);
}

/// What is wrong with an answer, under the assumptions that it names.
static std::string mistakes(Case &C, const Said &S, bool *Narrowed = nullptr) {
  Kernel Left = C.K;
  bool Claims = narrow(Left, S);
  bool Fewer = !Claims || Left.MayWrap != C.K.MayWrap;
  for (auto [A, B] : llvm::zip(Left.Parameters, C.K.Parameters))
    Fewer |= A.Low != B.Low;
  if (Narrowed)
    *Narrowed = Fewer;
  if (!Claims)
    return "";
  if (Fewer)
    C.Is = findTruths(Left, WhichTyping);
  return disagreement(Left, WhichTyping, C.Is, S) +
         changedByIrrelevant(Left, WhichTyping, S);
}

/// The first kernel that is one step smaller and still disagrees.
static bool shrinkOnce(Case &C) {
  std::vector<Case> Smaller;
  for (Kernel &K : smallerThan(C.K)) {
    emit(K, 0);
    Truths Is = findTruths(K, WhichTyping);
    if (isWanted(K, Is))
      Smaller.push_back({C.Seed, std::move(K), std::move(Is)});
  }
  std::vector<Said> All = judge(Smaller);
  for (auto [X, S] : llvm::zip(Smaller, All))
    if (!mistakes(X, S).empty()) {
      C = X;
      return true;
    }
  return false;
}

/// Wrong: what is wrong with it beside the other kernels of its batch.
static void showFailure(Case C, const std::string &Wrong) {
  while (!NoShrink && shrinkOnce(C)) {
  }
  Said S = judge({C}).front();
  std::string Alone = mistakes(C, S);
  llvm::outs() << "DISAGREEMENT"
               << (Alone.empty() ? ", but not alone\n" + Wrong : "\n" + Alone)
               << emit(C.K, 0) << describe(C.Is) << describe(S)
               << "To see it: --count=1 --seed=" << C.Seed << "\n\n";
  llvm::outs().flush();
}

static void runBatch(uint64_t First, unsigned N, Tally &Sum) {
  std::vector<Case> Cases;
  std::vector<Said> All;
  {
    Timer T(Sum.InterpreterMs);
    for (unsigned I = 0; I != N; ++I)
      Cases.push_back(caseOf(First + I));
  }
  {
    Timer T(Sum.JudgeMs);
    All = judge(Cases);
  }
  for (auto [C, S] : llvm::zip(Cases, All)) {
    if (Print || (ListSlow && S.Milliseconds >= ListSlow))
      llvm::outs() << emit(C.K, C.Seed) << describe(C.Is) << describe(S)
                   << S.Milliseconds << " ms\n";
    bool Narrowed = false;
    std::string Wrong = mistakes(C, S, &Narrowed);
    Sum.Narrowed += Narrowed;
    Sum.add(C.Is, S);
    if (Wrong.empty())
      continue;
    if (++Sum.Failures <= MostFailures)
      showFailure(C, Wrong);
  }
}

int main(int Argc, char **Argv) {
  cl::ParseCommandLineOptions(Argc, Argv, "The oracle of compiled kernels\n");
  llvm::outs() << "seeds " << Seed << " to " << Seed + Count - 1 << "\n";
  Tally Sum;
  for (unsigned Done = 0; Done < Count; Done += Batch)
    runBatch(Seed + Done, std::min<unsigned>(Batch, Count - Done), Sum);
  return Sum.report() ? 0 : 1;
}
