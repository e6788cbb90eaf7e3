// Conclusion - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/Conclusion.h"
#include "passes/map/Traversal.h"

namespace racemap::verdict {

using namespace map;
using intervals::Walk;
using solve::Answer;

bool isUnknownForGaps(const Protocol &P, ContextResult &Out) {
  if (P.gaps().empty())
    return false;
  Out.TheVerdict = Verdict::Unknown;
  Out.Reason = P.gaps().front()->Reason;
  return true;
}

/// What is given where threads come, though no thread that comes there can keep
/// to it, or null: what is behind it was not checked.
static const Given *findUnkept(const intervals::Ground &G, LaunchFacts &Launch,
                               Decider &D) {
  const Given *Found = nullptr;
  forEachStmt(G.P.Body, [&](const Stmt *S) {
    const auto *Its = llvm::dyn_cast<Given>(S);
    if (!Its || Found)
      return;
    intervals::State At = Walk::pastBarriers(G, Scope::Block).arrivalAt(Its);
    Conjunction All = Launch.constraints();
    llvm::append_range(All, Launch.threadConstraints());
    All.push_back(At.Condition);
    auto IsNever = [&] {
      return D.decide(All, Effort::Limited).TheKind == Answer::Kind::No;
    };
    All.push_back(At.Env(Its->Condition));
    if (!IsNever())
      return;
    All.pop_back();
    if (!IsNever())
      Found = Its;
  });
  return Found;
}

/// In parentheses what is not known of a barrier, if that is so of one.
static std::string aboutBarrier(const ContextResult &Out) {
  for (const Undecided &U : Out.UndecidedPairs)
    if (U.Sites.size() == 1 && U.Sites[0].TheRole == Site::Role::Barrier)
      return " (" + U.Reason + ")";
  return "";
}

/// How launches that nobody means come to have a race. None if others may, too.
static std::vector<Breach> breachesOf(const Finding &F) {
  if (F.ThePrecondition && F.ThePrecondition->IsExpected)
    return F.ThePrecondition->Breaches;
  if (F.OnlyIn)
    return {{F.OnlyIn->Unless, F.OnlyIn->If}};
  return {};
}

/// Without those that are breaches of another one as well: more than 17 threads
/// are more than 16.
static void dropImplied(std::vector<Breach> &All, LaunchFacts &Launch,
                        Decider &D, TermContext &Terms) {
  const intervals::Environment &Env = Launch.environment();
  auto IsOneOf = [&](const Breach &Of, const Breach &Narrow) {
    if (!Of.Of || !Narrow.Of)
      return false;
    Conjunction Between = Launch.constraints();
    Between.push_back(Env(Of.Of));
    Between.push_back(Terms.logicalNot(Env(Narrow.Of)));
    return D.attempt(Between, {}, Effort::Exact).TheKind == Answer::Kind::No;
  };
  for (size_t I = 0; I < All.size();) {
    bool IsImplied = false;
    for (size_t J = 0; J < All.size(); ++J)
      IsImplied |= J != I && IsOneOf(All[J], All[I]);
    if (IsImplied)
      All.erase(All.begin() + I);
    else
      ++I;
  }
}

/// The launches that have the races, if nobody means any of them.
static std::optional<UnmeantLaunches> unmeant(const ContextResult &Out,
                                              LaunchFacts &Launch, Decider &D,
                                              TermContext &Terms) {
  std::vector<Breach> All;
  UnmeantLaunches Together{"", Out.Pairs.Undecided != 0};
  for (const Finding &F : Out.Findings) {
    if (!F.isRace())
      continue;
    std::vector<Breach> Its = breachesOf(F);
    if (Its.empty())
      return std::nullopt;
    Together.MaybeOthers |= F.OnlyIn && F.OnlyIn->MaybeOthers;
    for (Breach &B : Its)
      if (llvm::none_of(
              All, [&](const Breach &Known) { return Known.Text == B.Text; }))
        All.push_back(std::move(B));
  }
  if (All.empty())
    return std::nullopt;
  dropImplied(All, Launch, D, Terms);
  for (const Breach &B : All)
    Together.If += (Together.If.empty() ? "" : " || ") + B.Text;
  return Together;
}

void conclude(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
              ContextResult &Out) {
  const Protocol &P = G.P;
  Out.TheVerdict = Verdict::Unknown;
  if (Out.hasCertainRace()) {
    Out.TheVerdict = Verdict::Racy;
    return;
  }
  if (isUnknownForGaps(P, Out))
    return;
  std::optional<UnmeantLaunches> Unmeant = unmeant(Out, Launch, D, P.terms());
  bool IsOpen =
      Out.Pairs.Undecided &&
      !(Unmeant &&
        llvm::all_of(Out.UndecidedPairs, std::mem_fn(&Undecided::IsLeftAside)));
  if (IsOpen) {
    auto Last = llvm::find_if_not(llvm::reverse(Out.UndecidedPairs),
                                  std::mem_fn(&Undecided::IsLeftAside));
    Out.Reason = Last == Out.UndecidedPairs.rend()
                     ? Out.UndecidedPairs.back().Reason
                     : Last->Reason;
    return;
  }
  if (Unmeant) {
    Out.Reason = "race if " + Unmeant->text() + "; " + NoLaunchRulesItOut.str();
    return;
  }
  if (llvm::any_of(Out.Findings, std::mem_fn(&Finding::isRace))) {
    Out.Reason = "only possible findings";
    auto RestsOn = [&](llvm::StringRef Approximation) {
      return llvm::any_of(Out.Findings, [&](const Finding &F) {
        return F.isRace() &&
               llvm::StringRef(F.Explanation).contains(Approximation);
      });
    };
    if (RestsOn(intervals::UnknownParty))
      Out.Reason = "a barrier's threads are not known";
    if (RestsOn(intervals::DivergentBarrier))
      Out.Reason = "divergent barrier" + aboutBarrier(Out);
    return;
  }
  if (const Given *Its = findUnkept(G, Launch, D)) {
    Out.Reason = "no thread that comes to line " +
                 std::to_string(Its->Where.Line) +
                 " can keep to what is assumed there";
    return;
  }
  Out.TheVerdict = Verdict::RaceFree;
  if (P.accesses().empty())
    Out.Reason = "no accesses";
}

} // namespace racemap::verdict
