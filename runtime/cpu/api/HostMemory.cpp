// HostMemory - pinned memory, and host memory that is registered.
//
// Pinned memory is in the arena, so that kernels are monitored on it.
// Registered memory stays where it is.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Ranges.h"

#include <cuda_runtime_api.h>
#include <map>
#include <mutex>

using namespace racemap::cpu;
using api::call;

namespace {

struct Registered {
  size_t Bytes = 0;
  unsigned Flags = 0;
};

} // namespace

static std::mutex Lock;
static std::map<const char *, Registered> Ranges;
static std::map<const void *, unsigned> PinnedFlags;

static const Registered *registered(const void *P) {
  auto After = Ranges.upper_bound(static_cast<const char *>(P));
  if (After == Ranges.begin())
    return nullptr;
  auto &[Begin, R] = *std::prev(After);
  return static_cast<const char *>(P) < Begin + R.Bytes ? &R : nullptr;
}

bool api::isRegistered(const void *P) {
  std::lock_guard Guard(Lock);
  return registered(P) != nullptr;
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
  return call([&] {
    if (!P || Bytes == 0)
      return cudaErrorInvalidValue;
    std::lock_guard Guard(Lock);
    if (registered(P) || Arena::get().contains(P))
      return cudaErrorHostMemoryAlreadyRegistered;
    Ranges[static_cast<const char *>(P)] = {Bytes, Flags};
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void *P) {
  return call([&] {
    std::lock_guard Guard(Lock);
    return Ranges.erase(static_cast<const char *>(P))
               ? cudaSuccess
               : cudaErrorHostMemoryNotRegistered;
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
