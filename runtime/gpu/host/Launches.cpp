// Launches - what a launch of a kernel is beside what the program says: its
// places, how its cells are divided, and where everything is. A kernel that
// cannot be monitored has a launch that says so.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/device/Abi.h"
#include "runtime/gpu/host/Runtime.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>

namespace racemap::gpu {

static std::string demangled(const char *Name) {
  int Status = 0;
  char *Text = abi::__cxa_demangle(Name, nullptr, nullptr, &Status);
  std::string Result = Text ? Text : Name;
  std::free(Text);
  return Result;
}

/// Places that grid barriers of a cooperative launch may take.
static constexpr uint64_t PlacesOfCooperative = 1 << 20;

Kernel Runtime::readKernel(const void *Function) {
  Kernel K;
  K.Function = Function;
  const char *Name = nullptr;
  cudaFuncAttributes Attributes{};
  if (!succeeded(cudaFuncGetName(&Name, Function)) || !Name ||
      !succeeded(cudaFuncGetAttributes(&Attributes, Function)))
    return K;
  K.Mangled = Name;
  std::vector<unsigned> Of;
  auto Its = UnitOf.find(Function);
  for (const auto &[Variable, First] : FirstSites)
    if (Its == UnitOf.end() || Its->second == Variable)
      Of.push_back(First);
  K.Info = Modules.kernel(Name, Of);
  // What it finds is the kernel's own.
  if (K.Info && K.Mangled.ends_with(device::abi::LeanSuffix))
    K.Mangled.resize(K.Mangled.size() - std::strlen(device::abi::LeanSuffix));
  K.Name = K.Info ? K.Info->Name : demangled(Name);
  if (K.Info && !K.takesLaunch())
    warnOnce(K.Info->Name + " is not monitored: its parameters leave no room "
                            "for its launch");
  K.StaticShared = unsigned(Attributes.sharedSizeBytes);
  K.MostThreads = unsigned(Attributes.maxThreadsPerBlock);
  if (Attributes.requiredClusterWidth > 0)
    K.Cluster = {unsigned(Attributes.requiredClusterWidth),
                 unsigned(Attributes.requiredClusterHeight),
                 unsigned(Attributes.requiredClusterDepth)};
  return K;
}

const Kernel *Runtime::find(const void *Function) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Unnoticed Quiet;
  if (!begin() && Now == Stage::Before)
    return nullptr; // CUDA says what is wrong
  Quiet.goTo(Device);
  readUnits();
  auto Found = Kernels.find(Function);
  if (Found == Kernels.end()) {
    Found = Kernels.emplace(Function, readKernel(Function)).first;
    Found->second.Number = unsigned(ByNumber.size());
    ByNumber.push_back(&Found->second);
  }
  return &Found->second;
}

const host::KernelInfo *Runtime::kernel(const void *Function) {
  const Kernel *K = find(Function);
  return K && K->takesLaunch() ? K->Info : nullptr;
}

/// Is the kernel one that the configuration file wants monitored?
bool Runtime::isAskedFor(const Kernel &K) {
  const config::MonitoredPart &Asked = host::options().File.Monitor;
  if (!Asked.Arrays.empty() || !Asked.SkipArrays.empty() ||
      !Asked.Blocks.empty() || !Asked.Threads.empty())
    warnOnce("on a GPU, [monitor] selects kernels only: all arrays, blocks and "
             "threads of them are monitored");
  return Asked.hasKernel(K.Name);
}

std::string Runtime::reasonAgainst(const Kernel &K, const Request &R) {
  if (K.Info->OrdersOtherwise)
    return "its threads are ordered by more than barriers of whole groups "
           "(fences, flags, locks, masks, asynchronous copies, calls that are "
           "not inlined); the CPU device (--device=cpu) checks it";
  uint64_t Blocks = uint64_t(R.Grid.x) * R.Grid.y * R.Grid.z;
  if (Blocks > device::CellLayout::MaxPlace / 2)
    return "it has more than 8 million blocks";
  return {};
}

/// Serial numbers for its blocks. False if they have to begin anew and that is
/// not possible.
bool Runtime::takePlaces(const Kernel &K, const Request &R, Launch &L) {
  L.NumBlocks = uint64_t(R.Grid.x) * R.Grid.y * R.Grid.z;
  uint64_t Wanted = K.Info->HasGridBarriers
                        ? std::max<uint64_t>(L.NumBlocks, PlacesOfCooperative)
                        : L.NumBlocks;
  if (NextPlace + Wanted > device::CellLayout::MaxPlace) {
    if (!succeeded(cudaDeviceSynchronize()) || !Cells.clear() ||
        !OnDevice.clear(All.Pool, NumParts * sizeof(Parts)))
      return false;
    NextPlace = 1;
  }
  L.FirstPlace = NextPlace;
  NextPlace += Wanted;
  L.EndPlace = NextPlace;
  return true;
}

