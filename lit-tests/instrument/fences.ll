; Fences, with their scope and what they order.
; RUN: %opt -passes=racemap-instrument -S %s -o - | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.membar.cta()
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.membar.sys()

; Order: acquire 2, release 3, both 4.
; CHECK-LABEL: define ptx_kernel void @fences(
; CHECK: call void @llvm.nvvm.membar.cta()
; CHECK-NEXT: call void @__racemap_fence(i32 2, i32 4)
; CHECK-NEXT: call void @llvm.nvvm.membar.gl()
; CHECK-NEXT: call void @__racemap_fence(i32 4, i32 4)
; CHECK-NEXT: call void @llvm.nvvm.membar.sys()
; CHECK-NEXT: call void @__racemap_fence(i32 4, i32 4)
; CHECK-NEXT: fence syncscope("block") acquire
; CHECK-NEXT: call void @__racemap_fence(i32 2, i32 2)
; CHECK-NEXT: fence syncscope("cluster") release
; CHECK-NEXT: call void @__racemap_fence(i32 3, i32 3)
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: call void @__racemap_fence(i32 4, i32 4)
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;"
; CHECK-NEXT: call void @__racemap_fence(i32 4, i32 4)
; CHECK-NEXT: ret void
define ptx_kernel void @fences() {
  call void @llvm.nvvm.membar.cta()
  call void @llvm.nvvm.membar.gl()
  call void @llvm.nvvm.membar.sys()
  fence syncscope("block") acquire
  fence syncscope("cluster") release
  fence seq_cst
  fence syncscope("singlethread") seq_cst
  call void asm sideeffect "fence.acq_rel.gpu;", ""()
  ret void
}
