// nvcc's own atomic functions release and acquire as they are told to.
//
// RUN: %racemap cc --sanitize --device=cpu -DSET=RELEASE -DGET=ACQUIRE -DSCOPE=DEVICE %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu -DSET=RELAXED -DGET=ACQUIRE -DSCOPE=DEVICE %s -o %t.r
// RUN: bash -c '%t.r; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu -DSET=RELEASE -DGET=RELAXED -DSCOPE=DEVICE %s -o %t.a
// RUN: bash -c '%t.a; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu -DSET=RELEASE -DGET=ACQUIRE -DSCOPE=BLOCK %s -o %t.b
// RUN: bash -c '%t.b; echo status $?' 2>&1 | FileCheck %s

#define JOIN2(A, B) A##B
#define JOIN(A, B) JOIN2(A, B)

__global__ void handOver(int *data, int *flag) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *data = 42;
    __nv_atomic_store_n(flag, 1, JOIN(__NV_ATOMIC_, SET),
                        JOIN(__NV_THREAD_SCOPE_, SCOPE));
  } else {
    while (__nv_atomic_load_n(flag, JOIN(__NV_ATOMIC_, GET),
                              JOIN(__NV_THREAD_SCOPE_, SCOPE)) == 0)
      ;
    *data += 1;
  }
}

int main() {
  int *data, *flag;
  cudaMallocManaged(&data, sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  *flag = 0;
  handOver<<<2, 32>>>(data, flag);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  return *data == 43 ? 0 : 2;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: status 66
// GOOD-NOT: RaceMap
