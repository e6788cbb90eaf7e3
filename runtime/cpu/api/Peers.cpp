// Peers - other devices: there are none.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Device.h"

#include <cuda_runtime_api.h>

using namespace racemap::cpu;
using api::call;

cudaError_t cudaDeviceCanAccessPeer(int *Can, int Device, int Peer) {
  return call([&] {
    if (!api::device::exists(Device) || !api::device::exists(Peer))
      return cudaErrorInvalidDevice;
    if (!Can)
      return cudaErrorInvalidValue;
    *Can = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return call([] { return cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
  return call([] { return cudaErrorPeerAccessNotEnabled; });
}

cudaError_t cudaDeviceGetP2PAttribute(int *, cudaDeviceP2PAttr, int, int) {
  return call([] { return cudaErrorInvalidDevice; });
}
