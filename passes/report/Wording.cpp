// Wording - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Wording.h"
#include "passes/map/Printer.h"
#include "passes/solve/Solver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace racemap::report {

using namespace verdict;

static constexpr llvm::StringRef SameValue = "same-value";

llvm::StringRef name(Finding::Kind K) {
  switch (K) {
  case Finding::Kind::DataRace:
    return "data-race";
  case Finding::Kind::BarrierDivergence:
    return "barrier-divergence";
  case Finding::Kind::EarlyExit:
    return "early-exit";
  case Finding::Kind::OutOfBounds:
    return "out-of-bounds";
  case Finding::Kind::Deadlock:
    return "deadlock";
  }
  llvm_unreachable("all kinds are handled");
}

llvm::StringRef checkName(const Finding &F) {
  return F.Benign ? SameValue : name(F.TheKind);
}

llvm::ArrayRef<llvm::StringRef> checkNames() {
  static const llvm::StringRef All[] = {
      name(Finding::Kind::DataRace),          SameValue,
      name(Finding::Kind::BarrierDivergence), name(Finding::Kind::EarlyExit),
      name(Finding::Kind::OutOfBounds),       name(Finding::Kind::Deadlock)};
  return All;
}

bool isCheck(llvm::StringRef Name) {
  return llvm::is_contained(checkNames(), Name);
}

std::string checkMark(const Finding &F) {
  return " [racemap-" + checkName(F).str() + "]";
}

llvm::StringRef name(Certainty C) {
  switch (C) {
  case Certainty::Provable:
    return "provable";
  case Certainty::Input:
    return "input";
  case Certainty::Possible:
    return "possible";
  }
  llvm_unreachable("all certainties are handled");
}

llvm::StringRef name(Verdict V) {
  switch (V) {
  case Verdict::RaceFree:
    return "race-free";
  case Verdict::Racy:
    return "racy";
  case Verdict::Unknown:
    return "unknown";
  }
  llvm_unreachable("all verdicts are handled");
}

llvm::StringRef name(map::Scope S) {
  switch (S) {
  case map::Scope::Thread:
    return "thread";
  case map::Scope::Warp:
    return "warp";
  case map::Scope::Block:
    return "block";
  case map::Scope::Cluster:
    return "cluster";
  case map::Scope::Grid:
    return "grid";
  case map::Scope::System:
    return "system";
  }
  llvm_unreachable("all scopes are handled");
}

llvm::StringRef name(Site::Role R) {
  switch (R) {
  case Site::Role::Read:
    return "read";
  case Site::Role::Write:
    return "write";
  case Site::Role::Atomic:
    return "atomic";
  case Site::Role::Barrier:
    return "barrier";
  case Site::Role::Exit:
    return "exit";
  }
  llvm_unreachable("all roles are handled");
}

llvm::StringRef name(LaunchRecipe::Array::Kind K) {
  using Kind = LaunchRecipe::Array::Kind;
  switch (K) {
  case Kind::Pointer:
    return "pointer";
  case Kind::Variable:
    return "variable";
  case Kind::Shared:
    return "shared";
  case Kind::Dynamic:
    return "dynamic";
  case Kind::Fixed:
    return "fixed";
  case Kind::Missing:
    return "missing";
  }
  llvm_unreachable("all kinds are handled");
}

llvm::StringRef name(Confirmation::Status S) {
  using Status = Confirmation::Status;
  switch (S) {
  case Status::Confirmed:
    return "confirmed";
  case Status::Beside:
    return "beside";
  case Status::NotSeen:
    return "not-seen";
  case Status::NotRun:
    return "not-run";
  }
  llvm_unreachable("all kinds are handled");
}

/// "a read", "an atomic"
static std::string oneMore(Site::Role R) {
  llvm::StringRef Name = name(R);
  bool IsVowel = llvm::StringRef("aeio").contains(Name.front());
  return (IsVowel ? "an " : "a ") + Name.str();
}

static bool isSameSite(const Finding &F) {
  return F.Sites.size() == 2 && F.Sites[0].Where == F.Sites[1].Where &&
         F.Sites[0].TheRole == F.Sites[1].TheRole;
}

static std::string bytes(uint64_t N) {
  return std::to_string(N) + (N == 1 ? " byte" : " bytes");
}

/// "'a', 'b' and 'c'"
static std::string arrays(const Group &G) {
  std::vector<std::string> Names = G.arrays();
  for (std::string &Name : Names)
    Name = "'" + Name + "'";
  return map::inWords(Names, "and");
}

