; A pointer that a thread keeps in an array of its own may point to anything it
; was given.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param i : i64;
; CHECK: gap "pointer kept in a local array";
; CHECK: }

define ptx_kernel void @k(ptr %p, i64 %i) {
  %t = alloca [2 x ptr]
  %at = getelementptr inbounds ptr, ptr %t, i64 %i
  store ptr %p, ptr %at
  %q = load ptr, ptr %t
  store i32 1, ptr %q
  ret void
}
