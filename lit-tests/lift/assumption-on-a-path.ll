; What is assumed on a path is assumed if the path is taken.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: param m : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: assume n <= 0 || m < 100;
; CHECK: if n > 0 {
; CHECK-NEXT: wr p[0] = n;
; CHECK-NEXT: }
; CHECK-NEXT: wr p[0] = 1;
; CHECK-NEXT: }

declare void @llvm.assume(i1)
define ptx_kernel void @k(ptr %p, i32 %n, i32 %m) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %then, label %end
then:
  %small = icmp slt i32 %m, 100
  call void @llvm.assume(i1 %small)
  store i32 %n, ptr %p
  br label %end
end:
  store i32 1, ptr %p
  ret void
}
