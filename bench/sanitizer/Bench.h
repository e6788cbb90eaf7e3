// Bench - what the programs of bench/sanitizer have in common: memory for both
// sides, the time of a launch, and what a self-check says.
//
// A program runs its kernel once, checks the result, runs it as often again as
// its argument says, and prints the processor time of one launch. Under
// valgrind's callgrind (--instr-atstart=no), only these later launches count.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

namespace bench {

/// Small numbers whose sums are exact in a float.
inline int number(unsigned I) { return int((I * 2654435761u) >> 24) - 128; }

/// An array of the device.
template <typename T> class Array {
public:
  explicit Array(size_t Count) : Count(Count) {
    if (cudaMalloc(&Data, Count * sizeof(T)) != cudaSuccess)
      std::abort();
    clear();
  }
  explicit Array(const std::vector<T> &From) : Array(From.size()) {
    cudaMemcpy(Data, From.data(), Count * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Array() { cudaFree(Data); }
  Array(const Array &) = delete;

  operator T *() const { return Data; }
  void clear() { cudaMemset(Data, 0, Count * sizeof(T)); }
  std::vector<T> values() const {
    std::vector<T> Out(Count);
    cudaMemcpy(Out.data(), Data, Count * sizeof(T), cudaMemcpyDeviceToHost);
    return Out;
  }

private:
  size_t Count;
  T *Data = nullptr;
};

inline double processorTime() {
  timespec Now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Now);
  return double(Now.tv_sec) + 1e-9 * double(Now.tv_nsec);
}

/// The program: launches, checks, launches again. The result is main's.
template <typename LaunchT, typename CheckT>
int run(int argc, char **argv, LaunchT Launch, CheckT Check) {
  int Times = argc > 1 ? std::atoi(argv[1]) : 1;
  Launch();
  if (cudaDeviceSynchronize() != cudaSuccess || !Check()) {
    std::puts("FAIL");
    return 1;
  }
  CALLGRIND_START_INSTRUMENTATION;
  double Begin = processorTime();
  for (int I = 0; I < Times; ++I)
    Launch();
  cudaDeviceSynchronize();
  double End = processorTime();
  CALLGRIND_STOP_INSTRUMENTATION;
  std::printf("PASS\nseconds per launch: %.9f\n",
              Times ? (End - Begin) / Times : 0);
  return 0;
}

} // namespace bench
