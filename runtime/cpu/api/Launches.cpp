// Launches - kernels are started here, by <<<...>>> or by name.
//
// A launch with a configuration that the device does not take is an error of
// the call. What goes wrong while the kernel runs is CUDA's asynchronous error:
// the launch has succeeded, and the next call that looks says so.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Launches.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Capture.h"
#include "runtime/cpu/api/Device.h"
#include "runtime/cpu/api/Functions.h"
#include "runtime/cpu/api/StreamHandles.h"
#include "runtime/cpu/api/Streams.h"

#include <cuda_runtime_api.h>
#include <optional>
#include <utility>
#include <vector>

static_assert(racemap::cpu::api::device::MaxThreadsPerBlock ==
              racemap::cpu::MostThreadsOfBlock);

namespace racemap::cpu::api {

namespace {

/// What <<<...>>> says, until the stub function of the kernel takes it.
struct Configuration {
  dim3 Grid, Block;
  size_t Shared;
  cudaStream_t Stream;
  CallPlace HostPlace;
};

} // namespace

/// Never destroyed: what is local to a thread ends before the destructors of
/// the program's variables, which may launch kernels.
static std::vector<Configuration> &pushed() {
  static thread_local auto *Pushed = new std::vector<Configuration>;
  return *Pushed;
}

/// Where the configuration that was taken last was pushed.
static thread_local std::optional<CallPlace> PushedAt;

static Dim3 dimensions(const dim3 &D) { return {D.x, D.y, D.z}; }

static bool isWithin(const Dim3 &D, size_t X, size_t Y, size_t Z) {
  return D.X > 0 && D.Y > 0 && D.Z > 0 && D.X <= X && D.Y <= Y && D.Z <= Z;
}

static cudaError_t checkCooperative(const engine::LaunchRequest &R) {
  int Blocks = 0;
  if (cudaError_t E = blocksPerMultiprocessor(
          R.HostFunction, int(R.BlockDim.count()), R.DynamicShared, Blocks))
    return E;
  return R.Grid.count() <= Blocks * device::MultiProcessorCount
             ? cudaSuccess
             : cudaErrorCooperativeLaunchTooLarge;
}

static cudaError_t check(const engine::LaunchRequest &R) {
  engine::KernelAttributes A;
  if (cudaError_t E = engine::attributes(R.HostFunction, A))
    return E;
  if (!isWithin(R.Grid, device::MaxGridDimX, device::MaxGridDimY,
                device::MaxGridDimZ) ||
      !isWithin(R.BlockDim, device::MaxBlockDimX, device::MaxBlockDimY,
                device::MaxBlockDimZ) ||
      R.BlockDim.count() > device::MaxThreadsPerBlock)
    return cudaErrorInvalidConfiguration;
  if (R.BlockDim.count() > A.MaxThreads)
    return cudaErrorLaunchOutOfResources;
  if (R.DynamicShared > maxDynamicShared(R.HostFunction, A))
    return cudaErrorInvalidValue;
  bool Divides = R.Cluster.count() != 0 && R.Grid.X % R.Cluster.X == 0 &&
                 R.Grid.Y % R.Cluster.Y == 0 && R.Grid.Z % R.Cluster.Z == 0;
  if (!Divides)
    return cudaErrorInvalidClusterSize;
  return R.IsCooperative ? checkCooperative(R) : cudaSuccess;
}

static cudaError_t runKernel(const engine::LaunchRequest &R) {
  cudaError_t E = engine::launch(R);
  if (!isSticky(E))
    return E;
  note(E);
  return cudaSuccess;
}

static std::shared_ptr<KernelArguments> copyArguments(const void *Function,
                                                      void *const *Arguments) {
  auto Copy = std::make_shared<KernelArguments>();
  size_t Offset = 0, Bytes = 0;
  for (unsigned I = 0;
       engine::parameter(Function, I, Offset, Bytes) == cudaSuccess; ++I) {
    const char *From = static_cast<const char *>(Arguments[I]);
    Copy->Values.emplace_back(From, From + Bytes);
  }
  for (std::vector<char> &Value : Copy->Values)
    Copy->Pointers.push_back(Value.data());
  return Copy;
}

static cudaKernelNodeParams parameters(const engine::LaunchRequest &R) {
  cudaKernelNodeParams P = {};
  P.func = const_cast<void *>(R.HostFunction);
  P.gridDim = dim3(R.Grid.X, R.Grid.Y, R.Grid.Z);
  P.blockDim = dim3(R.BlockDim.X, R.BlockDim.Y, R.BlockDim.Z);
  P.sharedMemBytes = unsigned(R.DynamicShared);
  return P;
}

Work kernelWork(engine::LaunchRequest R) {
  dim3 Cluster(R.Cluster.X, R.Cluster.Y, R.Cluster.Z);
  KernelWork K{parameters(R), R.IsCooperative, Cluster, R.HostPlace,
               copyArguments(R.HostFunction, R.Arguments)};
  R.Arguments = K.Arguments->Pointers.data();
  K.Parameters.kernelParams = R.Arguments;
  // The closure owns the copies of the arguments.
  auto Owner = K.Arguments;
  return {cudaGraphNodeTypeKernel, [R, Owner] { return runKernel(R); }, K};
}

cudaError_t launch(const engine::LaunchRequest &R, cudaStream_t S) {
  if (!isStream(S))
    return cudaErrorInvalidResourceHandle;
  if (cudaError_t E = engine::prepare(R.HostFunction))
    return E;
  if (cudaError_t E = check(R))
    return E;
  return isCapturing(S) ? submit(S, kernelWork(R)) : runKernel(R);
}

/// <<<...>>> calls the kernel's stub, which calls cudaLaunchKernel: the place
/// is where the configuration was pushed.
static CallPlace place(const CallPlace &Caller) {
  return std::exchange(PushedAt, std::nullopt).value_or(Caller);
}

static cudaError_t readAttributes(const cudaLaunchConfig_t &C,
                                  engine::LaunchRequest &R) {
  for (unsigned I = 0; I < C.numAttrs; ++I) {
    const cudaLaunchAttribute &A = C.attrs[I];
    if (A.id == cudaLaunchAttributeCooperative)
      R.IsCooperative = A.val.cooperative != 0;
    else if (A.id == cudaLaunchAttributeClusterDimension)
      R.Cluster = {A.val.clusterDim.x, A.val.clusterDim.y, A.val.clusterDim.z};
  }
  return cudaSuccess;
}

} // namespace racemap::cpu::api

