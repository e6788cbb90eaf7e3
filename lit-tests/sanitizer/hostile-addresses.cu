// Whatever a kernel writes to that is not its own, in whatever way it comes
// there: the launch ends, and the memory of the process (the monitor's cells,
// its histories, other threads' stacks) is what it was. The program looks at all
// of its mappings that can be written to: the first bytes, the middle, the last.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: sh %S/../cli/Inputs/status.sh 66 %t >%t.out 2>%t.err
// RUN: FileCheck %s <%t.out
// RUN: FileCheck --check-prefix=LOCAL %s <%t.err
//
// CHECK-NOT: {{changed|cudaSuccess}}
// CHECK: enough were tried
// CHECK-NEXT: still racy: cudaSuccess 1
// LOCAL: racemap: access outside of a local array at {{.*}}hostile-addresses.cu:[[@LINE+38]]:{{[0-9]+}} in kernel poke(char*, long long, int, unsigned int), block (0,0,0), thread (0,0,0)
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

struct alignas(16) Four {
  int a, b, c, d;
};

__global__ void poke(char *p, long long by, int how, unsigned low) {
  char *at = p + by;
  switch (how) {
  case 0:
    *(volatile int *)at = 1;
    break;
  case 1:
    *(volatile char *)(at + 1) = 1;
    break;
  case 2: // wraps around
    *(Four *)(p + ((unsigned long long)by / 16) * 16ull) = {1, 1, 1, 1};
    break;
  case 3:
    atomicAdd((int *)at, 1);
    break;
  case 4:
    memset(at, 1, 64);
    break;
  case 5:
    memcpy(at, p, 64);
    break;
  case 6:
    asm volatile("st.global.u32 [%0], 1;" ::"l"(at) : "memory");
    break;
  case 7: {
    int local[16];
    for (int i = 0; i < 16; ++i)
      local[i] = i;
    local[(at - (char *)local) / 4] = 1;
    *(volatile int *)(p + 4) = local[low % 16];
    break;
  }
  }
}

struct Mapping {
  uintptr_t begin, end;
};
static std::vector<Mapping> mappings() {
  std::vector<Mapping> all;
  FILE *f = fopen("/proc/self/maps", "r");
  char line[4096], rights[8];
  Mapping m;
  while (fgets(line, sizeof line, f))
    if (sscanf(line, "%lx-%lx %7s", &m.begin, &m.end, rights) == 3 &&
        rights[1] == 'w')
      all.push_back(m);
  fclose(f);
  return all;
}

__global__ void race(int *p) { p[0] = threadIdx.x; }

/// In a stack of its own, a thread can do what it wants.
static uintptr_t theStack;
__global__ void stack(uintptr_t *p) {
  volatile int here = 0;
  *p = (uintptr_t)&here;
}

static char *allocate() {
  char *p;
  cudaMallocManaged(&p, 4096);
  memset(p, 7, 4096);
  return p;
}

int main() {
  char *p = allocate();
  stack<<<1, 1>>>((uintptr_t *)p);
  cudaDeviceSynchronize();
  memcpy(&theStack, p, sizeof theStack);
  poke<<<1, 1>>>(p, 0, 0, 0); // what is lazily made is there
  cudaDeviceSynchronize();
  unsigned tried = 0;
  for (int how = 0; how < 8; ++how)
    for (const Mapping &m : mappings()) {
      if (theStack - m.begin < m.end - m.begin)
        continue;
      for (uintptr_t a : {m.begin, (m.begin + (m.end - m.begin) / 2) & ~63ul,
                          m.end - 64}) {
        if (a - uintptr_t(p) < 4096)
          continue;
        char before[64];
        memcpy(before, (void *)a, 64);
        poke<<<1, 1>>>(p, a - uintptr_t(p), how, 0);
        cudaError_t e = cudaDeviceSynchronize();
        ++tried;
        if (e != cudaErrorIllegalAddress)
          printf("%d: %s at %lx\n", how, cudaGetErrorName(e), a);
        // Much of what is there is in use, and changes by itself.
        if (memcmp(before, (void *)a, 4) && *(int *)a == 1 && how != 3)
          printf("%d: changed at %lx\n", how, a);
        cudaDeviceReset();
        p = allocate();
      }
    }
  printf(tried > 200 ? "enough were tried\n" : "too few: %u\n", tried);
  int *q = (int *)allocate();
  race<<<1, 32>>>(q);
  cudaError_t e = cudaDeviceSynchronize();
  printf("still racy: %s %d\n", cudaGetErrorName(e), *q != 7);
}
