// Accesses that are proved not to race are left alone, in launches that keep to
// what the proof assumes: sizes, relations between parameters, arrays that are
// apart. Any other launch is monitored in full, and what leaves its array is
// told in any case.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t 2>/dev/null
// RUN: bash -c 'for k in reverse swapped larger apart overlapping shifted within pitched narrow partly fields variable dynamic outside freed fenced neighbour given instances twice null counted widths vectors; do env RACEMAP_OPTIONS=stats=1:print_limit=0 %t $k; echo $k status $?; done' 2>&1 | FileCheck %s
//
// elide=off monitors all of them in full.
// RUN: %racemap cc --sanitize --device=cpu --elide=off %s -o %t-full 2>/dev/null
// RUN: env RACEMAP_OPTIONS=stats=1 %t-full reverse 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: stats of reverse({{.*}}): {{.*}}lean launches 0, accesses 768,
//
// Nor does a run with elide=0.
// RUN: env RACEMAP_OPTIONS=stats=1:elide=0 %t reverse 2>&1 | FileCheck %s --check-prefix=FULL
//
// The numbers of the JSON are those of the text.
// RUN: env RACEMAP_OPTIONS=stats=1:json=%t.json %t reverse 2>/dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// JSON: "lean launches": 1
#include <cstring>

__global__ void reverse(int *out, int n) {
  __shared__ int tile[256];
  tile[threadIdx.x] = n + threadIdx.y;
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x];
}

// CHECK: stats of reverse({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: reverse status 0
// CHECK: stats of reverse({{.*}}): {{.*}}lean launches 0, accesses 768,
// CHECK: stats of reverse({{.*}}): monitored in full, 1 launch: not so: blockDim.x == 256
// CHECK: SUMMARY: RaceMap: {{[1-9]}}
// CHECK: swapped status 66
// Another grid is as good as the one in sight, but for the array's size.
// CHECK: stats of reverse({{.*}}): {{.*}}lean launches 1,
// CHECK: SUMMARY: RaceMap: 1 out-of-bounds access
// CHECK: larger status 66

__global__ void add(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += in[i];
}

// CHECK: stats of add({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: apart status 0
// CHECK: stats of add({{.*}}): {{.*}}lean launches 0,
// CHECK: stats of add({{.*}}): monitored in full, 1 launch: not so: in and out do not overlap
// CHECK: overlapping status 66
// Whether they really overlap is not known: one allocation is one object.
// CHECK: stats of add({{.*}}): monitored in full, 1 launch: not so: in and out do not overlap
// CHECK: shifted status 0

__global__ void rows(int *out, int width, int pitch) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < width)
    out[y * pitch + x] = y;
}

// CHECK: stats of rows({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: within status 0
// CHECK: stats of rows({{.*}}): {{.*}}lean launches 0,
// CHECK: stats of rows({{.*}}): monitored in full, 1 launch: not so: pitch == 64
// CHECK: SUMMARY: RaceMap: 1 data race
// CHECK: pitched status 66
// CHECK: narrow status 0

// One of its arrays has races.
__global__ void partly(int *out, int *sum, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  sum[0] += out[i];
}

// CHECK: stats of partly({{.*}}): {{.*}}lean launches 1, accesses 256,
// CHECK: SUMMARY: RaceMap: 1 data race
// CHECK: partly status 66

struct Arrays {
  int n;
  int *out;
  const int *in;
};

__global__ void fields(Arrays a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.n)
    a.out[i] = a.in[i];
}

// CHECK: stats of fields({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: fields status 0

__device__ int table[512];

__global__ void variable(const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  table[i] = in[i];
}

// The address of the variable itself is no other array.
// CHECK: stats of variable({{.*}}): {{.*}}launches 2, lean launches 1,
// CHECK: stats of variable({{.*}}): monitored in full, 1 launch: not so: in and table do not overlap
// CHECK: variable status 66

