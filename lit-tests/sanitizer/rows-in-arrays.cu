// Lean kernels look once for a row of threads whether its accesses are in their
// arrays. Where one is not, wherever in the row, it is told, and the others are
// as they were.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t 2>/dev/null
// RUN: bash -c 'for k in "in 0" "in 1" "in -1" "back 999" "back 1000" "back 998" "signs 0" "signs 100"; do env RACEMAP_OPTIONS=stats=1:print_limit=0 %t $k; echo $k status $?; done' 2>&1 | FileCheck %s --implicit-check-not=WRONG
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void shifted(int *out, const int *in, int by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i + by];
}

// CHECK: stats of shifted({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: in 0 status 0
// CHECK: stats of shifted({{.*}}): {{.*}}lean launches 1, accesses 1,
// CHECK: SUMMARY: RaceMap: 1 out-of-bounds access
// CHECK: in 1 status 66
// CHECK: stats of shifted({{.*}}): {{.*}}lean launches 1, accesses 1,
// CHECK: SUMMARY: RaceMap: 1 out-of-bounds access
// CHECK: in -1 status 66

__global__ void backwards(int *out, const int *in, int last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[last - i];
}

// CHECK: stats of backwards({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: back 999 status 0
// CHECK: stats of backwards({{.*}}): {{.*}}lean launches 1, accesses 1,
// CHECK: SUMMARY: RaceMap: 1 out-of-bounds access
// CHECK: back 1000 status 66
// CHECK: stats of backwards({{.*}}): {{.*}}lean launches 1, accesses 1,
// CHECK: SUMMARY: RaceMap: 1 out-of-bounds access
// CHECK: back 998 status 66

// From the 28th on, half of them are before the array, though the first and,
// if numbers went on, the last are in it.
__global__ void signs(int *out, const int *in, int from) {
  int i = threadIdx.x;
  out[i] = in[(signed char)(from + i)];
}

// CHECK: stats of signs({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: signs 0 status 0
// CHECK: stats of signs({{.*}}): {{.*}}lean launches 1, accesses {{[1-9]}}
// CHECK: SUMMARY: RaceMap: 1 out-of-bounds access
// CHECK: signs 100 status 66

static bool isRight(const int *out, int n, int first, int step) {
  bool right = true;
  for (int i = 0; i < n; ++i) {
    int from = first + step * i;
    right &= from < 0 || from >= 1000 || out[i] == 3 * from + 1;
  }
  return right;
}

int main(int, char **argv) {
  int *out, *in, by = atoi(argv[2]), n = 1000;
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMallocManaged(&in, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = 3 * i + 1;
  bool right = true;
  if (!strcmp(argv[1], "in"))
    shifted<<<4, 256>>>(out, in, by, n);
  if (!strcmp(argv[1], "back"))
    backwards<<<4, 256>>>(out, in, by, n);
  if (!strcmp(argv[1], "signs"))
    signs<<<1, by ? 256 : 128>>>(out, in, by);
  // Not if it has ended at an access to what nobody has.
  bool isWhole = cudaDeviceSynchronize() == cudaSuccess;
  if (isWhole && !strcmp(argv[1], "in"))
    right = isRight(out, n, by, 1);
  if (isWhole && !strcmp(argv[1], "back"))
    right = isRight(out, n, by, -1);
  if (!right)
    puts("WRONG");
  return 0;
}
