// A comment beside an access or a barrier hides what a run finds there, as it
// hides what the analysis finds; the JSON has it, with the reason.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir %t && cp %s %t/run.cu
// RUN: cd %t && %racemap cc --sanitize --device=cpu --kernel=^$ run.cu -o run 2>&1 | count 0
// RUN: cd %t && env RACEMAP_OPTIONS=json=out.json ./run hidden 2>&1 | count 0
// RUN: FileCheck %s --input-file=%t/out.json
// RUN: cd %t && env RACEMAP_OPTIONS=json=out.json ./run outside 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=OUTSIDE --input-file=%t/out.json
// RUN: cd %t && env RACEMAP_OPTIONS=json=out.json ./run diverge 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=DIVERGE --input-file=%t/out.json
// RUN: cd %t && not ./run shown 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: cd %t && rm run.cu && ./run hidden 2>&1 | count 0
// RUN: cd %t && %racemap cc --device=gpu --sanitize --kernel=^$ -arch=sm_90 -S -emit-llvm --cuda-device-only %s -o out.ll && grep -c "the last one counts" out.ll
//
// What cannot be read is told, and hides nothing.
// RUN: cd %t && sed 's/ignore(data-race): one warp/ignore(data-race)/; s/ignore(out/ignore(outside, out/' %s >bad.cu
// RUN: cd %t && %racemap cc --sanitize --device=cpu --kernel=^$ bad.cu -o bad 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: cd %t && not ./bad hidden 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: cd %t && not ./bad outside 2>&1 | FileCheck %s --check-prefix=BEHIND
// BAD: racemap: warning: bad.cu:[[# @LINE + 13]]:{{[0-9]+}}: ignore: a reason is missing; write it as in: // racemap: ignore(data-race): why
// BAD: racemap: warning: bad.cu:[[# @LINE + 19]]:{{[0-9]+}}: ignore: there is no check 'outside'; write it as in
// RACE: SUMMARY: RaceMap: 1 data race
// BEHIND: SUMMARY: RaceMap: 1 out-of-bounds access
__global__ void diverge(int *out) {
  if (threadIdx.x < 32)
    __syncthreads(); // racemap: ignore(barrier-divergence): the last block only
  else
    __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void hidden(int *out) {
  out[0] = threadIdx.x; /* racemap: ignore(data-race): one warp */

  // racemap: ignore(data-race, same-value): the last one counts
  out[1] = threadIdx.x;
}

__global__ void outside(int *out) {
  // racemap: ignore(out-of-bounds): there is room behind it
  if (threadIdx.x == 0) out[64] = 1;
}

__global__ void shown(int *out) {
  // racemap: ignore(data-race): this line alone

  out[0] = threadIdx.x;
  out[1] = threadIdx.x; // racemap: ignore(out-of-bounds): another check
}

int main(int, char **args) {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  if (*args[1] == 's')
    shown<<<1, 32>>>(out);
  if (*args[1] == 'h')
    hidden<<<1, 32>>>(out);
  // These end their launch.
  if (*args[1] == 'o')
    outside<<<1, 32>>>(out);
  if (*args[1] == 'd')
    diverge<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  return 0;
}

// CHECK-DAG: "hidden": "ignored: one warp"
// CHECK-DAG: "hidden": "ignored: the last one counts"
// OUTSIDE: "hidden": "ignored: there is room behind it"
// DIVERGE: "hidden": "ignored: the last block only"
// SHOWN: data race
// SHOWN: data race
// SHOWN: SUMMARY: RaceMap: 2 data races
