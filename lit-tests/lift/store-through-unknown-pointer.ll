; A store through a pointer of unknown origin is a gap, and may change what
; would else be an input.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: global in of 4 bytes;
; CHECK: gap "pointer made from an integer";
; CHECK: rd in[0] => $u0;
; CHECK-NEXT: wr p[$u0] = 0;
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %in, i64 %x) {
  %q = inttoptr i64 %x to ptr
  store i32 0, ptr %q
  %v = load i32, ptr %in
  %w = sext i32 %v to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  ret void
}
