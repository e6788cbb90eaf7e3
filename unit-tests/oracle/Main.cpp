// racemap-oracle - random protocols, analysed and executed, must agree.
//
// Prints the seed, what kinds of protocols there were, and the times. A
// disagreement is printed with its protocol, made smaller, with both answers
// and the command that shows just that one; then the exit status is 1, as it
// is if a kind is too rare or too much is undecided.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Compare.h"
#include "Generator.h"
#include "Handovers.h"
#include "Shrink.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace racemap::oracle;
using Outcome = Comparison::Outcome;

namespace cl = llvm::cl;
static cl::opt<unsigned> Count("count", cl::desc("How many protocols"),
                               cl::init(10000));
static cl::opt<uint64_t> Seed("seed", cl::desc("Of the first; then one up"),
                              cl::init(1));
static cl::opt<Mode> WhichMode(
    "mode", cl::desc("What is left open"), cl::init(Mode::Concrete),
    cl::values(clEnumValN(Mode::Concrete, "concrete", "the launch is known"),
               clEnumValN(Mode::Open, "open", "dimensions are open"),
               clEnumValN(Mode::Lockstep, "lockstep",
                          "the threads of a warp advance together"),
               clEnumValN(Mode::Handover, "handover",
                          "warps arrive at barriers without waiting"),
               clEnumValN(Mode::Butterflies, "butterflies",
                          "indices are masked by variables of loops"),
               clEnumValN(Mode::Unmodelled, "unmodelled",
                          "some values are not modelled")));
static cl::opt<std::string> MapFile("map", cl::desc("Compare this one only"));
static cl::opt<bool> Print("print", cl::desc("Print every protocol"));
static cl::opt<bool> NoShrink("no-shrink", cl::desc("As generated"));
static cl::opt<bool> ListUnknown("list-unknown",
                                 cl::desc("Print unexpected unknowns"));
static cl::opt<unsigned> ListSlow("list-slow",
                                  cl::desc("Print those that take so many ms"));
static cl::opt<unsigned>
    MostFailures("failures", cl::desc("Stop after so many"), cl::init(5));

/// In percent: of each kind at least, and of unexpected unknowns at most.
/// Handovers have one block and one loop, and most of them race.
struct Expected {
  double Racy = 25, RaceFree = 25, Nested = 25, Loose = 25, Blocks = 25;
  double Divergent = 0, Unknown = 1;
};
static Expected expected() {
  if (WhichMode == Mode::Handover)
    return {.RaceFree = 15,
            .Nested = 0,
            .Blocks = 0,
            .Divergent = 25,
            .Unknown = 2};
  return {};
}
/// Shares of fewer protocols say nothing.
static constexpr unsigned EnoughForShares = 1000;

namespace {
struct Tally {
  unsigned All = 0, Failures = 0, Skipped = 0, Unknown = 0, Unexpected = 0;
  unsigned Racy = 0, RaceFree = 0, Nested = 0, Loose = 0, Blocks = 0;
  unsigned Divergent = 0, EarlyExit = 0;
  double AnalysisMs = 0, ExecutorMs = 0;
  std::map<std::string, unsigned> Reasons, SkipKinds;

  void add(const Comparison &C);
  bool report() const;
};
} // namespace

void Tally::add(const Comparison &C) {
  ++All;
  AnalysisMs += C.AnalysisMs;
  ExecutorMs += C.ExecutorMs;
  if (C.TheOutcome == Outcome::Skipped) {
    ++Skipped;
    ++SkipKinds[C.Kind + (C.Details.empty() ? "" : ": " + C.Details)];
    return;
  }
  Racy += C.Is.Racy;
  RaceFree += C.Is.RaceFree;
  Nested += C.Is.NestedBarriers;
  Loose += C.Is.LooseBarriers;
  Blocks += C.Is.BlocksConflict;
  Divergent += C.Is.Divergent;
  EarlyExit += C.Is.EarlyExit;
  Unknown += C.Unknown;
  bool Surprise = C.Unknown && !C.MayBeUnknown;
  Unexpected += Surprise;
  if (C.Unknown)
    ++Reasons[(Surprise ? "unexpected: " : "expected: ") + C.Reason];
}

