// On a GPU, too, launches that keep to what a proof assumes run a copy of the
// kernel that leaves the proved accesses alone.
//
// REQUIRES: codegen, cuda
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu -O2 %s -o %t 2>/dev/null
// RUN: bash -c 'for k in apart overlapping tile large partly both graph outside parameters pinned nothing; do env RACEMAP_OPTIONS=stats=1:print_limit=0 %t $k; echo $k status $?; done' 2>&1 | FileCheck %s
//
// RUN: env RACEMAP_OPTIONS=stats=1:elide=0 %t apart 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: %racemap cc --device=cpu --sanitize=gpu --elide=off -O2 %s -o %t-full 2>/dev/null
// RUN: env RACEMAP_OPTIONS=stats=1 %t-full apart 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: stats of add({{.*}}): launches 1, lean launches 0,
//
// In code for a GPU the copy has nothing of the monitor's but a function that
// counts what leaves its array, whatever -O; libdevice is linked in by then. In
// code that is not optimised, all is monitored.
// RUN: %racemap cc --device=gpu --sanitize -arch=sm_90 -O3 -S --cuda-device-only %s -o %t.ptx 2>/dev/null
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: %racemap cc --device=gpu --sanitize -arch=sm_90 -O1 -S --cuda-device-only %s -o %t.ptx 2>/dev/null
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: %racemap cc --device=gpu --sanitize -arch=sm_90 -O0 -S --cuda-device-only %s -o %t.ptx 2>/dev/null
// RUN: not grep __racemap_lean %t.ptx
//
// What the program is told of its kernels: a copy without room is none of them.
// RUN: %racemap cc --device=gpu --sanitize -arch=sm_90 -O1 -S -emit-llvm --cuda-device-only %s -o %t.ll 2>/dev/null
// RUN: FileCheck %s --check-prefix=TABLE --implicit-check-not=EE__racemap_lean --input-file=%t.ll
// TABLE: \22kernels\22:{\22_Z3addPiPKii\22:{
// TABLE-SAME: \22kernel\22:\22_Z3addPiPKii__racemap_lean\22
// TABLE-SAME: [{{[0-9]+}},\22n == 512\22,{{\[\[}}{{[0-9]+}},\22n\22,false]]]
// PTX: .entry _Z4wavePfPKf__racemap_lean(
// PTX-NOT: call.uni{{.*}}slow
// PTX-NOT: atom
// PTX: -- End function
#include <cstdio>
#include <cstring>

__global__ void add(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += in[i];
}

// CHECK: stats of add({{.*}}): launches 1, lean launches 1,
// CHECK: apart status 0
// CHECK: stats of add({{.*}}): launches 1, lean launches 0,
// CHECK: stats of add({{.*}}): monitored in full, 1 launch: not so: in and out do not overlap
// CHECK: SUMMARY: RaceMap: 1 data race
// CHECK: overlapping status 66

__global__ void wave(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = sinf(in[i]) + expf(in[i]);
}

