// A process that is forked before the device is used may use it, and tells what it
// finds. One that is forked later may not, as with CUDA, and is told; what the
// other one found is that one's to tell.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.%p.json bash -c '%t before; echo status $?' >%t.said 2>&1
// RUN: FileCheck %s --check-prefix=BEFORE <%t.said
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t after; echo status $?' >%t.said 2>&1
// RUN: FileCheck %s --check-prefix=AFTER <%t.said
// RUN: FileCheck %s --check-prefix=JSON <%t.json
//
// BEFORE: child: no error, no error, no error
// BEFORE: WARNING: RaceMap: data race
// BEFORE: {{^}}SUMMARY: RaceMap: 1 data race, seen 32 times
// BEFORE: {{^}}child's status 66
// BEFORE-NOT: SUMMARY
// BEFORE: {{^}}status 0
//
// AFTER: WARNING: RaceMap: data race
// AFTER: racemap: this process was forked from one that had used the device
// AFTER-NEXT: child: initialization error, initialization error, initialization error
// AFTER-NEXT: child's status 5
// AFTER-NEXT: parent: no error
// AFTER-NEXT: SUMMARY: RaceMap: 1 data race, seen 32 times
// AFTER-NEXT: status 66
//
// JSON: "kind": "data-race"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

__global__ void racy(int *a) { a[threadIdx.x / 2] = threadIdx.x; }
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

static int *a;

static void use() {
  const char *words[3];
  words[0] = cudaGetErrorString(cudaMalloc(&a, 4096));
  fine<<<8, 128>>>(a);
  words[1] = cudaGetErrorString(cudaGetLastError());
  words[2] = cudaGetErrorString(cudaDeviceSynchronize());
  cudaDeviceReset();
  fprintf(stderr, "child: %s, %s, %s\n", words[0], words[1], words[2]);
}

int main(int, char **arguments) {
  bool before = !strcmp(arguments[1], "before");
  if (!before) {
    cudaMalloc(&a, 4096);
    fine<<<8, 128>>>(a); // on all workers
    racy<<<1, 64>>>(a);
    cudaDeviceSynchronize();
  }
  if (fork() == 0) {
    use();
    if (before) {
      cudaMalloc(&a, 4096);
      racy<<<1, 64>>>(a);
      cudaDeviceSynchronize();
    }
    exit(5);
  }
  int status = 0;
  wait(&status);
  fprintf(stderr, "child's status %d\n", WEXITSTATUS(status));
  fine<<<8, 128>>>(a);
  if (!before)
    fprintf(stderr, "parent: %s\n",
            cudaGetErrorString(cudaDeviceSynchronize()));
  if (before)
    _exit(0); // it has launched into memory that it does not have
}
