target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [32 x float] undef, align 4
@counter = addrspace(1) global i32 0, align 4

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @llvm.nvvm.ldu.global.i.i32.p0(ptr, i32)

define ptx_kernel void @plain(ptr %a, ptr %b) {
  %x = load i32, ptr %a
  store i32 %x, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  store i32 %x, ptr addrspace(1) @counter
  %v = load <4 x float>, ptr %b
  store i8 1, ptr %a
  ret void
}

define ptx_kernel void @unknownSpace(ptr %a) {
  %p = load ptr, ptr %a
  store i32 1, ptr %p
  ret void
}

define ptx_kernel void @blocks(ptr %a, ptr %b, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %a, ptr %b, i64 24, i1 false)
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  ret void
}

define ptx_kernel void @uniformLoad(ptr %a) {
  %x = call i32 @llvm.nvvm.ldu.global.i.i32.p0(ptr %a, i32 4)
  ret void
}
