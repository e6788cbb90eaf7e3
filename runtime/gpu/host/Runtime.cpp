// Runtime - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Runtime.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <unistd.h>

namespace racemap::gpu {

/// Never destroyed: kernels may be launched from destructors.
static std::atomic<Runtime *> Only;

Runtime &Runtime::get() {
  static Runtime *Created = Only = new Runtime;
  return *Created;
}

Runtime *Runtime::existing() {
  Runtime *R = Only;
  return R && R->TheLog.isOfThisProcess() ? R : nullptr;
}

Runtime::Runtime()
    : TheLog(host::options(), Modules),
      Cells(OnDevice, host::options().ShadowLimit << 20), Memory(Cells) {}

static void atExit(int Status, void *) {
  Runtime *R = Runtime::existing();
  int Wanted = R ? R->finish(Status) : Status;
  if (Wanted == Status)
    return;
  std::fflush(nullptr);
  _exit(Wanted);
}

/// Before main, so that it runs after what the program registers.
__attribute__((constructor)) static void registerExit() {
  on_exit(atExit, nullptr);
}

/// Registered after CUDA's own, so that it runs before the device is gone.
static void beforeCudaEnds() {
  if (Runtime *R = Runtime::existing())
    R->end();
}

void Runtime::enter(const void *Variable) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Units.push_back(Variable);
  NewUnits.push_back(Variable);
}

void Runtime::noteLean(const void *Full, const void *Copy, const void *Unit) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  UnitOf[Copy] = Unit;
  if (LeanCopies.emplace(Full, Copy).second) {
    UnitOf[Full] = Unit;
    return;
  }
  LeanCopies[Full] = nullptr;
  UnitOf.erase(Full);
}

/// What the sanitizer has on the device is the program's again, if nothing runs
/// that uses it.
void Runtime::giveUp(const std::string &Why) {
  Now = Stage::Over;
  warnOnce(Why + "; the program runs on, and from here on nothing is "
                 "monitored");
  bool IsIdle = succeeded(cudaDeviceSynchronize());
  if (IsIdle)
    readCounters();
  if (host::options().FatalOom) {
    std::fflush(nullptr);
    _exit(
        TheLog.finish(host::options().ExitCode ? host::options().ExitCode : 1));
  }
  if (IsIdle) {
    OnDevice.giveBack();
    forgetDevice();
  }
}

/// There is nothing of the sanitizer's on the device any more.
void Runtime::forgetDevice() {
  All = Common();
  Cells.forget();
  Memory.forget();
  Again.clear();
}

bool Runtime::beginMemory() {
  void *Ours = nullptr;
  if (!OnDevice.begin() ||
      !succeeded(cudaHostAlloc(&Ours, sizeof(Ring),
                               cudaHostAllocMapped | cudaHostAllocPortable)))
    return false;
  std::memset(Ours, 0, sizeof(Ring));
  All.Reports = static_cast<Ring *>(Ours);
  return OnDevice.zeros(All.Counted) && OnDevice.zeros(All.Known) &&
         OnDevice.zeros(All.Pool, NumParts * sizeof(Parts)) && Cells.begin();
}

bool Runtime::hasDevice() {
  cudaError_t E = cudaGetDevice(&Device);
  NoDevice.clear();
  if (!succeeded(E))
    NoDevice = std::string(cudaGetErrorName(E)) + ": " + cudaGetErrorString(E);
  return succeeded(E);
}

/// Is there a device to monitor?
bool Runtime::begin() {
  if (Now != Stage::Before)
    return Now == Stage::Running;
  if (!hasDevice())
    return false;
  Now = Stage::Running;
  static const int Registered = std::atexit(beforeCudaEnds);
  (void)Registered;
  if (!beginMemory())
    giveUp("no memory on the device for the sanitizer's own use");
  return Now == Stage::Running;
}

void Runtime::readUnits() {
  while (!NewUnits.empty()) {
    const void *Variable = NewUnits.back();
    NewUnits.pop_back();
    readUnit(Variable);
  }
}

std::string Runtime::readText(const void *Begin, uint64_t Bytes) {
  std::string Text(Bytes, 0);
  return OnDevice.copy(Text.data(), Begin, Bytes) ? Text : "";
}

