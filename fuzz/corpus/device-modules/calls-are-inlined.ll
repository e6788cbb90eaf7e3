target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define void @put(ptr %p, i32 %v) noinline optnone {
  store i32 %v, ptr %p
  ret void
}
define void @again(ptr %p) {
  store i32 3, ptr %p
  call void @again(ptr %p)
  ret void
}
define ptx_kernel void @k(ptr %p) {
  call void @put(ptr %p, i32 7)
  call void @again(ptr %p)
  ret void
}
