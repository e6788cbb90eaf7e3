// Driver - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "passes/lift/Lift.h"
#include "passes/map/Equality.h"
#include "passes/map/Parser.h"
#include "passes/map/RoundTrip.h"
#include "passes/verdict/Candidates.h"
#include "passes/verdict/advice/Redundancy.h"
#include "passes/verdict/advice/Repairs.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cstdlib>
#include <map>

namespace racemap {

using map::Protocol;

/// What the configuration file says of a kernel.
static std::vector<const config::KernelFacts *> factsOf(const Protocol &P,
                                                        const Options &O) {
  std::vector<const config::KernelFacts *> Found;
  for (const config::KernelFacts &F : O.Config.Kernels)
    if (F.concerns(P.Name))
      Found.push_back(&F);
  return Found;
}

/// Launches of the configuration file are contexts beside those in sight.
static void addLaunches(Protocol &P, const Options &O) {
  std::vector<map::LaunchContext> Stated;
  for (const config::KernelFacts *F : factsOf(P, O))
    for (const config::Launch &L : F->Launches) {
      map::LaunchContext &C = Stated.emplace_back();
      C.Origin = "configuration " + L.At;
      C.BlockDim = L.Block;
      C.GridDim = L.Grid;
      C.ClusterDim = L.Cluster;
    }
  if (Stated.empty())
    return;
  llvm::erase_if(P.Contexts, [](const map::LaunchContext &C) {
    return C.Origin == map::LaunchContext().Origin;
  });
  llvm::append_range(P.Contexts, Stated);
}

/// A protocol's contexts: dimensions given as options replace what launches
/// in sight say.
static void setContexts(Protocol &P, const Options &O, const Launches &Seen,
                        const ObservedLaunches &Observed) {
  if (Seen.ContextsOf)
    if (auto Found = Seen.ContextsOf(P); !Found.empty())
      P.Contexts = std::move(Found);
  addLaunches(P, O);
  Observed.addTo(P);
  if (!O.BlockDim && !O.GridDim && !O.ClusterDim)
    return;
  map::LaunchContext C;
  C.Origin = "options";
  C.BlockDim = O.BlockDim;
  C.GridDim = O.GridDim;
  C.ClusterDim = O.ClusterDim;
  P.Contexts = {C};
}

/// What a kernel says of its clusters holds where a launch says nothing.
static void setClusters(Protocol &P, const Launches &Seen) {
  if (!P.ClusterDim.isKnown() && Seen.ClusterOf)
    P.ClusterDim = Seen.ClusterOf(P);
  if (!P.ClusterDim.isKnown())
    return;
  if (P.Contexts.empty())
    P.Contexts.emplace_back();
  for (map::LaunchContext &C : P.Contexts)
    if (!C.ClusterDim.isKnown())
      C.ClusterDim = P.ClusterDim;
}

static bool isMentioned(const Protocol &P, llvm::StringRef Name) {
  return P.findArray(Name) ||
         llvm::any_of(P.Parameters, [&](const map::Variable *V) {
           return V->name() == Name;
         });
}

/// Is it about a parameter that the kernel has, but does not use?
static bool isOfUnused(llvm::StringRef Condition, const Protocol &P,
                       const Launches &Seen) {
  return Seen.HasParameter &&
         llvm::any_of(map::namesIn(Condition), [&](llvm::StringRef Name) {
           // Members follow their object: "s.n" is one name.
           llvm::StringRef Object = Name.split('.').first;
           return !isMentioned(P, Name) && Seen.HasParameter(P.Mangled, Object);
         });
}

/// Adds one assume= to the protocols that have the names it mentions. Where is
/// what a problem begins with.
static void addAssumption(const std::string &Text, llvm::StringRef Where,
                          llvm::ArrayRef<Protocol *> All, const Launches &Seen,
                          std::vector<std::string> &Problems) {
  std::string Why;
  bool Fits = All.empty();
  for (Protocol *P : All) {
    auto Condition = map::parseCondition(Text, *P);
    if (Condition) {
      P->Assumptions.push_back({*Condition, Text});
      Fits = true;
      continue;
    }
    std::string Message = llvm::toString(Condition.takeError());
    Fits |= isOfUnused(Text, *P, Seen);
    if (Why.empty())
      Why = std::move(Message);
  }
  if (Fits)
    return;
  std::string Line = (Where + ": " + Why).str();
  std::replace(Line.begin(), Line.end(), '\n', ' ');
  Problems.push_back(std::move(Line));
}

/// Where an assume= of all kernels stands: in the configuration file, or not.
static std::string placeOf(const std::string &Assumption, const Options &O) {
  std::vector<config::Setting> All = O.Config.Options;
  for (const config::PathOptions &P : O.Config.Paths)
    llvm::append_range(All, P.Options);
  for (const config::Setting &S : All)
    if (S.Name == "assume" && S.Value == Assumption)
      return S.At + ": assume '" + Assumption + "'";
  return "option assume=" + Assumption;
}

/// Those of the options for all kernels, those of the configuration file for
/// the kernels that they name.
static void addAssumptions(llvm::MutableArrayRef<Protocol> All,
                           const Options &O, const Launches &Seen,
                           std::vector<std::string> &Problems) {
  llvm::SmallVector<Protocol *> Whole(llvm::make_pointer_range(All));
  for (const std::string &Text : O.Assume)
    addAssumption(Text, placeOf(Text, O), Whole, Seen, Problems);
  for (const config::KernelFacts &F : O.Config.Kernels) {
    llvm::SmallVector<Protocol *> Some(Whole);
    llvm::erase_if(Some, [&](Protocol *P) { return !F.concerns(P->Name); });
    for (const config::Text &T : F.Assume)
      addAssumption(T.Value, T.At + ": assume '" + T.Value + "'", Some, Seen,
                    Problems);
  }
}

/// For RaceMap's own tests, which must not go on unnoticed.
static void checkRoundTrips(llvm::ArrayRef<Protocol> All) {
  if (!std::getenv("RACEMAP_SELF_CHECK"))
    return;
  for (const Protocol &P : All) {
    map::TermContext Fresh;
    if (llvm::Error Wrong = map::checkRoundTrip(P, Fresh))
      llvm::report_fatal_error(std::move(Wrong));
  }
}

/// Makes the folder of dump-queries.
static void makeFolderOfQueries(const Options &O,
                                std::vector<std::string> &Problems) {
  namespace fs = llvm::sys::fs;
  if (O.DumpQueries.empty())
    return;
  std::error_code Error = fs::create_directories(O.DumpQueries);
  if (!Error)
    Error = fs::access(O.DumpQueries, fs::AccessMode::Write);
  if (Error)
    Problems.push_back("option dump-queries=" + O.DumpQueries + ": " +
                       Error.message());
}

static void setLaunches(Protocol &P, const Options &O, const Launches &Seen,
                        const ObservedLaunches &Observed) {
  setContexts(P, O, Seen, Observed);
  setClusters(P, Seen);
}

/// What is left to be done when all have their launches.
static void complete(llvm::MutableArrayRef<Protocol> All, const Options &O,
                     const Launches &Seen, std::vector<std::string> &Problems) {
  addAssumptions(All, O, Seen, Problems);
  makeFolderOfQueries(O, Problems);
  checkRoundTrips(All);
}

void prepare(llvm::MutableArrayRef<Protocol> All, const Options &O,
             std::vector<std::string> &Problems) {
  for (Protocol &P : All)
    setLaunches(P, O, {}, {});
  complete(All, O, {}, Problems);
}

/// What cannot be read becomes a problem, and nothing was observed.
static ObservedLaunches observed(const Options &O,
                                 std::vector<std::string> &Problems) {
  auto Read = ObservedLaunches::read(O.Observed);
  if (Read)
    return std::move(*Read);
  Problems.push_back(llvm::toString(Read.takeError()));
  return {};
}

std::vector<Protocol>
liftKernels(std::unique_ptr<llvm::Module> M, map::TermContext &Terms,
            const Options &O, const UnitBudget &Budget, const Launches &Seen,
            std::vector<std::string> &Problems, lift::CodeDigests *Digests) {
  lift::LiftOptions L;
  L.Digests = Digests;
  L.LastStep = Budget.lastStepOfLifting();
  L.NotLifted = verdict::unitBudgetExhausted(Budget.milliseconds());
  L.Wanted = [&](llvm::StringRef Mangled, llvm::StringRef Demangled) {
    return O.wants(Mangled, Demangled);
  };
  ObservedLaunches Observed = observed(O, Problems);
  L.MayOverlap = [&](llvm::StringRef Mangled, unsigned A, unsigned B) {
    return (Seen.MayOverlap && Seen.MayOverlap(Mangled, A, B)) ||
           Observed.mayOverlap(Mangled, A, B);
  };
  L.MayReachVariables = [&](llvm::StringRef Mangled) {
    return Observed.mayReachVariables(Mangled);
  };
  L.NotAssumed = Seen.NotAssumed;
  // What is known of a kernel's launches goes before the next is lifted.
  L.Lifted = [&](Protocol &P) { setLaunches(P, O, Seen, Observed); };
  std::vector<Protocol> All = lift::liftModule(std::move(M), Terms, L);
  complete(All, O, Seen, Problems);
  return All;
}

namespace {
/// Decides the kernels of a unit within its budget.
class UnitAnalysis {
public:
  UnitAnalysis(Analysis &A, const Options &O, const UnitBudget &Budget,
               const Sources &From, const Listener &Heard)
      : A(A), O(O), Budget(Budget), From(From), Heard(Heard),
        Select(selection(A.Problems, O, From)), All(A.Protocols.size()) {
    A.Kernels.resize(All.size());
    for (size_t K = 0; K != All.size(); ++K) {
      All[K].IsForeign = From.IsForeign && From.IsForeign(A.Protocols[K]);
      Open[placeOf(K)].push_back(K);
    }
  }

