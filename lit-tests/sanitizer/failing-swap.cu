// A compare-and-swap that fails changes nothing, so that it tells nobody what is
// before it; one that succeeds does. The atomics of CUDA, of libcu++, and with
// a scope.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c 'for k in 0 1 2; do %t $k; echo good $k status $?; done' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c 'for k in 3 4 5; do %t $k; echo bad $k status $?; done' 2>&1 | FileCheck %s

#include <cstdlib>
#include <cuda/atomic>

// Thread 0 gives 1 for 0; where the word is 7, it fails and the word stays. The
// other block has its turn when thread 0 is done, of which nobody tells it.
template <int Kind> __global__ void tell(int *data, int *flag, int *done) {
  cuda::atomic_ref<int, cuda::thread_scope_device> word(*flag);
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *data = 1;
    int expected = 0;
    if (Kind == 0) {
      __threadfence();
      atomicCAS(flag, 0, 1);
    } else if (Kind == 1) {
      word.compare_exchange_strong(expected, 1, cuda::memory_order_release,
                                   cuda::memory_order_relaxed);
    } else {
      __threadfence();
      atomicCAS_system(flag, 0, 1);
    }
    atomicExch(done, 1);
  } else {
    while (atomicAdd(done, 0) == 0)
      ;
    word.load(cuda::memory_order_acquire);
    *data = 2;
  }
}

int main(int, char **argv) {
  int which = std::atoi(argv[1]);
  int *data, *flag, *done;
  cudaMallocManaged(&data, sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  cudaMallocManaged(&done, sizeof(int));
  *flag = which < 3 ? 0 : 7;
  *done = 0;
  switch (which % 3) {
  case 0:
    tell<0><<<2, 32>>>(data, flag, done);
    break;
  case 1:
    tell<1><<<2, 32>>>(data, flag, done);
    break;
  case 2:
    tell<2><<<2, 32>>>(data, flag, done);
    break;
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}

// GOOD-NOT: RaceMap
// GOOD: good 0 status 0
// GOOD-NOT: RaceMap
// GOOD: good 1 status 0
// GOOD-NOT: RaceMap
// GOOD: good 2 status 0
// CHECK: WARNING: RaceMap: data race
// CHECK: bad 4 status 66