using namespace racemap::cpu;
using namespace racemap::cpu::api;

extern "C" unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block,
                                                size_t Shared,
                                                cudaStream_t Stream) {
  pushed().push_back({Grid, Block, Shared, Stream,
                      CallPlace::here(__builtin_return_address(0))});
  return 0;
}

extern "C" cudaError_t __cudaPopCallConfiguration(dim3 *Grid, dim3 *Block,
                                                  size_t *Shared,
                                                  void *Stream) {
  if (pushed().empty())
    return note(cudaErrorMissingConfiguration);
  const Configuration &C = pushed().back();
  *Grid = C.Grid;
  *Block = C.Block;
  *Shared = C.Shared;
  *static_cast<cudaStream_t *>(Stream) = C.Stream;
  PushedAt = C.HostPlace;
  pushed().pop_back();
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *Function, dim3 Grid, dim3 Block,
                             void **Arguments, size_t Shared, cudaStream_t S) {
  CallPlace At = place(CallPlace::here(__builtin_return_address(0)));
  return call([&] {
    return launch({Function, dimensions(Grid), dimensions(Block), Dim3{},
                   Arguments, Shared, false, At},
                  S);
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void *Function, dim3 Grid,
                                        dim3 Block, void **Arguments,
                                        size_t Shared, cudaStream_t S) {
  CallPlace At = CallPlace::here(__builtin_return_address(0));
  return call([&] {
    return launch({Function, dimensions(Grid), dimensions(Block), Dim3{},
                   Arguments, Shared, true, At},
                  S);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *C,
                                const void *Function, void **Arguments) {
  CallPlace At = CallPlace::here(__builtin_return_address(0));
  return call([&] {
    if (!C)
      return cudaErrorInvalidValue;
    engine::LaunchRequest R{Function,
                            dimensions(C->gridDim),
                            dimensions(C->blockDim),
                            Dim3{},
                            Arguments,
                            C->dynamicSmemBytes,
                            false,
                            At};
    if (cudaError_t E = readAttributes(*C, R))
      return E;
    return launch(R, C->stream);
  });
}
