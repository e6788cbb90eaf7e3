// Findings are written for programs, too, and options may come from the program.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.%%p.json:log_path=%t.log bash -c '%t; echo status $?' 2>&1 | FileCheck %s --check-prefix=STATUS
// RUN: bash -c 'cat %t.[0-9]*.json' | FileCheck %s
// RUN: FileCheck %s --input-file=%t.log --check-prefix=LOG
// RUN: bash -c 'rm %t.[0-9]*.json'

#include <racemap/runtime.h>

extern "C" const char *__racemap_default_options() { return "exitcode=7"; }

__global__ void put(int *data) { data[threadIdx.x / 2] = threadIdx.x; }

int main() {
  int *data;
  cudaMalloc(&data, 64);
  put<<<1, 4>>>(data);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// STATUS-NOT: WARNING
// STATUS: status 7

// CHECK: "findings": [
// CHECK: "kind": "data-race"
// CHECK: "array": "data"
// CHECK: "space": "global"
// CHECK: "scope": "warp"
// CHECK: "op": "write"
// CHECK: "line": 14
// CHECK: "kernel": "put(int*)"
// CHECK: "host": {
// CHECK: "line": 19
// CHECK: "count": 2

// LOG: WARNING: RaceMap: data race
// LOG: SUMMARY: RaceMap: 1 data race, seen 2 times

// What cannot be read or written is told, with the reason.
// RUN: not env RACEMAP_OPTIONS=json=%t.none/x.json:suppressions=%t.none/supp %t 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: {{^}}racemap: warning: cannot read {{.*}}.none/supp: No such file or directory; nothing is suppressed{{$}}
// NONE: {{^}}racemap: warning: cannot write {{.*}}.none/x.json: No such file or directory{{$}}
