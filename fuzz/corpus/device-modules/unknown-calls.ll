target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"



declare void @mystery(ptr)
declare double @__nv_frexp(double, ptr)
declare float @__nv_sinf(float)
declare i32 @vprintf(ptr, ptr)
define ptx_kernel void @k(ptr %p, ptr %f) {
  call void @mystery(ptr %p)
  call void %f()
  %e = call double @__nv_frexp(double 1.0, ptr %p)
  %s = call float @__nv_sinf(float 1.0)
  %v = call i32 @vprintf(ptr %p, ptr null)
  ret void
}

define void @_Z5countPi(ptr %p) {
  store i32 1, ptr %p
  call void @_Z5countPi(ptr %p)
  ret void
}
define ptx_kernel void @r(ptr %p) {
  call void @_Z5countPi(ptr %p)
  ret void
}
