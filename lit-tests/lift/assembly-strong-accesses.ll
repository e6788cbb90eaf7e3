; Relaxed and ordered accesses are atomic, in their scope; volatile ones are
; not.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK: atomic p[0];
; CHECK-NEXT: atomic(cluster) p[0];
; CHECK-NEXT: volatile rd p[0];
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %n) {
  call void asm sideeffect "st.relaxed.gpu.global.u32 [$0], $1;", "l,r,~{memory}"(ptr %p, i32 %n)
  %a = call i32 asm sideeffect "ld.acquire.cluster.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr %p)
  %b = call i32 asm sideeffect "ld.volatile.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr %p)
  ret void
}
