// Devices - there is one, and it is the CPU.
//
// Its compute capability is 8.0 unless RACEMAP_OPTIONS says otherwise; the
// numbers are those of Device.def.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Capture.h"
#include "runtime/cpu/api/Device.h"
#include "runtime/cpu/api/Reset.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cuda_runtime_api.h>

using namespace racemap::cpu;
using api::call;
namespace device = api::device;

static constexpr int Major = 8, Minor = 0;
static constexpr char Name[] = "RaceMap CPU device";
static unsigned DeviceFlags = 0;

cudaError_t cudaGetDeviceCount(int *Count) {
  return call([&] {
    if (!Count)
      return cudaErrorInvalidValue;
    *Count = 1;
    return cudaSuccess;
  });
}

static void fillFromTable(cudaDeviceProp &P) {
#define RACEMAP_PROPERTY(ATTRIBUTE, FIELD, VALUE) P.FIELD = VALUE;
#include "runtime/cpu/api/Device.def"
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *P, int Device) {
  return call([&] {
    if (!device::exists(Device))
      return cudaErrorInvalidDevice;
    if (!P)
      return cudaErrorInvalidValue;
    *P = {};
    fillFromTable(*P);
    std::strncpy(P->name, Name, sizeof(P->name) - 1);
    std::memcpy(P->uuid.bytes, "RaceMap CPU dev.", sizeof(P->uuid.bytes));
    P->major = Major;
    P->minor = Minor;
    P->totalGlobalMem = Arena::get().bytesTotal();
    return cudaSuccess;
  });
}

static int attribute(cudaDeviceAttr Attribute) {
  switch (int(Attribute)) {
#define RACEMAP_PROPERTY(ATTRIBUTE, FIELD, VALUE)                              \
  case cudaDevAttr##ATTRIBUTE:                                                 \
    return VALUE;
#define RACEMAP_ATTRIBUTE(ATTRIBUTE, VALUE)                                    \
  case cudaDevAttr##ATTRIBUTE:                                                 \
    return VALUE;
#include "runtime/cpu/api/Device.def"
  case cudaDevAttrComputeCapabilityMajor:
    return Major;
  case cudaDevAttrComputeCapabilityMinor:
    return Minor;
  }
  return 0;
}

cudaError_t cudaDeviceGetAttribute(int *Value, cudaDeviceAttr Attribute,
                                   int Device) {
  return call([&] {
    if (!device::exists(Device))
      return cudaErrorInvalidDevice;
    if (!Value || Attribute <= 0 || Attribute >= cudaDevAttrMax)
      return cudaErrorInvalidValue;
    *Value = attribute(Attribute);
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int Device) {
  return call([&] {
    return device::exists(Device) ? cudaSuccess : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaInitDevice(int Device, unsigned, unsigned) {
  return cudaSetDevice(Device);
}

cudaError_t cudaGetDevice(int *Device) {
  return call([&] {
    if (!Device)
      return cudaErrorInvalidValue;
    *Device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaChooseDevice(int *Device, const cudaDeviceProp *) {
  return cudaGetDevice(Device);
}

cudaError_t cudaSetValidDevices(int *Devices, int Length) {
  return call([&] {
    bool All = std::all_of(Devices, Devices + Length, device::exists);
    return All ? cudaSuccess : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned Flags) {
  return call([&] {
    DeviceFlags = Flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned *Flags) {
  return call([&] {
    if (!Flags)
      return cudaErrorInvalidValue;
    *Flags = DeviceFlags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return call([] {
    return api::anyCapture() ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
  });
}

/// Memory is kept: pointers into it may be all that the program still has.
cudaError_t cudaDeviceReset() {
  api::clearSticky();
  return call([] {
    api::destroyStreams();
    api::destroyEvents();
    api::destroyPools();
    api::forgetHostMemory();
    api::resetSettings();
    return engine::reset();
  });
}

static constexpr char BusId[] = "0000:00:00.0";

cudaError_t cudaDeviceGetPCIBusId(char *Id, int Length, int Device) {
  return call([&] {
    if (!device::exists(Device))
      return cudaErrorInvalidDevice;
    if (!Id || Length < int(sizeof(BusId)))
      return cudaErrorInvalidValue;
    std::snprintf(Id, Length, "%s", BusId);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int *Device, const char *Id) {
  return call([&] {
    if (!Device || !Id)
      return cudaErrorInvalidValue;
    *Device = 0;
    return std::strstr(BusId, Id) ? cudaSuccess : cudaErrorInvalidDevice;
  });
}
