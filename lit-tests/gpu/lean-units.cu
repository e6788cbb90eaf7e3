// Units may have kernels of one name, of which different things are proved: a
// launch is asked what its own unit's proof assumes.
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu -O2 -DOTHER -c %s -o %t.a.o 2>/dev/null
// RUN: %racemap cc --device=cpu --sanitize=gpu -O2 -c %s -o %t.b.o 2>/dev/null
// RUN: %racemap cc --device=cpu --sanitize=gpu %t.a.o %t.b.o -o %t
// RUN: sh %S/../cli/Inputs/status.sh 66 env RACEMAP_OPTIONS=stats=1:print_limit=0 %t 2>&1 | FileCheck %s
// RUN: %racemap cc --device=cpu --sanitize=gpu %t.b.o %t.a.o -o %t
// RUN: sh %S/../cli/Inputs/status.sh 66 env RACEMAP_OPTIONS=stats=1:print_limit=0 %t 2>&1 | FileCheck %s
//
// Of a template, each has its own.
// CHECK-DAG: stats of put(int*, int): launches 2, lean launches 1,
// CHECK-DAG: stats of void both<int>(int*): launches 2, lean launches 2,
// CHECK: SUMMARY: RaceMap: 1 data race

template <class T> __global__ void both(T *out) { out[threadIdx.x] = 1; }

#ifdef OTHER

static __global__ void put(int *out, int) { out[threadIdx.x] = threadIdx.x; }

void other(int *out) {
  put<<<1, 64>>>(out, 0);
  both<<<1, 64>>>(out);
}

#else

static __global__ void put(int *out, int s) {
  out[threadIdx.x * s] = threadIdx.x;
}

void other(int *out);

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  other(out);
  put<<<1, 64>>>(out, 0);
  both<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}

#endif
