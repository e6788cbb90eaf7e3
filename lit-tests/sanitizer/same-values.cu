// Threads that store the same value conflict, which is a remark and does not
// decide the exit status, unless benign=report says so. One store of another
// value makes it a race. Blocks may run at the same time: that their threads
// store the same has to be seen in the code.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c 'for k in constant found wide blocks members fenced volatile; do %t $k; echo $k status $?; done' 2>&1 | FileCheck %s
// RUN: bash -c 'for k in blocksFind twoWays loops twice otherwise sometimes volatileTwice late bytes read atomic; do %t $k; echo $k status $?; done' 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: env RACEMAP_OPTIONS=benign=report bash -c '%t constant; echo status $?' 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: env RACEMAP_OPTIONS=benign=hide:json=%t.json bash -c '%t constant; echo status $?' 2>&1 | FileCheck %s --check-prefix=HIDE
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: %racemap report %t.json | FileCheck %s --check-prefix=PAGE
// RUN: env RACEMAP_OPTIONS=benign=maybe bash -c '%t constant' 2>&1 | FileCheck %s --check-prefix=WRONG
#include <cstring>

__global__ void constant(int *out) { out[0] = 1; }

// What all find in one place.
__global__ void found(float *out) {
  __shared__ float sums[64];
  sums[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[0] = sums[63];
}

__global__ void wide(double2 *out) { out[0] = {1.5, -2.5}; }

// Two places of one array, and what follows from parameters and dimensions.
__global__ void blocks(int *out, int value) {
  out[0] = value + 1;
  out[1] = (int)blockDim.x;
}

// The same array behind another pointer has other values.
struct Members {
  int *flag, *data;
};
__global__ void members(Members m) {
  *m.flag = 1;
  m.data[blockIdx.x] = blockIdx.x;
  *m.flag = 1;
}

// Other blocks find the same, but that is known when they have run only.
__global__ void blocksFind(int *out, const int *value) { *out = *value; }

// These may be the same place.
__global__ void twoWays(int *out, int value) {
  out[0] = 1;
  out[value] = 2;
}

// Each iteration stores another value.
__global__ void loops(int *out, int num) {
  for (int i = 0; i < num; ++i)
    *out = i;
}

// With histories of words.
__global__ void fenced(int *out) {
  __threadfence();
  out[1] = out[0] + 5;
}

__global__ void isVolatile(volatile int *out) { *out = 3; }

// The second store is of other values.
__global__ void twice(int *out) {
  *out = 0;
  *out = threadIdx.x;
}

__global__ void otherwise(int *out, bool first) {
  if (first)
    *out = 0;
  else
    *out = 1;
  *out = threadIdx.x;
}

// Only by one of two ways.
__global__ void sometimes(int *out, bool first) {
  if (first)
    *out = 0;
  *out = threadIdx.x;
}

__global__ void volatileTwice(volatile int *out) {
  *out = 0;
  *out = threadIdx.x;
}

// The values differ for the last thread only.
__global__ void late(int *out) { *out = threadIdx.x == 63 ? 7 : 6; }

// One byte of four does.
__global__ void bytes(char4 *out) {
  *out = make_char4(1, 2, threadIdx.x == 40 ? 4 : 3, 4);
}

// Who reads meanwhile races, whatever is written.
__global__ void read(int *out) {
  if (threadIdx.x)
    *out = 0;
  else
    out[1] = *out;
}

__global__ void atomic(int *out) {
  if (threadIdx.x)
    atomicExch(out, 0);
  else
    *out = 0;
}

int main(int, char **argv) {
  auto is = [&](const char *kernel) { return !strcmp(argv[1], kernel); };
  int *out;
  cudaMalloc(&out, 256);
  cudaMemset(out, 0, 256);
  if (is("constant"))
    constant<<<2, 64>>>(out);
  if (is("found"))
    found<<<1, 64>>>((float *)out);
  if (is("wide"))
    wide<<<1, 64>>>((double2 *)out);
  if (is("blocks"))
    blocks<<<8, 1>>>(out, 4);
  if (is("members"))
    members<<<8, 1>>>({out, out + 1});
  if (is("blocksFind"))
    blocksFind<<<8, 1>>>(out, out + 1);
  if (is("twoWays"))
    twoWays<<<8, 1>>>(out, 0);
  if (is("loops"))
    loops<<<8, 1>>>(out, 3);
  if (is("fenced"))
    fenced<<<1, 64>>>(out);
  if (is("volatile"))
    isVolatile<<<1, 64>>>(out);
  if (is("twice"))
    twice<<<1, 2>>>(out);
  if (is("otherwise"))
    otherwise<<<1, 2>>>(out, true);
  if (is("sometimes"))
    sometimes<<<1, 2>>>(out, true);
  if (is("volatileTwice"))
    volatileTwice<<<1, 2>>>(out);
  if (is("late"))
    late<<<1, 64>>>(out);
  if (is("bytes"))
    bytes<<<1, 64>>>((char4 *)out);
  if (is("read"))
    read<<<1, 2>>>(out);
  if (is("atomic"))
    atomic<<<1, 2>>>(out);
}

// CHECK-NOT: WARNING
// CHECK: REMARK: RaceMap: same-value conflict
// CHECK-NEXT: Both threads store the same value; this does not decide the exit status (benign=report)
// CHECK: constant status 0
// CHECK: REMARK: RaceMap: same-value conflict
// CHECK: found status 0
// CHECK: REMARK: RaceMap: same-value conflict
// CHECK: wide status 0
// CHECK: REMARK: RaceMap: same-value conflict
// CHECK: REMARK: RaceMap: same-value conflict
// CHECK: blocks status 0
// CHECK: REMARK: RaceMap: same-value conflict
// CHECK: members status 0
// CHECK: REMARK: RaceMap: same-value conflict
// CHECK: fenced status 0
// CHECK: REMARK: RaceMap: same-value conflict
// CHECK: volatile status 0
// CHECK-NOT: WARNING

// RACE: WARNING: RaceMap: data race
// RACE: blocksFind status 66
// RACE: WARNING: RaceMap: data race
// RACE: twoWays status 66
// RACE: WARNING: RaceMap: data race
// RACE: loops status 66
// RACE: WARNING: RaceMap: data race
// RACE: twice status 66
// RACE: WARNING: RaceMap: data race
// RACE: otherwise status 66
// RACE: WARNING: RaceMap: data race
// RACE: sometimes status 66
// RACE: WARNING: RaceMap: data race
// RACE: volatileTwice status 66
// RACE: REMARK: RaceMap: same-value conflict
// RACE: RaceMap: in the race that follows, both threads wrote the same value when it was told above; now they do not
// RACE: WARNING: RaceMap: data race
// RACE: {{^}}SUMMARY: RaceMap: 1 data race, seen 63 times{{$}}
// RACE: late status 66
// RACE: WARNING: RaceMap: data race
// RACE: bytes status 66
// RACE: WARNING: RaceMap: data race
// RACE: read status 66
// RACE: WARNING: RaceMap: data race
// RACE: atomic status 66

// REPORT: WARNING: RaceMap: same-value conflict
// REPORT: SUMMARY: RaceMap: 1 same-value conflict, seen 127 times
// REPORT: status 66

// HIDE-NOT: RaceMap
// HIDE: status 0

// JSON: "benign": true

// PAGE: remark: same-value conflict on 'out' in kernel 'constant(int*)'

// WRONG: 'maybe' is no value for benign
