// What cannot be run is said of each finding, with the reason.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: not %racemap check %s --confirm --grid=off --json=found.json >said.txt 2>&1
// RUN: FileCheck %s <said.txt
// RUN: FileCheck --check-prefix=JSON %s <found.json

// CHECK-DAG: note: not confirmed: a template argument of 'withLambda' has no name that a program could use (a lambda, a type of a function): data race on 'out'
template <class F> __global__ void withLambda(int *out, F value) {
  out[threadIdx.x / 2] = value(threadIdx.x);
}
void launchLambda(int *out) {
  withLambda<<<1, 64>>>(out, [] __device__(int i) { return i; });
}

// CHECK-DAG: note: not confirmed: 'rows->{{.*}}' is reached through pointers in memory, which a witness does not have: data race
__global__ void throughMemory(int **rows) { rows[0][threadIdx.x / 2] = threadIdx.x; }

// CHECK-DAG: note: not confirmed: its launch has {{[0-9]+}} threads, and a replay at most 4194304: data race on 'out'
__global__ void large(int *out) {
  if (blockIdx.x == 5000000)
    out[threadIdx.x / 2] = threadIdx.x;
}

// CHECK-DAG: note: not confirmed: 'hidden' is a member that only its class can name: data race on 'out'
class Holder {
  static __global__ void hidden(int *out) { out[threadIdx.x / 2] = threadIdx.x; }

public:
  static void launch(int *out) { hidden<<<1, 64>>>(out); }
};
void launchHidden(int *out) { Holder::launch(out); }

// CHECK: {{^}}4 findings were to be run: 0 confirmed, 4 not run{{$}}

// JSON: "confirmation": {
// JSON-NEXT: "orders": 0,
// JSON-NEXT: "reason": "{{.+}}",
// JSON-NEXT: "report": "",
// JSON-NEXT: "status": "not-run"
// JSON-NEXT: },
// JSON-NEXT: "confirmed": false,
