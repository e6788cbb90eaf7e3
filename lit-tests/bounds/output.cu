// What a finding is in JSON, beside a verdict that it does not change; and how
// to go without.
//
// REQUIRES: warning-groups
// RUN: %bare
// RUN: not %clangxx_cuda -fsyntax-only -Werror %s \
// RUN:   -fplugin-arg-racemap-json=%t.json 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not='the access leaves'
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %clangxx_cuda -fsyntax-only -Werror %s \
// RUN:   -fplugin-arg-racemap-bounds=off -fplugin-arg-racemap-json=%t.off
// RUN: FileCheck %s --check-prefix=OFF < %t.off
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON: "verdict": "race-free"
// JSON: "findings": [
// JSON: "kind": "out-of-bounds"
// JSON-NEXT: "certainty": "provable"
// JSON: "array": "s"
// JSON-NEXT: "space": "shared"
// JSON: "scope": "block"
// JSON: "op": "write"
// JSON: "threads": [
// JSON: "threadIdx": [
// JSON-NEXT: 255,
// JSON: "address": 1020,
// JSON-NEXT: "extent": 1020
// JSON: "explanation": ""
// OFF: "verdict": "race-free"
// OFF: "findings": []

__global__ void k(int *out) {
  __shared__ int s[255];
  // CHECK: [[@LINE+3]]:18: error: out-of-bounds access to 's' in kernel 'k(
  // CHECK: [[@LINE+2]]:18: note: for example thread (255,0,0) of block (0,0,0), byte 1020 of 's', which has 1020 bytes: element [255] of 255; blockDim
  // CHECK: [[@LINE+1]]:18: note: 1 more access leaves the array on this line
  s[threadIdx.x] += 1;
  out[threadIdx.x] = 0;
}

void launch(int *out) { k<<<1, 256>>>(out); }
