// A loop that ends when its variable equals something is as regular as one that
// ends when it passes it.
//
// RUN: %bare
// RUN: %racemap check %s --emit-map=- -- -w | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Signed numbers do not wrap: they meet the limit, or the run is undefined.
// CHECK-LABEL: kernel "up(
// CHECK: for i counter it = 0; i < n && (n >= 0 && n %u 2 == 0); i += 2
__global__ void up(int *a, int n) {
  for (int i = 0; i != n; i += 2)
    a[i] = 1;
}

// With another way out they may never meet it.
// CHECK-LABEL: kernel "leaves(
// CHECK: for i counter it = m; i < n || n < m; i += 1
__global__ void leaves(int *a, int n, int m) {
  for (int i = m; i != n; ++i) {
    if (a[i] == 3)
      break;
    a[i] = 1;
  }
}

// CHECK-LABEL: kernel "down(
// CHECK: for n.2 counter it = n; n.2 >u 0; n.2 -= 1
__global__ void down(int *a, unsigned n) {
  while (n--)
    a[n] = 1;
}

// Unsigned numbers wrap, so what counts are the iterations.
// CHECK-LABEL: kernel "wraps(
// CHECK: loop it while it <u n - m
// CHECK-NEXT: wr a[u64(m + it)]
__global__ void wraps(int *a, unsigned n, unsigned m) {
  for (unsigned i = m; i != n; ++i)
    a[i] = 1;
}

// The first iteration is not tested.
// CHECK-LABEL: kernel "wrapsAtTheEnd(
// CHECK: loop it while it == 0 || (n == 0 || it <u n)
// CHECK-NEXT: wr a[u64(n + it * -1)]
// CHECK: wr a[u64(n + (it - 1) * -1 + -1)] = 2
__global__ void wrapsAtTheEnd(int *a, unsigned n) {
  do
    a[n] = 1;
  while (--n);
  a[n] = 2;
}

// CHECK-LABEL: kernel "halves(
// CHECK: for i counter it = n; it == 0 || i != 0; i /= 2
// CHECK-NEXT: wr a[u64(i)] = 1
// CHECK: wr a[u64(n >>u {{.*}})] = 2
__global__ void halves(int *a, unsigned n) {
  unsigned i = n, last;
  do {
    a[i] = 1;
    last = i;
    i /= 2;
  } while (i);
  a[last] = 2;
}

// CHECK-LABEL: kernel "jumps(
// CHECK: for i counter it = 0; it == 0 || i < n; i += 1
__global__ void jumps(int *a, int n) {
  int i = 0;
again:
  a[i] = 1;
  if (++i < n)
    goto again;
}
