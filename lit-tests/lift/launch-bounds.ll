; A kernel's bounds on its block are assumptions. Those on dimensions that it
; never mentions leave them alone.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel row
; CHECK: assume u64(blockDim.x) <=u 64 "__launch_bounds__(64)";
define ptx_kernel void @row(ptr %p) "nvvm.maxntid"="64" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %p, i32 %x
  store i32 %x, ptr %q
  ret void
}

; CHECK-LABEL: kernel plane
; CHECK: assume u64(blockDim.x) * u64(blockDim.y) <=u 96 "__launch_bounds__(96)";
define ptx_kernel void @plane(ptr %p) "nvvm.maxntid"="32,3,1" {
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %q = getelementptr i32, ptr %p, i32 %y
  store i32 %y, ptr %q
  ret void
}

; CHECK-LABEL: kernel annotated
; CHECK: assume u64(blockDim.x) <=u 128 "__launch_bounds__(128)";
define void @annotated(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %p, i32 %x
  store i32 %x, ptr %q
  ret void
}

; CHECK-LABEL: kernel required
; CHECK: assume blockDim.x == 8;
; CHECK-NEXT: assume blockDim.y == 4;
; CHECK-NEXT: assume blockDim.z == 1;
define ptx_kernel void @required(ptr %p) "nvvm.reqntid"="8,4" {
  store i32 0, ptr %p
  ret void
}

; What the hardware says anyway.
; CHECK-LABEL: kernel any
; CHECK-NOT: assume
define ptx_kernel void @any(ptr %p) "nvvm.maxntid"="1024" {
  store i32 0, ptr %p
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
!nvvm.annotations = !{!0}
!0 = !{ptr @annotated, !"kernel", i32 1, !"maxntidx", i32 128}
