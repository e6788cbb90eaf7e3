; Relaxed and ordered accesses are atomic, in their scope, and say what they
; leave and order; volatile ones are not.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: atomic wr p[0] = n;
; CHECK-NEXT: acquire atomic(cluster) rd p[0];
; CHECK-NEXT: volatile rd p[0];
; CHECK-NEXT: release atomic(block) p[0] += n;
; CHECK-NEXT: acquire release atomic p[0] from n to 5;
; CHECK-NEXT: atomic p[0] up to n;
; CHECK-NEXT: atomic p[0];
; CHECK-NEXT: atomic p[0];
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %n) {
  call void asm sideeffect "st.relaxed.gpu.global.u32 [$0], $1;", "l,r,~{memory}"(ptr %p, i32 %n)
  %a = call i32 asm sideeffect "ld.acquire.cluster.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr %p)
  %b = call i32 asm sideeffect "ld.volatile.global.u32 $0, [$1];", "=r,l,~{memory}"(ptr %p)
  call void asm sideeffect "red.release.cta.global.add.u32 [$0], $1;", "l,r,~{memory}"(ptr %p, i32 %n)
  %c = call i32 asm sideeffect "atom.acq_rel.gpu.global.cas.b32 $0, [$1], $2, 5;", "=r,l,r,~{memory}"(ptr %p, i32 %n)
  %d = call i32 asm sideeffect "atom.global.inc.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr %p, i32 %n)
  %e = call i32 asm sideeffect "atom.global.max.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr %p, i32 %n)
  %f = call float asm sideeffect "atom.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}"(ptr %p, float 1.0)
  ret void
}
