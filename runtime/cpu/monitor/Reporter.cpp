// Reporter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/monitor/Reporter.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/api/Ranges.h"
#include "runtime/cpu/monitor/HostCode.h"
#include "runtime/cpu/monitor/SharedSlots.h"

#include <algorithm>
#include <sstream>

namespace racemap::cpu {

using host::Finding;

static host::Coordinates coordinates(const Dim3 &D) { return {D.X, D.Y, D.Z}; }

static host::ThreadPlace place(const Dim3 &BlockIdx, unsigned Thread,
                               const Launch &L) {
  return {coordinates(BlockIdx), coordinates(L.BlockDim.at(Thread)),
          Thread / WarpSize, Thread % WarpSize};
}

static host::Participant participant(const Thread &T, unsigned Site) {
  const Block &B = *T.TheBlock;
  host::Participant P;
  P.Thread = place(B.BlockIdx, T.Index, *B.TheLaunch);
  if (Site != ~0u)
    P.Site = Site;
  return P;
}

static host::LaunchPlace launchPlace(const Launch &L) {
  return {L.Number, L.Kernel, coordinates(L.Grid), coordinates(L.BlockDim),
          hostFrames(L.HostPlace)};
}

/// The variable that has the offset or, if none has, the last one before it.
static const SharedVariable *sharedAt(const Launch &L, uint64_t Offset) {
  const SharedVariable *Found = nullptr;
  for (const SharedVariable &V : L.SharedVariables)
    if (V.Offset <= Offset)
      Found = &V;
  return Found;
}

/// The name of a variable as the source has it, and where, if it is one of a
/// function: "f(int)::x" is x of f(int).
struct SourceName {
  explicit SourceName(const std::string &Demangled) : Variable(Demangled) {
    size_t At = Demangled.rfind("::");
    if (At == std::string::npos)
      return;
    std::string_view Scope = std::string_view(Demangled).substr(0, At);
    bool IsFunction = (Scope.ends_with(')') || Scope.ends_with(") const")) &&
                      !Scope.ends_with("(anonymous namespace)");
    if (!IsFunction)
      return;
    Variable = Demangled.substr(At + 2);
    Function = Scope;
  }
  std::string quoted() const {
    return "'" + Variable + "'" + (Function.empty() ? "" : " of " + Function);
  }

