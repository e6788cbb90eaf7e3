// A place that is looked at and then written: two threads that come first both
// see what was there before the launch. Whether another has written it before
// does not matter to that.
//
// RUN: %runtime
// RUN: not %racemap check %s --json=%t.json 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'found' in kernel 'reports{{.*}}(input)
// CHECK: found[0] = 0
// CHECK: warning: data race on 'level' in kernel 'visits{{.*}}(input)
// CHECK: more pair{{.*}} of accesses race{{.*}} for the same reason, at line
// CHECK: warning: data race on 'changed' in kernel 'visits{{.*}}(input)
// CHECK: remark: kernel 'writesFirst{{.*}}' is undecided: only possible
// CHECK: remark: kernel 'behindABarrier{{.*}}' is undecided: only possible
// CHECK: 6 kernels: 2 race-free, 2 racy, 2 unknown
//
// JSON: "array": "found"
// JSON: "certainty": "input"

/// What a thread writes only if nobody has; all may be the first.
__global__ void reports(const int *data, int *found, int *where) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (data[i] < 0 && *found == 0) {
    *found = 1;
    *where = i;
  }
}

/// The same with one winner.
__global__ void reportsOnce(const int *data, int *found, int *where) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (data[i] < 0 && atomicCAS(found, 0, 1) == 0)
    *where = i;
}

/// A step of a breadth-first search.
__global__ void visits(const int *begin, const int *edges, int *level, int now,
                       int *changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (level[v] != now)
    return;
  for (int e = begin[v]; e < begin[v + 1]; ++e)
    if (level[edges[e]] < 0) {
      level[edges[e]] = now + 1;
      *changed = v;
    }
}

/// Pulled: each vertex writes its own level, to where nobody looks.
__global__ void pulls(const int *begin, const int *edges, const int *level,
                      int *next, int now) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (level[v] < 0)
    for (int e = begin[v]; e < begin[v + 1]; ++e)
      if (level[edges[e]] == now)
        next[v] = now + 1;
}

/// What a thread has written itself is not what was there.
__global__ void writesFirst(int *flags, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  flags[i] = out[1 + i]; // which is not known
  if (flags[i] == 0)
    out[0] = threadIdx.x;
}

/// Behind a barrier the other threads have done their part before.
__global__ void behindABarrier(int *flags, int *out) {
  flags[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (flags[blockIdx.x * blockDim.x + (threadIdx.x ^ 1)] == 0)
    out[0] = threadIdx.x;
}

void launch(int *flags, int *out) { behindABarrier<<<4, 64>>>(flags, out); }
