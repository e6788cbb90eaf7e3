target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [8 x i64] undef

define ptx_kernel void @group(ptr addrspace(1) %p) {
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 8;", "r,l,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p)
  call void asm sideeffect "cp.async.commit_group;", ""()
  call void asm sideeffect "cp.async.wait_group $0;", "n"(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

define ptx_kernel void @two(ptr addrspace(1) %p) {
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], $2, $3;", "r,l,n,n,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p, i32 16, i32 4)
  call void asm sideeffect "cp.async.cg.shared.global [$0+16], [$1+16], 16; cp.async.wait_all;", "r,l,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p)
  ret void
}

define ptx_kernel void @unknownSize(ptr addrspace(1) %p, i32 %n) {
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2; cp.async.wait_all;", "r,l,r,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p, i32 %n)
  ret void
}

define ptx_kernel void @predicatedWait(ptr addrspace(1) %p, i32 %n) {
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 8;", "r,l,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p)
  call void asm sideeffect "{ .reg .pred q; setp.ne.s32 q, $0, 0; @q cp.async.wait_all; }", "r,~{memory}"(i32 %n)
  ret void
}

define ptx_kernel void @unknownNumber(ptr addrspace(1) %p, i32 %n) {
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 8;", "r,l,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p)
  call void asm sideeffect "cp.async.commit_group; cp.async.wait_group $0;", "r"(i32 %n)
  ret void
}

define ptx_kernel void @intrinsics(ptr addrspace(1) %p) {
  %s1 = getelementptr i64, ptr addrspace(3) @s, i32 1
  call void @llvm.nvvm.cp.async.ca.shared.global.8(ptr addrspace(3) @s, ptr addrspace(1) %p)
  call void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3) %s1, ptr addrspace(1) %p, i32 4)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.cp.async.wait.all()
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.cp.async.ca.shared.global.8(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3), ptr addrspace(1), i32)
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.cp.async.wait.all()
