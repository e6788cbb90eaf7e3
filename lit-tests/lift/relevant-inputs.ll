; Which inputs decide accesses: those that an index or a condition mentions, and
; all there are if a value does that came through memory the kernel writes.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel direct
; CHECK: relevant in;
define ptx_kernel void @direct(ptr %in, ptr %out, i32 %n) {
  %i = load i32, ptr %in
  %x = sext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %x
  store i32 %n, ptr %at
  ret void
}

; CHECK-LABEL: kernel throughMemory
; CHECK: relevant in, n, out, x;
define ptx_kernel void @throughMemory(ptr %in, ptr %out, i32 %n, float %x) {
  %i = load i32, ptr %in
  %sum = add i32 %i, %n
  store i32 %sum, ptr %out
  %f = fptosi float %x to i32
  %second = getelementptr i32, ptr %out, i64 1
  store i32 %f, ptr %second
  %v = load i32, ptr %out
  %j = sext i32 %v to i64
  %at = getelementptr i32, ptr %out, i64 %j
  store i32 0, ptr %at
  ret void
}
