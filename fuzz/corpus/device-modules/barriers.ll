target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


declare void @llvm.nvvm.barrier.cta.sync.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32, i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
define ptx_kernel void @k(i32 %m) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 64)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.bar.warp.sync(i32 %m)
  call void asm sideeffect "bar.sync 2, 96;", "~{memory}"()
  call void asm sideeffect "barrier.sync 0;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 1, i32 64)
  call void asm sideeffect "bar.arrive 2, 96;", "~{memory}"()
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
