// LaunchTimes - how long the kernels of a program take, which says nothing
// about it itself.
//
// Linked into a program with -Wl,--wrap=cudaLaunchKernel: events go around each
// launch, and when the program ends, one line of JSON (as Bench.h has them)
// with the sum of their times goes into the file that RACEMAP_LAUNCH_TIMES
// names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime_api.h>
#include <vector>

extern "C" cudaError_t __real_cudaLaunchKernel(const void *, dim3, dim3,
                                               void **, size_t, cudaStream_t);

namespace {

class Times {
public:
  static Times &get() {
    static Times *All = [] {
      std::atexit([] { get().write(); });
      return new Times;
    }();
    return *All;
  }

  /// What shared memory a kernel that is launched has.
  void shared(const void *Kernel, size_t Dynamic) {
    cudaFuncAttributes Of{};
    if (cudaFuncGetAttributes(&Of, Kernel) == cudaSuccess)
      MostShared = std::max(MostShared, Of.sharedSizeBytes + Dynamic);
  }
  /// Before a launch into the stream, and after it.
  void record(cudaStream_t Stream) {
    cudaEvent_t E = nullptr;
    if (cudaEventCreate(&E) == cudaSuccess)
      cudaEventRecord(E, Stream);
    Events.push_back(E);
    // The driver has few events; what is done needs none.
    if (Events.size() >= MaxEvents)
      add();
  }

private:
  void add() {
    cudaDeviceSynchronize();
    for (size_t I = 0; I + 1 < Events.size(); I += 2) {
      float Milliseconds = 0;
      cudaEventElapsedTime(&Milliseconds, Events[I], Events[I + 1]);
      Sum += Milliseconds;
      ++Launches;
    }
    for (cudaEvent_t E : Events)
      cudaEventDestroy(E);
    Events.clear();
  }
  void write() {
    add();
    const char *Path = std::getenv("RACEMAP_LAUNCH_TIMES");
    std::FILE *To = Path ? std::fopen(Path, "w") : nullptr;
    if (!To)
      return;
    std::fprintf(To,
                 "{\"kernel\": \"all\", \"launches\": %zu, "
                 "\"shared\": %zu, \"ms\": %.6f, \"all\": [%.6f]}\n",
                 Launches, MostShared, Sum, Sum);
    std::fclose(To);
  }

  static constexpr size_t MaxEvents = 1024;
  std::vector<cudaEvent_t> Events;
  size_t Launches = 0, MostShared = 0;
  double Sum = 0;
};

} // namespace

extern "C" cudaError_t __wrap_cudaLaunchKernel(const void *Kernel, dim3 Grid,
                                               dim3 Block, void **Arguments,
                                               size_t Shared,
                                               cudaStream_t Stream) {
  Times::get().shared(Kernel, Shared);
  Times::get().record(Stream);
  cudaError_t Status =
      __real_cudaLaunchKernel(Kernel, Grid, Block, Arguments, Shared, Stream);
  Times::get().record(Stream);
  return Status;
}
