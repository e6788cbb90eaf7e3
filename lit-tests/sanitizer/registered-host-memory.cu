// Memory of the host that is registered is monitored as the device's own is,
// where it stays: at any address, by plain and atomic accesses and by copies,
// as long as it is registered.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu -g -w %s -o %t
// RUN: env RACEMAP_OPTIONS=exitcode=0 %t > %t.log 2>&1
// RUN: FileCheck %s --input-file=%t.log
// RUN: %racemap cc --sanitize --device=cpu -w -DFIXED %s -o %t.fixed
// RUN: %t.fixed 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: env RACEMAP_OPTIONS=stats=1 %t.fixed 2>&1 | \
// RUN:   FileCheck %s --check-prefix=WORD
// RUN: not %t.fixed unregistered 2>&1 | FileCheck %s --check-prefix=GONE
//
// SILENT-NOT: RaceMap
#include <cstdio>
#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>

#ifdef FIXED
#define PER_THREAD 1
#else
#define PER_THREAD 2
#endif

__device__ int flag;

__global__ void halves(int *out) {
  out[threadIdx.x / PER_THREAD] = threadIdx.x;
}

// Bytes beside each other are no race, whatever the range begins with.
__global__ void bytes(char *out) {
  out[threadIdx.x / PER_THREAD] = threadIdx.x;
}

// A word of the host is one word, whatever the range begins with.
__global__ void word(int *out) { *out = 1; }

// What others read and write is ordered by a flag, or not.
__global__ void handsOver(int *box) {
  if (threadIdx.x == 0) {
    *box = 1;
    if (PER_THREAD == 1)
      __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (!atomicAdd(&flag, 0))
      ;
    __threadfence();
    box[1] = *box;
  }
}

__global__ void copied(int4 *in) {
  __shared__ int4 tile[2];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 16);
  __pipeline_commit();
  if (PER_THREAD == 1) {
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  in[1 - threadIdx.x].x = 5;
}

alignas(16) static char memory[4096];

int main(int argc, char **) {
  size_t before, after, total;
  cudaMemGetInfo(&before, &total);
  cudaHostRegister(memory, 1024, cudaHostRegisterMapped);
  cudaHostRegister(memory + 2049, 8, cudaHostRegisterMapped);
  cudaMemGetInfo(&after, &total);
  if (before != after)
    return 1;

  auto *words = reinterpret_cast<int *>(memory);
  printf("words at %p\n", memory + 16);
  fflush(stdout);
  halves<<<1, 8>>>(words + 4);
  // CHECK:      words at [[WORDS:0x[0-9a-f]+]]
  // CHECK:      data race
  // CHECK-NEXT: Write of 4 bytes at [[WORDS]] by thread (1,0,0)
  // CHECK:      Location is 16 bytes into a 1024-byte range of registered
  // CHECK-SAME: host memory
  // CHECK-NEXT: #0 main {{.*}}registered-host-memory.cu:[[#@LINE - 15]]
  // CHECK:      Launch 1: halves(int*)
  halves<<<1, 8>>>(words + 4); // launches are in order

  bytes<<<1, 6>>>(memory + 2050);
  // CHECK: data race
  // CHECK: Launch 3: bytes(char*)

  handsOver<<<1, 2>>>(words);
  // CHECK: data race
  // CHECK: Launch 4: handsOver(int*)

  copied<<<1, 2>>>(reinterpret_cast<int4 *>(memory));
  // CHECK: data race
  // CHECK: Launch 5: copied(int4*)

  word<<<1, 1>>>(reinterpret_cast<int *>(memory + 2052));
  // WORD: stats of word(int*): {{.*}}, words 1, shadow loads 1,

  if (argc > 1) {
    cudaHostUnregister(memory);
    halves<<<1, 8>>>(words);
    // GONE: out-of-bounds access
    // GONE: Launch 7: halves(int*)
    return cudaDeviceSynchronize() != cudaSuccess;
  }
  if (cudaDeviceSynchronize() != cudaSuccess || cudaHostUnregister(memory) ||
      cudaHostRegister(memory + 4, 512, 0))
    return 1;
  halves<<<1, 8>>>(words + 1); // nobody has touched what is new
  return cudaDeviceSynchronize() != cudaSuccess;
}
