// Thousands of launches that differ are a few contexts, which say what is true
// of all: a proof covers them, a finding in them is possible at most. What a
// run writes has an end.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o program
// RUN: env RACEMAP_OPTIONS=benign=hide:exitcode=0:log_path=said.txt:launches=1:json=run.json ./program
// RUN: grep -c '"mangled": "_Z5guard' run.json | FileCheck --check-prefix=NUMBER %s
// NUMBER: {{^}}257{{$}}
// RUN: FileCheck --check-prefix=FOLDED %s <run.json
// FOLDED: "kernel": "guarded(int*, int, int)",
// FOLDED: "number": 513,
// FOLDED-NEXT: "count": 1744,
// FOLDED: "bytes": 4,
// FOLDED-NEXT: "value": [
// FOLDED-NEXT: 257,
// FOLDED-NEXT: 2000
// FOLDED-NEXT: ]
// FOLDED: "folded": true
// RUN: %racemap check %s --observed=run.json --json=check.json --level=possible 2>said.txt >summary.txt
// RUN: FileCheck --check-prefix=SUMMARY %s <summary.txt
// SUMMARY: {{^}}2 kernels: 1 race-free, 0 racy, 1 unknown; 1 of the race-free ones only in the launches that were observed{{$}}
// RUN: FileCheck --check-prefix=SAID %s <said.txt
// SAID-NOT: 'guarded
// SAID: data race on 'out' in kernel 'modulo(int*, int)': {{.*}} (possible)
// SAID: the host computes 'n' in a way that is not followed
// RUN: FileCheck --check-prefix=JSON %s <check.json
// JSON: "name": "guarded(int*, int, int)"
// JSON: "origin": "observed in run.json, 2000 launches taken together, the first launch 1 at {{.*}}many-launches.cu:51",
// JSON: "gridDim": [
// JSON-NEXT: 2,
// JSON: "assumptions": [
// JSON-NEXT: "width >= 1 && width <= 2000",
// JSON-NEXT: "pitch >= 1 && pitch <= 2000"
// JSON: "verdict": "race-free"

__global__ void guarded(int *out, int width, int pitch) {
  int i = threadIdx.x;
  if (i < width && i < pitch)
    out[blockIdx.x * pitch + i] = i;
}

__global__ void modulo(int *out, int n) { out[threadIdx.x % n] = threadIdx.x; }

// In a function that another unit may call, with what it gets from memory.
struct Work {
  int Width, Pitch;
};
__attribute__((noinline)) void launch(int *out, const Work *volatile *work) {
  guarded<<<2, 32>>>(out, (*work)->Width, (*work)->Pitch);
  modulo<<<1, 32>>>(out, (*work)->Width);
}

int main() {
  int *out;
  cudaMalloc(&out, 1 << 20);
  for (int i = 1; i <= 2000; ++i) {
    Work work{i, i};
    const Work *volatile its = &work;
    launch(out, &its);
  }
}
