// DeviceCalls - what compiled code calls when threads meet, wait or end.
//
// lower/Calls.def lists these with their types. Place is where in the source
// the call is, or null. All of them run on the stack of the thread, those that
// may take a lock or memory as a Section, which lasts while others run, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/BlockRun.h"
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/GridRun.h"
#include "runtime/cpu/Section.h"

#include <chrono>

using namespace racemap::cpu;

namespace {

struct WarpResult {
  uint64_t Result;
  uint32_t Predicate;
};

BlockRun &run() { return *Current->InBlock->Run; }

} // namespace

extern "C" {

WarpResult __racemap_cpu_warp(uint32_t Operation, uint32_t Mask, uint64_t Value,
                              uint32_t Lane, uint32_t Clamp, uint32_t Site,
                              const char *Place) {
  Section In;
  Context &C = *Current;
  C.Place = Place;
  WarpRequest &R = C.Request;
  R.Operation = WarpOperation(Operation & 0xff);
  R.IsConverging = Operation >> 8 != 0;
  R.Mask = Mask;
  R.Site = Site;
  R.Value = Value;
  R.Lane = Lane;
  R.Clamp = Clamp;
  R.Predicate = false;
  run().join(C);
  return {R.Result, R.Predicate};
}

/// Of the threads that run one after the other, this one is next.
void __racemap_cpu_thread(uint32_t X, uint32_t Y, uint32_t Z, uint32_t Index) {
  Context &C = *Current;
  C.ThreadIdx = C.T->ThreadIdx = {X, Y, Z};
  C.T->Index = Index;
  racemap::cpu::monitor::isNext(*C.T);
}

/// For what is alive at barriers, of all threads of the block that one fiber
/// runs.
char *__racemap_cpu_frames(uint64_t Bytes) {
  Section In;
  char *Memory = run().frames(Bytes);
  if (!Memory)
    failLaunch(cudaErrorMemoryAllocation);
  return Memory;
}

const unsigned long long *__racemap_extents() {
  return Current->T->TheBlock->TheLaunch->Extents.data();
}

/// Before an access, by lanes that advance together.
void __racemap_cpu_lockstep(uint32_t Site, uint32_t MayWait) {
  Section In;
  Context &C = *Current;
  C.Place = nullptr;
  WarpRequest &R = C.Request;
  R.Operation = WarpOperation::Lockstep;
  R.IsConverging = true;
  R.Mask = 0;
  R.Site = Site;
  run().keepStep(C, MayWait != 0);
}

/// How many came, and (in the upper half) how many of them with a predicate.
uint64_t __racemap_cpu_barrier(uint32_t Id, uint32_t Count, uint32_t Waits,
                               uint32_t Predicate, const char *Place) {
  Section In;
  Context &C = *Current;
  C.Place = Place;
  BarrierArrival A;
  A.Thread = C.Index;
  A.Id = Id % Barriers::NumBarriers;
  A.Count = Count;
  A.Waits = Waits != 0;
  A.Predicate = Predicate != 0;
  return run().arrive(C, A);
}

void __racemap_cpu_grid_sync(const char *Place) {
  Section In;
  Context &C = *Current;
  C.Place = Place;
  if (!C.T->TheBlock->TheLaunch->IsCooperative)
    failLaunch(cudaErrorLaunchFailure);
  run().waitOutside(C, BlockRun::Group::Grid);
}

void __racemap_cpu_cluster_arrive(const char *) {
  Section In;
  run().arriveAtCluster(*Current);
}

void __racemap_cpu_cluster_wait(const char *Place) {
  Section In;
  Current->Place = Place;
  run().waitForCluster(*Current);
}

/// The budget is used up.
void __racemap_cpu_yield(const char *Place) {
  Section In;
  Current->Place = Place;
  run().giveWay(*Current);
}

/// The budget of a loop without anything that others change is used up.
void __racemap_cpu_yield_in_loop() {
  Section In;
  Current->HasProgressed = 1;
  Current->Place = nullptr;
  run().giveWay(*Current);
}

[[noreturn]] void __racemap_cpu_exit() {
  Section In;
  run().endThread(*Current);
}

[[noreturn]] void __racemap_cpu_trap() { failLaunch(cudaErrorLaunchFailure); }

/// A virtual function that no class defines was called.
[[noreturn]] void __racemap_device___cxa_pure_virtual() {
  failLaunch(cudaErrorLaunchFailure);
}

/// With a seed, time is what threads have done.
uint64_t __racemap_cpu_clock() { return run().grid().clock(); }

uint64_t __racemap_cpu_globaltimer() {
  GridRun &G = run().grid();
  if (G.Sequence.isSeeded())
    return G.clock();
  auto Now = std::chrono::system_clock::now().time_since_epoch();
  return uint64_t(std::chrono::nanoseconds(Now).count());
}

} // extern "C"
