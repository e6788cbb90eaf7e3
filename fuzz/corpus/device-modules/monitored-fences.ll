target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.membar.cta()
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.membar.sys()

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
