; assume() and assertions over parameters bound the launches that are
; considered.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: assume n < 100;
; CHECK: assume n > 0;
; CHECK: wr p[0] = n;
; CHECK-NEXT: }

declare void @llvm.assume(i1)
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
define ptx_kernel void @k(ptr %p, i32 %n) {
entry:
  %small = icmp slt i32 %n, 100
  call void @llvm.assume(i1 %small)
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %ok, label %fail
fail:
  call void @__assertfail(ptr null, ptr null, i32 0, ptr null, i64 1)
  unreachable
ok:
  store i32 %n, ptr %p
  ret void
}
