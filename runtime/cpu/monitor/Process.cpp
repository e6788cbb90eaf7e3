// Process - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Process.h"
#include "runtime/cpu/Arena.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace racemap::cpu {

using host::LaunchFate;

std::atomic<Process *> Process::Only;

Process &Process::create() {
  static Process *Created = Only = new Process;
  return *Created;
}

Process::Process() : TheLog(host::options(), Modules), TheReporter(TheLog) {
  if (host::options().Recorder)
    TheRecorder = std::make_unique<Recorder>(Slots);
  if (host::options().Stats)
    TheStatistics = std::make_unique<Statistics>();
}

/// What a wrong finding, or a missing one, ends with (EX_SOFTWARE).
static constexpr int ExitInternalError = 70;

/// Nothing was monitored because of what the configuration names.
void Process::warnOfSelection() {
  const config::Config &C = host::options().File;
  const config::MonitoredPart &M = C.Monitor;
  bool NamesSome =
      !M.Kernels.empty() || !M.Blocks.empty() || !M.Threads.empty();
  if (HasLaunched && !HasSelected && NamesSome)
    TheLog.warn(C.Path + ": [monitor]: no launch had any of these kernels, "
                         "blocks and threads, so nothing was monitored");
}

/// The program was built to be monitored, and nothing of it was.
void Process::warnOfNothing() {
  if (!Arena::monitored())
    return;
  uint64_t Launches = 0;
  for (uint64_t OfOneFate : TheLog.launches())
    Launches += OfOneFate;
  if (!HasLaunched && Launches == 0 && host::options().RunKernels)
    TheLog.warn("the program has launched no kernel, so nothing was monitored");
}

int Process::finish(int Status) {
  warnOfSelection();
  warnOfNothing();
  if (TheStatistics) {
    TheLog.say(TheStatistics->text());
    TheLog.setStatistics(TheStatistics->numbers());
  }
  if (!TheRecorder)
    return TheLog.finish(Status);
  TheLog.warn(TheRecorder->summary());
  Status = TheLog.finish(Status);
  return TheRecorder->hasDifferences() ? ExitInternalError : Status;
}

/// The process whose exit is watched; others are forked from it.
static pid_t First = 0;

static void atExit(int Status, void *) {
  // A program that has launched nothing has something to say, too.
  bool IsFirst = getpid() == First;
  Process *P =
      Arena::monitored() && IsFirst ? &Process::get() : Process::existing();
  int Wanted = P ? P->finish(Status) : Status;
  if (Wanted == Status)
    return;
  std::fflush(nullptr);
  _exit(Wanted);
}

/// std::quick_exit does not say with which status the program ends.
static void atQuickExit() { atExit(0, nullptr); }

/// Before main, so that it runs after what the program registers.
__attribute__((constructor)) static void registerExit() {
  First = getpid();
  on_exit(atExit, nullptr);
  std::at_quick_exit(atQuickExit);
}

unsigned Process::addModule(std::string_view ModuleInfo) {
  std::string Problem;
  Arena::setMonitored();
  unsigned First = Modules.add(ModuleInfo, Problem);
  if (!Problem.empty())
    TheLog.warn(Problem);
  return First;
}

bool Process::isMonitored(unsigned Site) const {
  const host::Site *S = Modules.site(Site);
  return !S || host::options().File.Monitor.hasArray(S->Variable);
}

/// The serial numbers of a launch. When half of them are used up, all cells
/// begin anew, so that there are enough for the grid barriers of the launch.
uint64_t Process::takePlaces(uint64_t Blocks) {
  if (NextPlace + Blocks > device::CellLayout::MaxPlace / 2) {
    Arena::get().clearShadow();
    NextPlace = 1;
  }
  return NextPlace;
}

void Process::launchFailed() { TheLog.countLaunch(LaunchFate::Failed); }

/// Says so if the launch cannot be monitored.
void Process::countLaunch(const Launch &L, bool IsInstrumented) {
  if (!IsInstrumented) {
    TheLog.countLaunch(LaunchFate::Uninstrumented);
    TheLog.warnOfUninstrumented(L.Kernel);
    return;
  }
  bool HasPlaces =
      State.FirstPlace + L.Grid.count() <= device::CellLayout::MaxPlace;
  TheLog.countLaunch(HasPlaces ? LaunchFate::Monitored : LaunchFate::Failed);
  if (!HasPlaces)
    TheLog.warn("a launch of more than 16 million blocks: races in global "
                "memory are not seen in " +
                L.Kernel);
}

