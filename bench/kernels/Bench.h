// Bench - what the programs of bench/kernels have in common: memory for both
// sides, the time of a launch, and what a self-check says.
//
// Each file registers a program: its name, its sizes, and what it does with a
// Run. All are linked into one executable (Main.cu), so that a build of each
// kind is one file. A program prepares its data, launches once, and checks the
// result; then come the launches that count, each timed by CUDA events, and the
// check again. Under valgrind's callgrind (--instr-atstart=no), only the
// launches that count do.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

namespace bench {

/// Ends the program if a call of the runtime fails.
inline void must(cudaError_t Status, const char *What) {
  if (Status == cudaSuccess)
    return;
  std::fprintf(stderr, "FAIL: %s: %s\n", What, cudaGetErrorString(Status));
  std::exit(1);
}

/// Small numbers whose sums are exact in a float.
inline int number(unsigned I) { return int((I * 2654435761u) >> 24) - 128; }

/// An array of the device.
template <typename T> class Array {
public:
  explicit Array(size_t Count) : Count(Count) {
    must(cudaMalloc(&Data, Count * sizeof(T)), "cudaMalloc");
    clear();
  }
  explicit Array(const std::vector<T> &From) : Array(From.size()) {
    must(cudaMemcpy(Data, From.data(), Count * sizeof(T),
                    cudaMemcpyHostToDevice),
         "cudaMemcpy");
  }
  ~Array() { cudaFree(Data); }
  Array(const Array &) = delete;

  operator T *() const { return Data; }
  void clear() { must(cudaMemset(Data, 0, Count * sizeof(T)), "cudaMemset"); }
  std::vector<T> values() const {
    std::vector<T> Out(Count);
    must(
        cudaMemcpy(Out.data(), Data, Count * sizeof(T), cudaMemcpyDeviceToHost),
        "cudaMemcpy");
    return Out;
  }

private:
  size_t Count;
  T *Data = nullptr;
};

/// What the command line asks of a program, and what it prints.
class Run {
public:
  Run(std::string Program, size_t Size, int Launches, std::string Only,
      bool Loops)
      : Program(std::move(Program)), Size(Size), Launches(Launches),
        Only(std::move(Only)), Loops(Loops) {}

  /// How many elements the result has, about.
  size_t size() const { return Size; }
  /// The side of a square of that many elements, a multiple of `Step` (>= 1).
  int side(int Step) const {
    return std::max(1, int(std::sqrt(double(Size)) / Step + 0.5)) * Step;
  }
  /// Blocks of `Each` elements, at least one.
  int blocks(size_t Each) const {
    return int(std::max(Size / Each, size_t(1)));
  }
  bool failed() const { return Failed; }

  /// Measures launches of a kernel and prints one line of JSON: PASS or FAIL,
  /// the median of their times in milliseconds and all of them, and processor
  /// seconds of the host for one. Prepare puts the data in order before each
  /// launch; its time does not count.
  template <typename KernelT, typename PrepareT, typename LaunchT,
            typename CheckT>
  void measure(const char *Name, KernelT *Kernel, PrepareT Prepare,
               LaunchT Launch, CheckT Check) {
    if (!Only.empty() && Only != Name)
      return;
    Prepare();
    Launch();
    bool Right = finished(Name) && Check();
    CALLGRIND_START_INSTRUMENTATION;
    std::vector<double> Times;
    double Processor = 0;
    for (int I = 0; Right && I < Launches; ++I) {
      Prepare();
      Times.push_back(timed(Launch, Processor));
    }
    CALLGRIND_STOP_INSTRUMENTATION;
    Right = Right && finished(Name) && (!Launches || Check());
    cudaFuncAttributes Kind{};
    must(cudaFuncGetAttributes(&Kind, reinterpret_cast<const void *>(Kernel)),
         "cudaFuncGetAttributes");
    print(Name, Right, Kind.sharedSizeBytes, Times, Processor);
  }
  template <typename KernelT, typename LaunchT, typename CheckT>
  void measure(const char *Name, KernelT *Kernel, LaunchT Launch,
               CheckT Check) {
    measure(Name, Kernel, [] {}, Launch, Check);
  }

