/* Overlay - what nvcc's headers have and clang's do not: for analysis, for
   builds for the CPU device, and for what nvcc links for a GPU.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef RACEMAP_TOOLS_RACEMAP_OVERLAY_OVERLAY_H
#define RACEMAP_TOOLS_RACEMAP_OVERLAY_OVERLAY_H

/* What nvcc says of itself, and sources ask for: the toolkit's version. */
#if defined(CUDART_VERSION) && !defined(__CUDACC_VER_MAJOR__)
#define __CUDACC_VER_MAJOR__ (CUDART_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDART_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif

#include "CacheHints.h"
#include "DeviceRuntime.h"
#include "HostMinMax.h"
#include "NotANumber.h"
#include "NvAtomics.h"
#include <assert.h>
#include <math.h>
#include <time.h>

#ifndef RACEMAP_GPU_DEVICE /* where both have to be what they say */
/* For clang, a managed variable is one of the host. For an analysis it is one
   of the device; the CPU device has managed ones (plugin/ManagedVariables). */
#undef __managed__
#ifdef RACEMAP_CPU_DEVICE
#define __managed__                                                            \
  __attribute__((device)) __attribute__((annotate("racemap.managed")))
#else
#define __managed__ __attribute__((device))
#endif

/* clang leaves it out of its code for devices (plugin/ClusterDims,
   runtime/cpu/KernelNotes). */
#undef __cluster_dims__
#define __cluster_dims__(...)                                                  \
  __attribute__((annotate("racemap.cluster_dims", __VA_ARGS__)))
#endif

#endif
