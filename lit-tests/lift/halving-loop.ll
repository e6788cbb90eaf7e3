; s >>= 1 is a division in exact arithmetic, because s > 0 is tested.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for s counter it = blockDim.x /u 2; s > 0; s /= 2 {
; CHECK-NEXT: wr p[s] = 0;
; CHECK-NEXT: sync;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p) {
entry:
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %h = udiv i32 %d, 2
  br label %head
head:
  %s = phi i32 [ %h, %entry ], [ %next, %body ]
  %c = icmp sgt i32 %s, 0
  br i1 %c, label %body, label %end
body:
  %w = sext i32 %s to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = ashr i32 %s, 1
  br label %head
end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
