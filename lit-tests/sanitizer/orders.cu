// What one thread does wrongly, and only some orders show, is found within 20
// orders, whichever thread it is: the first or the last one, one of another warp
// or of another block. What is right in all of them is silent in all of them. The
// program itself sees each launch once.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=print_limit=0:orders=20 bash -c 'for k in acquire release flag; do for w in 0 127 40 100; do %t $k $w; echo $k $w status $?; done; done' 2>&1 | FileCheck %s
// RUN: env RACEMAP_OPTIONS=orders=20 bash -c 'for k in acquire release flag; do %t $k -1; echo $k status $?; done' 2>&1 | FileCheck %s --check-prefix=GOOD
//
// Without other orders, some of it is not found: in one block, thread 0 is the
// first.
// RUN: bash -c '%t inBlock 0; echo status $?' 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: env RACEMAP_OPTIONS=orders=20 bash -c '%t inBlock 0; echo status $?' 2>&1 | FileCheck %s --check-prefix=TWENTY
//
// What needs one thread to come between two accesses of another one.
// RUN: env RACEMAP_OPTIONS=print_limit=0:orders=200 bash -c 'for b in 1 2; do %t between $b; echo status $?; done' 2>&1 | FileCheck %s --check-prefix=BETWEEN
//
// A report says in which order it was, and that seed shows it again.
// RUN: env RACEMAP_OPTIONS=orders=20:json=%t.json bash -c '%t flag 0; true' > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.out
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: bash -c 'export RACEMAP_OPTIONS=$(grep -o "seed=[0-9]*" %t.out | head -1); %t flag 0; echo status $?' 2>&1 | FileCheck %s --check-prefix=AGAIN
#include <cstdio>
#include <cstdlib>
#include <cstring>

__device__ int lock, data, ready, busy;

__device__ int self() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void acquire(int wrong) {
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  if (self() != wrong)
    __threadfence();
  data += 1;
  __threadfence();
  atomicExch(&lock, 0);
}

__global__ void release(int wrong) {
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  __threadfence();
  data += 1;
  if (self() != wrong)
    __threadfence();
  atomicExch(&lock, 0);
}

// The last thread makes the data; who comes later takes it.
__global__ void flag(int wrong) {
  if (self() == 64) {
    data = 1;
    __threadfence();
    atomicExch(&ready, 1);
  } else if (atomicAdd(&ready, 0)) {
    if (self() != wrong)
      __threadfence();
    if (data != 1)
      printf("no data\n");
  }
  if (self() == 64)
    printf("kernel printed\n");
}

__global__ void between(int threads) {
  if (self() == 0) {
    atomicExch(&busy, 1);
    data = 1;
    atomicExch(&busy, 0);
  } else if (self() == threads && atomicAdd(&busy, 0) == 1) {
    data = 2;
  }
}

int main(int, char **argv) {
  auto is = [&](const char *kernel) { return !strcmp(argv[1], kernel); };
  int which = atoi(argv[2]), value;
  if (is("acquire"))
    acquire<<<2, 64>>>(which);
  if (is("inBlock"))
    acquire<<<1, 128>>>(which);
  if (is("release"))
    release<<<2, 64>>>(which);
  if (is("flag"))
    flag<<<2, 64>>>(which);
  if (is("between"))
    between<<<which, 2>>>(which);
  cudaMemcpyFromSymbol(&value, data, sizeof value);
  printf("data %d\n", value);
}

// CHECK: acquire 0 status 66
// CHECK: acquire 127 status 66
// CHECK: acquire 40 status 66
// CHECK: acquire 100 status 66
// CHECK: release 0 status 66
// CHECK: release 127 status 66
// CHECK: release 40 status 66
// CHECK: release 100 status 66
// CHECK: flag 0 status 66
// CHECK: flag 127 status 66
// CHECK: flag 40 status 66
// CHECK: flag 100 status 66

// GOOD-NOT: data race
// GOOD: data 128
// GOOD: {{^}}RaceMap: orders=20: 1 launch in so many other orders; 0 findings in these only{{$}}
// GOOD: acquire status 0
// GOOD: data 128
// GOOD: release status 0
// GOOD-NOT: no data
// GOOD: kernel printed
// GOOD-NOT: kernel printed
// GOOD: data 1
// GOOD: flag status 0

// ONCE: data 128
// ONCE: {{^}}status 0
// TWENTY: {{^}}RaceMap: orders=20: 1 launch in so many other orders; {{[1-9]}} finding{{s?}} in these only{{$}}
// TWENTY: {{^}}status 66

// BETWEEN: {{^}}RaceMap: orders=200: 1 launch in so many other orders; {{[1-9]}} finding{{s?}} in these only{{$}}
// BETWEEN: {{^}}status 66
// Two blocks may do it in the launch itself.
// BETWEEN: {{^}}RaceMap: orders=200: 1 launch in so many other orders; {{[0-9]}} finding{{s?}} in these only{{$}}
// BETWEEN: {{^}}status 66

// REPORT: WARNING: RaceMap: data race
// REPORT: Launch 1: flag(int) <<<(2,1,1), (64,1,1)>>>, in the order of seed={{[0-9]+}}, at
// REPORT: SUMMARY: RaceMap: 1 data race

// JSON: "number": 1
// JSON: "seed": {{[0-9]+}}

// AGAIN: WARNING: RaceMap: data race
// AGAIN: status 66
