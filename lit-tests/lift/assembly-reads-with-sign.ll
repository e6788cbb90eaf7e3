; A narrow read of assembly is extended as its type says.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: global in of 1 byte;
; CHECK: rd in[0];
; CHECK-NEXT: wr p[0] = i32(in[0]);
; CHECK-NEXT: rd in[0];
; CHECK-NEXT: wr p[0] = u32(in[0]);
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %in) {
  %s = call i32 asm "ld.global.s8 $0, [$1];", "=r,l"(ptr %in)
  store i32 %s, ptr %p
  %u = call i32 asm "ld.global.u8 $0, [$1];", "=r,l"(ptr %in)
  store i32 %u, ptr %p
  ret void
}
