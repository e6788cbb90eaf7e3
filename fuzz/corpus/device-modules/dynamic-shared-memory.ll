target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


@a = external addrspace(3) global [0 x i32]
@b = external addrspace(3) global [0 x float]
@c = internal addrspace(3) global [8 x i32] undef
define ptx_kernel void @k() {
  store i32 1, ptr addrspace(3) @a
  store float 1.0, ptr addrspace(3) @b
  store i32 2, ptr addrspacecast (ptr addrspace(3) @c to ptr)
  ret void
}