const device::Agreement *Runtime::agreementFor(unsigned Sites,
                                               bool HasClusters) {
  device::Agreement *&Found =
      All.Agreements[{device::bitsFor(Sites), HasClusters}];
  if (Found)
    return Found;
  device::Agreement Its({Sites, HasClusters}, /*WithAtomics=*/true);
  if (OnDevice.zeros(Found))
    OnDevice.copy(Found, &Its, sizeof Its);
  return Found;
}

/// The levers that RACEMAP_OPTIONS does not switch off.
static unsigned levers() {
  static const unsigned Wanted = [] {
    unsigned On = AllLevers;
    const std::string &Off = host::options().NoLevers;
    for (auto [Name, Bit] :
         {std::pair("load_first", LoadFirst), std::pair("skip_swap", SkipSwap),
          std::pair("shared_in_sm", SharedInSm)})
      if (("," + Off + ",").find("," + std::string(Name) + ",") !=
          std::string::npos)
        On &= ~unsigned(Bit);
    return On;
  }();
  return Wanted;
}

bool Runtime::monitor(const Kernel &K, const Request &R, Prepared &To) {
  Launch L;
  L.Levers = levers();
  L.ClusterSize = R.Cluster.x * R.Cluster.y * R.Cluster.z;
  L.Cluster[0] = R.Cluster.x;
  L.Cluster[1] = R.Cluster.y;
  L.Cluster[2] = R.Cluster.z;
  L.Layout = {K.Info->NumSites, L.ClusterSize > 1};
  L.Agrees = agreementFor(K.Info->NumSites, L.ClusterSize > 1);
  if (!L.Agrees) {
    giveUp("no memory on the device for what a launch needs");
    return false;
  }
  if (!takePlaces(K, R, L)) {
    warnOnce("a launch of " + K.Info->Name +
             " is not monitored: the numbers of blocks have to begin anew, for "
             "which the device would have to be idle");
    return false;
  }
  L.Number = NextNumber++;
  L.Granules = Cells.table();
  L.Out = All.Reports;
  L.Counted = All.Counted;
  L.Known = All.Known;
  L.Pool = All.Pool;
  L.NumParts = NumParts;
  L.NumRecords = numRecords();
  L.Kernel = K.Number;
  L.IsMonitored = 1;
  To.Its = L;
  placeShared(K, R, To);
  Launched &Its = Launches[K.Info->Name];
  ++Its.All;
  Its.InShared += To.Its.SharedAt == SharedCells::InShared;
  Its.InDevice += To.Its.SharedAt == SharedCells::InDevice;
  return true;
}

/// What the program has asked for of one kernel is the other's, too. False if
/// that cannot be.
static bool adopts(const void *Copy, const void *Full) {
  cudaFuncAttributes Its, Asked;
  if (!succeeded(cudaFuncGetAttributes(&Its, Copy)) ||
      !succeeded(cudaFuncGetAttributes(&Asked, Full)))
    return false;
  if (Its.preferredShmemCarveout != Asked.preferredShmemCarveout)
    cudaFuncSetAttribute(Copy, cudaFuncAttributePreferredSharedMemoryCarveout,
                         Asked.preferredShmemCarveout);
  if (Its.clusterDimMustBeSet != Asked.clusterDimMustBeSet ||
      Its.requiredClusterWidth != Asked.requiredClusterWidth ||
      Its.requiredClusterHeight != Asked.requiredClusterHeight ||
      Its.requiredClusterDepth != Asked.requiredClusterDepth)
    return false;
  if (Asked.nonPortableClusterSizeAllowed)
    cudaFuncSetAttribute(Copy, cudaFuncAttributeNonPortableClusterSizeAllowed,
                         1);
  return Its.maxDynamicSharedSizeBytes >= Asked.maxDynamicSharedSizeBytes ||
         succeeded(cudaFuncSetAttribute(
             Copy, cudaFuncAttributeMaxDynamicSharedMemorySize,
             Asked.maxDynamicSharedSizeBytes));
}