bool Tally::report() const {
  auto &OS = llvm::outs();
  bool Good = Failures == 0;
  auto Share = [&](llvm::StringRef What, unsigned N, double Least) {
    double Percent = All ? 100.0 * N / All : 0;
    bool Enough = Percent >= Least || All < EnoughForShares;
    Good &= Enough;
    OS << llvm::format("  %6u  %5.1f %%  ", N, Percent) << What
       << (Enough ? "" : "  <- too few") << "\n";
  };
  const Expected Least = expected();
  Share("racy", Racy, Least.Racy);
  Share("race-free", RaceFree, Least.RaceFree);
  Share("two or more barriers in nested loops", Nested, Least.Nested);
  Share("barriers that can be skipped or diverge", Loose, Least.Loose);
  Share("conflicts between blocks", Blocks, Least.Blocks);
  Share("a run diverges", Divergent, Least.Divergent);
  Share("a run has an early exit", EarlyExit, 0);
  Share("skipped", Skipped, 0);
  for (const auto &[What, N] : SkipKinds)
    OS << "           " << N << " " << What << "\n";
  Share("undecided by the analysis", Unknown, 0);
  for (const auto &[What, N] : Reasons)
    OS << "           " << N << " " << What << "\n";
  Share("undecided without a good reason", Unexpected, 0);
  if (All >= EnoughForShares && 100.0 * Unexpected > Least.Unknown * All) {
    OS << "too much is undecided\n";
    Good = false;
  }
  OS << llvm::format("analysis %.1f s, executor %.1f s\n", AnalysisMs / 1000,
                     ExecutorMs / 1000);
  OS << Failures << " disagreements\n";
  return Good;
}

static Limits limits() {
  Limits L;
  L.Lockstep = WhichMode == Mode::Lockstep;
  return L;
}

static void show(llvm::StringRef Text, const Comparison &C) {
  llvm::outs() << "DISAGREEMENT: " << C.Kind << "\n"
               << C.Details << "\n"
               << Text << "\n";
}

static void showFailure(const std::string &Text, const Comparison &C,
                        uint64_t Which) {
  std::string Small = Text;
  if (!NoShrink)
    Small = shrink(Text, [&](llvm::StringRef T) {
      Comparison X = compare(T, limits());
      return X.TheOutcome == Outcome::Disagree && X.Kind == C.Kind;
    });
  show(Small, compare(Small, limits()));
  const char *Modes[] = {"concrete", "open",     "unmodelled",
                         "lockstep", "handover", "butterflies"};
  llvm::outs() << "To see it: racemap-oracle --count=1 --seed=" << Which
               << " --mode="
               << Modes[static_cast<unsigned>(WhichMode.getValue())] << "\n\n";
  llvm::outs().flush();
}

static int compareFile() {
  auto File = llvm::MemoryBuffer::getFileOrSTDIN(MapFile);
  if (!File) {
    llvm::errs() << MapFile << ": " << File.getError().message() << "\n";
    return 2;
  }
  std::string Text = (*File)->getBuffer().str();
  Comparison C = compare(Text, limits());
  if (C.TheOutcome == Outcome::Disagree)
    showFailure(Text, C, 0);
  else
    llvm::outs() << (C.TheOutcome == Outcome::Agree ? "agree " : "skipped ")
                 << C.Kind << C.Details << C.Reason << "\n";
  return C.TheOutcome != Outcome::Agree;
}

int main(int Argc, char **Argv) {
  cl::ParseCommandLineOptions(Argc, Argv, "The oracle of the analysis\n");
  if (!MapFile.empty())
    return compareFile();
  llvm::outs() << "seeds " << Seed << " to " << Seed + Count - 1 << "\n";
  Tally Sum;
  for (uint64_t Which = Seed; Which != Seed + Count; ++Which) {
    std::string Text = WhichMode == Mode::Handover
                           ? generateHandover(Which)
                           : Generator(Which, WhichMode).generate();
    if (Print)
      llvm::outs() << Text;
    Comparison C = compare(Text, limits());
    Sum.add(C);
    if (ListUnknown && C.Unknown && !C.MayBeUnknown)
      llvm::outs() << Text << "unknown: " << C.Reason << "\n";
    if (ListSlow && C.AnalysisMs >= ListSlow)
      llvm::outs() << Text << "slow: " << C.AnalysisMs << " ms\n";
    if (C.TheOutcome != Outcome::Disagree)
      continue;
    showFailure(Text, C, Which);
    if (++Sum.Failures == MostFailures)
      break;
  }
  return Sum.report() ? 0 : 1;
}