// Nothing in shared memory is monitored, so that its cells take none.
__global__ void tile(int *out) {
  __shared__ int all[256];
  all[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = all[255 - threadIdx.x];
}

// CHECK: stats of tile({{.*}}): launches 1, lean launches 1, launches with cells in shared memory 0, launches with cells of shared memory in device memory 0
// CHECK: stats of wave({{.*}}): launches 1, lean launches 1,
// CHECK: tile status 0

// What the program asks for of the kernel, the copy has, too.
__global__ void large(int *out) {
  extern __shared__ int words[];
  words[threadIdx.x + 16384] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = words[16384 + (threadIdx.x ^ 1)];
}

// CHECK: stats of large({{.*}}): launches 1, lean launches 1,
// CHECK: large status 0

__global__ void partly(int *out, int *sum, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  sum[0] += in[i];
}

// CHECK: stats of partly({{.*}}): launches 1, lean launches 1,
// CHECK: SUMMARY: RaceMap: 1 data race
// CHECK: partly status 66
//
// A race that the kernel and its copy have is one.
// CHECK: stats of partly({{.*}}): launches 2, lean launches 1,
// CHECK: stats of partly({{.*}}): monitored in full, 1 launch: not so: {{.*}} do not overlap
// CHECK: SUMMARY: RaceMap: 1 data race, seen 126 times
// CHECK: both status 66
//
// CHECK: stats of add({{.*}}): monitored in full, 1 launch: graphs run kernels that are monitored in full
// CHECK: stats of nothing({{.*}}): monitored in full, 1 launch: graphs run kernels that are monitored in full
// CHECK: graph status 0
//
// What leaves its array is counted, and said.
// CHECK: warning: in add({{.*}}), accesses leave their arrays; {{.*}}elide=0
// CHECK: accesses outside of arrays 80
// CHECK: outside status 66

struct Arrays {
  int *Out, *In;
};

template <int N> struct Many {
  int *All[N];
};

__global__ void fields(Arrays A) { A.Out[threadIdx.x] = A.In[threadIdx.x]; }

// More arrays than there is room for in a launch.
template <int N> __global__ void many(Many<N> A) {
  int Sum = 0;
#define READ(I) Sum += A.All[I][threadIdx.x];
#define EIGHT(I) READ(I) READ(I + 1) READ(I + 2) READ(I + 3) READ(I + 4) \
                 READ(I + 5) READ(I + 6) READ(I + 7)
  EIGHT(0) EIGHT(8) EIGHT(16) EIGHT(24) EIGHT(32) EIGHT(40)
  A.All[N - 1][threadIdx.x] = Sum;
}

// CHECK: stats of fields({{.*}}): launches 1, lean launches 1,
// CHECK: stats of void many<49>({{.*}}): launches 1, lean launches 0,
// CHECK: stats of void many<49>({{.*}}): monitored in full, 1 launch: there is no room in a launch for so many arrays
// CHECK: parameters status 0

// Where memory of the host ends, nobody knows.
// CHECK: stats of add({{.*}}): monitored in full, 1 launch: not so: in and out do not overlap
// CHECK: stats of tile({{.*}}): monitored in full, 1 launch: an argument points to memory that is not known to be the device's
// CHECK: pinned status 0

__device__ int cells[64];
__global__ void nothing() { cells[threadIdx.x] = threadIdx.x; }

// CHECK: stats of nothing({{.*}}): launches 1, lean launches 1,
// CHECK: nothing status 0

static int *array(int n) {
  int *p;
  if (cudaMalloc(&p, n * sizeof(int)) != cudaSuccess)
    puts("no memory");
  cudaMemset(p, 0, n * sizeof(int));
  return p;
}

static bool holds(const int *p, int i, int value) {
  int found;
  cudaMemcpy(&found, p + i, sizeof(int), cudaMemcpyDeviceToHost);
  return found == value;
}

static bool run(const char *k) {
  int *a = array(512), *b = array(512);
  bool fine = true;
  if (!strcmp(k, "apart"))
    add<<<2, 256>>>(a, b, 512);
  if (!strcmp(k, "overlapping"))
    add<<<2, 128>>>(a + 1, a, 256);
  if (!strcmp(k, "outside"))
    add<<<3, 256>>>(array(600), array(600), 640); // 2560 bytes are theirs alone
  if (!strcmp(k, "tile")) {
    tile<<<2, 256>>>(a);
    fine = holds(a, 1, 254) && holds(a, 511, 0);
    wave<<<2, 256>>>((float *)a, (float *)b);
  }
  if (!strcmp(k, "large")) {
    constexpr int Bytes = 96 << 10;
    fine = cudaFuncSetAttribute(large,
                                cudaFuncAttributeMaxDynamicSharedMemorySize,
                                Bytes) == cudaSuccess;
    large<<<1, 64, Bytes>>>(a);
    fine = fine && holds(a, 62, 63);
  }
  if (!strcmp(k, "partly") || !strcmp(k, "both"))
    partly<<<1, 64>>>(a, array(1), b);
  if (!strcmp(k, "both"))
    partly<<<1, 64>>>(a, a + 256, b);
  if (!strcmp(k, "graph")) {
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add<<<2, 256, 0, s>>>(a, b, 512);
    nothing<<<1, 64, 0, s>>>();
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, 0);
    cudaGraphLaunch(e, s);
  }
  if (!strcmp(k, "pinned")) {
    int *p;
    cudaMallocHost(&p, 2048);
    add<<<2, 256>>>(a, p, 512);
    tile<<<2, 256>>>(p);
  }
  if (!strcmp(k, "nothing"))
    nothing<<<1, 64>>>();
  if (!strcmp(k, "parameters")) {
    fields<<<1, 64>>>({a, b});
    Many<49> all;
    for (int *&p : all.All)
      p = array(64);
    many<<<1, 64>>>(all);
  }
  return cudaDeviceSynchronize() == cudaSuccess && fine;
}

int main(int, char **argv) {
  if (!run(argv[1]))
    puts("wrong");
}
