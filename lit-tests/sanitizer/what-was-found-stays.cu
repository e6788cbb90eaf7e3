// What a run has found is there, however the program ends: the JSON is whole at
// any moment, and the SUMMARY line comes unless nothing can be said any more. A
// sanitizer of RaceMap's own code would take the crash for one of RaceMap's.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: rm -rf %t.json && mkdir %t.json
// RUN: env RACEMAP_OPTIONS=json=%t.json/callback bash -c '%t callback; echo status $?' 2>&1 | FileCheck %s --check-prefixes=EXIT,CALLBACK
// RUN: FileCheck %s --check-prefixes=JSON,COMPLETE --input-file=%t.json/callback
// RUN: env RACEMAP_OPTIONS=json=%t.json/quick bash -c '%t quick; echo status $?' 2>&1 | FileCheck %s --check-prefixes=EXIT,CALLBACK
// RUN: FileCheck %s --check-prefixes=JSON,COMPLETE --input-file=%t.json/quick
// RUN: env RACEMAP_OPTIONS=json=%t.json/term bash -c '%t term; echo status $?' 2>&1 | FileCheck %s --check-prefixes=SIGNAL,TERM
// RUN: FileCheck %s --check-prefixes=JSON,OPEN --input-file=%t.json/term
// RUN: env RACEMAP_OPTIONS=json=%t.json/crash bash -c 'export ASAN_OPTIONS=$ASAN_OPTIONS:handle_segv=0 TSAN_OPTIONS=$TSAN_OPTIONS:handle_segv=0; %t crash; echo status $?' 2>&1 | FileCheck %s --check-prefixes=SIGNAL,CRASH
// RUN: FileCheck %s --check-prefixes=JSON,OPEN --input-file=%t.json/crash
// RUN: env RACEMAP_OPTIONS=json=%t.json/abort bash -c '%t abort; echo status $?' 2>&1 | FileCheck %s --check-prefixes=SIGNAL,ABORT
// RUN: FileCheck %s --check-prefixes=JSON,OPEN --input-file=%t.json/abort
// RUN: env RACEMAP_OPTIONS=json=%t.json/kill bash -c '%t kill; echo status $?' 2>&1 | FileCheck %s --check-prefix=KILL
// RUN: FileCheck %s --check-prefixes=JSON,OPEN --input-file=%t.json/kill
// RUN: %racemap report %t.json/kill 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: env RACEMAP_OPTIONS=json=%t.json/kernel bash -c '%t kernel; echo status $?' 2>&1 | FileCheck %s --check-prefixes=SIGNAL,TERM
// RUN: FileCheck %s --check-prefixes=JSON,OPEN --input-file=%t.json/kernel
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

__global__ void put(int *data) { data[threadIdx.x / 2] = threadIdx.x; }

// Ends when the host says so, which it does not.
__global__ void wait(int *data, int *told) {
  data[threadIdx.x / 2] = threadIdx.x;
  if (threadIdx.x == 3)
    atomicExch(told, 1);
  while (atomicAdd(told, 0) != 2)
    ;
}

// A time limit, say.
void *endIt(void *told) {
  while (*(volatile int *)told != 1)
    sched_yield();
  kill(getpid(), SIGTERM);
  return nullptr;
}

int main(int, char **argv) {
  auto is = [&](const char *mode) { return !strcmp(argv[1], mode); };
  int *data, *told;
  cudaMalloc(&data, 64);
  cudaMallocManaged(&told, 4);
  *told = 0;
  if (is("kernel")) {
    pthread_t other;
    pthread_create(&other, nullptr, endIt, told);
    wait<<<1, 4>>>(data, told);
    return 1;
  }
  put<<<1, 4>>>(data);
  if (is("callback"))
    cudaLaunchHostFunc(nullptr, [](void *) { std::exit(3); }, nullptr);
  else if (is("quick"))
    std::quick_exit(3);
  else if (is("term"))
    raise(SIGTERM);
  else if (is("crash"))
    *(volatile int *)8 = 1;
  else if (is("abort"))
    std::abort();
  else
    raise(SIGKILL);
  return 1;
}

// EXIT: WARNING: RaceMap: data race
// CALLBACK: {{^}}SUMMARY: RaceMap: 1 data race, seen 2 times{{$}}
// EXIT-NOT: SUMMARY
// EXIT: {{^}}status 66{{$}}

// SIGNAL: WARNING: RaceMap: data race
// SIGNAL: {{^}}SUMMARY: RaceMap: 1 data race; a signal has ended the program{{$}}
// SIGNAL-NOT: SUMMARY
// TERM: {{^}}status 143{{$}}
// CRASH: {{^}}status 139{{$}}
// ABORT: {{^}}status 134{{$}}

// KILL: WARNING: RaceMap: data race
// KILL: {{^}}status 137{{$}}

// JSON: "kind": "data-race"
// JSON: "monitored_launches": 1
// JSON: "summary": "1 data race, seen {{[12]}} time
// COMPLETE: "complete": true
// OPEN: "complete": false

// REPORT: data race on 'data'
