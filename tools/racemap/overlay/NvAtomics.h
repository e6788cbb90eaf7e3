/* NvAtomics - nvcc's own atomic functions (CUDA 12.8 and later), which clang
   does not have. Each is a relaxed operation of its scope with the fences that
   make up its order.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef RACEMAP_TOOLS_RACEMAP_OVERLAY_NVATOMICS_H
#define RACEMAP_TOOLS_RACEMAP_OVERLAY_NVATOMICS_H
#if defined(__CUDA__) && __cplusplus >= 201103L
#pragma GCC system_header

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};

enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

#define RACEMAP_NV __attribute__((device, always_inline)) inline

RACEMAP_NV void __nv_atomic_thread_fence(int __order,
                                         int __s = __NV_THREAD_SCOPE_SYSTEM) {
  if (__order == __NV_ATOMIC_RELAXED || __s == __NV_THREAD_SCOPE_THREAD)
    return;
  if (__s == __NV_THREAD_SCOPE_BLOCK)
    __nvvm_membar_cta();
  else if (__s == __NV_THREAD_SCOPE_SYSTEM)
    __nvvm_membar_sys();
  else
    __nvvm_membar_gl();
}

namespace __racemap {

/* The fences before and after a relaxed operation. */
class __ordered {
  int __order, __scope;

public:
  RACEMAP_NV __ordered(int __o, int __s) : __order(__o), __scope(__s) {
    if (__order >= __NV_ATOMIC_RELEASE)
      __nv_atomic_thread_fence(__order, __scope);
  }
  RACEMAP_NV ~__ordered() {
    if (__order != __NV_ATOMIC_RELEASE)
      __nv_atomic_thread_fence(__order, __scope);
  }
};

} // namespace __racemap

/* The call with the scope that __s is: a builtin takes constants only. */
#define RACEMAP_SCOPED(CALL)                                                   \
  __racemap::__ordered __fences(__order, __s);                                 \
  if (__s <= __NV_THREAD_SCOPE_BLOCK) {                                        \
    CALL(__MEMORY_SCOPE_WRKGRP);                                               \
  } else if (__s < __NV_THREAD_SCOPE_SYSTEM) {                                 \
    CALL(__MEMORY_SCOPE_DEVICE);                                               \
  } else {                                                                     \
    CALL(__MEMORY_SCOPE_SYSTEM);                                               \
  }

template <class _Tp>
RACEMAP_NV _Tp __nv_atomic_load_n(const _Tp *__p, int __order,
                                  int __s = __NV_THREAD_SCOPE_SYSTEM) {
#define RACEMAP_CALL(SCOPE)                                                    \
  return __scoped_atomic_load_n(__p, __ATOMIC_RELAXED, SCOPE)
  RACEMAP_SCOPED(RACEMAP_CALL);
#undef RACEMAP_CALL
}

template <class _Tp>
RACEMAP_NV void __nv_atomic_load(const _Tp *__p, _Tp *__to, int __order,
                                 int __s = __NV_THREAD_SCOPE_SYSTEM) {
#define RACEMAP_CALL(SCOPE)                                                    \
  __scoped_atomic_load(__p, __to, __ATOMIC_RELAXED, SCOPE)
  RACEMAP_SCOPED(RACEMAP_CALL);
#undef RACEMAP_CALL
}

template <class _Tp>
RACEMAP_NV void __nv_atomic_store_n(_Tp *__p, _Tp __v, int __order,
                                    int __s = __NV_THREAD_SCOPE_SYSTEM) {
#define RACEMAP_CALL(SCOPE)                                                    \
  __scoped_atomic_store_n(__p, __v, __ATOMIC_RELAXED, SCOPE)
  RACEMAP_SCOPED(RACEMAP_CALL);
#undef RACEMAP_CALL
}

template <class _Tp>
RACEMAP_NV void __nv_atomic_store(_Tp *__p, _Tp *__v, int __order,
                                  int __s = __NV_THREAD_SCOPE_SYSTEM) {
#define RACEMAP_CALL(SCOPE)                                                    \
  __scoped_atomic_store(__p, __v, __ATOMIC_RELAXED, SCOPE)
  RACEMAP_SCOPED(RACEMAP_CALL);
#undef RACEMAP_CALL
}

template <class _Tp>
RACEMAP_NV bool
__nv_atomic_compare_exchange_n(_Tp *__p, _Tp *__expected, _Tp __v, bool,
                               int __order, int __failed,
                               int __s = __NV_THREAD_SCOPE_SYSTEM) {
  __order = __order < __failed ? __failed : __order;
#define RACEMAP_CALL(SCOPE)                                                    \
  return __scoped_atomic_compare_exchange_n(                                   \
      __p, __expected, __v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE)
  RACEMAP_SCOPED(RACEMAP_CALL);
#undef RACEMAP_CALL
}

