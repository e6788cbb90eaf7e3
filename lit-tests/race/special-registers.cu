// What special registers say of the machine can be anything, for each thread:
// it is a value, whatever is made of it. What is done under it, or at places
// that it decides, is done by anyone.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify -fplugin-arg-racemap-level=possible -fplugin-arg-racemap-json=%t.json %s
// RUN: FileCheck %s <%t.json

#define OWN blockIdx.x * blockDim.x + threadIdx.x

__device__ unsigned smid() {
  unsigned r;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(r));
  return r;
}

__global__ void values(unsigned *out, unsigned *counters) {
  unsigned pm, nsmid, test, sum;
  unsigned long long time, grid;
  asm volatile("mov.u32 %0, %%pm0;" : "=r"(pm)::"memory");
  asm("mov.u32 %0, %%nsmid;" : "=r"(nsmid));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  asm("{ .reg .u32 t; mov.u32 t, %%smid; cvt.u64.u32 %0, t; }" : "=l"(grid));
  asm("{ .reg .pred p; .reg .u32 t; mov.u32 t, %%warpid; setp.lt.u32 p, t, 4;"
      " selp.u32 %0, 1, 0, p; }" : "=r"(test));
  asm("mad.lo.u32 %0, %%smid, 4, %%nwarpid;" : "=r"(sum));
  atomicAdd(counters + smid(), 1);
  out[OWN] = pm + nsmid + time + grid + test + sum;
}
// CHECK: "name": "values(unsigned int*, unsigned int*)"
// CHECK: "verdict": "race-free"

__global__ void places(unsigned *out) { // expected-remark {{only possible findings}}
  out[smid()] = threadIdx.x; // expected-warning {{data race on 'out' in kernel 'places(unsigned int*)'}} expected-note 1+ {{}}
}
// CHECK: "name": "places(unsigned int*)"
// CHECK: "verdict": "unknown"

__global__ void conditions(unsigned *out) { // expected-remark {{is undecided}}
  __shared__ unsigned a[1024];
  a[threadIdx.x] = threadIdx.x; // expected-warning {{data race on 'a'}} expected-note 1+ {{}}
  if (smid() < 4)
    __syncthreads(); // expected-warning {{barrier divergence}} expected-note 1+ {{}}
  out[OWN] = a[(threadIdx.x + 1) % blockDim.x]; // expected-note {{the other access}}
}
// CHECK: "name": "conditions(unsigned int*)"
// CHECK-NOT: "verdict": "race-free"
