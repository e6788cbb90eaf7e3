target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr %p, ptr %q) {
entry:
  %i = load i128, ptr %q
  %a = getelementptr i32, ptr %p, i128 %i
  switch i128 %i, label %end [ i128 5, label %one
                               i128 6044629098073145873530880, label %some ]
one:
  store i32 1, ptr %a
  br label %end
some:
  store i128 %i, ptr %q
  br label %end
end:
  ret void
}
