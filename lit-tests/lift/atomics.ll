; Atomic operations with their scopes.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK: atomic p[0];
; CHECK-NEXT: atomic(block) p[0];
; CHECK-NEXT: atomic p[0];
; CHECK-NEXT: atomic(cluster) p[0];
; CHECK-NEXT: atomic(thread) p[0];
; CHECK-NEXT: atomic(block) p[0];
; CHECK-NEXT: atomic(block) p[0];
; CHECK-NEXT: }

declare i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr, i32)
define ptx_kernel void @k(ptr %p) {
  %a = atomicrmw add ptr %p, i32 1 seq_cst
  %b = atomicrmw add ptr %p, i32 1 syncscope("block") monotonic
  %c = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst
  %x = atomicrmw add ptr %p, i32 1 syncscope("cluster") monotonic
  %y = atomicrmw add ptr %p, i32 1 syncscope("singlethread") monotonic
  %z = load atomic i32, ptr %p syncscope("block") monotonic, align 4
  %d = call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr %p, i32 1)
  ret void
}
