/* CacheHints - stores that say how the caches are to treat them: each is a
   store of its value. clang has __stwt and the loads.

   A template, so that those of cuda_fp16.h and cuda_bf16.h win.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef RACEMAP_TOOLS_RACEMAP_OVERLAY_CACHEHINTS_H
#define RACEMAP_TOOLS_RACEMAP_OVERLAY_CACHEHINTS_H
#if defined(__CUDA__)
#pragma GCC system_header

namespace __racemap {

/* Nothing is deduced from an argument of this type. */
template <class _Tp> struct __same {
  typedef _Tp __type;
};

} // namespace __racemap

template <class _Tp>
__attribute__((device)) inline void
__stwb(_Tp *__p, typename __racemap::__same<_Tp>::__type __v) {
  *__p = __v;
}

template <class _Tp>
__attribute__((device)) inline void
__stcg(_Tp *__p, typename __racemap::__same<_Tp>::__type __v) {
  *__p = __v;
}

template <class _Tp>
__attribute__((device)) inline void
__stcs(_Tp *__p, typename __racemap::__same<_Tp>::__type __v) {
  *__p = __v;
}

#endif
#endif
