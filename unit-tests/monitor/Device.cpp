// Device - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define RACEMAP_DECLARE_ABI
#include "unit-tests/monitor/Device.h"
#include "runtime/cpu/Context.h"
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/api/Ranges.h"
#include "runtime/cpu/monitor/Process.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <optional>

// Races are what the tests are about: they are no failure of the process.
extern "C" const char *__racemap_default_options() {
  return "exitcode=0:print_limit=0";
}

namespace racemap {

static thread_local cpu::Thread *Running = nullptr;

cpu::Thread *cpu::currentThread() { return Running; }

// No fiber runs.
constinit thread_local cpu::Context *cpu::Current = nullptr;

void cpu::failLaunch(cudaError_t Error) {
  ADD_FAILURE() << "the launch ends with error " << Error;
  std::abort();
}

// There is no registered memory.
bool cpu::api::isRegistered(const void *) { return false; }
const void *cpu::api::standInOf(const void *P) { return P; }
const void *cpu::api::originalOf(const void *P) { return P; }

unsigned Device::loadModule() {
  static std::optional<unsigned> Loaded;
  if (Loaded)
    return *Loaded;
  std::string Sites, Kernels;
  const char *Kinds[] = {
      R"("op":"read")", R"("op":"write")", R"("op":"atomic","scope":"block")",
      R"("op":"atomic","scope":"cluster")", R"("op":"atomic","scope":"grid")"};
  unsigned First = 0;
  for (std::string Kernel : {"plain", "fenced", "alike", "crowded"}) {
    unsigned Before = Kernel == "crowded" ? SitesBefore : 0;
    unsigned Number = Before + SitesPerKernel;
    Kernels += std::string(First ? "," : "") + '"' + Kernel + R"(":{"name":")" +
               Kernel + R"(","ordersOtherwise":)" +
               (Kernel == "fenced" ? "true" : "false") + R"(,"sites":[)" +
               std::to_string(First) + "," +
               std::to_string(First + Number - 1) + "]}";
    for (unsigned I = 0; I < Number; ++I)
      Sites +=
          std::string(Sites.empty() ? "" : ",") + "{" +
          Kinds[I % fsm::NumOperations] + R"(,"bytes":)" +
          (I < Before + SitesPerKernel / 2 || Kernel == "alike" ? "4" : "2") +
          R"(,"stack":[{"function":")" + Kernel +
          R"(","file":"a.cu","line":1,"column":1}]})";
    First += Number;
  }
  Loaded = cpu::monitor::addModule(R"({"version":1,"sites":[)" + Sites +
                                   R"(],"kernels":{)" + Kernels + "}}");
  return *Loaded;
}

Device::Device(const std::string &Kernel, unsigned NumBlocks,
               unsigned ClusterSize, std::vector<unsigned> InBlock,
               unsigned SharedWords) {
  static uint64_t Launches = 0;
  L.Units = {loadModule()};
  L.Number = ++Launches;
  L.Kernel = L.Mangled = Kernel;
  L.Grid = {NumBlocks, 1, 1};
  L.BlockDim = {1024, 1, 1};
  L.Cluster = {ClusterSize, 1, 1};
  L.StaticShared = SharedWords * 4;
  cpu::monitor::launchBegins(L);
  Blocks.resize(NumBlocks);
  ByBlock.resize(NumBlocks);
  for (unsigned B = 0; B < NumBlocks; ++B) {
    Blocks[B].TheLaunch = &L;
    Blocks[B].Index = B;
    Blocks[B].BlockIdx = {B, 0, 0};
    Blocks[B].Shared = cpu::Arena::get().slot(B);
    ByBlock[B].resize(InBlock.size());
    for (size_t I = 0; I < InBlock.size(); ++I) {
      cpu::Thread &T = ByBlock[B][I];
      T.TheBlock = &Blocks[B];
      T.Index = InBlock[I];
      Threads.push_back(&T);
      S.WarpOf.push_back(B * cpu::WarpSize + T.warp());
      S.BlockOf.push_back(B);
      S.ClusterOf.push_back(B / ClusterSize);
    }
    cpu::monitor::blockBegins(Blocks[B], ByBlock[B].data(),
                              unsigned(InBlock.size()));
  }
}

Device::~Device() {
  for (cpu::Block &B : Blocks)
    cpu::monitor::blockEnds(B);
  cpu::monitor::launchEnds(L);
}

void Device::beginAnew(unsigned Block) {
  cpu::Block &B = Blocks[Block];
  cpu::monitor::blockEnds(B);
  cpu::monitor::blockBegins(B, ByBlock[Block].data(),
                            unsigned(ByBlock[Block].size()));
}

void Device::become(unsigned Thread) { Running = Threads[Thread]; }

/// What compiled code does by itself (runtime/cpu/lower/CellChecks.cpp): in the
/// cell of a word of shared memory; then of one in global memory.
static bool decidesShared(const cpu::Thread &T, device::Word &Cell,
                          fsm::Operation Op, unsigned Site) {
  device::Word Stamp = T.Leaves.InShared;
  if (cpu::monitor::agreement().keeps(Cell, Stamp, Op))
    return true;
  device::Word Change = cpu::monitor::succession().inShared(Cell, Stamp, Op);
  if (Change == 0 || !T.Leaves.Sites)
    return false;
  Cell = (Stamp ^ Change) | T.Leaves.Sites[Site];
  ++Device::NumTaken;
  return true;
}

