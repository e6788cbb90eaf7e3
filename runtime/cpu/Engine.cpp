// Engine - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/Orders.h"
#include "runtime/cpu/Pool.h"
#include "runtime/cpu/Registry.h"
#include "runtime/cpu/Section.h"
#include "runtime/cpu/monitor/LaunchNotes.h"
#include "runtime/host/Options.h"
#include "runtime/output/Printable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <set>

namespace racemap::cpu {

using namespace llvm;

/// Modules are loaded and kernels compiled by one thread at a time.
static std::mutex Loading;

/// What is wrong is told in the words of who noticed, once, however often the
/// program tries. Loading is held.
static cudaError_t tell(Error E, cudaError_t Code) {
  static auto &Told = *new std::set<std::string>;
  auto [What, IsNew] = Told.insert(toString(std::move(E)));
  std::string Text = "racemap: " + *What;
  if (IsNew)
    for (StringRef Line : split(Text, '\n'))
      errs() << output::printableLine(Line) << '\n';
  return Code;
}

static cudaError_t find(DeviceModule &In, const std::string &Name,
                        const CompiledKernel *&Out) {
  std::lock_guard<std::mutex> Guard(Loading);
  auto Kernel = In.kernel(Name);
  if (!Kernel)
    return tell(Kernel.takeError(), cudaErrorInvalidKernelImage);
  Out = *Kernel;
  return cudaSuccess;
}

static cudaError_t find(const void *HostFunction, const CompiledKernel *&Out) {
  const Registry::Symbol *S = Registry::get().kernel(HostFunction);
  return S ? find(*S->In, S->Name, Out) : cudaErrorInvalidDeviceFunction;
}

/// What find() says of a kernel that is to be launched. That there is no code
/// for a registered kernel is RaceMap's own failure, not the program's.
static cudaError_t forLaunch(cudaError_t E) {
  if (E == cudaErrorInvalidKernelImage)
    monitor::launchFailed();
  return E;
}

static Launch describe(const engine::LaunchRequest &R,
                       const CompiledKernel &K) {
  static std::atomic<uint64_t> Count = 0;
  Launch L;
  L.Number = ++Count;
  L.Kernel = K.Name;
  L.Mangled = K.Mangled;
  L.Units = K.Units;
  L.Grid = R.Grid;
  L.BlockDim = R.BlockDim;
  L.Cluster = R.Cluster.count() > 1 ? R.Cluster : K.Cluster;
  L.StaticShared = K.StaticShared;
  L.SharedVariables = K.SharedVariables;
  L.DynamicShared = R.DynamicShared;
  L.IsCooperative = R.IsCooperative;
  L.HostPlace = R.HostPlace;
  return L;
}

/// The host's memory does not do for a launch.
static cudaError_t noMemoryFor(const char *What, const Launch &L) {
  monitor::launchFailed();
  std::lock_guard<std::mutex> Guard(Loading);
  return tell(createStringError("kernel " + L.Kernel +
                                " cannot be run: no memory for " + What),
              cudaErrorMemoryAllocation);
}

static cudaError_t run(DeviceModule &In, const CompiledKernel &K,
                       const engine::LaunchRequest &R);

/// By the host's functions: what is copied is not monitored.
static cudaError_t copy(const DeviceLaunch &D) {
  if (D.From)
    memmove(D.To, D.From, D.Bytes);
  else
    memset(D.To, D.Value, D.Bytes);
  return cudaSuccess;
}

/// A kernel that a kernel has launched: what it launches itself comes before
/// its next sibling.
static cudaError_t run(DeviceModule &In, const DeviceLaunch &D,
                       const CallPlace &HostPlace) {
  if (D.Kernel.empty())
    return copy(D);
  const CompiledKernel *K = nullptr;
  if (cudaError_t E = forLaunch(find(In, D.Kernel, K)))
    return E;
  std::vector<void *> Arguments;
  for (const CompiledKernel::Parameter &P : K->Parameters)
    Arguments.push_back(D.Parameters + P.Offset);
  return run(In, *K,
             {nullptr, D.Grid, D.BlockDim, Dim3{}, Arguments.data(),
              D.DynamicShared, /*IsCooperative=*/false, HostPlace});
}

namespace {
/// What cooperative groups have of the driver for a cooperative launch: a size
/// and the barrier of the grid, all 0. grid.sync() is the engine's, but threads
/// that arrive and wait later do that by atomic accesses there.
class GridWorkspace {
public:
  explicit GridWorkspace(Launch &L) {
    constexpr size_t Bytes = 256;
    if (!L.IsCooperative)
      return;
    Begin = Arena::get().allocate(Bytes, Allocation::Kind::Variable, {},
                                  "workspace of the grid");
    if (Begin)
      memset(Begin, 0, Bytes);
    L.GridWorkspace = Begin;
  }
  GridWorkspace(const GridWorkspace &) = delete;
  GridWorkspace &operator=(const GridWorkspace &) = delete;
  ~GridWorkspace() {
    if (Begin)
      Arena::get().free(Begin);
  }

private:
  char *Begin = nullptr;
};
} // namespace

/// The kernel's lean copy, if the launch may run it. If that cannot be
/// compiled, which is told, the kernel itself does.
static const CompiledKernel *
leanCopy(DeviceModule &In, const engine::LaunchRequest &R, Launch &L) {
  std::string Name;
  {
    std::lock_guard<std::mutex> Guard(Loading);
    Name = monitor::leanCode(L, R.Arguments);
  }
  const CompiledKernel *Copy = nullptr;
  if (Name.empty() || find(In, Name, Copy))
    return nullptr;
  L.IsLean = true;
  L.Mangled = Copy->Mangled;
  L.StaticShared = Copy->StaticShared;
  L.SharedVariables = Copy->SharedVariables;
  return Copy;
}

/// See lower/JoinedBlocks.
static bool joinsBlocks(const CompiledKernel &K, const Launch &L) {
  bool HasWidth =
      K.JoinedWidth && (!*K.JoinedWidth || *K.JoinedWidth == L.BlockDim.X);
  return HasWidth && L.Cluster.count() == 1 &&
         uint64_t(L.Grid.X) * L.BlockDim.X <= INT32_MAX;
}

/// When the monitor knows of the launch.
static Division divide(const CompiledKernel &K, const Launch &L) {
  Division D;
  D.NumWorkers = Pool::get().numWorkersFor(L);
  if (K.NeedsFibers || host::options().Seed || monitor::needsHistories())
    return D;
  D.ThreadsPerFiber = unsigned(L.BlockDim.count());
  D.KnowsThreads = K.KnowsThreads;
  D.JoinsBlocks = joinsBlocks(K, L);
  return D;
}

static cudaError_t run(DeviceModule &In, const CompiledKernel &K,
                       const engine::LaunchRequest &R) {
  if (R.BlockDim.count() > K.MaxThreads)
    return cudaErrorInvalidValue;
  Launch L = describe(R, K);
  if (L.Grid.X % L.Cluster.X || L.Grid.Y % L.Cluster.Y ||
      L.Grid.Z % L.Cluster.Z)
    return cudaErrorInvalidClusterSize;
  noteLaunch(L, K, R.Arguments);
  const CompiledKernel *Lean = leanCopy(In, R, L);
  GridWorkspace Workspace(L);
  if (L.IsCooperative && !L.GridWorkspace)
    return noMemoryFor("the workspace of its grid", L);
  const CompiledKernel &Code = Lean ? *Lean : K;
  auto NoOther = Pool::get().hold();
  monitor::launchBegins(L);
  GridRun G(L, Code.Entry, R.Arguments, host::options().Seed, divide(Code, L));
  Pool::get().run(G);
  monitor::launchEnds(L);
  NoOther.unlock();
  auto Error = cudaError_t(G.error());
  if (Error == cudaErrorMemoryAllocation)
    noMemoryFor("the stacks of its threads", L);
  while (auto Child = G.Children.take())
    if (!Error)
      Error = run(In, *Child, R.HostPlace);
  return Error;
}

cudaError_t engine::prepare(const void *HostFunction) {
  const CompiledKernel *K = nullptr;
  return forLaunch(find(HostFunction, K));
}

cudaError_t engine::launch(const LaunchRequest &R) {
  const CompiledKernel *K = nullptr;
  if (cudaError_t E = forLaunch(find(R.HostFunction, K)))
    return E;
  if (!host::options().RunKernels)
    return cudaSuccess;
  DeviceModule &In = *Registry::get().kernel(R.HostFunction)->In;
  tryOrders(K->Name, [&] { run(In, *K, R); });
  return run(In, *K, R);
}

cudaError_t engine::attributes(const void *HostFunction,
                               KernelAttributes &Out) {
  const CompiledKernel *K = nullptr;
  if (cudaError_t E = find(HostFunction, K))
    return E;
  Out.StaticShared = K->StaticShared;
  Out.MaxThreads = K->MaxThreads;
  Out.Cluster = K->Cluster;
  Out.NumParameters = unsigned(K->Parameters.size());
  return cudaSuccess;
}

cudaError_t engine::parameter(const void *HostFunction, unsigned Index,
                              size_t &Offset, size_t &Bytes) {
  const CompiledKernel *K = nullptr;
  if (cudaError_t E = find(HostFunction, K))
    return E;
  if (Index >= K->Parameters.size())
    return cudaErrorInvalidValue;
  Offset = K->Parameters[Index].Offset;
  Bytes = K->Parameters[Index].Bytes;
  return cudaSuccess;
}

const char *engine::kernelName(const void *HostFunction) {
  const Registry::Symbol *S = Registry::get().kernel(HostFunction);
  return S ? S->Name.c_str() : nullptr;
}

cudaError_t engine::variable(const void *HostVariable, void *&Address,
                             size_t &Bytes) {
  const Registry::Symbol *S = Registry::get().variable(HostVariable);
  if (!S)
    return cudaErrorInvalidSymbol;
  std::lock_guard<std::mutex> Guard(Loading);
  auto Place = S->In->variable(S->Name);
  if (!Place)
    return tell(Place.takeError(), cudaErrorInvalidSymbol);
  Address = Place->Begin;
  Bytes = Place->Bytes;
  return cudaSuccess;
}

cudaError_t engine::reset() {
  auto NoLaunch = Pool::get().hold();
  std::lock_guard<std::mutex> Guard(Loading);
  Arena::get().freeAll();
  if (Error E = Registry::get().resetVariables())
    return tell(std::move(E), cudaErrorInitializationError);
  return cudaSuccess;
}

void failLaunch(cudaError_t Error) {
  Section Ending;
  BlockRun &Run = *Current->InBlock->Run;
  monitor::breaksOff(*Current->T);
  Run.grid().fail(Error);
  Run.endThread(*Current);
}

} // namespace racemap::cpu
