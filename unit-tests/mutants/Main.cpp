// racemap-mutants - mistakes in race-free kernels, and which are noticed.
//
// In:  CUDA files, whose kernels are lifted, given a small launch, and kept if
//      both the analysis and the executor of the oracle find no race.
// Out: of each kind of mistake, how many mutants race when they are executed,
//      how many of them the analysis calls racy, and how often it does so of
//      one that does not race. A race counts as real if the executor comes to
//      it, be it only with the witness's inputs. A missed race, a false one or
//      any other disagreement is printed, and the exit status is 1.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mutation.h"
#include "SmallLaunch.h"
#include "unit-tests/oracle/Compare.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace racemap;
using namespace racemap::mutants;
using Outcome = oracle::Comparison::Outcome;
using llvm::StringRef;

namespace cl = llvm::cl;
static cl::list<std::string> Files(cl::Positional, cl::desc("<file.cu>..."));
static cl::opt<std::string> Racemap("racemap", cl::desc("The command line"),
                                    cl::Required);
static cl::list<std::string> Flags("flag", cl::desc("For the compiler"));
static cl::opt<unsigned> Least("least", cl::desc("Fail with fewer mutants"),
                               cl::init(0));
static cl::opt<bool> Print("print", cl::desc("Print every mutant"));

namespace {
struct Tally {
  unsigned All = 0, Racy = 0, Detected = 0, Missed = 0, Undecided = 0;
  unsigned Free = 0, FalseAlarms = 0, UndecidedFree = 0, Skipped = 0;
  std::map<std::string, unsigned> Reasons; ///< of what is undecided
};
} // namespace

static unsigned Disagreements = 0;

/// The protocols of a file, as text; empty if it does not compile.
static std::string mapsOf(const std::string &File) {
  llvm::SmallString<128> Maps;
  if (llvm::sys::fs::createTemporaryFile("mutants", "map", Maps))
    return "";
  auto Remove = llvm::scope_exit([&] { llvm::sys::fs::remove(Maps); });
  // No budget: what counts here are the protocols.
  std::string Emit = ("--emit-map=" + Maps).str();
  std::vector<StringRef> Args{Racemap, "check", File, Emit, "--budget-ms=1"};
  Args.insert(Args.end(), {"--", "-w"});
  for (const std::string &Flag : Flags)
    Args.push_back(Flag);
  std::optional<StringRef> Quiet[] = {"", "", ""};
  llvm::sys::ExecuteAndWait(Racemap, Args, std::nullopt, Quiet);
  auto Text = llvm::MemoryBuffer::getFile(Maps);
  return Text ? (*Text)->getBuffer().str() : "";
}

/// Do both find no race?
static bool isRaceFree(StringRef Text) {
  oracle::Comparison C = oracle::compare(Text, {});
  return C.TheOutcome == Outcome::Agree && !C.SaidRacy && !C.Unknown &&
         !C.Is.Racy;
}

static void show(StringRef Text, const oracle::Comparison &C) {
  ++Disagreements;
  llvm::outs() << "DISAGREEMENT: " << C.Kind << "\n"
               << C.Details << "\n"
               << Text << "\n";
}

static void judge(const Mutant &M, Tally &Sum) {
  oracle::Comparison C = oracle::compare(M.Text, {});
  if (Print)
    llvm::outs() << M.Text << (C.SaidRacy ? "said racy " : "") << C.Reason
                 << (C.Is.Racy ? "is racy " : "") << C.Kind << "\n";
  if (C.TheOutcome == Outcome::Skipped) {
    ++Sum.Skipped;
    return;
  }
  ++Sum.All;
  bool Agrees = C.TheOutcome == Outcome::Agree;
  if (!Agrees)
    show(M.Text, C);
  if (C.Unknown)
    ++Sum.Reasons[C.Reason];
  // Each certain finding was replayed, so an agreed one is a race.
  if (C.Is.Racy || (C.SaidRacy && Agrees)) {
    ++Sum.Racy;
    Sum.Detected += C.SaidRacy;
    Sum.Undecided += C.Unknown;
    Sum.Missed += !C.SaidRacy && !C.Unknown;
  } else {
    ++Sum.Free;
    Sum.FalseAlarms += C.SaidRacy;
    Sum.UndecidedFree += C.Unknown;
  }
}

using Tallies = std::map<Mistake, Tally>;

/// Whether the kernel was taken.
static bool mutate(StringRef Kernel, Tallies &Sum) {
  for (bool Scaled : {true, false}) {
    std::string Small = withSmallLaunch(Kernel, Scaled);
    if (!isRaceFree(Small))
      continue;
    std::set<std::string> Seen{Small};
    for (const Mutant &M : mutantsOf(Small))
      if (Seen.insert(M.Text).second)
        judge(M, Sum[M.Its]);
    return true;
  }
  return false;
}

static void report(StringRef What, const Tally &T) {
  llvm::outs() << llvm::format(
      "%-16s %4u mutants: %4u racy, %4u detected, %u missed, %u undecided; "
      "%4u race-free, %u false alarms, %u undecided; %u skipped\n",
      What.str().c_str(), T.All, T.Racy, T.Detected, T.Missed, T.Undecided,
      T.Free, T.FalseAlarms, T.UndecidedFree, T.Skipped);
  for (const auto &[Reason, N] : T.Reasons)
    llvm::outs() << "    undecided: " << N << " " << Reason << "\n";
}

/// Mutates the race-free kernels of the files.
static Tallies mutateAll() {
  Tallies Sum;
  unsigned Taken = 0, Kernels = 0;
  for (const std::string &File : Files)
    for (const std::string &Kernel : kernelsOf(mapsOf(File))) {
      ++Kernels;
      bool Took = mutate(Kernel, Sum);
      Taken += Took;
      if (!Took)
        llvm::outs() << "left out: " << StringRef(Kernel).split('{').first
                     << "\n";
    }
  llvm::outs() << Taken << " of " << Kernels << " kernels are race-free\n";
  return Sum;
}

int main(int Argc, char **Argv) {
  cl::ParseCommandLineOptions(Argc, Argv, "Mistakes in race-free kernels\n");
  static const char *Names[] = {"barrier deleted", "index shifted",
                                "stride changed"};
  unsigned All = 0;
  for (const auto &[Its, T] : mutateAll()) {
    report(Names[static_cast<unsigned>(Its)], T);
    All += T.All;
  }
  llvm::outs() << All << " mutants, " << Disagreements << " disagreements\n";
  return Disagreements || All < Least;
}
