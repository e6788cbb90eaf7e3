// DirectedTests - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/confirm/DirectedTests.h"
#include "passes/driver/Driver.h"
#include "passes/report/Json.h"
#include "passes/report/JsonReader.h"
#include "passes/report/Reporter.h"
#include "tools/racemap/confirm/Confirmer.h"
#include "llvm/Support/MathExtras.h"
#include <deque>
#include <set>

namespace racemap {

using verdict::Confirmation;
using verdict::ContextResult;
using verdict::Finding;
using verdict::KernelResult;
using Status = Confirmation::Status;

/// What arrays have in them: numbers below this, made up by this seed.
static constexpr std::pair<uint64_t, unsigned> Contents[] = {
    {0, 0}, {8, 1}, {64, 2}};

static std::string several(unsigned N, const char *One) {
  return std::to_string(N) + " " + One + (N == 1 ? "" : "s");
}

void Tried::add(const Tried &Other) {
  Launches += Other.Launches;
  Kernels += Other.Kernels;
  Unknown += Other.Unknown;
  Settled += Other.Settled;
  Possible += Other.Possible;
  Confirmed += Other.Confirmed;
  NotRun += Other.NotRun;
}

std::string Tried::text() const {
  std::string Text = std::to_string(Launches) +
                     (Launches == 1 ? " launch of " : " launches of ") +
                     several(Kernels, "kernel") + " tried: ";
  Text += std::to_string(Settled) + " of " +
          several(Unknown, "unknown kernel") + " shown to race, " +
          std::to_string(Confirmed) + " of " +
          several(Possible, "possible finding") + " confirmed";
  if (NotRun)
    Text += "; " + std::to_string(NotRun) + " more could not be run";
  return Text;
}

namespace {
/// The tests of one document.
class Plan {
public:
  Plan(report::Document &D, uint64_t Most) {
    for (KernelResult &K : D.Kernels)
      addKernel(K);
    for (size_t Round = 0; Rounds > Round; ++Round)
      for (const Search &S : Searches)
        addRound(S, Round);
    Possible = unsigned(
        llvm::count_if(All, [](const Trial &One) { return !One.IsSearch; }));
    if (All.size() > Most)
      All.resize(size_t(Most));
  }

  std::vector<Trial> All;
  /// Of all that there are, whether or not they are tried.
  unsigned Unknown = 0, Possible = 0;

private:
  struct Search {
    KernelResult *K;
    ContextResult *C;
  };

  void addKernel(KernelResult &K) {
    Unknown += report::summarize({K}).Unknown;
    for (ContextResult &C : K.Contexts) {
      for (Finding &F : C.Findings)
        if (F.isRace() && F.Hidden.empty() && !F.TheConfirmation &&
            F.TheCertainty == verdict::Certainty::Possible)
          All.emplace_back(Trial{&K, &C, &F}).IsOfMany = true;
      if (C.TheVerdict != verdict::Verdict::Unknown || C.Context.IsRepresented)
        continue;
      Searches.push_back({&K, &C});
      Rounds = std::max(Rounds, C.Candidates.size() * std::size(Contents));
    }
  }

  /// A finding that stands for whatever the launch may show.
  void addRound(const Search &S, size_t Round) {
    size_t Number = Round / std::size(Contents);
    if (Number >= S.C->Candidates.size())
      return;
    Finding &F = Wanted.emplace_back();
    F.TheWitness = S.C->Candidates[Number];
    Trial &New = All.emplace_back(Trial{S.K, S.C, &F});
    New.IsSearch = New.IsOfMany = true;
    std::tie(New.Below, New.Seed) = Contents[Round % std::size(Contents)];
    New.IsSettled = [this, K = S.K] { return hasRace(K); };
  }

  bool hasRace(const KernelResult *K) const {
    return llvm::any_of(All, [&](const Trial &One) {
      return One.Kernel == K &&
             (!One.Found.empty() || One.Result.TheStatus == Status::Confirmed);
    });
  }

  std::vector<Search> Searches;
  std::deque<Finding> Wanted;
  size_t Rounds = 0;
};

/// Puts what was seen into the document.
class Findings {
public:
  Findings(Plan &P, Tried &Out,
           const std::function<void(KernelResult &)> &Select)
      : P(P), Out(Out), Select(Select) {}

