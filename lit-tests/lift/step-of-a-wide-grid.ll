; Several elements for each thread of the grid: that the step is one is an
; assumption of its own.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel vectors
; CHECK: assume u64(blockDim.x) * u64(gridDim.x) * 4 < 2147483648 derived;
; CHECK: let t0 = blockDim.x * gridDim.x * 4;
; CHECK: assume u64(n) + u64(t0) <= 4294967296 derived;
; CHECK: for i counter it = 0; i <u n; i += t0 {
define ptx_kernel void @vectors(ptr %p, i32 %n) {
entry:
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %g = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %threads = mul i32 %b, %g
  %step = mul i32 %threads, 4
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  store i32 0, ptr %a
  %next = add i32 %i, %step
  br label %head
end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
