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
// LOCAL: racemap: access outside of a local array at {{.*}}hostile-addresses.cu:[[@LINE+45]]:{{[0-9]+}} in kernel poke(char*, long long, int, unsigned int), block (0,0,0), thread (0,0,0)
// LOCAL: racemap: access outside of a local array at {{.*}}hostile-addresses.cu:[[@LINE+53]]:
// LOCAL: racemap: access outside of a local array at an unknown place
// LOCAL: racemap: access outside of a local array at {{.*}}hostile-addresses.cu:[[@LINE+59]]:
// LOCAL: WARNING: RaceMap: data race
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

struct alignas(16) Four {
  int a, b, c, d;
};

__constant__ int table[16];
typedef int __attribute__((address_space(5))) InLocal;

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
  case 8: {
    int one[16], two[16];
    for (int i = 0; i < 16; ++i)
      one[i] = two[15 - i] = i;
    int *both = low % 2 ? one : two;
    both[(at - (char *)both) / 4] = 1;
    *(volatile int *)(p + 4) = one[low % 16] + two[low % 16];
    break;
  }
  case 9:
    asm volatile("st.local.u32 [%0], 1;" ::"l"(at) : "memory");
    break;
  case 10:
    *(volatile InLocal *)(uintptr_t)at = 1;
    break;
  case 11:
    ((volatile int *)table)[(at - (char *)table) / 4] = 1;
    break;
  }
}

struct Part {
  size_t begin, bytes;
};
/// Does the same to 64 bytes.
static Part poked(int how, char *at) {
  int one[4] = {1, 1, 1, 1}, old;
  switch (how) {
  case 1:
    at[1] = 1;
    return {1, 1};
  case 2:
    memcpy(at, one, 16);
    return {0, 16};
  case 3:
    memcpy(&old, at, 4);
    ++old;
    memcpy(at, &old, 4);
    return {0, 4};
  case 4:
    memset(at, 1, 64);
    return {0, 64};
  case 5:
    memset(at, 7, 64);
    return {0, 64};
  default:
    memcpy(at, one, 4);
    return {0, 4};
  }
}

struct Mapping {
  uintptr_t begin, end;
};
static std::vector<Mapping> mappings() {
  std::vector<Mapping> all;
  FILE *f = fopen("/proc/self/maps", "r");
  char line[4096], mode[8];
  Mapping m;
  while (fgets(line, sizeof line, f))
    if (sscanf(line, "%lx-%lx %7s", &m.begin, &m.end, mode) == 3 &&
        mode[1] == 'w')
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

/// False if there is no memory any more.
static bool look(uintptr_t at, char *bytes) {
  static FILE *memory = fopen("/proc/self/mem", "rb");
  setvbuf(memory, nullptr, _IONBF, 0);
  return fseeko(memory, (off_t)at, SEEK_SET) == 0 &&
         fread(bytes, 1, 64, memory) == 64;
}

/// Much of what is there is in use, and changes by itself.
static bool isChanged(int how, char *before, const char *after) {
  char then[64];
  memcpy(then, before, 64);
  Part its = poked(how, then);
  return memcmp(before + its.begin, after + its.begin, its.bytes) &&
         !memcmp(then + its.begin, after + its.begin, its.bytes);
}

int main() {
  char *p = allocate();
  stack<<<1, 1>>>((uintptr_t *)p);
  cudaDeviceSynchronize();
  memcpy(&theStack, p, sizeof theStack);
  poke<<<1, 1>>>(p, 0, 0, 0); // what is lazily made is there
  cudaDeviceSynchronize();
  unsigned least = ~0u;
  for (int how = 0; how < 12; ++how) {
    unsigned tried = 0;
    for (const Mapping &m : mappings()) {
      if (theStack - m.begin < m.end - m.begin)
        continue;
      for (uintptr_t a : {m.begin, (m.begin + (m.end - m.begin) / 2) & ~63ul,
                          m.end - 64}) {
        char before[64], after[64];
        if (a - uintptr_t(p) < 4096 || !look(a, before))
          continue;
        poke<<<1, 1>>>(p, a - uintptr_t(p), how, 0);
        cudaError_t e = cudaDeviceSynchronize();
        ++tried;
        if (e != cudaErrorIllegalAddress)
          printf("%d: %s at %lx\n", how, cudaGetErrorName(e), a);
        if (look(a, after) && isChanged(how, before, after))
          printf("%d: changed at %lx\n", how, a);
        cudaDeviceReset();
        p = allocate();
      }
    }
    least = tried < least ? tried : least;
  }
  printf(least >= 9 ? "enough were tried\n" : "too few: %u\n", least);
  int *q = (int *)allocate();
  race<<<1, 32>>>(q);
  cudaError_t e = cudaDeviceSynchronize();
  printf("still racy: %s %d\n", cudaGetErrorName(e), (unsigned)*q < 32);
}
