; Functions of libdevice that write results through pointers, of their types.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 8 bytes;
; CHECK-NEXT: global q of 8 bytes;
; CHECK-NEXT: global r of 4 bytes;
; CHECK: wr p[0];
; CHECK-NEXT: wr q[0];
; CHECK-NEXT: wr r[0];
; CHECK-NEXT: }

declare void @__nv_sincos(double, ptr, ptr)
declare float @__nv_modff(float, ptr)
define ptx_kernel void @k(ptr %p, ptr %q, ptr %r) {
  call void @__nv_sincos(double 1.0, ptr %p, ptr %q)
  %m = call float @__nv_modff(float 1.0, ptr %r)
  ret void
}