/// Empty if the launch may run the lean copy.
std::string Runtime::reasonAgainstLean(const Kernel &K, const Kernel *Copy,
                                       const Request &R,
                                       const host::LaunchInputs &L) {
  if (!K.Info->Lean)
    return K.Info->WhyFull;
  if (R.IsInGraph)
    return "graphs run kernels that are monitored in full";
  if (!Copy || !Copy->takesLaunch())
    return "it is not known which unit's kernel it is";
  if (R.Block.x * R.Block.y * R.Block.z > Copy->MostThreads)
    return "the lean copy takes more registers than such blocks have";
  std::string Broken = K.Info->Lean->broken(L);
  if (!Broken.empty())
    return "not so: " + Broken;
  for (const host::ArgumentPlace &P : K.Info->Lean->Extents)
    if (uint64_t Pointer = P.pointerIn(L); Pointer && !L.RangeOf(Pointer).Bytes)
      return "an argument points to memory that is not known to be the "
             "device's";
  if (!adopts(Copy->Function, R.Function))
    return "the lean copy cannot have what the program asked for of the kernel";
  return staysResident(R, Copy->Function, R.DynamicShared)
             ? ""
             : "fewer blocks of the lean copy are resident";
}

/// The kernel's lean copy, if the launch may run it, and what it asks for;
/// otherwise null.
const Kernel *Runtime::leanCopy(const Kernel &K, const Request &R,
                                std::vector<Word> &Extents) {
  if (!host::options().Elide || (!K.Info->Lean && K.Info->WhyFull.empty()))
    return nullptr;
  auto Known = LeanCopies.find(R.Function);
  bool HasCopy = K.Info->Lean && Known != LeanCopies.end() && Known->second;
  const Kernel *Copy = HasCopy ? find(Known->second) : nullptr;
  host::LaunchInputs Facts;
  Facts.BlockDim = {R.Block.x, R.Block.y, R.Block.z};
  Facts.GridDim = {R.Grid.x, R.Grid.y, R.Grid.z};
  Facts.Arguments = R.Arguments;
  Facts.RangeOf = [this](uint64_t Address) { return Memory.rangeOf(Address); };
  std::string Why = reasonAgainstLean(K, Copy, R, Facts);
  if (!Why.empty()) {
    Launches[K.Info->Name].Lean.count(Why);
    return nullptr;
  }
  auto Its = K.Info->Lean->places(Facts, R.DynamicShared);
  Extents.assign(Its.begin(), Its.end());
  return Copy;
}

Runtime::Prepared Runtime::prepare(const Request &Asked) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Prepared To;
  To.Function = Asked.Function;
  To.DynamicShared = Asked.DynamicShared;
  const Kernel *Found = find(Asked.Function);
  if (!Found)
    return To;
  const Kernel &K = *Found;
  if (K.takesLaunch())
    To.Info = K.Info;
  if (K.Name.empty() || !isAskedFor(K))
    return To;
  To.Fate =
      K.Info ? host::LaunchFate::Failed : host::LaunchFate::Uninstrumented;
  if (!K.Info)
    TheLog.warnOfUninstrumented(K.Name);
  if (!To.Info || Now != Stage::Running)
    return To;
  Unnoticed Quiet;
  Request R = Asked;
  if (R.Cluster.x * R.Cluster.y * R.Cluster.z == 1)
    R.Cluster = K.Cluster;
  std::string Why = Quiet.isOn(Device)
                        ? reasonAgainst(K, R)
                        : "only the device of the program's first allocation "
                          "or launch is monitored";
  if (!Why.empty()) {
    warnOnce(K.Info->Name + " is not monitored: " + Why);
    return To;
  }
  std::vector<Word> Extents;
  const Kernel *Lean = leanCopy(K, R, Extents);
  if (Lean)
    R.Function = Lean->Function;
  if (!monitor(Lean ? *Lean : K, R, To))
    return To;
  To.Function = R.Function;
  To.Fate = host::LaunchFate::Monitored;
  if (Lean) {
    Launches[K.Info->Name].Lean.count("");
    To.WithExtents.resize(sizeof(Launch) / sizeof(Word));
    std::memcpy(To.WithExtents.data(), &To.Its, sizeof(Launch));
    To.WithExtents.insert(To.WithExtents.end(), Extents.begin(), Extents.end());
  }
  return To;
}

Runtime::Prepared Runtime::prepare(const Request &R, cudaStream_t On) {
  return isCaptured(On)
             ? Prepared{R.Function, kernel(R.Function), {}, R.DynamicShared}
             : prepare(R);
}

} // namespace racemap::gpu
