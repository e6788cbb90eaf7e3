// What a configuration file says of a run: which kernels, arrays, blocks and
// threads are monitored, how shadow cells are divided, what is not reported.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %bare
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %racemap cc --sanitize --device=cpu --kernel='^$' %s -o run
// RUN: not ./run 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: SUMMARY: RaceMap: 3 data races
//
// RUN: printf '[monitor]\nkernels = "^pairs"\n' >c.toml
// RUN: not env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=KERNEL
// KERNEL-NOT: 'steps
// KERNEL: SUMMARY: RaceMap: 2 data races
// RUN: printf '[monitor]\nskip-kernels = ["pairs", "steps"]\n' >c.toml
// RUN: env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | count 0
//
// RUN: printf '[monitor]\nskip-arrays = "^tile$"\nkernels = "pairs"\n' >c.toml
// RUN: not env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=ARRAY
// ARRAY-NOT: tile
// ARRAY: run.cu:[[# @LINE + 36]]
// ARRAY: SUMMARY: RaceMap: 1 data race, seen 16 times
//
// Threads 0 and 1 race with each other, 2 and 3 do, and so on: two blocks of 16.
// RUN: printf '[monitor]\nskip-arrays = "^tile$"\nkernels = "pairs"\nthreads = "0-3"\n' >c.toml
// RUN: not env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=THREADS
// THREADS: SUMMARY: RaceMap: 1 data race, seen 4 times
// RUN: printf '[monitor]\nskip-arrays = "^tile$"\nkernels = "pairs"\nblocks = 1\n' >c.toml
// RUN: not env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: block (1,0,0)
// BLOCKS: SUMMARY: RaceMap: 1 data race, seen 8 times
// RUN: printf '[monitor]\nkernels = "pairs"\nblocks = [0, "2-4"]\nthreads = [0, 2, 4]\n' >c.toml
// RUN: env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | count 0

// Options, which are for the analysis, are known by name all the same.
// RUN: printf '[options]\nlevle = "possible"\n' >c.toml
// RUN: not env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: {{^}}racemap: error: c.toml:2:1: unknown key 'levle' in [options]; did you mean 'level'?{{$}}
// RUN: printf '[[paths]]\nmatch = "*.cu"\nboundz = "off"\n' >c.toml
// RUN: not env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=PATHS
// PATHS: {{^}}racemap: error: c.toml:3:1: unknown key 'boundz' in {{\[\[paths\]\]}}; did you mean 'bounds'?{{$}}
// RUN: printf '[options]\nlevel = "possible"\n' >c.toml
// RUN: not env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=ALL
//
// What is in no launch is said, once.
// RUN: printf '[monitor]\nkernels = "pairs"\nblocks = [2, "7-9"]\n' >c.toml
// RUN: env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=BEYOND
// BEYOND: {{^}}racemap: warning: c.toml: [monitor]: no launch had any of these kernels, blocks and threads, so nothing was monitored{{$}}
// BEYOND-NOT: racemap
// RUN: printf '[monitor]\nkernels = "pair."\n' >c.toml
// RUN: env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=BEYOND

/// Neighbours write one word of shared and one of global memory.
__global__ void pairs(int *out) {
  __shared__ int tile[8];
  tile[threadIdx.x / 2] = threadIdx.x;
  out[blockIdx.x * 8 + threadIdx.x / 2] = threadIdx.x;
}

/// Every step is of another thread; the last one of two.
__global__ void steps(int *out) {
  for (int i = 0; i < 300; ++i) {
    if (threadIdx.x == i % 16)
      out[1] = i;
    __syncthreads();
  }
  if (threadIdx.x < 2)
    out[2] = threadIdx.x;
}

// Of 300 barriers, 8 bits of clocks count no more than 15; they do not make
// races up.
// RUN: printf '[monitor]\nkernels = "steps"\n[shadow]\nclock-bits = 8\n' >c.toml
// RUN: env RACEMAP_OPTIONS=config=c.toml:json=blind.json bash -c './run; echo status $?' 2>&1 | FileCheck %s --check-prefix=BLIND
// BLIND: warning: more barriers than a shadow cell can count
// BLIND-NOT: data race
// BLIND: SUMMARY: RaceMap: 1 launch could be monitored in part only{{$}}
// BLIND-NEXT: status 66
// RUN: FileCheck %s --check-prefix=PARTLY --input-file=blind.json
// PARTLY: "monitored_launches": 0,
// PARTLY-NEXT: "partly_monitored_launches": 1,
// RUN: printf '[monitor]\nkernels = "steps"\n[shadow]\nclock-bits = 20\nwarp-bits = 4\n' >c.toml
// RUN: not env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=SEES
// SEES-NOT: more barriers
// SEES: SUMMARY: RaceMap: 1 data race, seen 1 time
//
// RUN: printf '[[suppress]]\nkernel = "steps"\nreason = "on purpose"\n[[suppress]]\narray = "tile"\nkind = "data-race"\nreason = "so is this"\n' >c.toml
// RUN: not env RACEMAP_OPTIONS=config=c.toml ./run 2>&1 | FileCheck %s --check-prefix=ARRAY
//
// A program whose configuration is wrong does not launch.
// RUN: printf '[monitor]\nblock = 1\n' >c.toml
// RUN: env RACEMAP_OPTIONS=config=c.toml bash -c './run; echo status $?' 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: {{^}}racemap: error: c.toml:2:1: unknown key 'block' in [monitor]; did you mean 'blocks'?{{$}}
// WRONG-NEXT: status 2

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  pairs<<<2, 16>>>(out);
  steps<<<1, 16>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