void Runtime::readUnit(const void *Variable) {
  Unit U;
  void *There = nullptr;
  if (!succeeded(cudaGetSymbolAddress(&There, Variable)) ||
      !OnDevice.copy(&U, There, sizeof U) || U.InfoBytes == 0)
    return warnOnce("a unit of the program has no code for this device that "
                    "is instrumented; its kernels are not monitored");
  if (!FirstSites.count(Variable)) {
    std::string Problem;
    FirstSites[Variable] = Modules.add(readText(U.Info, U.InfoBytes), Problem);
    if (!Problem.empty())
      warnOnce(Problem);
  }
  FirstSitesThere[There] = FirstSites[Variable];
  std::vector<gpu::Variable> All(U.NumVariables);
  if (!OnDevice.copy(All.data(), U.Variables,
                     All.size() * sizeof(gpu::Variable)))
    return;
  for (const gpu::Variable &V : All)
    if (Now == Stage::Running &&
        !Memory.add(V.Begin, V.Bytes, Allocations::Kind::Variable, 0,
                    readText(V.Name, V.NameBytes)))
      giveUp("no memory on the device for the shadow of its variables");
}

void Runtime::allocated(const void *Begin, uint64_t Bytes,
                        Allocations::Kind K) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Unnoticed Quiet;
  if (!begin())
    return;
  if (K == Allocations::Kind::Device && !Quiet.isOn(Device))
    return;
  Quiet.goTo(Device);
  forgetEnded();
  if (!Memory.add(Begin, Bytes, K, NextNumber))
    giveUp("no memory on the device for the shadow of " +
           std::to_string(Bytes) + " bytes (" + std::to_string(Cells.bytes()) +
           " bytes of shadow for " + std::to_string(Memory.bytes()) +
           " bytes so far)");
}

/// Programs end here that have no device.
void Runtime::notAllocated() {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Unnoticed Quiet;
  if (Now == Stage::Before)
    hasDevice();
}

bool Runtime::makeRoom() {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Unnoticed Quiet;
  if (Now != Stage::Running || !Quiet.isOn(Device))
    return false;
  giveUp("the program needs memory of the device that the shadow has (" +
         std::to_string(Cells.bytes()) + " bytes)");
  return !All.Counted;
}

void Runtime::freeing(const void *Begin) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Memory.leave(Begin, NextNumber);
}

void Runtime::freed(const void *Begin, bool Succeeded) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  if (!Succeeded)
    return Memory.stay(Begin);
  Unnoticed Quiet;
  Quiet.goTo(Device);
  Memory.usedUntil(Begin, nullptr);
  forgetEnded();
}

void Runtime::freed(const void *Begin, bool Succeeded, cudaStream_t On) {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Unnoticed Quiet;
  // A graph may use it again and again.
  if (!Succeeded || isCaptured(On))
    return Memory.stay(Begin);
  cudaEvent_t Then = nullptr;
  if (succeeded(cudaEventCreateWithFlags(&Then, cudaEventDisableTiming)) &&
      succeeded(cudaEventRecord(Then, On)))
    Memory.usedUntil(Begin, Then);
}

/// Memory that is not used any more, behind the reports of those who used it.
void Runtime::forgetEnded() {
  if (Now != Stage::Running || !Memory.hasEnded())
    return;
  drain();
  Memory.forgetEnded();
}

bool Runtime::reset() {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Unnoticed Quiet;
  if (Now == Stage::Before || !Quiet.isOn(Device))
    return false;
  if (succeeded(cudaDeviceSynchronize()))
    readCounters();
  OnDevice.forget();
  forgetDevice();
  FirstSitesThere.clear();
  NewUnits = Units;
  if (Now == Stage::Running)
    Now = Stage::Before;
  return true;
}

void Runtime::end() {
  std::lock_guard<std::recursive_mutex> Guard(Lock);
  Unnoticed Quiet;
  if (Now == Stage::Running) {
    Quiet.goTo(Device);
    succeeded(cudaDeviceSynchronize());
    readCounters();
  }
  Now = Stage::Over;
  All = Common();
}

} // namespace racemap::gpu
