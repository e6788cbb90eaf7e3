/* DeviceRuntime - a template of the runtime for device code that CUDA's headers
   declare and nvcc defines.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef RACEMAP_TOOLS_RACEMAP_OVERLAY_DEVICERUNTIME_H
#define RACEMAP_TOOLS_RACEMAP_OVERLAY_DEVICERUNTIME_H
#if defined(__CUDA__) && defined(__CUDACC_RDC__) && __cplusplus >= 201103L
#pragma GCC system_header

template <class _Tp>
static inline __attribute__((device)) cudaError_t cudaMalloc(_Tp **__p,
                                                             size_t __bytes) {
  return ::cudaMalloc(reinterpret_cast<void **>(__p), __bytes);
}

#endif
#endif