/// Memory that is not the device's, or was freed, is nobody's.
static host::MemoryRange rangeOf(uint64_t Address) {
  auto Found = Arena::get().find(reinterpret_cast<const void *>(Address));
  uint64_t Begin = Found ? uint64_t(Found->Begin) : 0;
  if (!Found || Found->IsFreed || Address < Begin ||
      Address - Begin >= Found->Bytes ||
      Found->K == Allocation::Kind::Registered)
    return {};
  return {Begin, Found->Bytes, !Found->Name.empty()};
}

std::string Process::leanCode(Launch &L, const void *const *Arguments) {
  const host::KernelInfo *K = Modules.kernel(L.Mangled, L.Units);
  if (!K || !host::options().Elide)
    return "";
  if (!K->Lean) {
    if (TheStatistics && !K->WhyFull.empty())
      TheStatistics->chosen(*K, K->WhyFull);
    return "";
  }
  host::LaunchInputs Facts;
  Facts.BlockDim = {L.BlockDim.X, L.BlockDim.Y, L.BlockDim.Z};
  Facts.GridDim = {L.Grid.X, L.Grid.Y, L.Grid.Z};
  Facts.Arguments = Arguments;
  Facts.RangeOf = rangeOf;
  std::string Why = K->Lean->broken(Facts);
  if (TheStatistics)
    TheStatistics->chosen(*K, Why.empty() ? Why : "not so: " + Why);
  if (!Why.empty())
    return "";
  auto Its = K->Lean->places(Facts, L.DynamicShared);
  L.Extents.assign(Its.begin(), Its.end());
  return K->Lean->Mangled;
}

void Process::launchBegins(const Launch &L) {
  const host::KernelInfo *K = Modules.kernel(L.Mangled, L.Units);
  const config::Config &Asked = host::options().File;
  bool IsAsked = Asked.Monitor.hasKernel(L.Kernel);
  Monitored = K && IsAsked;
  HasLaunched = true;
  if (Monitored && Asked.Monitor.hasAnyOf(L.Grid.count(), L.BlockDim.count()))
    HasSelected = true;
  State = LaunchState(
      L, K ? K->FirstSite : 0, K ? K->NumSites : 0, 1,
      {Asked.Shadow.ClockBits.value_or(0), Asked.Shadow.WarpBits.value_or(0)});
  IsPartly = false;
  BlindOf = nullptr;
  if (Monitored)
    State.FirstPlace = takePlaces(L.Grid.count());
  if (IsAsked)
    countLaunch(L, K != nullptr);
  if (!Monitored)
    return;
  MostGridClock = 0;
  if (Recorder *R = recorder())
    R->launchBegins(State);
  State.OrdersOtherwise = State.needsHistories(*K);
  State.StampsLate = L.IsLean;
  State.AtomicBytes = K->AtomicBytes;
  if (Statistics *Told = statistics())
    Told->launchBegins(*K, State.ClusterSize);
  bool IsAlone = !recorder() && !statistics();
  State.IsQuiet = !State.OrdersOtherwise && IsAlone;
  State.HasOnlyHistories = State.OrdersOtherwise && IsAlone;
  if (State.IsQuiet) {
    State.Agrees = {State.Layout, State.AtomicBytes == 4};
    State.Succeeds = {State.Layout, State.AtomicBytes == 4};
  }
  SiteNames.resize(Modules.numSites());
  State.nameSites(SiteNames);
  TheWords.forget();
  TheHistories.forget();
}

void Process::launchEnds(const Launch &L) {
  if (Statistics *Told = statistics())
    Told->launchEnds();
  if (Recorder *R = recorder())
    if (std::string Problem = R->launchEnds(); !Problem.empty())
      TheLog.warn(Problem);
  Clusters.clear();
  if (Monitored)
    std::fill_n(SiteNames.begin() + State.FirstSite, State.NumSites, 0);
  NextPlace = State.FirstPlace + (MostGridClock + 1) * L.Grid.count();
  Monitored = false;
}

std::shared_ptr<ClusterBarriers> Process::barriersOf(uint64_t Cluster) {
  if (State.ClusterSize == 1)
    return std::make_shared<ClusterBarriers>();
  std::lock_guard<std::mutex> Guard(Lock);
  std::weak_ptr<ClusterBarriers> &Known = Clusters[Cluster];
  std::shared_ptr<ClusterBarriers> Found = Known.lock();
  if (!Found)
    Known = Found = std::make_shared<ClusterBarriers>();
  return Found;
}

void Process::blockEnds(const BlockHistory &H) {
  if (Statistics *Told = statistics())
    Told->blockEnds(H.Counted[0], H.Counted[1]);
  uint64_t Most = 0;
  for (const Thread &T : H.Threads)
    Most = std::max<uint64_t>(Most, T.GridClock);
  if (Most == 0)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  MostGridClock = std::max(MostGridClock, Most);
}