  void run() {
    std::vector<size_t> Order = order();
    for (size_t I = 0; I != Order.size(); ++I) {
      decide(Order[I], Order.size() - I);
      if (!isCutShort(Order[I]))
        conclude(Order[I]);
    }
    llvm::erase_if(Order, [&](size_t K) { return All[K].IsConcluded; });
    for (size_t I = 0; I != Order.size(); ++I) {
      if (Budget.stepsOfOne(Order.size() - I) / 2 >= All[Order[I]].Allowed)
        decide(Order[I], Order.size() - I);
      conclude(Order[I]);
    }
  }

private:
  struct Item {
    bool IsForeign = false;
    bool IsConcluded = false;
    uint64_t Allowed = 0;      ///< steps
    std::vector<size_t> Alike; ///< other kernels that it decides, too
  };

  std::vector<size_t> order();
  void setAlikeAside(std::vector<size_t> &Order);
  void decide(size_t K, size_t Kernels);
  bool isCutShort(size_t K) const;
  void conclude(size_t K);
  void close(size_t K);
  using Place = std::tuple<std::string, unsigned, unsigned, size_t>;
  /// Where it stands; one of which that is not known stands alone.
  Place placeOf(size_t K) const {
    const map::SourcePoint &At = A.Protocols[K].Where;
    return {At.File, At.Line, At.Column, At.Line ? 0 : K};
  }