/// Which launches of the file keep to the condition.
static std::string guarantee(const Precondition &N,
                             const std::string &Context) {
  if (N.MetBy.empty())
    return NoLaunchRulesItOut.str();
  bool IsOne = N.MetBy.size() == 1;
  return llvm::join(N.MetBy, ", ") + (IsOne ? " rules" : " rule") +
         " that out, " +
         (Context == "symbolic" ? "other launches may not"
                                : Context + " does not");
}

static std::string needHeadline(const KernelResult &K, const Group &G) {
  const Precondition &N = *G.first().ThePrecondition;
  bool IsRace = G.first().TheKind == Finding::Kind::DataRace;
  std::string Text = IsRace ? "data race on " : "out-of-bounds access to ";
  Text += arrays(G) + " in kernel '" + K.Name +
          "': " + (IsRace ? "race" : "out of bounds") + " if " + N.broken() +
          "; " + guarantee(N, G.Context->Context.Origin);
  return Text + " (" + name(G.first().TheCertainty).str() + ")";
}

static std::string raceHeadline(const KernelResult &K, const Group &G) {
  const Finding &F = G.first();
  bool Across = F.Relation == map::Scope::Grid;
  std::string Threads =
      Across ? "different blocks" : "one " + name(F.Relation).str();
  std::string Text = F.Benign ? "same-value conflict" : "data race";
  Text += " on " + arrays(G) + " in kernel '" + K.Name + "': ";
  if (F.Relation == map::Scope::Thread)
    return Text + "this asynchronous " + name(F.Sites[0].TheRole).str() +
           " and " + oneMore(F.Sites[1].TheRole) + " by the same thread (" +
           name(F.TheCertainty).str() + ")";
  if (isSameSite(F))
    Text += "two threads of " + Threads + " " + name(F.Sites[0].TheRole).str() +
            " here";
  else
    Text += "this " + name(F.Sites[0].TheRole).str() + " and " +
            oneMore(F.Sites[1].TheRole) + " by another thread of " +
            (Across ? "another block" : "the " + name(F.Relation).str());
  return Text + " (" + name(F.TheCertainty).str() + ")";
}

std::string headline(const KernelResult &K, const Group &G) {
  const Finding &F = G.first();
  if (F.ThePrecondition)
    return needHeadline(K, G);
  std::string InKernel =
      " in kernel '" + K.Name + "' (" + name(F.TheCertainty).str() + ")";
  switch (F.TheKind) {
  case Finding::Kind::DataRace:
    return raceHeadline(K, G);
  case Finding::Kind::BarrierDivergence:
    return "barrier divergence" + InKernel + ": not all threads of the " +
           name(F.Relation).str() + " reach this barrier together";
  case Finding::Kind::EarlyExit:
    return "early exit" + InKernel + ": a thread of the " +
           name(F.Relation).str() + " returns before this barrier";
  case Finding::Kind::OutOfBounds:
    return "out-of-bounds access to '" + F.Array + "'" + InKernel + ": this " +
           name(F.Sites[0].TheRole).str() + " of " + bytes(F.Sites[0].Bytes) +
           " can leave the array";
  case Finding::Kind::Deadlock:
    return "deadlock" + InKernel + ": a thread waits here for ever";
  }
  llvm_unreachable("all kinds are handled");
}

static std::string triple(const std::array<uint32_t, 3> &T) {
  return "(" + std::to_string(T[0]) + "," + std::to_string(T[1]) + "," +
         std::to_string(T[2]) + ")";
}

static std::string threads(const Witness &W) {
  const ThreadCoordinates &A = W.Threads.front(), &B = W.Threads.back();
  std::string First = "thread " + triple(A.ThreadIdx);
  if (W.Threads.size() == 1)
    return First + " of block " + triple(A.BlockIdx);
  if (A.BlockIdx == B.BlockIdx)
    return First + " and thread " + triple(B.ThreadIdx) + " of block " +
           triple(A.BlockIdx);
  return First + " of block " + triple(A.BlockIdx) + " and thread " +
         triple(B.ThreadIdx) + " of block " + triple(B.BlockIdx);
}

/// ": element [32] of 32", if it is known where elements begin.
static std::string element(const Finding &F) {
  const Witness &W = F.TheWitness;
  int64_t Size = F.ElementBytes;
  if (Size < 2 || !W.Address || *W.Address % Size)
    return "";
  return ": element [" + std::to_string(*W.Address / Size) + "] of " +
         std::to_string(int64_t(*W.Extent) / Size);
}

