// An array of which neighbouring elements are read says where parts of another
// one begin, or is sorted: its elements rise. A race that only others have is
// no warning. What is wrong although they rise is one, and so is what sorts.
//
// RUN: %bare
// RUN: %racemap check %s 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check %s --level=possible --kernel=rows 2>&1 | FileCheck %s --check-prefix=POSSIBLE
// RUN: not %racemap check %s -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: kernel 'rows({{.*}} is undecided: race if the elements of 'row' do not rise; no launch in sight rules that out
// GOOD: kernel 'parts({{.*}} race if the elements of 'begin' do not rise
// GOOD: kernel 'search({{.*}} race if the elements of 'nodes' do not rise
// GOOD: kernel 'runs({{.*}} race if the elements of 'label' do not rise
// GOOD: 4 kernels: 0 race-free, 0 racy, 4 unknown
//
// POSSIBLE: warning: data race on 'values' in kernel 'rows({{.*}} (possible)
// POSSIBLE: (only if the elements of 'row' do not rise)
//
// BAD-DAG: data race on 'values' in kernel 'rows({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'parts({{.*}} (input)
// BAD-DAG: data race on 'found' in kernel 'search({{.*}} (input)
// BAD-DAG: data race on 'first' in kernel 'runs({{.*}} (input)
// BAD-DAG: data race on 'a' in kernel 'exchange({{.*}} (input)
// BAD-DAG: data race on 'at' in kernel 'falls({{.*}} (input)
// BAD-DAG: data race on 'found' in kernel 'between({{.*}} (input)
// BAD-DAG: data race on 'values' in kernel 'columns({{.*}} (input)
// An array that does rise is the better example.
// BAD-DAG: e = [[E:[0-9]+]], n = {{[0-9]+}}, row{{[^ ]+}} = [[E]], row{{[^ ]+}} = [[E]], row{{[^ ]+}} = [[E]], byte
// Pairs and fields are no beginnings, nor are rows of images; who counts means
// several, and who links labels has no order of them; bits of floats have another
// one, and letters none.
// BAD-DAG: data race on 'parent' in kernel 'hook({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'fields({{.*}} (input)
// BAD-DAG: data race on 'first' in kernel 'labels({{.*}} (input)
// BAD-DAG: data race on 'count' in kernel 'crossings({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'lastCrossing({{.*}} (input)
// BAD-DAG: data race on 'length' in kernel 'borders({{.*}} (input)
// BAD-DAG: data race on 'parent' in kernel 'link({{.*}} (input)
// BAD-DAG: data race on 'at' in kernel 'letters({{.*}} (input)
// BAD-DAG: data race on 'out' in kernel 'intervals({{.*}} (input)
// BAD-DAG: data race on 'first' in kernel 'columnsOfLabels({{.*}} (input)
// BAD: 18 kernels: 0 race-free, 18 racy, 0 unknown

__global__ void rows(float *values, const int *row, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n)
#ifdef BAD
    for (int e = row[v]; e <= row[v + 1]; ++e)
#else
    for (int e = row[v]; e < row[v + 1]; ++e)
#endif
      values[e] *= 2;
}

__global__ void parts(float *out, const unsigned *begin) {
  unsigned first = begin[blockIdx.x];
  unsigned length = begin[blockIdx.x + 1] - first;
#ifdef BAD
  length += 1;
#endif
  for (unsigned i = threadIdx.x; i < length; i += blockDim.x)
    out[first + i] = i;
}

struct Node {
  int keys[257], below[257];
};

__global__ void search(int *found, const Node *nodes, int key) {
  const Node &node = nodes[blockIdx.x];
  unsigned t = threadIdx.x;
#ifdef BAD
  if (node.keys[t] <= key && key <= node.keys[t + 1])
#else
  if (node.keys[t] <= key && key < node.keys[t + 1])
#endif
    found[blockIdx.x] = node.below[t];
}

__global__ void runs(int *first, const int *label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef BAD
  if (i + 1 < n && label[i] <= label[i + 1])
#else
  if (i + 1 < n && label[i] != label[i + 1])
#endif
    first[label[i + 1]] = i + 1;
}

#ifdef BAD
__global__ void exchange(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && a[i] > a[i + 1]) {
    int t = a[i];
    a[i] = a[i + 1];
    a[i + 1] = t;
  }
}

__global__ void falls(int *at, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && a[i] > a[i + 1])
    *at = i;
}

__global__ void between(int *found, const int *const *limits, int key) {
  unsigned t = threadIdx.x;
  if (limits[0][t] <= key && key < limits[1][t + 1])
    found[blockIdx.x] = t;
}

__global__ void columns(float *values, const int *row, const int *column,
                        int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n)
    for (int e = row[v]; e < row[v + 1]; ++e)
      values[column[e]] *= 2;
}

__global__ void hook(int *parent, const int *edges, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int u = edges[2 * i], v = edges[2 * i + 1];
  if (u < v)
    parent[v] = u;
}

struct Box {
  int x0, x1, y;
};

__global__ void fields(int *out, const Box *b) {
  int i = threadIdx.x;
  if (b[i].x0 < b[i].x1)
    out[b[i].x1] = b[i].y;
}

__global__ void labels(int *first, const int *label, int w) {
  int x = threadIdx.x, y = blockIdx.x;
  int a = label[y * w + x], b = label[y * w + x + 1];
  if (a != b)
    first[b] = a;
}

__global__ void intervals(int *out, const int *range, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int e = range[2 * i]; e < range[2 * i + 1]; ++e)
      out[e] = i;
}

__global__ void columnsOfLabels(int *first, const int *label, int w) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x + 1 < w && label[y * w + x] != label[y * w + x + 1])
    first[label[y * w + x + 1]] = x;
}

__global__ void borders(int *length, const int *label) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (label[i] != label[i + 1])
    length[label[i]]++;
}

__global__ void link(int *parent, const int *label) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (label[i] != label[i + 1])
    parent[label[i + 1]] = label[i];
}

__global__ void letters(int *at, const char *text) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (text[i] == 'a' && text[i + 1] == 'b')
    *at = i;
}

__global__ void crossings(int *count, const int *in, int t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] < t && in[i + 1] >= t)
    *count += 1;
}

__global__ void lastCrossing(int *out, const float *in, float t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] < t && in[i + 1] >= t)
    *out = i;
}
#endif
