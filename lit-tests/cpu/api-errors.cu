// The last error, configurations that the device does not take, and sticky
// errors of kernels.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: %t 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=STDERR %s < %t.err
#include <cassert>
#include <cstdio>

__global__ void nothing() {}
__global__ void fails(int N) { assert(threadIdx.x != N); }
__global__ void __launch_bounds__(64) bounded() {}

static void say(const char *What) {
  cudaError_t E = cudaGetLastError();
  printf("%s: %s, %s\n", What, cudaGetErrorName(E), cudaGetErrorString(E));
}

int main() {
  nothing<<<1, 2000>>>();
  // CHECK: block: cudaErrorInvalidConfiguration, invalid configuration
  say("block");
  // CHECK: again: cudaSuccess, no error
  say("again");
  nothing<<<0, 1>>>();
  // CHECK: grid: cudaErrorInvalidConfiguration
  say("grid");
  bounded<<<1, 65>>>();
  // CHECK: bounds: cudaErrorLaunchOutOfResources
  say("bounds");
  nothing<<<1, 1, 100000>>>();
  // CHECK: shared: cudaErrorInvalidValue
  say("shared");
  cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       100000);
  nothing<<<1, 1, 100000>>>();
  // CHECK: more shared: cudaSuccess
  say("more shared");
  cudaStreamDestroy(cudaStream_t(&say));
  // CHECK: stream: cudaErrorInvalidResourceHandle
  say("stream");
  // CHECK: not there: cudaErrorNotSupported
  // STDERR: racemap: cudaIpcGetMemHandle is not supported on the CPU device
  cudaIpcMemHandle_t Handle;
  cudaIpcGetMemHandle(&Handle, nullptr);
  say("not there");

  // STDERR: api-errors.cu:[[#]]: void fails(int): block: [{{[01]}},0,0],
  // thread: [3,0,0] Assertion `threadIdx.x != N` failed.
  fails<<<dim3(2), 4>>>(3);
  // CHECK: synchronize: cudaErrorAssert
  printf("synchronize: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  int *P;
  // CHECK: sticky: cudaErrorAssert
  printf("sticky: %s\n", cudaGetErrorName(cudaMalloc(&P, 4)));
  cudaDeviceReset();
  // CHECK: reset: cudaSuccess
  printf("reset: %s\n", cudaGetErrorName(cudaMalloc(&P, 4)));
}
