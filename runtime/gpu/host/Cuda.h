// Cuda - calls of the CUDA runtime that the program must not notice: its
// pending error, its current device and what it captures stay as they are, and
// none of its streams waits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_HOST_CUDA_H
#define RACEMAP_RUNTIME_GPU_HOST_CUDA_H

#include <cstdint>
#include <cuda_runtime_api.h>
#include <vector>

namespace racemap::gpu {

/// Within an Unnoticed only: an error of ours is not left for the program.
inline bool succeeded(cudaError_t E) { return E == cudaSuccess; }

/// While it lives, a capture of the thread's streams allows what we do.
class Unnoticed {
public:
  Unnoticed();
  ~Unnoticed();
  Unnoticed(const Unnoticed &) = delete;
  Unnoticed &operator=(const Unnoticed &) = delete;

  /// Is it the program's current device?
  bool isOn(int Device) const { return Current == Device; }
  /// From now on, that one is current.
  void goTo(int Device);

private:
  cudaError_t Pending;
  cudaStreamCaptureMode Mode = cudaStreamCaptureModeRelaxed;
  int Current = -1;
  bool HasGone = false;
};

/// Is what comes to the stream put into a graph?
bool isCaptured(cudaStream_t Stream);

/// The runtime's own memory on the device, and a stream that waits for no other
/// and that no other waits for. All within an Unnoticed.
class Own {
public:
  /// False: there is no device.
  bool begin();
  /// Memory of the device, all zeros; null: there is none.
  void *zeros(uint64_t Bytes);
  template <class T> bool zeros(T *&To, uint64_t Bytes = sizeof(T)) {
    return (To = static_cast<T *>(zeros(Bytes)));
  }
  bool clear(void *At, uint64_t Bytes);
  /// To or from the device; it is over when this returns.
  bool copy(void *To, const void *From, uint64_t Bytes);
  void giveBack(void *Memory);
  /// All of it. Nothing that uses it may run.
  void giveBack();
  /// All of it is gone.
  void forget();

private:
  cudaStream_t Stream = nullptr;
  std::vector<void *> All;
};

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_HOST_CUDA_H
