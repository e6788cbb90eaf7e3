// cuRAND's generators on the device: a state of each thread, kept in a local
// variable or put back, is its own; one for all threads of a block is not.
//
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <curand_kernel.h>

#define INDEX blockIdx.x *blockDim.x + threadIdx.x

template <typename State>
__device__ void begin(State *states, unsigned long long seed, int at) {
  curand_init(seed, INDEX, 0, &states[at]); // expected-warning {{data race on 's' in kernel 'beginOne(}} expected-remark {{same-value conflict on 's' in kernel 'beginOne(}} expected-note 1+{{}}
}
__global__ void beginEach(curandState *s) { begin(s, 7, INDEX); }
__global__ void beginOne(curandState *s) { begin(s, 7, blockIdx.x); } // expected-note 3{{called here}}

__global__ void ofEach(curandState *states, float *out) {
  int i = INDEX;
  curandState mine = states[i];
  out[i] = curand_uniform(&mine) + curand_normal(&mine);
  states[i] = mine;
}

__global__ void philoxOfEach(float4 *out, unsigned long long seed) {
  curandStatePhilox4_32_10_t mine;
  curand_init(seed, INDEX, 0, &mine);
  out[INDEX] = curand_uniform4(&mine);
}

__global__ void ofTheBlock(curandState *states, float *out) {
  curandState mine = states[blockIdx.x]; // expected-warning {{data race on 'states'}} expected-note 1+{{}}
  out[INDEX] = curand_uniform(&mine);
  states[blockIdx.x] = mine; // expected-note {{the other}}
}

// Where a number says to write, two threads may.
__global__ void anywhere(int *visited, unsigned long long seed, int n) { // expected-remark {{undecided}}
  curandState mine;
  curand_init(seed, INDEX, 0, &mine);
  visited[curand(&mine) % n] = 1 + threadIdx.x;
}

void launch(curandState *s, float *out, float4 *wide, int *visited) {
  beginEach<<<8, 128>>>(s);
  beginOne<<<8, 128>>>(s);
  ofEach<<<8, 128>>>(s, out);
  philoxOfEach<<<8, 128>>>(wide, 1);
  ofTheBlock<<<8, 128>>>(s, out);
  anywhere<<<8, 128>>>(visited, 3, 100);
}