static std::string witness(const Finding &F, const map::LaunchContext &C) {
  const Witness &W = F.TheWitness;
  std::string Text = "for example " + threads(W);
  for (const Witness::Named &V : W.Values)
    Text += ", " + V.Name + " = " + std::to_string(V.Value);
  for (const Witness::InputValue &V : W.Inputs)
    Text += ", " + V.Array + "[" + std::to_string(V.Index) +
            "] = " + std::to_string(V.Value);
  if (W.Address)
    Text += ", byte " + std::to_string(*W.Address) + " of '" + F.Array + "'";
  if (W.Extent)
    Text += ", which has " + bytes(*W.Extent) + element(F);
  Text += "; blockDim " + triple(W.BlockDim) + ", gridDim " + triple(W.GridDim);
  return C.isObserved() ? Text + "; " + C.Origin : Text;
}

static std::string secondSite(const Site &S) {
  if (S.TheRole == Site::Role::Barrier)
    return "the barrier of the other thread";
  if (S.TheRole == Site::Role::Exit)
    return "the other thread returns here";
  return "the other access: " + name(S.TheRole).str() + " of " + bytes(S.Bytes);
}

static std::string more(const Group &G) {
  bool IsOne = G.more() == 1,
       IsCondition = G.first().ThePrecondition.has_value(),
       IsOfOneArray = G.arrays().size() == 1;
  std::string Text = std::to_string(G.more()) + " more ",
              Lines = G.otherLines();
  llvm::StringRef Here;
  if (G.first().TheKind == Finding::Kind::OutOfBounds) {
    Here = " on this line";
    Text += IsOne ? "access leaves " : "accesses leave ";
    Text += IsOfOneArray ? "the array" : IsOne ? "its array" : "their arrays";
  } else {
    Here = " on these lines";
    Text += IsOne ? "pair of accesses races" : "pairs of accesses race";
  }
  bool IsRace = G.first().TheKind == Finding::Kind::DataRace;
  bool IsOneReason = IsCondition || (IsRace && !IsOfOneArray);
  if (IsOneReason || !Lines.empty())
    Text += " for the same reason";
  if (Lines.empty())
    return Text + (IsOneReason ? "" : Here.str());
  bool IsOneLine = Lines.find(' ') == std::string::npos;
  return Text + (IsOneLine ? ", at line " : ", at lines ") + Lines;
}

static std::string instances(const Group &G) {
  bool IsOne = G.OtherInstances == 1;
  return "the same in " + std::to_string(G.OtherInstances) +
         (IsOne ? " other instance" : " other instances") + " of this kernel";
}

static Note stating(const KernelResult &K, const Precondition &N) {
  Note Result{K.Where, "", "", true};
  for (const std::string &S : N.Statements)
    Result.Insert += (Result.Insert.empty() ? "" : " ") + S;
  Result.Text = "if no launch has " + N.broken() + ", say so: '" +
                Result.Insert + "' (racemap/racemap.h)";
  return Result;
}

std::string ordersOf(const Confirmation &C) {
  if (!C.Orders)
    return "the usual order of threads";
  return "the usual order of threads and " + std::to_string(C.Orders) +
         (C.Orders == 1 ? " other" : " others");
}

std::string outcome(const Confirmation &C) {
  using Status = Confirmation::Status;
  switch (C.TheStatus) {
  case Status::Confirmed:
    return "confirmed by a run of its witness";
  case Status::Beside:
    return "a run of its witness reports another pair of accesses to the same "
           "memory";
  case Status::NotSeen:
    return "not confirmed: runs of its witness in " + ordersOf(C) +
           " do not show it";
  case Status::NotRun:
    return "not confirmed: " + C.Reason;
  }
  llvm_unreachable("all statuses are handled");
}