/// The words of [Begin, End) of a block's shared memory.
static void fillShared(const Block &B, size_t Begin, size_t End,
                       device::Word Cell) {
  for (size_t At = Begin; At < End; At += 4)
    *Arena::get().shadow(B.Shared + At) = Cell;
}

void Process::clearShared(const Block &B) {
  const Launch &L = *B.TheLaunch;
  size_t Total = L.StaticShared + L.DynamicShared;
  fillShared(B, 0, Total, 0);
  // What is between two variables is nobody's.
  size_t End = 0;
  for (const SharedVariable &V : L.SharedVariables) {
    fillShared(B, End, V.Offset / 4 * 4, device::Poison);
    End = (V.Offset + V.Bytes + 3) / 4 * 4;
  }
}

/// Do the accesses conflict, at this distance?
static bool conflict(const host::Site &S, const Visit &V, fsm::Scope Between) {
  bool IsMixed = isAtomic(S.Op) && isAtomic(V.Op) && S.Bytes != V.Bytes;
  return IsMixed || fsm::conflict(S.Op, V.Op, Between);
}

/// Is what Cell says an access that conflicts with the newcomer's and is not
/// ordered before it? Then that is the other party.
bool Process::isOther(device::Word Cell, const Visit &V,
                      OtherParty &Out) const {
  const device::Surroundings &Around = V.Around;
  if (device::CellLayout::state(Cell) == 0 ||
      device::CellLayout::place(Cell) < Around.Epoch)
    return false;
  device::Accessor Last = Around.Layout.unpack(Cell);
  fsm::Meeting M = Around.meeting(Cell, V.Now, V.Op);
  unsigned Number = State.siteOf(Last);
  const host::Site *S = Modules.site(Number);
  if (M.Since != fsm::Scope::Thread || M.Between == fsm::Scope::Thread ||
      (S && !conflict(*S, V, M.Between)))
    return false;
  Out.Thread = Last.Thread;
  Out.Site = S ? Number : ~0u;
  Out.Between = M.Between;
  Out.Rank = V.FirstRank + Last.Place - Around.Epoch;
  return true;
}

unsigned Process::bytesAt(unsigned SiteInCell) const {
  device::Accessor A;
  A.Site = SiteInCell;
  const host::Site *S = Modules.site(State.siteOf(A));
  return S ? unsigned(S->Bytes) : 0;
}

OtherParty Process::otherParty(const Visit &V, const RacyWord &Found) const {
  OtherParty Out;
  if (isOther(Found.Cell, V, Out))
    return Out;
  for (device::Word Cell : Found.Earlier)
    if (isOther(Cell, V, Out))
      return Out;
  return {};
}

/// The accesses of the kernel that may conflict with the one at the site: to
/// the same array, if it has a name; each place once.
std::vector<unsigned> Process::candidates(unsigned Site) const {
  std::vector<unsigned> All;
  const host::Site *Its = Modules.site(Site);
  for (unsigned I = State.FirstSite; I < State.FirstSite + State.NumSites;
       ++I) {
    const host::Site *S = Modules.site(I);
    bool IsOfArray = !Its || !S || Its->Variable == S->Variable ||
                     Its->Variable.empty() || S->Variable.empty();
    bool MayConflict =
        !Its || !S || fsm::conflict(S->Op, Its->Op, fsm::Scope::Grid);
    if (S && IsOfArray && MayConflict && Modules.firstOf(I) == I)
      All.push_back(I);
  }
  return All;
}

void Process::race(const Attempt &A, const Visit &V, const RacyWord &Found) {
  race(A, otherParty(V, Found));
}

void Process::race(const Attempt &A, const OtherParty &Other) {
  if (Recorder *R = recorder())
    R->found(A.Address);
  OtherParty Named = Other;
  if (Other.Site == ~0u)
    Named.OneOf = candidates(A.Site);
  Named.StoresOneValue = Modules.storeOneValue(A.Site, Other.Site);
  const host::Site *S = Modules.site(Other.Site);
  Named.IsStore = S && S->Op == fsm::Operation::Write;
  TheReporter.race(State, A, Named);
}

void Process::warnBlind(const char *Of) {
  if (BlindOf.exchange(Of) == Of)
    return; // it comes with each access
  seesPartly(std::string("more ") + Of +
             " than a shadow cell can count: from there on, races within the "
             "groups that they order are not seen in launches of " +
             State.L->Kernel);
}

void Process::seesPartly(const std::string &Why) {
  TheLog.warn(Why);
  if (!IsPartly.exchange(true))
    TheLog.countPartly();
}

} // namespace racemap::cpu
