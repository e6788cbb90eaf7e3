// A program that ends while a kernel runs has found what it has found, however it
// ends.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c 'for way in exit return quick handler; do %t $way 2>%t.told; echo $way $?; grep SUMMARY %t.told; done' | FileCheck %s
// RUN: bash -c 'for way in alarm terminate; do %t $way 2>%t.told; echo $way $?; grep SUMMARY %t.told; done' | FileCheck %s --check-prefix=SIGNALS
// RUN: env RACEMAP_OPTIONS=stats=1:recorder=1 bash -c 'for n in 1 2 3 4 5; do %t exit 2>%t.told; echo exit $?; done; grep -o "stats of racy" %t.told' | FileCheck %s --check-prefix=STATS
//
// CHECK: exit 66
// CHECK-NEXT: SUMMARY: RaceMap: 1 data race, seen 32 times
// CHECK-NEXT: return 66
// CHECK-NEXT: SUMMARY: RaceMap: 1 data race, seen 32 times
// CHECK-NEXT: quick 66
// CHECK-NEXT: SUMMARY: RaceMap: 1 data race, seen 32 times
// CHECK-NEXT: handler 66
// CHECK-NEXT: SUMMARY: RaceMap: 1 data race, seen 32 times
//
// SIGNALS: alarm 142
// SIGNALS-NEXT: SUMMARY: RaceMap: 1 data race; a signal has ended the program
// SIGNALS-NEXT: terminate 143
// SIGNALS-NEXT: SUMMARY: RaceMap: 1 data race; a signal has ended the program
//
// STATS-COUNT-5: exit 66
// STATS: stats of racy
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

__global__ void racy(int *a) { a[threadIdx.x / 2] = threadIdx.x; }

__global__ void endless(int *begun, int *a) {
  *begun = 1;
  for (int i = 0; i >= 0; i = (i + 1) % 1000)
    atomicAdd(a, 1);
}

int main(int, char **arguments) {
  std::string way = arguments[1];
  int *a, *begun;
  cudaMalloc(&a, 4096);
  cudaMallocHost(&begun, sizeof *begun);
  *begun = 0;
  racy<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  std::thread([=] {
    endless<<<1, 1>>>(begun, a);
    cudaDeviceSynchronize();
  }).detach();
  while (!*(volatile int *)begun)
    std::this_thread::yield();
  if (way == "return")
    return 7;
  if (way == "quick")
    std::quick_exit(7);
  if (way == "handler") {
    std::signal(SIGUSR1, [](int) { std::exit(7); });
    std::raise(SIGUSR1);
  }
  if (way == "alarm")
    std::raise(SIGALRM);
  if (way == "terminate")
    std::raise(SIGTERM);
  std::exit(7);
}
