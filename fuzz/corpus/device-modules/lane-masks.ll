target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.le()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.ge()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.gt()
define ptx_kernel void @k(ptr %p) {
  %eq = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq()
  store i32 %eq, ptr %p
  %lt = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  store i32 %lt, ptr %p
  %le = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.le()
  store i32 %le, ptr %p
  %ge = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.ge()
  store i32 %ge, ptr %p
  %gt = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.gt()
  store i32 %gt, ptr %p
  ret void
}