  void take() {
    std::set<const KernelResult *> Run, Racing;
    for (Trial &One : P.All) {
      if (One.WasRun) {
        ++Out.Launches;
        Run.insert(One.Kernel);
      } else if (One.Result.TheStatus == Status::NotRun &&
                 !One.Result.Reason.empty()) {
        ++Out.NotRun;
      }
      if (One.IsSearch ? takeSeen(One) : takeWitness(One))
        Racing.insert(One.Kernel);
    }
    Out.Kernels += Run.size();
    Out.Unknown += P.Unknown;
    Out.Possible += P.Possible;
    for (const KernelResult *K : Racing)
      Out.Settled += llvm::any_of(K->Contexts, [](const ContextResult &C) {
        return C.TheVerdict == verdict::Verdict::Unknown;
      });
  }

private:
  /// Results are of this document, which is ours.
  static Finding &own(const Trial &One) {
    return const_cast<Finding &>(*One.TheFinding);
  }

  bool takeWitness(Trial &One) {
    if (One.Result.TheStatus != Status::Confirmed)
      return false;
    ++Out.Confirmed;
    own(One).Confirmed = true;
    own(One).TheConfirmation = One.Result;
    Out.Text += describe(One);
    return true;
  }

  /// As if the analysis had found it.
  void select(const Trial &One, Finding &F) const {
    KernelResult Alone = *One.Kernel;
    Alone.Contexts = {*One.Context};
    Alone.Contexts.front().Findings = {F};
    Select(Alone);
    F = Alone.Contexts.front().Findings.front();
  }

  bool takeSeen(Trial &One) {
    auto &Context = const_cast<ContextResult &>(*One.Context);
    bool IsShown = false;
    for (const KernelResult &Seen : One.Found) {
      Finding F = Seen.Contexts.front().Findings.front();
      if (llvm::any_of(New[&Context], [&](const Finding &Known) {
            return report::isSame(Known, F);
          }))
        continue;
      F.TheCertainty = verdict::Certainty::Possible;
      F.Confirmed = true;
      F.TheWitness.Values = One.TheFinding->TheWitness.Values;
      F.Explanation = launchOf(One);
      F.TheConfirmation = One.Result;
      select(One, F);
      New[&Context].push_back(F);
      if (!F.Hidden.empty())
        continue;
      IsShown = true;
      Trial Shown = One;
      Shown.TheFinding = &F;
      Out.Text += describe(Shown);
      Out.Text += "  | " + F.Explanation + "\n";
    }
    return IsShown;
  }

  static std::string launchOf(const Trial &One) {
    auto Sizes = [](const std::array<uint32_t, 3> &D) {
      return "(" + std::to_string(D[0]) + "," + std::to_string(D[1]) + "," +
             std::to_string(D[2]) + ")";
    };
    const verdict::Witness &W = One.TheFinding->TheWitness;
    std::string Text = "a directed test has shown it: blockDim " +
                       Sizes(W.BlockDim) + ", gridDim " + Sizes(W.GridDim);
    for (const verdict::Witness::Named &V : W.Values)
      Text += ", " + V.Name + " = " + std::to_string(V.Value);
    return Text + (One.Below ? ", arrays of numbers below " +
                                   std::to_string(One.Below) + " (seed " +
                                   std::to_string(One.Seed) + ")"
                             : ", arrays of zeros");
  }

  Plan &P;
  Tried &Out;
  const std::function<void(KernelResult &)> &Select;

public:
  /// Of searches, by context: to be added when no trial refers to findings any
  /// more.
  std::map<ContextResult *, std::vector<Finding>> New;
};
} // namespace

llvm::Error DirectedTests::run(llvm::json::Value &Results, Tried &Out) const {
  auto Document = report::readJson(Results);
  if (!Document)
    return Document.takeError();
  Plan Tests(*Document, llvm::SaturatingMultiply(O.Try, LaunchesPerSecond));
  const verdict::LaunchRecipe::Unit *Unit = nullptr;
  for (const Trial &One : Tests.All)
    if (One.Kernel->Recipe)
      Unit = &One.Kernel->Recipe->TheUnit;
  if (Unit)
    if (llvm::Error E = ReplayRun(T, Programs, O.Orders).run(*Unit, Tests.All))
      return E;
  auto Select = selection(Document->Problems, O, {});
  Findings Seen(Tests, Out, Select);
  Seen.take();
  for (auto &[C, All] : Seen.New)
    llvm::append_range(C->Findings, All);
  for (KernelResult &K : Document->Kernels)
    for (ContextResult &C : K.Contexts)
      C.Candidates.clear();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::writeJson(Document->Kernels, OS, Document->Problems);
  auto Written = llvm::json::parse(Text);
  if (!Written)
    return Written.takeError();
  Results = std::move(*Written);
  return llvm::Error::success();
}

} // namespace racemap
