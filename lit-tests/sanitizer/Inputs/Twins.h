// Twins - kernels that are silent, each with a broken twin that races: in each of
// twenty schedules, or on several workers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstring>
#include <racemap/runtime.h>

/// Words of data, and flags that are 0 at first.
struct A {
  int *d, *f;
};

struct Kernel {
  const char *name;
  void *good, *bad;
  int blocks, threads;
};

#define KERNEL(name, ...)                                                      \
  {#name, (void *)name<false>, (void *)name<true>, __VA_ARGS__}

/// In how many of twenty launches it races.
inline int racy(const Kernel &k, bool bad, bool seeded, A a) {
  int found = 0;
  for (int seed = 0; seed < 20; ++seed) {
    cudaMemset(a.d, 0, 4096 * sizeof(int));
    cudaMemset(a.f, 0, 64 * sizeof(int));
    if (seeded)
      __racemap_set_seed(seed);
    auto before = __racemap_num_found();
    void *args[] = {&a};
    if (cudaLaunchCooperativeKernel(bad ? k.bad : k.good, dim3(k.blocks),
                                    dim3(k.threads), args, 0, 0) != cudaSuccess)
      std::printf("%s failed\n", k.name);
    found += __racemap_num_found() > before;
  }
  return found;
}

/// How: "seeds" or "workers". Returns the program's exit status.
template <int Count>
int judgeTwins(const Kernel (&kernels)[Count], const char *how) {
  bool seeded = !std::strcmp(how, "seeds");
  A a;
  cudaMalloc(&a.d, 4096 * sizeof(int));
  cudaMalloc(&a.f, 64 * sizeof(int));
  for (const Kernel &k : kernels) {
    int good = racy(k, false, seeded, a), bad = racy(k, true, seeded, a);
    bool right = good == 0 && bad == 20;
    std::printf("%s: %s (%d, %d)\n", k.name, right ? "right" : "wrong", good,
                bad);
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}