std::vector<Note> notes(const KernelResult &K, const Group &G) {
  const Finding &F = G.first();
  std::vector<Note> All;
  for (const Site &S : F.Sites) {
    if (&S != &F.Sites.front()) {
      if (isSameSite(F))
        break;
      All.push_back({S.Where, secondSite(S), ""});
    }
    if (!S.Where.Into.empty())
      All.push_back({S.Where, "in '" + S.Where.Into + "', called here", ""});
    for (const map::Location::Call &C : S.Where.Calls)
      All.push_back({C.Site, "in '" + C.Callee + "', called here", ""});
  }
  const map::SourcePoint &First = F.Sites.front().Where;
  if (!F.TheWitness.Threads.empty())
    All.push_back({First, witness(F, G.Context->Context), ""});
  if (!F.Explanation.empty())
    All.push_back({First, F.Explanation, ""});
  if (G.more())
    All.push_back({First, more(G), ""});
  if (G.OtherInstances)
    All.push_back({First, instances(G), ""});
  if (F.TheConfirmation)
    All.push_back({First, outcome(*F.TheConfirmation), ""});
  if (F.ThePrecondition && !F.ThePrecondition->Statements.empty())
    All.push_back(stating(K, *F.ThePrecondition));
  for (const Finding *Each : G.Findings) {
    const auto &R = Each->TheRepair;
    bool IsTold = R && llvm::any_of(All, [&](const Note &N) {
                    return N.Insert == R->Insert && N.Where == R->Where;
                  });
    if (R && !IsTold)
      All.push_back({R->Where,
                     "insert '" + R->Insert +
                         "' before this statement: the race is gone then",
                     R->Insert});
  }
  return All;
}

static bool contains(const std::string &Text, const char *Part) {
  return Text.find(Part) != std::string::npos;
}

/// Races that are not shown only because the level is not possible.
static bool hasMore(const ContextResult &C, const Filter &Only) {
  return llvm::any_of(C.Findings, [&](const Finding &F) {
    return F.isRace() && F.Hidden.empty() && !Only.lets(F);
  });
}

static bool showsDivergence(const ContextResult &C, const Filter &Only) {
  return llvm::any_of(C.Findings, [&](const Finding &F) {
    return F.TheKind == Finding::Kind::BarrierDivergence && F.Hidden.empty() &&
           Only.lets(F);
  });
}

/// Of a launch that runs have made: what they have passed, is that decided?
static bool isProvedWhereObserved(const KernelResult &K,
                                  const ContextResult &C) {
  return C.Context.IsRepresented &&
         llvm::all_of(K.Contexts, [](const ContextResult &Its) {
           return !Its.Context.isObserved() ||
                  (Its.TheVerdict == Verdict::RaceFree &&
                   Its.Reason != NothingChecked);
         });
}

std::string undecided(const KernelResult &K, const ContextResult &C,
                      const Filter &Only) {
  std::string Text = "kernel '" + K.Name + "' is undecided: " + C.Reason;
  if (isProvedWhereObserved(K, C))
    return Text + "; it is race-free in the launches that were observed";
  if (contains(C.Reason, solve::StoppedByClock))
    return Text + "; another run may decide it, or a larger budget-ms=";
  if (contains(C.Reason, "unit budget"))
    return Text + "; racemap check, which has a larger budget, or a larger "
                  "unit-budget-ms= may decide it";
  if (contains(C.Reason, "budget"))
    return Text + "; try a larger rlimit= or budget-ms=, or give block-dim=";
  bool IsBarrier = contains(C.Reason, "divergent barrier");
  if (IsBarrier && showsDivergence(C, Only))
    return Text + "; races are not decided because of it";
  bool IsOfRaces = IsBarrier || C.Reason == "only possible findings" ||
                   llvm::StringRef(C.Reason).starts_with("race if ");
  if (IsOfRaces && hasMore(C, Only))
    return Text + "; level=possible shows the findings";
  return Text;
}

std::string redundant(const KernelResult &K) {
  return "this barrier is redundant: kernel '" + K.Name +
         "' stays race-free without it";
}

std::string hider(llvm::StringRef Hidden) {
  return llvm::StringSwitch<std::string>(Hidden.split(':').first)
      .Case("benign", "RACEMAP_BENIGN")
      .Case("ignored", "comments")
      .Case("disabled", "disable=")
      .Case("suppressed", "suppressions")
      .Case("configuration", "[analyse]")
      .Case("baseline", "the baseline")
      .Case("diff", "--diff")
      .Default(Hidden.str());
}

std::string vacuous(const KernelResult &K, const ContextResult &C) {
  constexpr size_t Longest = 80; // characters of what is read at a glance
  std::string Text = "kernel '" + K.Name + "'";
  if (C.Context.Origin != "symbolic")
    Text += ", " + C.Context.Origin;
  Text += ": " + C.Reason + ", so nothing was checked";
  unsigned Long = 0;
  const char *Before = ": ";
  for (const std::string &A : C.Assumptions) {
    Long += A.size() > Longest;
    if (A.size() > Longest || A == "false")
      continue;
    Text += Before + A;
    Before = ", ";
  }
  if (Long)
    Text += Before + ("and " + std::to_string(Long)) + " longer";
  return Text;
}

} // namespace racemap::report
