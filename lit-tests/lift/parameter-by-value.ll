; Scalars in a struct are parameters, pointers in it are arrays.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param `s+8` : i32;
; CHECK-NEXT: global `s+0` of 4 bytes;
; CHECK: wr `s+0`[`s+8`] = 1;
; CHECK-NEXT: }

%S = type { ptr, i32 }
define ptx_kernel void @k(ptr byval(%S) %s) {
  %data = load ptr, ptr %s
  %at = getelementptr inbounds %S, ptr %s, i64 0, i32 1
  %n = load i32, ptr %at
  %w = sext i32 %n to i64
  %a = getelementptr inbounds i32, ptr %data, i64 %w
  store i32 1, ptr %a
  ret void
}