  std::string Variable, Function;
};

static host::Memory sharedMemory(const Attempt &A) {
  host::Memory M;
  M.Address = A.Address;
  M.IsShared = true;
  M.Description = "shared memory";
  uint64_t Offset = SharedSlots::offset(A.Address);
  const Launch &L = *A.T->TheBlock->TheLaunch;
  const SharedVariable *V = sharedAt(L, Offset);
  if (!V)
    return M;
  // An array without a size has what the launch asked for.
  uint64_t Bytes = V->Bytes ? V->Bytes : L.DynamicShared;
  SourceName Name(V->Name);
  M.Variable = Name.Variable;
  M.DeclaredIn = V->File;
  M.DeclaredAt = V->Line;
  M.Description = "the shared variable " + Name.quoted();
  uint64_t Into = Offset - V->Offset;
  if (Into >= Bytes)
    M.Description = std::to_string(Into - Bytes) + " bytes behind the end of " +
                    M.Description;
  else
    M.Offset = Into;
  return M;
}

static const char *madeBy(Allocation::Kind K) {
  switch (K) {
  case Allocation::Kind::Device:
    return "-byte allocation";
  case Allocation::Kind::Managed:
    return "-byte allocation of managed memory";
  case Allocation::Kind::Pinned:
    return "-byte allocation of pinned host memory";
  case Allocation::Kind::Registered:
    return "-byte range of registered host memory";
  case Allocation::Kind::Heap:
    return "-byte allocation of device code";
  case Allocation::Kind::Variable:
    return "-byte variable";
  case Allocation::Kind::Array:
    return "-byte array";
  }
  return "";
}

static host::Memory globalMemory(const Attempt &A) {
  host::Memory M;
  M.Address =
      uint64_t(api::originalOf(reinterpret_cast<const void *>(A.Address)));
  std::optional<Allocation> Found =
      Arena::get().find(reinterpret_cast<const void *>(A.Address));
  if (!Found)
    return M;
  uint64_t Begin = uint64_t(Found->Begin);
  std::ostringstream Text;
  if (A.Address < Begin)
    Text << Begin - A.Address << " bytes before ";
  else if (A.Address >= Begin + Found->Bytes)
    Text << A.Address - Begin - Found->Bytes << " bytes behind the end of ";
  else
    M.Offset = A.Address - Begin;
  M.IsFreed = Found->IsFreed && M.Offset;
  Text << (Found->IsFreed ? "a freed " : "a ") << Found->Bytes
       << madeBy(Found->K);
  SourceName Name(Found->Name);
  if (!Found->Name.empty())
    Text << ' ' << Name.quoted();
  M.Description = Text.str();
  M.Variable = Name.Variable;
  M.AllocatedAt = hostFrames(Found->HostPlace);
  return M;
}

static host::Memory memory(const Attempt &A) {
  bool IsShared =
      Arena::get().isShared(reinterpret_cast<const void *>(A.Address));
  return IsShared ? sharedMemory(A) : globalMemory(A);
}

/// Do both store the same value? What another thread of the block has stored is
/// there, for nobody else has run in between. A thread of another block may run
/// on another worker, and be about to store it: then the code has to say it.
static bool storeTheSame(const LaunchState &S, const Attempt &A,
                         const OtherParty &Other) {
  if (Other.StoresOneValue)
    return true;
  bool IsOfBlock = Other.Rank && *Other.Rank == S.rank(A.T->TheBlock->BlockIdx);
  if (!IsOfBlock || !Other.IsStore)
    return false;
  return A.HasFoundItsValue || (A.Stored && finds(*A.Stored, A.Address));
}

void Reporter::race(const LaunchState &S, const Attempt &A,
                    const OtherParty &Other) {
  host::Log::Identity I{Finding::Kind::DataRace, A.Site, Other.Site,
                        S.L->Mangled, /*IsOneSided=*/!Other.Rank};
  bool IsBenign = storeTheSame(S, A, Other);
  if (!Log.count(I, A.Address, 1, IsBenign))
    return;
  Finding F;
  F.IsBenign = IsBenign;
  F.Who.push_back(participant(*A.T, A.Site));
  host::Participant Earlier;
  if (Other.Rank)
    Earlier.Thread = place(S.blockAt(*Other.Rank), Other.Thread, *S.L);
  if (Other.Site != ~0u)
    Earlier.Site = Other.Site;
  Earlier.OneOf = Other.OneOf;
  F.Who.push_back(Earlier);
  F.Where = memory(A);
  F.Launch = launchPlace(*S.L);
  F.Between = Other.Between;
  Log.report(F, I);
}

void Reporter::outOfBounds(const LaunchState &S, const Attempt &A,
                           uint64_t Bytes) {
  outside(S, A, Bytes,
          "are not all in memory that the program has; the launch ends here");
}

void Reporter::stray(const LaunchState &S, const Attempt &A, uint64_t Bytes) {
  outside(S, A, Bytes,
          "are not all in the array that this access is to; races with what "
          "they belong to are seen with RACEMAP_OPTIONS=elide=0");
}

void Reporter::outside(const LaunchState &S, const Attempt &A, uint64_t Bytes,
                       const std::string &What) {
  host::Log::Identity I{Finding::Kind::OutOfBounds, A.Site, ~0u, S.L->Mangled};
  if (!Log.count(I, A.Address))
    return;
  Finding F;
  F.K = Finding::Kind::OutOfBounds;
  F.Who.push_back(participant(*A.T, A.Site));
  F.Who.back().Bytes = Bytes;
  F.Where = memory(A);
  F.Launch = launchPlace(*S.L);
  F.Explanation = "The " + std::to_string(Bytes) + " bytes " + What;
  Log.report(F, I);
}

/// One thread of each place is enough to understand, with how many there are.
static std::vector<host::Participant>
byPlace(const std::vector<WaitingThread> &Threads) {
  std::vector<host::Participant> Places;
  for (const WaitingThread &W : Threads) {
    host::Participant P = participant(*W.T, W.Site);
    P.WaitsAt = W.At;
    P.Place = W.Place ? W.Place : "";
    auto Same = std::find_if(
        Places.begin(), Places.end(), [&](const host::Participant &O) {
          return O.WaitsAt == P.WaitsAt && O.Place == P.Place;
        });
    if (Same == Places.end())
      Places.push_back(P);
    else
      ++Same->NumMore;
  }
  return Places;
}

void Reporter::stuck(const Launch &L,
                     const std::vector<WaitingThread> &Threads) {
  Finding F;
  F.Who = byPlace(Threads);
  bool IsOne = F.Who.size() == 1 && !Threads.front().IsSpinning;
  F.K = IsOne ? Finding::Kind::BarrierDivergence : Finding::Kind::Deadlock;
  std::string In = L.Mangled;
  for (const host::Participant &P : F.Who)
    In += "\n" + P.WaitsAt + " at " + P.Place;
  host::Log::Identity I{F.K, ~0u, ~0u, In};
  if (!Log.count(I, 0))
    return;
  F.Launch = launchPlace(L);
  F.Between = fsm::Scope::Warp;
  for (const WaitingThread &W : Threads)
    F.Between = std::max(F.Between, W.For);
  F.Explanation = "Threads wait for others that never come; the launch ends "
                  "here";
  Log.report(F, I);
}

void Reporter::waitedElsewhere(const Launch &L, const host::Participant &A,
                               const host::Participant &B, fsm::Scope Group) {
  auto [First, Second] = std::minmax(A.Place, B.Place);
  std::string In = L.Mangled + "\n" + First + "\n" + Second;
  host::Log::Identity I{Finding::Kind::BarrierDivergence, ~0u, ~0u, In};
  if (!Log.count(I, 0))
    return;
  Finding F;
  F.K = Finding::Kind::BarrierDivergence;
  F.Who = {A, B};
  F.Launch = launchPlace(L);
  F.Between = Group;
  const char *Name = Group == fsm::Scope::Grid ? "grid" : "block";
  F.Explanation = std::string("Threads of the ") + Name +
                  " wait at different places for one barrier, which lets all "
                  "of them go on";
  Log.report(F, I);
}

void Reporter::waitedElsewhere(const Launch &L,
                               const std::vector<WaitingThread> &Threads) {
  std::vector<WaitingThread> Known;
  std::copy_if(Threads.begin(), Threads.end(), std::back_inserter(Known),
               [](const WaitingThread &W) { return W.Place != nullptr; });
  std::vector<host::Participant> Places = byPlace(Known);
  for (size_t I = 1; I < Places.size(); ++I)
    waitedElsewhere(L, Places.front(), Places[I], Known.front().For);
}

void Reporter::outsideItsMask(const Launch &L, const WaitingThread &Lane) {
  std::string In = L.Mangled + "\n" + (Lane.Place ? Lane.Place : Lane.At);
  host::Log::Identity I{Finding::Kind::BarrierDivergence, ~0u, ~0u, In};
  if (!Log.count(I, 0))
    return;
  Finding F;
  F.K = Finding::Kind::BarrierDivergence;
  F.Who = byPlace({Lane});
  F.Who.front().WaitsForNobody = true;
  F.Launch = launchPlace(L);
  F.Between = fsm::Scope::Warp;
  F.Explanation = "The mask does not name the lane that comes with it, which "
                  "goes on alone here; on a GPU, what comes of it is undefined";
  Log.report(F, I);
}

} // namespace racemap::cpu
