// Programs are linked with the host runtime, whichever CUDA runtime they have,
// for several architectures at once, whole or from objects. With no GPU they
// run as they would: CUDA says that there is none.
//
// REQUIRES: codegen, ptxas
// RUN: %runtime
// DEFINE: %{cc} = %racemap cc --sanitize --device=gpu --kernel=^$ -O1
// RUN: rm -rf %t && mkdir %t
// RUN: %{cc} -arch=sm_90 %s -o %t/static
// RUN: %llvm_nm %t/static | FileCheck %s
// RUN: %t/static | FileCheck %s --check-prefix=NONE
// RUN: ldd %t/static | FileCheck %s --check-prefix=STATIC
// RUN: %{cc} -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 -c %s -o %t/several.o
// RUN: %llvm_nm %t/several.o | FileCheck %s --check-prefix=OBJECT
// RUN: %{cc} %t/several.o -L%cuda_path/lib64 -lcudart -o %t/shared
// RUN: ldd %t/shared | FileCheck %s --check-prefix=SHARED
// RUN: %llvm_nm %t/shared | FileCheck %s

// A thread's own default stream is meant by other names.
// RUN: %{cc} -arch=sm_90 -DCUDA_API_PER_THREAD_DEFAULT_STREAM %s -o %t/own
// RUN: %llvm_nm %t/own | FileCheck %s

// What the runtime itself copies and clears is on a stream of its own.
// RUN: %llvm_nm -A %prefix/lib/libracemap-gpu.a | grep -v Calls.cpp | FileCheck %s --check-prefix=STREAM
// STREAM-NOT: U cudaMem{{cpy|set}}{{[A-Za-z]*Symbol|$}}
// STREAM: U cudaMemcpyAsync
// STREAM-NOT: U cudaMem{{cpy|set}}{{[A-Za-z]*Symbol|$}}

#include <cstdio>
__global__ void kernel(float *a) { a[threadIdx.x] += 1; }

int main() {
  float *a = nullptr;
  cudaError_t E = cudaMalloc(&a, 1024);
  kernel<<<1, 64>>>(a);
  std::printf("%s\n", E == cudaSuccess ? "a device" : "no device");
}

// The program's own calls go to the host runtime, also those of templates in
// headers; no other way is left.
// OBJECT-NOT: U cudaMalloc
// OBJECT-NOT: U cudaLaunchKernel
// OBJECT: U __racemap_cudaLaunchKernel
// OBJECT-NEXT: U __racemap_cudaMalloc
// OBJECT: U __racemap_gpu_register
// CHECK-DAG: T __racemap_cudaLaunchKernel
// CHECK-DAG: _ZL14__racemap_unit
// STATIC-NOT: cudart
// SHARED: libcudart.so
// NONE: {{a|no}} device
