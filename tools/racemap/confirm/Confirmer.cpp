// Confirmer - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/confirm/Confirmer.h"
#include "passes/report/Json.h"
#include "passes/report/JsonReader.h"
#include "passes/report/Wording.h"
#include "tools/racemap/OwnLines.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap {

using llvm::StringRef;
using verdict::Confirmation;
using verdict::Finding;
using verdict::KernelResult;
using Status = Confirmation::Status;

void ConfirmationCounts::add(const Confirmation &C) {
  switch (C.TheStatus) {
  case Status::Confirmed:
    ++Confirmed;
    return;
  case Status::Beside:
    ++Beside;
    return;
  case Status::NotSeen:
    ++NotSeen;
    return;
  case Status::NotRun:
    ++NotRun;
    return;
  }
  llvm_unreachable("all statuses are handled");
}

void ConfirmationCounts::add(const ConfirmationCounts &Other) {
  Confirmed += Other.Confirmed;
  Beside += Other.Beside;
  NotSeen += Other.NotSeen;
  NotRun += Other.NotRun;
}

std::string ConfirmationCounts::text() const {
  std::string Text = std::to_string(total()) +
                     (total() == 1 ? " finding was" : " findings were") +
                     " to be run: " + std::to_string(Confirmed) + " confirmed";
  for (auto [N, What] :
       {std::pair(Beside, " with another race on the same memory"),
        std::pair(NotSeen, " not seen"), std::pair(NotRun, " not run")})
    if (N)
      Text += ", " + std::to_string(N) + What;
  return Text;
}

static std::string placeOf(const Trial &T) {
  const map::SourcePoint &P = T.TheFinding->Sites.front().Where;
  if (P.File.empty())
    return T.Kernel->Where.File + ":" + std::to_string(T.Kernel->Where.Line);
  return P.File + ":" + std::to_string(P.Line) + ":" + std::to_string(P.Column);
}

static std::string headlineOf(const Trial &T) {
  return report::headline(*T.Kernel,
                          report::Group{T.Context, {T.TheFinding}, 0});
}

std::string describe(const Trial &T) {
  std::string Text = lineAt(placeOf(T), Severity::Note,
                            (T.IsSearch ? "found by a directed test"
                                        : report::outcome(T.Result)) +
                                ": " + headlineOf(T)) +
                     "\n";
  for (StringRef Line :
       llvm::split(StringRef(T.Result.Report).rtrim('\n'), '\n'))
    if (!Line.empty())
      Text += ("  | " + Line + "\n").str();
  return Text;
}

std::string bugIn(const Trial &T) {
  // Of threads that come to no barrier any more, a run shows nothing.
  bool IsClaim = T.TheFinding->TheKind != Finding::Kind::BarrierDivergence &&
                 T.TheFinding->TheCertainty == verdict::Certainty::Provable &&
                 !T.TheFinding->Benign;
  if (T.Result.TheStatus != Status::NotSeen || !IsClaim)
    return {};
  return placeOf(T) +
         ": a bug of RaceMap: this finding is called provable, "
         "but runs of its witness in " +
         report::ordersOf(T.Result) +
         " do not show it; please report it with this source and what json= "
         "writes: " +
         headlineOf(T);
}

/// Those that a person sees, and remarks on equal values.
static bool isToRun(const Finding &F, verdict::Certainty Level) {
  return F.Hidden.empty() && F.TheCertainty <= Level &&
         F.TheKind != Finding::Kind::EarlyExit;
}

llvm::Error Confirmer::confirm(llvm::json::Value &Results,
                               verdict::Certainty Level, Confirmed &Out) const {
  auto Document = report::readJson(Results);
  if (!Document)
    return Document.takeError();
  std::vector<Trial> Trials;
  std::vector<Finding *> Its;
  const verdict::LaunchRecipe::Unit *Unit = nullptr;
  for (KernelResult &K : Document->Kernels)
    for (verdict::ContextResult &C : K.Contexts)
      for (Finding &F : C.Findings)
        if (isToRun(F, Level)) {
          Trials.push_back({&K, &C, &F});
          Its.push_back(&F);
          if (K.Recipe)
            Unit = &K.Recipe->TheUnit;
        }
  if (Trials.empty())
    return llvm::Error::success();
  static const verdict::LaunchRecipe::Unit None;
  if (llvm::Error E =
          ReplayRun(T, Programs, Orders).run(Unit ? *Unit : None, Trials))
    return E;
  for (size_t I = 0; I < Trials.size(); ++I) {
    const Trial &One = Trials[I];
    Out.Text += describe(One);
    Out.Counts.add(One.Result);
    if (std::string Bug = bugIn(One); !Bug.empty())
      Out.Bugs.push_back(std::move(Bug));
    Its[I]->Confirmed = One.Result.TheStatus == Status::Confirmed;
    Its[I]->TheConfirmation = One.Result;
  }
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
