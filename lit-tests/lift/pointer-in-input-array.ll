; A pointer read from an array that is not written is told apart by its slot.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param i : i64;
; CHECK-NEXT: global rows of 8 bytes;
; CHECK-NEXT: global `rows->` of 4 bytes field of rows;
; CHECK: rd rows[i];
; CHECK-NEXT: wr `rows->`[slot i *s 8][5] = 1;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %rows, i64 %i) {
  %at = getelementptr inbounds ptr, ptr %rows, i64 %i
  %row = load ptr, ptr %at
  %a = getelementptr inbounds i32, ptr %row, i64 5
  store i32 1, ptr %a
  ret void
}
