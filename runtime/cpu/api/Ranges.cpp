// Ranges - see the header, and what cudaPointerGetAttributes says.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Ranges.h"
#include "runtime/cpu/api/Call.h"

#include <cuda_runtime_api.h>

namespace racemap::cpu::api {

std::optional<Allocation> rangeOf(const void *P) {
  if (!Arena::get().contains(P))
    return std::nullopt;
  auto A = Arena::get().find(P);
  if (!A || A->IsFreed || P < A->Begin || P >= A->Begin + A->Bytes)
    return std::nullopt;
  return A;
}

bool isRange(const void *P, size_t Bytes) {
  auto A = rangeOf(P);
  return A &&
         Bytes <= size_t(A->Begin + A->Bytes - static_cast<const char *>(P));
}

static bool isSide(const void *P, size_t Bytes, bool IsDevice) {
  if (Arena::get().contains(P))
    return isRange(P, Bytes);
  return P && (!IsDevice || isRegistered(P));
}

cudaError_t checkCopy(const void *To, size_t ToBytes, const void *From,
                      size_t FromBytes, cudaMemcpyKind Kind) {
  bool ToDevice = false, FromDevice = false;
  switch (Kind) {
  case cudaMemcpyHostToHost:
  case cudaMemcpyDefault:
    break;
  case cudaMemcpyHostToDevice:
    ToDevice = true;
    break;
  case cudaMemcpyDeviceToHost:
    FromDevice = true;
    break;
  case cudaMemcpyDeviceToDevice:
    ToDevice = FromDevice = true;
    break;
  }
  if (unsigned(Kind) > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  return isSide(To, ToBytes, ToDevice) && isSide(From, FromBytes, FromDevice)
             ? cudaSuccess
             : cudaErrorInvalidValue;
}

static cudaMemoryType typeOf(Allocation::Kind K) {
  switch (K) {
  case Allocation::Kind::Managed:
    return cudaMemoryTypeManaged;
  case Allocation::Kind::Pinned:
  case Allocation::Kind::Registered:
    return cudaMemoryTypeHost;
  case Allocation::Kind::Device:
  case Allocation::Kind::Heap:
  case Allocation::Kind::Variable:
  case Allocation::Kind::Array:
    return cudaMemoryTypeDevice;
  }
  return cudaMemoryTypeUnregistered;
}

} // namespace racemap::cpu::api

using namespace racemap::cpu;

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *A, const void *P) {
  return api::call([&] {
    if (!A)
      return cudaErrorInvalidValue;
    *A = {};
    void *Same = const_cast<void *>(P);
    if (auto Range = api::rangeOf(P)) {
      A->type = api::typeOf(Range->K);
      A->devicePointer = Same;
      if (A->type != cudaMemoryTypeDevice)
        A->hostPointer = Same;
    } else if (api::isRegistered(P)) {
      A->type = cudaMemoryTypeHost;
      A->devicePointer = A->hostPointer = Same;
    } else {
      A->type = cudaMemoryTypeUnregistered;
      A->hostPointer = Same;
    }
    return cudaSuccess;
  });
}
