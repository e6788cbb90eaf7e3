// The program may end in a handler of its own that interrupts a launch, on
// whatever stack that stands.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: bash -c 'for k in own other; do %t $k; echo $k status $?; done' | FileCheck %s
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <thread>
#include <unistd.h>

// Until it is interrupted.
__global__ void wait(volatile int *begun, volatile int *over) {
  *begun = 1;
  while (!*over)
    ;
}

__global__ void set(int *out) { out[threadIdx.x] = 7; }

static int *out;

struct AtEnd {
  ~AtEnd() { write(1, "destructor\n", 11); }
} atEnd;

static void leave(int) {
  char there[4096];
  memset(there, 1, sizeof there);
  exit(there[out[0]] + out[1] - 5);
}

int main(int, char **argv) {
  struct sigaction action{};
  action.sa_handler = leave;
  action.sa_flags = strcmp(argv[1], "own") ? SA_ONSTACK : 0;
  sigaction(SIGUSR1, &action, nullptr);
  cudaMallocManaged(&out, 64 * sizeof(int));
  set<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  int *state;
  cudaMallocManaged(&state, 2 * sizeof(int));
  state[0] = state[1] = 0;
  std::thread([state, who = pthread_self()] {
    while (!*(volatile int *)state)
      std::this_thread::yield();
    pthread_kill(who, SIGUSR1);
  }).detach();
  wait<<<1, 1>>>(state, state + 1);
  cudaDeviceSynchronize();
}

// CHECK: destructor
// CHECK: own status 3
// CHECK: destructor
// CHECK: other status 3
