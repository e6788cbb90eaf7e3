target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @k(ptr %p, i32 %n) {
entry:
  switch i32 %n, label %other [ i32 1, label %one
                                i32 4, label %some
                                i32 5, label %some ]
one:
  store i32 1, ptr %p
  br label %end
some:
  store i32 2, ptr %p
  br label %end
other:
  store i32 3, ptr %p
  br label %end
end:
  ret void
}
