// Errors - the last error, sticky errors, and what errors are called.
//
// Names are those of the header (Errors.inc, generated). A description is the
// name in words: cudaErrorInvalidValue is "invalid value".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/api/Call.h"

#include <atomic>
#include <cctype>
#include <cstdio>
#include <cuda_runtime_api.h>
#include <map>
#include <mutex>
#include <pthread.h>
#include <set>
#include <string>
#include <string_view>

namespace racemap::cpu::api {

static std::atomic<cudaError_t> Sticky = cudaSuccess;
static thread_local cudaError_t Last = cudaSuccess;
/// So many calls do nothing before the program is told.
static constexpr unsigned MostIgnored = 1000;
static std::atomic<unsigned> NumIgnored = 0;

/// Has the process, or the one that it was forked from, used the device?
static std::atomic<bool> IsUsed = false;
/// It was forked from one that had: its workers are in the other one.
static std::atomic<bool> IsForked = false;

cudaError_t stickyError() {
  IsUsed.store(true, std::memory_order_relaxed);
  return Sticky.load(std::memory_order_relaxed);
}

void clearSticky() {
  if (IsForked)
    return;
  Sticky = cudaSuccess;
  Last = cudaSuccess;
  NumIgnored = 0;
}

static void forked() {
  if (!IsUsed)
    return;
  IsForked = true;
  Sticky = cudaErrorInitializationError;
  NumIgnored = 0;
}

__attribute__((constructor)) static void watchForks() {
  pthread_atfork(nullptr, nullptr, forked);
}

bool isSticky(cudaError_t E) {
  constexpr cudaError_t OfKernels[] = {cudaErrorIllegalAddress,
                                       cudaErrorLaunchTimeout,
                                       cudaErrorAssert,
                                       cudaErrorHardwareStackError,
                                       cudaErrorIllegalInstruction,
                                       cudaErrorMisalignedAddress,
                                       cudaErrorInvalidAddressSpace,
                                       cudaErrorInvalidPc,
                                       cudaErrorLaunchFailure};
  for (cudaError_t Known : OfKernels)
    if (E == Known)
      return true;
  return false;
}

cudaError_t note(cudaError_t E) {
  if (E == cudaSuccess || E == cudaErrorNotReady)
    return E;
  Last = E;
  if (isSticky(E))
    Sticky = E;
  return E;
}

cudaError_t refuse(cudaError_t E) {
  unsigned Ignored = ++NumIgnored;
  if (IsForked && Ignored == 1)
    std::fputs("racemap: this process was forked from one that had used the "
               "device, and cannot use it, as with CUDA: calls return "
               "cudaErrorInitializationError\n",
               stderr);
  if (!IsForked && Ignored == MostIgnored)
    std::fprintf(stderr,
                 "racemap: a kernel has failed, and the program goes on: %u "
                 "calls have done nothing since, and returned '%s'; look at "
                 "what calls return, or call cudaDeviceReset()\n",
                 MostIgnored, cudaGetErrorString(E));
  return note(E);
}

/// cudaLaunchCooperativeKernelMultiDevice and its like.
static bool launchesKernels(std::string_view What) {
  return What.starts_with("cudaLaunch") &&
         !What.starts_with("cudaLaunchHostFunc");
}

cudaError_t notSupported(const char *What) {
  if (launchesKernels(What))
    monitor::launchFailed();
  static std::mutex Lock;
  static auto &Said = *new std::set<std::string>;
  std::lock_guard Guard(Lock);
  if (Said.insert(What).second)
    std::fprintf(stderr, "racemap: %s is not supported on the CPU device\n",
                 What);
  return cudaErrorNotSupported;
}

// Tables are never destroyed: destructors of the program may ask.
static const std::map<int, const char *> &names() {
  static const auto *Names = new std::map<int, const char *>{
#define RACEMAP_CUDA_ERROR(NAME) {NAME, #NAME},
#include "Errors.inc"
#undef RACEMAP_CUDA_ERROR
  };
  return *Names;
}

/// "cudaErrorECCUncorrectable" is "ECC uncorrectable".
static std::string words(std::string Name) {
  if (Name.rfind("cudaError", 0) == 0)
    Name.erase(0, 9);
  std::string Words;
  for (size_t I = 0; I < Name.size(); ++I) {
    auto At = [&](size_t J) {
      return J < Name.size() ? static_cast<unsigned char>(Name[J]) : 0;
    };
    bool EndsLower = I > 0 && std::islower(At(I - 1)) && std::isupper(At(I));
    bool BeginsWord = I > 0 && std::isupper(At(I)) && std::islower(At(I + 1));
    if ((EndsLower || BeginsWord) && Words.back() != ' ')
      Words += ' ';
    bool IsAcronym =
        std::isupper(At(I)) &&
        (std::isupper(At(I + 1)) ||
         (I > 0 && std::isupper(At(I - 1)) && !std::islower(At(I + 1))));
    Words += IsAcronym ? char(At(I)) : char(std::tolower(At(I)));
  }
  return Words;
}

static std::map<int, std::string> allWords() {
  std::map<int, std::string> All;
  for (auto [Error, Name] : names())
    All[Error] = words(Name);
  All[cudaSuccess] = "no error";
  return All;
}

} // namespace racemap::cpu::api

using namespace racemap::cpu;

cudaError_t cudaGetLastError() {
  cudaError_t E = cudaPeekAtLastError();
  api::Last = cudaSuccess;
  return E;
}

cudaError_t cudaPeekAtLastError() {
  cudaError_t E = api::stickyError();
  return E != cudaSuccess ? E : api::Last;
}

const char *cudaGetErrorName(cudaError_t Error) {
  auto Found = api::names().find(Error);
  return Found == api::names().end() ? "unrecognized error code"
                                     : Found->second;
}

const char *cudaGetErrorString(cudaError_t Error) {
  static const auto &Words = *new std::map<int, std::string>(api::allWords());
  auto Found = Words.find(Error);
  return Found == Words.end() ? "unrecognized error code"
                              : Found->second.c_str();
}
