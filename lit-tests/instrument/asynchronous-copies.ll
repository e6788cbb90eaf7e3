; cp.async begins a copy, which goes on until a wait; what a short copy fills
; with zeros is written and not read.
; RUN: %opt -passes=racemap-instrument -S %s -o - | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [32 x float] undef, align 16

declare void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.ca.shared.global.16.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.cp.async.wait.all()

; CHECK-LABEL: define ptx_kernel void @intrinsics(
; CHECK: call void @__racemap_copy_begin(ptr addrspacecast (ptr addrspace(3) @tile to ptr), ptr {{%.*}}, i64 16, i32 17,
; CHECK-NEXT: call void @llvm.nvvm.cp.async.ca.shared.global.16(
; CHECK: [[READ:%.*]] = zext i32 %n to i64
; CHECK: call void @__racemap_copy_begin(ptr addrspacecast (ptr addrspace(3) @tile to ptr), ptr {{%.*}}, i64 [[READ]], i32 17, i32 [[SITE:[0-9]+]])
; CHECK: [[REST:%.*]] = sub i64 16, [[READ]]
; CHECK: call void @__racemap_copy_begin(ptr {{%.*}}, ptr null, i64 [[REST]], i32 17, i32 [[SITE]])
; CHECK: call void @llvm.nvvm.cp.async.commit.group()
; CHECK-NEXT: call void @__racemap_copy_commit()
; CHECK-NEXT: call void @llvm.nvvm.cp.async.wait.group(i32 1)
; CHECK-NEXT: call void @__racemap_copy_wait(i32 1)
; CHECK-NEXT: call void @llvm.nvvm.cp.async.wait.all()
; CHECK-NEXT: call void @__racemap_copy_commit()
; CHECK-NEXT: call void @__racemap_copy_wait(i32 0)
define ptx_kernel void @intrinsics(ptr addrspace(1) %a, i32 %n) {
  call void @llvm.nvvm.cp.async.ca.shared.global.16(ptr addrspace(3) @tile, ptr addrspace(1) %a)
  call void @llvm.nvvm.cp.async.ca.shared.global.16.s(ptr addrspace(3) @tile, ptr addrspace(1) %a, i32 %n)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.cp.async.wait.all()
  ret void
}

; CHECK-LABEL: define ptx_kernel void @assembly(
; CHECK: call i64 asm "cvta.shared.u64
; CHECK: call void @__racemap_copy_begin(ptr {{%.*}}, ptr %a, i64 16,
; CHECK: "cp.async.wait_all;"
; CHECK-NEXT: call void @__racemap_copy_commit()
; CHECK-NEXT: call void @__racemap_copy_wait(i32 0)
define ptx_kernel void @assembly(i32 %s, ptr %a) {
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16;", "r,l"(i32 %s, ptr %a)
  call void asm sideeffect "cp.async.wait_all;", ""()
  ret void
}

; What arrives at a barrier object when the copies are done.
; CHECK-LABEL: define ptx_kernel void @arrival(
; CHECK: call void @__racemap_copy_commit()
; CHECK-NEXT: call void @__racemap_copy_wait(i32 0)
; CHECK: call void @__racemap_access(ptr {{%.*}}, i64 8, i32 1138,
; CHECK-NEXT: {{.*}}"cp.async.mbarrier.arrive
define ptx_kernel void @arrival(i32 %s) {
  call void asm sideeffect "cp.async.mbarrier.arrive.noinc.shared.b64 [$0];", "r"(i32 %s)
  ret void
}

; A size that is an operand of the call.
; CHECK-LABEL: define ptx_kernel void @sizeOfOperand(
; CHECK: call void @__racemap_copy_begin(ptr {{%.*}}, ptr %a, i64 8, i32 17, i32 [[SITE:[0-9]+]])
; CHECK: call void @__racemap_copy_begin(ptr {{%.*}}, ptr null, i64 0, i32 17, i32 [[SITE]])
define ptx_kernel void @sizeOfOperand(i32 %s, ptr %a) {
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], $2, $3;", "r,l,n,n"(i32 %s, ptr %a, i64 8, i64 8)
  ret void
}
