// Thousands of launches that differ are a few contexts, which say what is true
// of all: a proof covers them, a finding in them is possible at most. What a
// run writes has an end.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o program
// RUN: env RACEMAP_OPTIONS=benign=hide:exitcode=0:log_path=said.txt:launches=1:json=run.json ./program
// RUN: grep -c '"mangled": "_Z7guarded' run.json | FileCheck --check-prefix=NUMBER %s
// NUMBER: {{^}}257{{$}}
// RUN: FileCheck --check-prefix=FOLDED %s <run.json
// FOLDED: "kernel": "guarded(int*, int)",
// FOLDED: "number": 513,
// FOLDED-NEXT: "count": 1744,
// FOLDED: "bytes": 4,
// FOLDED-NEXT: "value": [
// FOLDED-NEXT: 320,
// FOLDED-NEXT: 2063
// FOLDED-NEXT: ]
// FOLDED: "folded": true
// RUN: %racemap check %s --observed=run.json --json=check.json 2>said.txt | FileCheck --check-prefix=SUMMARY %s
// SUMMARY: {{^}}2 kernels: 1 race-free, 0 racy, 1 unknown; 1 of the race-free ones only in the launches that were observed{{$}}
// RUN: FileCheck --check-prefix=SAID %s <said.txt
// SAID: kernel 'guarded(int*, int)' is undecided: only possible findings; it is race-free in the launches that were observed
// SAID: kernel 'modulo(int*, int)' is undecided: only possible findings; level=possible shows the findings
// RUN: FileCheck --check-prefix=CERTAIN %s <check.json
// CERTAIN-NOT: "certainty": "{{provable|input}}"
// CERTAIN: the host computes 'n' in a way that is not followed
// CERTAIN-NOT: "certainty": "{{provable|input}}"
// RUN: grep -e '"origin"' -e '"verdict"' -e 'pitch <= ' check.json | FileCheck --check-prefix=JSON %s
// JSON: "verdict": "unknown"
// JSON-NEXT: "pitch >= 64 && pitch <= 2063"
// JSON-NEXT: "origin": "observed in run.json, 2000 launches taken together, the first launch 1 at many-launches.cu:52"
// JSON-NEXT: "verdict": "race-free"

__global__ void guarded(int *out, int pitch) {
  out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x;
}

// Racy where n is small, as it is in some of the launches.
__global__ void modulo(int *out, int n) {
  out[threadIdx.x % (n / 8)] = threadIdx.x;
}

// In a method that another unit may call, with what it gets from memory.
struct Work {
  int Pitch;
};
struct Runner {
  __attribute__((noinline)) static void launch(int *out,
                                               const Work *volatile *work) {
    guarded<<<2, 32>>>(out, (*work)->Pitch);
    modulo<<<1, 32>>>(out, (*work)->Pitch);
  }
};

int main() {
  int *out;
  cudaMalloc(&out, 1 << 20);
  for (int pitch = 64; pitch < 2064; ++pitch) {
    Work work{pitch};
    const Work *volatile its = &work;
    Runner::launch(out, &its);
  }
}
