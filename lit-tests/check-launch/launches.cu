// A build with check-launch has its launches tell that no proof covers them: the
// place, what does not hold and with which values, once for each place, however
// the kernel is launched. Launches that keep to a proof say nothing, nor does one
// of a kernel of which nothing is proved.
//
// RUN: %runtime
// RUN: rm -rf %t && mkdir -p %t && cp %s %t/a.cu && cp %S/Inputs/other.cu %t && cd %t
// RUN: %racemap cc --device=cpu --check-launch -w a.cu other.cu -o program
// RUN: ./program 2>wide && not test -s wide
// RUN: ./program narrow 2>&1 | FileCheck %s --match-full-lines --implicit-check-not=warning
// RUN: %racemap cc --device=cpu --check-launch=on -w -O2 a.cu other.cu -o optimised
// RUN: ./optimised 2>wide && not test -s wide
// RUN: ./optimised narrow 2>&1 | FileCheck %s --match-full-lines --implicit-check-not=warning
//
// Other ways to build: units of their own, relocatable device code, a sanitizer.
// RUN: %racemap cc --device=cpu --check-launch -w -rdc=true -c a.cu && %racemap cc --device=cpu --check-launch -w -rdc=true -c other.cu
// RUN: %racemap cc --device=cpu a.o other.o -o apart && ./apart narrow 2>&1 | FileCheck %s --match-full-lines --implicit-check-not=warning
// RUN: %racemap cc --sanitize --device=cpu --check-launch -w a.cu other.cu -o sanitized
// RUN: env RACEMAP_OPTIONS=log_path=races:exitcode=0 ./sanitized narrow 2>&1 | FileCheck %s --match-full-lines --implicit-check-not=warning
//
// A unit that is built without it cannot say where it launches.
// RUN: %racemap cc --device=cpu -w -c other.cu -o unplaced.o && %racemap cc --device=cpu --check-launch -w a.cu unplaced.o -o unplaced
// RUN: ./unplaced narrow 2>&1 | FileCheck %s --check-prefix=UNPLACED
// UNPLACED: {{^}}a.cu:{{.*}}
// UNPLACED: {{^}}racemap: warning: RaceMap: no proof covers this launch of 'rows(int*, int, int)': not so: {{.*}}(pitch = 40, {{.*}}){{$}}
// UNPLACED-NOT: warning
//
// Without it, nobody says anything.
// RUN: %racemap cc --device=cpu -w a.cu other.cu -o plain && ./plain narrow 2>wide && not test -s wide

__global__ void rows(int *out, int width, int pitch) {
  if (threadIdx.x < width)
    out[blockIdx.x * pitch + threadIdx.x] = blockIdx.x;
}

__global__ void move(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    out[i] = in[i + 1];
}

template <class T> __global__ void every(T *out, int stride) {
  out[threadIdx.x * stride] = T(threadIdx.x);
}

struct Part {
  char kind;
  short first;
};
extern "C" __global__ void behind(int *out, Part part) {
  out[part.first + threadIdx.x % 32] = threadIdx.x;
}

namespace {
__global__ void racy(int *out) { out[0] = threadIdx.x; }
} // namespace

void launchElsewhere(int *out, int pitch);

int main(int argc, char **) {
  bool isNarrow = argc > 1;
  int *a, *b, width = 64, pitch = isNarrow ? 40 : 64, stride = isNarrow ? 0 : 1;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  // CHECK: a.cu:[[#@LINE+1]]:7: warning: RaceMap: no proof covers this launch of 'rows(int*, int, int)': not so: {{.*}}pitch >= width (pitch = 40, width = 64{{.*}})
  rows<<<4, 64>>>(a, width, pitch);
  rows<<<4, 64>>>(a, 40, 40); // only so many threads write
  for (int i = 0; i < 3; ++i) // once
    // CHECK-NEXT: a.cu:[[#@LINE+1]]:9: warning: RaceMap: no proof covers this launch of 'move(int*, int const*, int)': not so: in and out do not overlap (both = 0x{{.*}})
    move<<<4, 64>>>(a, isNarrow ? a : b, 1000);
  // CHECK-NEXT: a.cu:[[#@LINE+1]]:15: warning: RaceMap: no proof covers this launch of 'void every<float>(float*, int)': not so: {{.*}}stride = 0{{.*}}
  every<float><<<1, 32>>>((float *)a, stride);
  every<short><<<1, 32>>>((short *)a, 1);
  // CHECK-NEXT: a.cu:[[#@LINE+1]]:9: warning: RaceMap: no proof covers this launch of 'behind': not so: {{.*}}blockDim.x = 64{{.*}}
  behind<<<1, isNarrow ? 64 : 32>>>(a, Part{'a', -0});
  racy<<<1, 32>>>(a);

  void *arguments[] = {&a, &width, &pitch};
  // CHECK-NEXT: a.cu:[[#@LINE+1]]:3: warning: {{.*}} 'rows(int*, int, int)': not so: {{.*}}(pitch = 40, {{.*}})
  cudaLaunchKernel((const void *)rows, dim3(4), dim3(64), arguments, 0, 0);
  cudaLaunchConfig_t all = {};
  all.gridDim = dim3(4);
  all.blockDim = dim3(64);
  // CHECK-NEXT: a.cu:[[#@LINE+1]]:3: warning: {{.*}} 'rows(int*, int, int)': not so: {{.*}}(pitch = 40, {{.*}})
  cudaLaunchKernelExC(&all, (const void *)rows, arguments);
  // CHECK-NEXT: a.cu:[[#@LINE+1]]:3: warning: {{.*}} 'rows(int*, int, int)': not so: {{.*}}(pitch = 40, {{.*}})
  cudaLaunchCooperativeKernel((const void *)rows, dim3(4), dim3(64), arguments, 0, 0);
  void (*any)(int *, int, int) = isNarrow ? rows : nullptr;
  if (any) {
    // CHECK-NEXT: a.cu:[[#@LINE+1]]:8: warning: {{.*}} 'rows(int*, int, int)': not so: {{.*}}(pitch = 40, {{.*}})
    any<<<4, 64>>>(a, width, pitch);
    // CHECK-NEXT: a.cu:[[#@LINE+1]]:5: warning: {{.*}} 'rows(int*, int, int)': not so: {{.*}}(pitch = 40, {{.*}})
    cudaLaunchKernel((const void *)any, dim3(4), dim3(64), arguments, 0, 0);
  }
  // CHECK-NEXT: other.cu:6:9: warning: {{.*}} 'rows(int*, int, int)': not so: {{.*}}(pitch = 40, {{.*}})
  launchElsewhere(a, pitch);
  return cudaDeviceSynchronize();
}