static bool decidesGlobal(const cpu::Thread &T, device::Word &Cell,
                          fsm::Operation Op, unsigned Site) {
  device::Word Stamp = T.Leaves.InGlobal;
  if (device::CellLayout::age(Cell) >= T.Leaves.Epoch)
    return cpu::monitor::agreement().keeps(Cell, Stamp, Op);
  if (!T.Leaves.Sites)
    return false;
  Cell = (Stamp ^ device::Succession::first(Op)) | T.Leaves.Sites[Site];
  ++Device::NumTaken;
  return true;
}

static bool decides(const cpu::Thread &T, uint64_t Address, unsigned Bytes,
                    fsm::Operation Op, unsigned Site) {
  if (Address % 4 != 0 || Bytes != 4)
    return false;
  cpu::Arena &All = cpu::Arena::get();
  const void *P = reinterpret_cast<const void *>(Address);
  auto &Cell = *reinterpret_cast<device::Word *>(All.shadow(P));
  if (!All.isShared(P))
    return decidesGlobal(T, Cell, Op, Site);
  return Address - uint64_t(T.TheBlock->Shared) <
             T.TheBlock->TheLaunch->StaticShared &&
         decidesShared(T, Cell, Op, Site);
}

std::vector<unsigned> Device::access(unsigned Thread, uint64_t Address,
                                     unsigned Bytes, device::Descriptor D,
                                     unsigned Site, bool Fails) {
  std::vector<unsigned> Found;
  host::Log &Log = cpu::Process::get().log();
  Log.observe([&](host::Finding::Kind, unsigned, unsigned Second, uint64_t) {
    Found.push_back(Second);
  });
  const void *P = reinterpret_cast<const void *>(Address);
  Running = Threads[Thread];
  if (decides(*Running, Address, Bytes, D.Op, Site))
    ++NumInline;
  else
    __racemap_access(P, Bytes, D.bits(), Site);
  device::Descriptor Became = D;
  Became.OnlyLoads |= Fails;
  if (D.isStrong())
    __racemap_performed(P, Bytes, Became.bits(), Site);
  Running = nullptr;
  Log.observe(nullptr);
  return Found;
}

std::vector<unsigned> Device::group(unsigned Thread, fsm::Scope Scope) const {
  std::vector<unsigned> All;
  for (unsigned T = 0; T < S.size(); ++T)
    if (S.between(Thread, T) <= Scope)
      All.push_back(T);
  return All;
}

std::vector<cpu::Thread *>
Device::pointers(const std::vector<unsigned> &Numbers) {
  std::vector<cpu::Thread *> All;
  for (unsigned T : Numbers)
    All.push_back(Threads[T]);
  return All;
}

void Device::arriveAtCluster(unsigned Thread) {
  cpu::monitor::clusterArrival(*Threads[Thread]);
}

void Device::waitForCluster(unsigned Thread) {
  Running = Threads[Thread];
  __racemap_barrier(unsigned(fsm::Scope::Cluster), ~0u);
  Running = nullptr;
}

void Device::barrier(unsigned Thread, fsm::Scope Scope) {
  std::vector<cpu::Thread *> All = pointers(group(Thread, Scope));
  if (Scope == fsm::Scope::Cluster)
    for (cpu::Thread *T : All)
      cpu::monitor::clusterArrival(*T);
  if (Scope == fsm::Scope::Warp)
    cpu::monitor::warpBarrier(All.data(), unsigned(All.size()));
  const cpu::Block *Told = nullptr; // threads of a block follow each other
  for (cpu::Thread *T : All)
    if (Scope >= fsm::Scope::Block && T->TheBlock != Told) {
      Told = T->TheBlock;
      cpu::monitor::blockBarrier(*T->TheBlock);
    }
  for (cpu::Thread *T : All) {
    Running = T;
    __racemap_barrier(unsigned(Scope), ~0u);
  }
  Running = nullptr;
}

void Device::warpBarrier(const std::vector<unsigned> &Numbers) {
  std::vector<cpu::Thread *> All = pointers(Numbers);
  cpu::monitor::warpBarrier(All.data(), unsigned(All.size()));
  for (cpu::Thread *T : All) {
    Running = T;
    __racemap_barrier(unsigned(fsm::Scope::Warp), 1);
  }
  Running = nullptr;
}

void Device::namedBarrier(const std::vector<unsigned> &Numbers) {
  std::vector<cpu::Thread *> All = pointers(Numbers);
  cpu::monitor::namedBarrier(All.data(), unsigned(All.size()), 1);
  for (cpu::Thread *T : All) {
    Running = T;
    __racemap_named_barrier(1, unsigned(All.size()));
  }
  Running = nullptr;
}

void Device::fence(unsigned Thread, fsm::Scope Scope, device::Order Order) {
  Running = Threads[Thread];
  __racemap_fence(unsigned(Scope), unsigned(Order));
  Running = nullptr;
}

void Device::copy(unsigned Thread, uint64_t To, uint64_t From, unsigned Bytes) {
  Running = Threads[Thread];
  __racemap_copy_begin(reinterpret_cast<const void *>(To),
                       reinterpret_cast<const void *>(From), Bytes, 0,
                       SitesPerKernel);
  Running = nullptr;
}

void Device::commitCopies(unsigned Thread) {
  Running = Threads[Thread];
  __racemap_copy_commit();
  Running = nullptr;
}

void Device::waitForCopies(unsigned Thread, unsigned Pending) {
  Running = Threads[Thread];
  __racemap_copy_wait(Pending);
  Running = nullptr;
}

} // namespace racemap
