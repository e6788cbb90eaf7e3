// AddressCalls - what compiled code asks about addresses.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/BlockRun.h"
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/GridRun.h"
#include "runtime/cpu/Section.h"
#include "runtime/output/Printable.h"

#include <cstdio>

using namespace racemap::cpu;

/// In the thread's own stack, or what it keeps across barriers.
static bool isLocal(const char *P, uint64_t Bytes = 1) {
  const Thread &T = *Current->T;
  bool IsInStack =
      P >= T.StackLow && P < T.StackHigh && Bytes <= uint64_t(T.StackHigh - P);
  return IsInStack || Current->InBlock->Run->isInFrames(P, Bytes);
}

extern "C" {

/// isspacep: 1 global, 3 shared, 4 constant, 5 local. Constants are global
/// memory here.
uint32_t __racemap_cpu_is_in_space(uint32_t Space, const char *P) {
  bool IsShared = Arena::get().isShared(P);
  if (Space == 3)
    return IsShared;
  if (Space == 5)
    return isLocal(P);
  return Space == 1 && !IsShared && !isLocal(P);
}

/// An index has left a local array.
[[noreturn]] void __racemap_cpu_outside_local(const char *Place) {
  Section In;
  const Block &B = *Current->T->TheBlock;
  if (Current->InBlock->Run->grid().isFirstToTell()) {
    Dim3 T = Current->ThreadIdx, At = B.BlockIdx;
    std::fprintf(stderr,
                 "racemap: access outside of a local array at %s in kernel "
                 "%s, block (%u,%u,%u), thread (%u,%u,%u)\n",
                 Place ? racemap::output::printableLine(Place).c_str()
                       : "an unknown place",
                 racemap::output::printableLine(B.TheLaunch->Kernel).c_str(),
                 At.X, At.Y, At.Z, T.X, T.Y, T.Z);
  }
  failLaunch(cudaErrorIllegalAddress);
}

/// Local memory by its address space, of whatever array.
void __racemap_cpu_check_local(const char *P, uint64_t Bytes,
                               const char *Place) {
  if (Bytes && !isLocal(P, Bytes))
    __racemap_cpu_outside_local(Place);
}

/// The same place in the shared memory of another block of the cluster.
char *__racemap_cpu_mapa(char *P, uint32_t Rank) {
  char *There = Current->InBlock->Run->mapShared(P, Rank);
  if (!There)
    failLaunch(cudaErrorIllegalAddress);
  return There;
}

/// Whose shared memory of the cluster's blocks it is.
uint32_t __racemap_cpu_getctarank(const char *P) {
  auto Rank = Current->InBlock->Run->rankOfShared(P);
  if (!Rank)
    failLaunch(cudaErrorIllegalAddress);
  return *Rank;
}

} // extern "C"
