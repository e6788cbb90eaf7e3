// Engine - what the CUDA runtime API asks of the part that runs kernels.
//
// A kernel and a variable of a device module are known by their host twins: the
// address of the stub function that the launch syntax calls, and that of the
// host's shadow variable. Modules register both when the program starts; the
// bitcode behind them is loaded when it is first needed, so that any of these
// may fail with what is wrong with it.
//
// Launches come from runtime/cpu/api/Launches.cpp only (cudaLaunchKernel, its
// kin, and the configuration that <<<...>>> pushes).
//
// Device code finds the functions that it calls by name among the exported
// symbols of this library: first __racemap_device_NAME, then NAME itself. So
// malloc() of device code is __racemap_device_malloc(), and __nv_sinf() is
// __racemap_device___nv_sinf().
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_ENGINE_H
#define RACEMAP_RUNTIME_CPU_ENGINE_H

#include "runtime/cpu/Thread.h"

#include <driver_types.h>

namespace racemap::cpu::engine {

struct LaunchRequest {
  const void *HostFunction = nullptr;
  Dim3 Grid, BlockDim, Cluster;
  /// Pointers to the arguments, as many as the kernel has parameters.
  void **Arguments = nullptr;
  size_t DynamicShared = 0;
  bool IsCooperative = false;
  /// The return address of the launch.
  CallPlace HostPlace;
};

/// Compiles the kernel, which is about to be launched, unless it has been. A
/// kernel that cannot be compiled is a launch that failed
/// (monitor::launchFailed).
cudaError_t prepare(const void *HostFunction);

/// Runs the kernel to its end. The configuration has been checked against the
/// device's limits, not against what the kernel itself allows. The result is an
/// error of the launch, or of the kernel's run (cudaErrorAssert,
/// cudaErrorIllegalAddress, cudaErrorLaunchFailure ...).
cudaError_t launch(const LaunchRequest &Request);

struct KernelAttributes {
  size_t StaticShared = 0, LocalBytes = 0, ConstantBytes = 0;
  unsigned Registers = 0;
  /// Of __launch_bounds__; the device's limit without.
  unsigned MaxThreads = 1024;
  unsigned NumParameters = 0;
  /// __cluster_dims__; all 1 without.
  Dim3 Cluster;
};

/// cudaErrorInvalidDeviceFunction if nothing is registered there.
cudaError_t attributes(const void *HostFunction, KernelAttributes &Out);
/// Offset and size of a parameter; cudaErrorInvalidValue behind the last one.
cudaError_t parameter(const void *HostFunction, unsigned Index, size_t &Offset,
                      size_t &Bytes);
/// The kernel's mangled name; null if nothing is registered there.
const char *kernelName(const void *HostFunction);

/// All memory that the program has allocated is freed, and variables have
/// their initial values again. No kernel runs.
cudaError_t reset();

/// Where the device has a variable of the host's program.
/// cudaErrorInvalidSymbol if nothing is registered there.
cudaError_t variable(const void *HostVariable, void *&Address, size_t &Bytes);

} // namespace racemap::cpu::engine

namespace racemap::cpu {

/// Called in a thread of a kernel: the thread never goes on, the launch is
/// cancelled and ends with this error. Nothing on the thread's stack is
/// destroyed, so that it may hold no lock (Section).
[[noreturn]] void failLaunch(cudaError_t Error);

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_ENGINE_H
