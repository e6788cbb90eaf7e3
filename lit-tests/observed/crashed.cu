// What was launched until a program is killed is written down.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o program
// RUN: not --crash env RACEMAP_OPTIONS=launches=1:json=run.json ./program 2>/dev/null
// RUN: FileCheck %s <run.json
// CHECK: "complete": false
// CHECK: "mangled": "_Z3putPii"
// CHECK: "value": 5
// CHECK: "mangled": "_Z3putPii"
// CHECK: "value": 6
// CHECK-NOT: "mangled"

#include <csignal>

__global__ void put(int *out, int n) { out[threadIdx.x] = n; }

int main() {
  int *out;
  cudaMalloc(&out, 64);
  put<<<1, 16>>>(out, 5);
  put<<<1, 16>>>(out, 6);
  std::raise(SIGKILL);
}