  /// What the same arithmetic takes in a loop of the host, in which nothing but
  /// the host's compiler makes it fast: the least of as many times, in
  /// processor seconds, as one more line. True if that was not asked for, or
  /// its result is right.
  template <typename LoopT, typename CheckT>
  void compare(LoopT Loop, CheckT Check) {
    if (!Loops)
      return;
    double Least = HUGE_VAL;
    for (int I = 0; I < std::max(Launches, 1); ++I) {
      double Before = processorTime();
      Loop();
      Least = std::min(Least, processorTime() - Before);
    }
    bool Right = Check();
    std::printf("{\"program\": \"%s\", \"loop\": %.9f, \"result\": "
                "\"%s\"}\n",
                Program.c_str(), Least, Right ? "PASS" : "FAIL");
    std::fflush(stdout);
    Failed |= !Right;
  }

private:
  static double processorTime() {
    timespec Now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Now);
    return double(Now.tv_sec) + 1e-9 * double(Now.tv_nsec);
  }

  /// Milliseconds of the device.
  template <typename LaunchT>
  static double timed(LaunchT Launch, double &Processor) {
    static cudaEvent_t Begin = event(), End = event();
    must(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    double Before = processorTime();
    must(cudaEventRecord(Begin), "cudaEventRecord");
    Launch();
    must(cudaEventRecord(End), "cudaEventRecord");
    must(cudaEventSynchronize(End), "cudaEventSynchronize");
    Processor += processorTime() - Before;
    float Milliseconds;
    must(cudaEventElapsedTime(&Milliseconds, Begin, End),
         "cudaEventElapsedTime");
    return Milliseconds;
  }
  static cudaEvent_t event() {
    cudaEvent_t E;
    must(cudaEventCreate(&E), "cudaEventCreate");
    return E;
  }

  static bool finished(const char *Name) {
    cudaError_t Status = cudaGetLastError();
    if (Status == cudaSuccess)
      Status = cudaDeviceSynchronize();
    if (Status != cudaSuccess)
      std::fprintf(stderr, "%s: %s\n", Name, cudaGetErrorString(Status));
    return Status == cudaSuccess;
  }

  void print(const char *Name, bool Right, size_t Shared,
             const std::vector<double> &Times, double Processor) {
    std::vector<double> Sorted = Times;
    std::sort(Sorted.begin(), Sorted.end());
    double Median = Sorted.empty() ? 0 : Sorted[Sorted.size() / 2];
    std::printf("{\"program\": \"%s\", \"kernel\": \"%s\", \"size\": %zu, "
                "\"result\": \"%s\", \"shared\": %zu, \"ms\": %.6f, "
                "\"processor\": %.9f, \"all\": [",
                Program.c_str(), Name, Size, Right ? "PASS" : "FAIL", Shared,
                Median, Times.empty() ? 0 : Processor / double(Times.size()));
    for (size_t I = 0; I < Times.size(); ++I)
      std::printf("%s%.6f", I ? ", " : "", Times[I]);
    std::puts("]}");
    std::fflush(stdout);
    Failed |= !Right;
  }

  std::string Program;
  size_t Size;
  int Launches;
  std::string Only; ///< the one kernel that is wanted, or all
  bool Loops;       ///< compare() is wanted
  bool Failed = false;
};

/// Registers a program. Small is a size that takes the CPU device less than a
/// second, Large one that fills a GPU.
struct Program {
  Program(const char *Name, size_t Small, size_t Large, void (*Body)(Run &))
      : Name(Name), Small(Small), Large(Large), Body(Body), Next(first()) {
    first() = this;
  }
  static Program *&first() {
    static Program *First = nullptr;
    return First;
  }

  const char *Name;
  size_t Small, Large;
  void (*Body)(Run &);
  Program *Next;
};

} // namespace bench
