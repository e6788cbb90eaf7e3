// HostMemory - pinned memory, and host memory that is registered.
//
// Pinned memory is in the arena, so that kernels are monitored on it.
// Registered memory stays where it is; as much of the arena stands in for it
// where its shadow is asked for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Ranges.h"
#include "runtime/cpu/api/Reset.h"

#include <atomic>
#include <cuda_runtime_api.h>
#include <map>
#include <mutex>

using namespace racemap::cpu;
using api::call;

namespace {

struct Registered {
  size_t Bytes = 0;
  unsigned Flags = 0;
  /// Of the words that it has a part of.
  char *StandIn = nullptr;
};

} // namespace

static std::mutex Lock;
static std::map<const char *, Registered> Ranges;
static std::atomic<size_t> NumRanges;
static std::map<const void *, unsigned> PinnedFlags;

static auto rangeWith(const void *P) {
  auto After = Ranges.upper_bound(static_cast<const char *>(P));
  if (After == Ranges.begin())
    return Ranges.end();
  auto Range = std::prev(After);
  bool HasP = static_cast<const char *>(P) < Range->first + Range->second.Bytes;
  return HasP ? Range : Ranges.end();
}

static const Registered *registered(const void *P) {
  auto Range = rangeWith(P);
  return Range == Ranges.end() ? nullptr : &Range->second;
}

/// Where the word begins that has P.
static const char *wordOf(const char *P) { return P - uintptr_t(P) % 4; }

std::unique_lock<std::mutex> api::holdRanges() {
  return std::unique_lock<std::mutex>(Lock);
}

bool api::isRegistered(const void *P) {
  std::lock_guard Guard(Lock);
  return registered(P) != nullptr;
}

const void *api::standInOf(const void *P) {
  if (NumRanges == 0)
    return P;
  std::lock_guard Guard(Lock);
  auto Range = rangeWith(P);
  if (Range == Ranges.end())
    return P;
  return Range->second.StandIn +
         (static_cast<const char *>(P) - wordOf(Range->first));
}

const void *api::originalOf(const void *StandIn) {
  std::lock_guard Guard(Lock);
  auto *P = static_cast<const char *>(StandIn);
  for (const auto &[Begin, R] : Ranges) {
    const char *First = wordOf(Begin);
    if (P >= R.StandIn && P < R.StandIn + (Begin + R.Bytes - First))
      return First + (P - R.StandIn);
  }
  return StandIn;
}

void api::forgetHostMemory() {
  std::lock_guard Guard(Lock);
  Ranges.clear();
  NumRanges = 0;
  PinnedFlags.clear();
}

static cudaError_t allocate(void **P, size_t Bytes, unsigned Flags,
                            const CallPlace &Place) {
  if (!P)
    return cudaErrorInvalidValue;
  *P = nullptr;
  if (Bytes == 0)
    return cudaSuccess;
  *P = Arena::get().allocate(Bytes, Allocation::Kind::Pinned, Place);
  if (!*P)
    return cudaErrorMemoryAllocation;
  std::lock_guard Guard(Lock);
  PinnedFlags[*P] = Flags;
  return cudaSuccess;
}

cudaError_t cudaMallocHost(void **P, size_t Bytes) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call([&] { return allocate(P, Bytes, cudaHostAllocDefault, Place); });
}

cudaError_t cudaHostAlloc(void **P, size_t Bytes, unsigned Flags) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call([&] { return allocate(P, Bytes, Flags, Place); });
}

cudaError_t cudaFreeHost(void *P) {
  return call([&] {
    if (!P)
      return cudaSuccess;
    auto A = api::rangeOf(P);
    if (!A || A->K != Allocation::Kind::Pinned || !Arena::get().free(P))
      return cudaErrorInvalidValue;
    std::lock_guard Guard(Lock);
    PinnedFlags.erase(P);
    return cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void *P, size_t Bytes, unsigned Flags) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call([&] {
    if (!P || Bytes == 0)
      return cudaErrorInvalidValue;
    std::lock_guard Guard(Lock);
    if (registered(P) || Arena::get().contains(P))
      return cudaErrorHostMemoryAlreadyRegistered;
    char *StandIn = Arena::get().allocate(uintptr_t(P) % 4 + Bytes,
                                          Allocation::Kind::Registered, Place);
    if (!StandIn)
      return cudaErrorMemoryAllocation;
    Ranges[static_cast<const char *>(P)] = {Bytes, Flags, StandIn};
    NumRanges = Ranges.size();
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void *P) {
  return call([&] {
    std::lock_guard Guard(Lock);
    auto Range = Ranges.find(static_cast<const char *>(P));
    if (Range == Ranges.end())
      return cudaErrorHostMemoryNotRegistered;
    Arena::get().free(Range->second.StandIn);
    Ranges.erase(Range);
    NumRanges = Ranges.size();
    return cudaSuccess;
  });
}

static bool isPinned(const void *P) {
  auto A = api::rangeOf(P);
  return A && A->K != Allocation::Kind::Device;
}

cudaError_t cudaHostGetDevicePointer(void **Device, void *Host, unsigned) {
  return call([&] {
    if (!Device || !(isPinned(Host) || api::isRegistered(Host)))
      return cudaErrorInvalidValue;
    *Device = Host;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned *Flags, void *P) {
  return call([&] {
    auto A = api::rangeOf(P);
    std::lock_guard Guard(Lock);
    if (!Flags)
      return cudaErrorInvalidValue;
    if (const Registered *R = registered(P)) {
      *Flags = R->Flags;
      return cudaSuccess;
    }
    auto Found = A ? PinnedFlags.find(A->Begin) : PinnedFlags.end();
    if (Found == PinnedFlags.end())
      return cudaErrorInvalidValue;
    *Flags = Found->second | cudaHostAllocMapped;
    return cudaSuccess;
  });
}
