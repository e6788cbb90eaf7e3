// What a launch's sizes are: literals, macros, constants, dim3 variables that
// nobody changes, template arguments. What is not constant stays open, and
// equal launches are one context.
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | FileCheck %s
#define TILE 16
__global__ void literal(int *p) { p[threadIdx.x] = 0; }
__global__ void variables(int *p) { p[threadIdx.x] = 0; }
__global__ void changed(int *p) { p[threadIdx.x] = 0; }
__global__ void nobody(int *p) { p[threadIdx.x] = 0; }
template <int B> __global__ void instance(int *p) { p[threadIdx.x] = 0; }
__global__ void fromTemplate(int *p) { p[threadIdx.x] = 0; }

template <int B> void launchTemplate(int *p) { fromTemplate<<<2, B>>>(p); }

void launch(int *p, int n) {
  literal<<<1, 2>>>(p);
  literal<<<1, 2>>>(p);
  literal<<<n, dim3(TILE, 2 * TILE)>>>(p);
  const int rows = 4;
  dim3 block(TILE, rows), grid(8);
  variables<<<grid, block, 0, 0>>>(p);
  int threads = 64;
  threads *= n;
  dim3 larger(32);
  larger.y = n;
  changed<<<1, threads>>>(p);
  changed<<<1, larger>>>(p);
  instance<128><<<1, 128>>>(p);
  launchTemplate<96>(p);
}
// CHECK: kernel "literal(int*)"
// CHECK: launch "launch {{.*}}launches.cu:16" block 2 grid 1;
// CHECK-NOT: launches.cu:17
// CHECK: launch "launch {{.*}}launches.cu:18" block (16, 32)
// CHECK: kernel "variables(int*)"
// CHECK: launch "launch {{.*}}launches.cu:21" block (16, 4) grid 8;
// CHECK: kernel "changed(int*)"
// CHECK-NOT: block
// CHECK: kernel "nobody(int*)"
// CHECK-NOT: launch
// CHECK: kernel "fromTemplate(int*)"
// CHECK: launch "launch {{.*}}launches.cu:13" block 96 grid 2;
// CHECK: kernel "void instance<128>(int*)"
// CHECK: launch "launch {{.*}}launches.cu:28" block 128 grid 1;
