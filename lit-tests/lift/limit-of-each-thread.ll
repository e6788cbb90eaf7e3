; What differs between threads cannot be assumed of the launch, and a step that
; may be negative is not promised: no range.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param by : i32;
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: loop it while it * by < threadIdx.x * n {
; CHECK-NEXT: wr p[it * by] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %p, i32 %n, i32 %by) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %limit = mul i32 %tid, %n
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i32 %i, %limit
  br i1 %c, label %body, label %end
body:
  %w = sext i32 %i to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = add i32 %i, %by
  br label %head
end:
  ret void
}