  Analysis &A;
  const Options &O;
  const UnitBudget &Budget;
  const Sources &From;
  const Listener &Heard;
  std::function<void(verdict::KernelResult &)> Select;
  std::vector<Item> All; ///< as the protocols
  std::map<Place, std::vector<size_t>> Open;
  size_t Concluded = 0;
};
} // namespace

std::vector<size_t> UnitAnalysis::order() {
  std::vector<KernelCost> Costs;
  for (auto [P, I] : llvm::zip(A.Protocols, All))
    Costs.push_back({I.IsForeign, P.accesses().size(),
                     std::max<size_t>(P.Contexts.size(), 1)});
  std::vector<size_t> Order = cheapestFirst(Costs);
  setAlikeAside(Order);
  return Order;
}

/// Takes those out that another one decides: instances of a template can differ
/// in what no access depends on.
void UnitAnalysis::setAlikeAside(std::vector<size_t> &Order) {
  std::map<Place, std::vector<size_t>> Firsts;
  llvm::erase_if(Order, [&](size_t K) {
    std::vector<size_t> &Others = Firsts[placeOf(K)];
    auto First = llvm::find_if(Others, [&](size_t Other) {
      return map::equalButForNames(A.Protocols[Other], A.Protocols[K]);
    });
    if (First == Others.end()) {
      Others.push_back(K);
      return false;
    }
    All[*First].Alike.push_back(K);
    return true;
  });
}

/// As one of so many that share what is left.
void UnitAnalysis::decide(size_t K, size_t Kernels) {
  constexpr uint64_t ForeignShare = 20;
  Protocol &P = A.Protocols[K];
  if (Heard.Begins)
    Heard.Begins(Concluded, All.size(), P.Name);
  verdict::Settings S = O.settings();
  S.UnitBudgetMs = Budget.milliseconds();
  S.LastStep = Budget.lastStepOfOne(Kernels);
  All[K].Allowed = Budget.stepsOfOne(Kernels);
  if (All[K].IsForeign)
    S.KernelBudgetMs /= ForeignShare;
  verdict::KernelResult &Result = A.Kernels[K];
  Result = verdict::verify(P, S);
  if (All[K].IsForeign)
    return;
  verdict::findRepairs(P, S,
                       From.StatementsOf ? From.StatementsOf(P.Mangled)
                                         : verdict::statementsByLine(P),
                       Result);
  if (S.Redundant)
    verdict::findRedundantBarriers(P, S, Result);
}

/// Is something unknown that more steps could decide?
bool UnitAnalysis::isCutShort(size_t K) const {
  return llvm::any_of(
      A.Kernels[K].Contexts, [](const verdict::ContextResult &C) {
        return C.IsCutShort && C.TheVerdict == verdict::Verdict::Unknown;
      });
}

/// What is proved of Other's accesses, of the arrays of P, which equals it but
/// for its own name. Terms are the same.
static void rename(verdict::AccessProofs &Its, const Protocol &Other,
                   const Protocol &P) {
  auto Renamed = [&](const map::Array *A) {
    auto Known = llvm::find_if(Other.Arrays,
                               [&](const auto &Its) { return Its.get() == A; });
    return P.Arrays[Known - Other.Arrays.begin()].get();
  };
  for (auto &[A, B] : Its.Apart)
    A = Renamed(A), B = Renamed(B);
}

/// What is known of a kernel that equals P but for names is known of P.
static verdict::KernelResult resultOf(const Protocol &P,
                                      const Protocol &OfOther,
                                      const verdict::KernelResult &Other) {
  verdict::KernelResult K = Other;
  for (verdict::AccessProofs &Its : K.Proofs)
    rename(Its, OfOther, P);
  K.Name = P.Name;
  K.Mangled = P.Mangled;
  std::map<std::string, std::string> Origins;
  for (auto [C, Context] : llvm::zip(K.Contexts, P.Contexts)) {
    Origins[C.Context.Origin] = Context.Origin;
    C.Context = Context;
    C.Milliseconds = 0;
    C.Steps = 0;
  }
  for (verdict::ContextResult &C : K.Contexts)
    for (verdict::Finding &F : C.Findings)
      if (F.ThePrecondition)
        for (std::string &Origin : F.ThePrecondition->MetBy)
          Origin = Origins[Origin];
  return K;
}

/// Its result is final, and that of those like it.
void UnitAnalysis::conclude(size_t K) {
  for (size_t Other : All[K].Alike)
    A.Kernels[Other] =
        resultOf(A.Protocols[Other], A.Protocols[K], A.Kernels[K]);
  close(K);
  for (size_t Other : All[K].Alike)
    close(Other);
}

void UnitAnalysis::close(size_t K) {
  All[K].IsConcluded = true;
  ++Concluded;
  Select(A.Kernels[K]);
  const std::vector<size_t> &Here = Open[placeOf(K)];
  if (!Heard.Decided ||
      !llvm::all_of(Here, [&](size_t Its) { return All[Its].IsConcluded; }))
    return;
  std::vector<verdict::KernelResult> Results;
  for (size_t Its : Here)
    Results.push_back(A.Kernels[Its]);
  Heard.Decided(Results);
}

Analysis analyse(std::vector<Protocol> Protocols, const Options &O,
                 const UnitBudget &Budget, const Sources &From,
                 const Listener &Heard) {
  Analysis A;
  A.Protocols = std::move(Protocols);
  UnitAnalysis(A, O, Budget, From, Heard).run();
  if (O.Candidates)
    for (auto [P, K] : llvm::zip(A.Protocols, A.Kernels))
      for (verdict::ContextResult &C : K.Contexts)
        if (C.TheVerdict == verdict::Verdict::Unknown)
          C.Candidates = verdict::candidateLaunches(P, C, O.settings());
  return A;
}

Analysis showAgain(std::vector<verdict::KernelResult> Kernels, const Options &O,
                   const Sources &From, const Listener &Heard) {
  Analysis A;
  A.Kernels = std::move(Kernels);
  auto Select = selection(A.Problems, O, From);
  std::map<std::pair<std::string, unsigned>, size_t> Known;
  std::vector<std::vector<verdict::KernelResult>> ByPlace;
  for (verdict::KernelResult &K : A.Kernels) {
    for (verdict::ContextResult &C : K.Contexts)
      for (verdict::Finding &F : C.Findings)
        F.Hidden.clear();
    Select(K);
    auto [Entry, IsNew] =
        Known.try_emplace({K.Where.File, K.Where.Line}, ByPlace.size());
    if (IsNew)
      ByPlace.emplace_back();
    ByPlace[Entry->second].push_back(K);
  }
  if (Heard.Decided)
    for (const std::vector<verdict::KernelResult> &Its : ByPlace)
      Heard.Decided(Its);
  return A;
}

} // namespace racemap