template <class _Tp>
RACEMAP_NV bool
__nv_atomic_compare_exchange(_Tp *__p, _Tp *__expected, _Tp *__v, bool,
                             int __order, int __failed,
                             int __s = __NV_THREAD_SCOPE_SYSTEM) {
  __order = __order < __failed ? __failed : __order;
#define RACEMAP_CALL(SCOPE)                                                    \
  return __scoped_atomic_compare_exchange(                                     \
      __p, __expected, __v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE)
  RACEMAP_SCOPED(RACEMAP_CALL);
#undef RACEMAP_CALL
}

template <class _Tp>
RACEMAP_NV void __nv_atomic_exchange(_Tp *__p, _Tp *__v, _Tp *__old,
                                     int __order,
                                     int __s = __NV_THREAD_SCOPE_SYSTEM) {
#define RACEMAP_CALL(SCOPE)                                                    \
  __scoped_atomic_exchange(__p, __v, __old, __ATOMIC_RELAXED, SCOPE)
  RACEMAP_SCOPED(RACEMAP_CALL);
#undef RACEMAP_CALL
}

/* What reads, changes and writes. */
#define RACEMAP_UPDATE(NAME, BUILTIN)                                          \
  template <class _Tp>                                                         \
  RACEMAP_NV _Tp NAME(_Tp *__p, _Tp __v, int __order,                          \
                      int __s = __NV_THREAD_SCOPE_SYSTEM) {                    \
    RACEMAP_SCOPED(RACEMAP_CALL_##BUILTIN)                                     \
  }
#define RACEMAP_CALL(BUILTIN, SCOPE)                                           \
  return __scoped_atomic_##BUILTIN(__p, __v, __ATOMIC_RELAXED, SCOPE)
#define RACEMAP_CALL_exchange_n(SCOPE) RACEMAP_CALL(exchange_n, SCOPE)
#define RACEMAP_CALL_fetch_add(SCOPE) RACEMAP_CALL(fetch_add, SCOPE)
#define RACEMAP_CALL_fetch_sub(SCOPE) RACEMAP_CALL(fetch_sub, SCOPE)
#define RACEMAP_CALL_fetch_and(SCOPE) RACEMAP_CALL(fetch_and, SCOPE)
#define RACEMAP_CALL_fetch_or(SCOPE) RACEMAP_CALL(fetch_or, SCOPE)
#define RACEMAP_CALL_fetch_xor(SCOPE) RACEMAP_CALL(fetch_xor, SCOPE)
#define RACEMAP_CALL_fetch_min(SCOPE) RACEMAP_CALL(fetch_min, SCOPE)
#define RACEMAP_CALL_fetch_max(SCOPE) RACEMAP_CALL(fetch_max, SCOPE)
RACEMAP_UPDATE(__nv_atomic_exchange_n, exchange_n)
RACEMAP_UPDATE(__nv_atomic_fetch_add, fetch_add)
RACEMAP_UPDATE(__nv_atomic_fetch_sub, fetch_sub)
RACEMAP_UPDATE(__nv_atomic_fetch_and, fetch_and)
RACEMAP_UPDATE(__nv_atomic_fetch_or, fetch_or)
RACEMAP_UPDATE(__nv_atomic_fetch_xor, fetch_xor)
RACEMAP_UPDATE(__nv_atomic_fetch_min, fetch_min)
RACEMAP_UPDATE(__nv_atomic_fetch_max, fetch_max)
#undef RACEMAP_UPDATE
#undef RACEMAP_SCOPED
#undef RACEMAP_CALL
#undef RACEMAP_CALL_exchange_n
#undef RACEMAP_CALL_fetch_add
#undef RACEMAP_CALL_fetch_sub
#undef RACEMAP_CALL_fetch_and
#undef RACEMAP_CALL_fetch_or
#undef RACEMAP_CALL_fetch_xor
#undef RACEMAP_CALL_fetch_min
#undef RACEMAP_CALL_fetch_max

/* The same without a result. */
#define RACEMAP_UPDATE(NAME)                                                   \
  template <class _Tp>                                                         \
  RACEMAP_NV void __nv_atomic_##NAME(_Tp *__p, _Tp __v, int __order,           \
                                     int __s = __NV_THREAD_SCOPE_SYSTEM) {     \
    __nv_atomic_fetch_##NAME(__p, __v, __order, __s);                          \
  }
RACEMAP_UPDATE(add)
RACEMAP_UPDATE(sub)
RACEMAP_UPDATE(and)
RACEMAP_UPDATE(or)
RACEMAP_UPDATE(xor)
RACEMAP_UPDATE(min)
RACEMAP_UPDATE(max)
#undef RACEMAP_UPDATE
#undef RACEMAP_NV

#endif
#endif