__global__ void dynamic(int *out) {
  extern __shared__ int words[];
  words[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = words[blockDim.x - 1 - threadIdx.x];
}

// CHECK: stats of dynamic({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: dynamic status 0

// What is behind the array is told as in the full kernel.
// CHECK: stats of add({{.*}}): {{.*}}lean launches 1, accesses 1,
// CHECK: SUMMARY: RaceMap: 1 out-of-bounds access
// CHECK: outside status 66
// Freed memory is no array.
// CHECK: stats of add({{.*}}): {{.*}}lean launches 0,
// CHECK: SUMMARY: RaceMap: 1 out-of-bounds access
// CHECK: freed status 66

// Only what is no plain access is monitored.
__global__ void fenced(int *data, int *flag) {
  int i = threadIdx.x;
  data[i] = i;
  __threadfence();
  atomicAdd(flag, data[i]);
}

// CHECK: stats of fenced({{.*}}): {{.*}}lean launches 1, accesses 64,
// CHECK: fenced status 0

// What is in another one's array is nobody's who is monitored.
__global__ void shift(int *out, const int *in, int by) {
  int i = threadIdx.x;
  out[i + by] = in[i];
}

// CHECK: stats of shift({{.*}}): {{.*}}lean launches 1, accesses 256,
// CHECK: SUMMARY: RaceMap: 1 out-of-bounds access, seen 256 times
// CHECK: neighbour status 66

// A parameter that the kernel changes does not say where its memory is.
__global__ void given(Arrays a) {
  int i = threadIdx.x;
  if (a.n > 1)
    a.out = (int *)a.in;
  a.out[i] = i;
}

// CHECK: stats of given({{.*}}): {{.*}}accesses 256,
// CHECK: given status 0

template <typename T> __global__ void instance(T *to, const T *from) {
  to[threadIdx.x] = from[threadIdx.x];
}

// CHECK: stats of void instance<int>({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: stats of void instance<unsigned int>({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: instances status 0

// Of two copies of one store, one races.
__device__ void put(int *to, int value) { *to = value; }
__global__ void twice(int *out, int *sum) {
  put(out + threadIdx.x, 1);
  put(sum, threadIdx.x);
}

// CHECK: stats of twice({{.*}}): {{.*}}accesses 512,
// CHECK: stats of twice({{.*}}): monitored in full, 1 launch: no access is proved to race with none
// CHECK: SUMMARY: RaceMap: 1 data race
// CHECK: twice status 66

__global__ void null(int *out, const int *more) {
  int i = threadIdx.x;
  out[i] = more ? more[i] : 0;
}

// CHECK: stats of null({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: null status 0

// Atomic accesses order nothing where there are no fences.
__global__ void counted(const int *in, unsigned *bins) {
  atomicAdd(&bins[in[threadIdx.x] & 7], 1);
}

// CHECK: stats of counted({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: counted status 0

// But those of two widths conflict.
__global__ void widths(unsigned *bins) {
  atomicAdd(&bins[0], 1);
  atomicAdd((unsigned long long *)bins, 1);
}

// CHECK: SUMMARY: RaceMap: 1 data race
// CHECK: widths status 66

// A copy of memory of which the parts are used is still known.
__global__ void vectors(float4 *out, const float4 *in) {
  float4 v = in[threadIdx.x];
  v.x += v.y + v.z + v.w;
  out[threadIdx.x] = v;
}

// CHECK: stats of vectors({{.*}}): {{.*}}lean launches 1, accesses 0,
// CHECK: vectors status 0

int main(int, char **arguments) {
  auto is = [&](const char *name) { return !strcmp(arguments[1], name); };
  int *a, *b, *c;
  cudaMalloc(&a, 512 * sizeof(int));
  cudaMalloc(&b, 512 * sizeof(int));
  cudaMalloc(&c, 256 * sizeof(int));
  cudaMemset(a, 0, 512 * sizeof(int));
  cudaMemset(b, 0, 512 * sizeof(int));
  if (is("reverse"))
    reverse<<<1, 256>>>(a, 1);
  int two = is("swapped") ? 2 : 1;
  if (is("swapped"))
    reverse<<<1, dim3(128, two)>>>(a, 1);
  if (is("larger"))
    reverse<<<2, 255 + two>>>(c, 1);
  if (is("apart"))
    add<<<2, 256>>>(a, b, 512);
  if (is("overlapping"))
    add<<<2, 256>>>(a + 1, a, 511);
  if (is("shifted"))
    add<<<1, 256>>>(a + 256, a, 256);
  if (is("within"))
    rows<<<4, 64>>>(a, 64, 64);
  if (is("pitched"))
    rows<<<4, 64>>>(a, 64, 32);
  if (is("narrow"))
    rows<<<4, 32>>>(a, 32, 64);
  if (is("partly"))
    partly<<<1, 256>>>(a, c, b);
  if (is("fields"))
    fields<<<2, 256>>>({512, a, b});
  if (is("variable")) {
    int *same;
    cudaGetSymbolAddress((void **)&same, table);
    variable<<<2, 256>>>(a);
    variable<<<1, 256>>>(same + 1);
  }
  if (is("dynamic"))
    dynamic<<<1, 256, 256 * sizeof(int)>>>(a);
  if (is("outside"))
    add<<<1, 257>>>(c, a, 257);
  if (is("freed")) {
    cudaFree(c);
    add<<<1, 256>>>(c, a, 256);
  }
  if (is("fenced"))
    fenced<<<1, 64>>>(a, b);
  if (is("neighbour"))
    shift<<<1, 256>>>(a, b, int(b - a) + 1);
  if (is("given"))
    given<<<1, 256>>>({512, c, a});
  if (is("instances")) {
    instance<<<1, 256>>>(a, b);
    instance<<<1, 256>>>((unsigned *)a, (unsigned *)b);
  }
  if (is("twice"))
    twice<<<1, 256>>>(a, b);
  if (is("null"))
    null<<<1, 256>>>(a, nullptr);
  if (is("counted"))
    counted<<<1, 256>>>(a, (unsigned *)b);
  if (is("vectors"))
    vectors<<<1, 64>>>((float4 *)a, (float4 *)b);
  if (is("widths"))
    widths<<<1, 256>>>((unsigned *)b);
  return cudaDeviceSynchronize();
}
