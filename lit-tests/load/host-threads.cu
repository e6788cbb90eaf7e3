// 16 host threads, each with a stream, launch 10,000 kernels at the same time. All
// results are right, one of the threads has a race, and no memory is lost.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: not %t 105 2>%t.told | FileCheck %s
// RUN: FileCheck %s --check-prefix=TOLD <%t.told
//
// Signals that the program handles, all the time, change nothing.
// RUN: not %t 25 500 2>%t.told | FileCheck %s --check-prefixes=CHECK,SIGNALS
// RUN: FileCheck %s --check-prefix=TOLD <%t.told
//
// CHECK: 0 wrong
// CHECK-NEXT: memory does not grow
// SIGNALS-NEXT: signals came
// TOLD: WARNING: RaceMap: data race
// TOLD: racy(int*)
// TOLD: {{^}}SUMMARY: RaceMap: 1 data race, seen 192 times{{$}}
#include "Inputs/memory.h"
#include <atomic>
#include <csignal>
#include <sys/time.h>
#include <thread>
#include <vector>

__global__ void add(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

__global__ void racy(int *a) { a[threadIdx.x / 2] = threadIdx.x; }

static std::atomic<int> wrong, ticks;

static void work(int self, int launches) {
  cudaStream_t stream;
  int *a, result[256];
  cudaStreamCreate(&stream);
  cudaMalloc(&a, sizeof result);
  cudaMemsetAsync(a, 0, sizeof result, stream);
  for (int i = 0; i < launches; ++i)
    add<<<2, 128, 0, stream>>>(a);
  cudaMemcpyAsync(result, a, sizeof result, cudaMemcpyDeviceToHost, stream);
  if (self == 7)
    racy<<<1, 64, 0, stream>>>(a);
  if (cudaStreamSynchronize(stream) != cudaSuccess)
    ++wrong;
  for (int value : result)
    wrong += value != launches;
  cudaFree(a);
  cudaStreamDestroy(stream);
}

int main(int count, char **arguments) {
  int launches = atoi(arguments[1]); // of each thread, six times
  if (count > 2) {
    struct sigaction action = {};
    action.sa_handler = [](int) { ++ticks; };
    sigaction(SIGALRM, &action, nullptr);
    int every = atoi(arguments[2]); // microseconds
    itimerval timer{{0, every}, {0, every}};
    setitimer(ITIMER_REAL, &timer, nullptr);
  }
  long before = 0;
  for (int round = 0; round < 6; ++round) {
    if (round == 3) // what tells of races is there
      before = residentKib();
    std::vector<std::thread> threads;
    for (int self = 0; self < 16; ++self)
      threads.emplace_back(work, self, launches);
    for (std::thread &thread : threads)
      thread.join();
  }
  itimerval off{};
  setitimer(ITIMER_REAL, &off, nullptr);
  printf("%d wrong\n", wrong.load());
  sayGrowth(before, 2048);
  if (ticks)
    printf("signals came\n");
}
