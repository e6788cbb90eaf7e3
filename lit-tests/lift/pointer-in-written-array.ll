; A pointer read from memory that the kernel writes may be anything.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global rows of 8 bytes;
; CHECK-NEXT: global `rows->` of 1 byte field of rows;
; CHECK: wr rows[0];
; CHECK-NEXT: rd rows[0];
; CHECK-NEXT: gap "pointer read from memory that the kernel writes";
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %rows, ptr %x) {
  store ptr %x, ptr %rows
  %row = load ptr, ptr %rows
  store i32 1, ptr %row
  ret void
}
