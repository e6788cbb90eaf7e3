/* NotANumber - nan() and nanf() of device code, which clang's headers declare
   and do not define.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef RACEMAP_TOOLS_RACEMAP_OVERLAY_NOTANUMBER_H
#define RACEMAP_TOOLS_RACEMAP_OVERLAY_NOTANUMBER_H
#if defined(__CUDA__)
#pragma GCC system_header

/* What the text says about the bits is ignored, as nobody can tell. */
static __inline__ __attribute__((always_inline, device)) double
nan(const char *) {
  return __builtin_nan("");
}

static __inline__ __attribute__((always_inline, device)) float
nanf(const char *) {
  return __builtin_nanf("");
}

#endif
#endif
