; Assembly that may touch memory in unknown ways is a gap.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK: gap "inline assembly: frobnicate [$0]; ('frobnicate [$0]': unknown instruction)";
; CHECK: }

define ptx_kernel void @k(ptr %p) {
  call void asm sideeffect "frobnicate [$0];", "l,~{memory}"(ptr %p)
  ret void
}
