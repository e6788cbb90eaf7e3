/* HostMinMax - ::min and ::max of numbers in host code, as nvcc's headers have
   them. clang's own are for device code only.

   Whatever else is called min or max wins where it fits: a parameter pack makes
   a template the less specialised one, and a template comes after a function.
   The first template parameter keeps min<float>(a, b) away.

   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef RACEMAP_TOOLS_RACEMAP_OVERLAY_HOSTMINMAX_H
#define RACEMAP_TOOLS_RACEMAP_OVERLAY_HOSTMINMAX_H
#if defined(__CUDA__) && __cplusplus >= 201103L
#pragma GCC system_header

namespace __racemap {

enum class __deduced { __yes };

template <bool> struct __if {};
template <> struct __if<true> {
  template <class _Tp> using __type = _Tp;
};

/* What a number of either type is converted to. */
template <class _Ap, class _Bp, class... _Np>
using __common = typename __if<(__is_arithmetic(_Ap) || __is_enum(_Ap)) &&
                               (__is_arithmetic(_Bp) || __is_enum(_Bp)) &&
                               sizeof...(_Np) ==
                                   0>::template __type<decltype(_Ap() + _Bp())>;

} // namespace __racemap

template <__racemap::__deduced = __racemap::__deduced::__yes, class _Ap,
          class _Bp, class... _Np>
__attribute__((host)) inline __racemap::__common<_Ap, _Bp, _Np...>
min(_Ap __a, _Bp __b, _Np...) {
  typedef __racemap::__common<_Ap, _Bp, _Np...> _Cp;
  return _Cp(__b) < _Cp(__a) ? _Cp(__b) : _Cp(__a);
}

template <__racemap::__deduced = __racemap::__deduced::__yes, class _Ap,
          class _Bp, class... _Np>
__attribute__((host)) inline __racemap::__common<_Ap, _Bp, _Np...>
max(_Ap __a, _Bp __b, _Np...) {
  typedef __racemap::__common<_Ap, _Bp, _Np...> _Cp;
  return _Cp(__a) < _Cp(__b) ? _Cp(__b) : _Cp(__a);
}

#endif
#endif
