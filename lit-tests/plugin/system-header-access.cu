// What a function of a system header does is at the line of the user's code
// that calls it, in the protocol, the JSON, the warnings and in what the
// sanitizer says (whose JSON has all levels). In a header of the user's, it
// is where it stands.
//
// RUN: %bare
// RUN: not %racemap check %s --emit-map=- -- -isystem %S/Inputs | FileCheck %s --check-prefix=MAP
// RUN: not %racemap check %s --json=%t.json -- -isystem %S/Inputs 2>&1 | FileCheck %s --check-prefix=SEEN
// RUN: FileCheck %s --input-file=%t.json --check-prefix=JSON
// RUN: not %racemap check %s -- -I %S/Inputs 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: %racemap check %s -- -DFIXED -isystem %S/Inputs
//
// RUN: %racemap cc --sanitize --device=cpu -w %s -isystem %S/Inputs -o %t.system
// RUN: env RACEMAP_OPTIONS=json=%t.run:exitcode=0 %t.system 2>&1 | FileCheck %s --check-prefix=STACK
// RUN: FileCheck %s --input-file=%t.run --check-prefix=RUNNING
// RUN: %racemap cc --sanitize --device=cpu -w %s -I %S/Inputs -o %t.own
// RUN: env RACEMAP_OPTIONS=json=%t.run:exitcode=0 %t.own >/dev/null 2>&1
// RUN: FileCheck %s --input-file=%t.run --check-prefix=RUNNING-OWN
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <library.cuh>

__device__ void twice(int *to) {
#ifdef FIXED
  to += threadIdx.x;
#endif
  library::put(to, threadIdx.x);
}

__global__ void both(int *out) { twice(out); }

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof *out);
  both<<<1, 64>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// MAP: wr out[{{.*}} @ [[#@LINE-12]]:3 into "put" in "twice" from [[#@LINE-9]]:34;

// SEEN: system-header-access.cu:[[#@LINE-14]]:3: warning: data race on 'out' in kernel 'both(int*)'
// SEEN: system-header-access.cu:[[#@LINE-15]]:3: note: in 'put', called here
// SEEN: system-header-access.cu:[[#@LINE-13]]:34: note: in 'twice', called here
// SEEN-NOT: library.cuh

// JSON: "accesses": [
// JSON: "function": "twice",
// JSON: "into": "put",
// JSON-NEXT: "line": [[#@LINE-22]],
// JSON-NOT: library.cuh

// OWN: library.cuh:7:{{[0-9]+}}: warning: {{.*}}data race on 'out'

// STACK: Write of 4 bytes
// STACK-NEXT: #0 twice(int*) {{.*}}system-header-access.cu:[[#@LINE-28]]
// STACK-NEXT: library::put(to, threadIdx.x);
// STACK-NEXT: #1 both(int*) {{.*}}system-header-access.cu:[[#@LINE-27]]
// STACK-NOT: library.cuh

// RUNNING: "op": "write",
// RUNNING-NEXT: "file": "{{.*}}system-header-access.cu",
// RUNNING-NEXT: "line": [[#@LINE-35]],

// RUNNING-OWN: "op": "write",
// RUNNING-OWN-NEXT: "file": "{{.*}}library.cuh",
// RUNNING-OWN-NEXT: "line": 7,
