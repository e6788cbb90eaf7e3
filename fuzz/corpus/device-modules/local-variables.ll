target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @k(ptr %p, i32 %n) {
  %x = alloca i32
  %t = alloca [4 x i32]
  store i32 %n, ptr %x
  %v = load i32, ptr %x
  %w = sext i32 %v to i64
  %e = getelementptr inbounds [4 x i32], ptr %t, i64 0, i64 %w
  store i32 1, ptr %e
  %u = load i32, ptr %t
  %uw = sext i32 %u to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %uw
  store i32 %v, ptr %a
  ret void
}
