; A copy of constant size is a read and a write; of another size, as many
; bytes.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i64;
; CHECK-NEXT: global p of 16 bytes;
; CHECK-NEXT: global q of 16 bytes;
; CHECK: rd q[0];
; CHECK-NEXT: wr p[0];
; CHECK-NEXT: loop at : i64 while at <u n {
; CHECK-NEXT: wr p[byte at]:1 = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptx_kernel void @k(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}
