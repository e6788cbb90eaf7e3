// Pointers of a run that overlap by ways that are easily missed: a race that the
// run reports is never in a kernel that is race-free where it was observed. Beside
// each stands a launch of the same kernel's twin that does not overlap.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/overlaps.cu && cd %t
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -w overlaps.cu -o program
// RUN: env RACEMAP_OPTIONS=exitcode=0:log_path=said:launches=1:json=run.json ./program
// RUN: %racemap check overlaps.cu --observed=run.json --json=check.json >summary 2>&1 || true
// RUN: %system_python %S/Inputs/compare.py run.json check.json | FileCheck %s
//
// CHECK: racing: before byBytes byIndex exchanged inNamespace inUnion value{{$}}
// CHECK-NEXT: free: freeBefore freeBytes freeExchanged freeUnion{{$}}

// RUN: FileCheck --check-prefix=SUMMARY %s <summary
// Without its launch, byIndex is race-free if what it finds in p does not overlap.
// SUMMARY: {{^}}12 kernels: 5 race-free, 3 racy, 4 unknown; 1 of the race-free ones only in

namespace n {
__device__ int table[256];
}
__device__ int other[256];

// Each thread writes its element of p, and reads the next one of q.
#define SHIFT(p, q, out) p[threadIdx.x] = 1, out[threadIdx.x] = q[threadIdx.x + 1]

__global__ void inNamespace(int *p, int *out) { SHIFT(p, n::table, out); }

__global__ void before(int *p, int *q, int *out, int n) {
  SHIFT((p + n), q, out);
}
__global__ void freeBefore(int *p, int *q, int *out, int n) {
  SHIFT((p + n), q, out);
}

union Either {
  long long Number;
  int *Pointer;
};
__global__ void inUnion(Either p, int *q, int *out) {
  SHIFT(p.Pointer, q, out);
}
__global__ void freeUnion(Either p, int *q, int *out) {
  SHIFT(p.Pointer, q, out);
}

struct Bytes {
  alignas(8) char Its[16];
};
__device__ int *second(const Bytes &B) {
  int *P;
  __builtin_memcpy(&P, B.Its + 8, 8);
  return P;
}
__global__ void byBytes(Bytes p, int *q, int *out) { SHIFT(second(p), q, out); }
__global__ void freeBytes(Bytes p, int *q, int *out) {
  SHIFT(second(p), q, out);
}

struct Four {
  int *Its[4];
};
__global__ void byIndex(Four p, int *out, int n) {
  SHIFT(p.Its[n & 3], p.Its[(n + 2) & 3], out);
}

// More launches than are kept apart, of which one has p and q exchanged.
__global__ void exchanged(int *p, int *q, int *out, int n) {
  p[threadIdx.x + n * 0] = 1, out[threadIdx.x] = other[threadIdx.x + 1];
  q[threadIdx.x] = n;
}
__global__ void freeExchanged(int *p, int *q, int *out, int n) {
  p[threadIdx.x + n * 0] = 1, out[threadIdx.x] = q[threadIdx.x + 1];
}

// What is read twice is not the same if a pointer leads there.
__global__ void value(int *p, int *out) {
  int First = other[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = 1 + First;
  __syncthreads();
  out[First == other[threadIdx.x] ? threadIdx.x : 0] = threadIdx.x;
}

// What was observed is nothing that the kernel is for: nothing was checked.
__global__ void vacuous(int *out, int n) {
  __builtin_assume(n > 10);
  out[threadIdx.x] = n;
}

int main(int argc, char **) {
  int *a, *b, *out, *table, *variable;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMalloc(&out, 4096);
  cudaGetSymbolAddress((void **)&table, n::table);
  cudaGetSymbolAddress((void **)&variable, other);
  inNamespace<<<1, 64>>>(table, out);
  before<<<1, 64>>>(a - argc, a, out, argc);
  freeBefore<<<1, 64>>>(a, b, out, argc);
  Either e;
  e.Pointer = a;
  inUnion<<<1, 64>>>(e, a, out);
  freeUnion<<<1, 64>>>(e, b, out);
  Bytes bytes = {};
  __builtin_memcpy(bytes.Its + 8, &a, 8);
  byBytes<<<1, 64>>>(bytes, a, out);
  freeBytes<<<1, 64>>>(bytes, b, out);
  byIndex<<<1, 64>>>(Four{{a, a, a, b}}, out, argc - 1);
  for (int i = 0; i < 20; ++i) {
    exchanged<<<1, 64>>>(i == 7 ? variable : a, i == 8 ? variable : b, out, i);
    freeExchanged<<<1, 64>>>(i % 2 ? a : b, i % 2 ? b : a, out, i);
  }
  value<<<1, 64>>>(variable, out);
  void (*unseen)(int *, int) = argc > 5 ? nullptr : vacuous;
  unseen<<<1, 64>>>(out, argc);
  unseen<<<1, 64>>>(out, 20 * argc);
  return cudaDeviceSynchronize();
}
