; A local variable whose address is stored is not private any more.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 8 bytes;
; CHECK: wr p[0];
; CHECK-NEXT: gap "address of a local variable escapes";
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p) {
  %x = alloca i32
  store ptr %x, ptr %p
  store i32 1, ptr %x
  ret void
}
