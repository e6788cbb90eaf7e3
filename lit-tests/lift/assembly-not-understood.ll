; Assembly that may touch memory in unknown ways is a gap.
;
; It is named as the source has it: %0, %h0 and $ for LLVM's $0, ${0:h} and $$.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK: gap "inline assembly: frobnicate [%0]; ('frobnicate [%0]': unknown instruction)";
; CHECK: gap "inline assembly: mystery %h0, $, %1; ('mystery %h0, $, %1': unknown instruction)";
; CHECK: }

define ptx_kernel void @k(ptr %p) {
  call void asm sideeffect "frobnicate [$0];", "l,~{memory}"(ptr %p)
  call void asm sideeffect "mystery ${0:h}, $$, $1;", "l,r,~{memory}"(ptr %p, i32 1)
  ret void
}
