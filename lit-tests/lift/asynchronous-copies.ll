; A copy that is waited for before others can tell is made at once.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [8 x i64] undef

; CHECK-LABEL: kernel group
; CHECK-NOT: gap
; CHECK: rd p[0];
; CHECK-NEXT: wr s[0];
; CHECK-NEXT: sync;
define ptx_kernel void @group(ptr addrspace(1) %p) {
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 8;", "r,l,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p)
  call void asm sideeffect "cp.async.commit_group;", ""()
  call void asm sideeffect "cp.async.wait_group $0;", "n"(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; Two to one array: that they do not overlap is said. Only the bytes that are
; read are; the others become 0.
; CHECK-LABEL: kernel two
; CHECK-NOT: gap
; CHECK: assume "the asynchronous copies of a thread do not overlap before it waits" derived;
; CHECK-NOT: gap
; CHECK: rd p[0];
; CHECK-NEXT: wr s[0];
; CHECK-NEXT: rd p[4]:16;
; CHECK-NEXT: wr s[1];
define ptx_kernel void @two(ptr addrspace(1) %p) {
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], $2, $3;", "r,l,n,n,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p, i32 16, i32 4)
  call void asm sideeffect "cp.async.cg.shared.global [$0+16], [$1+16], 16; cp.async.wait_all;", "r,l,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p)
  ret void
}

; CHECK-LABEL: kernel unknownSize
; CHECK: gap "inline assembly: {{.*}} (asynchronous copy of an unknown size)";
define ptx_kernel void @unknownSize(ptr addrspace(1) %p, i32 %n) {
  call void asm sideeffect "cp.async.cg.shared.global [$0], [$1], 16, $2; cp.async.wait_all;", "r,l,r,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p, i32 %n)
  ret void
}

; The source is written before it is certainly read.
; CHECK-LABEL: kernel sourceWritten
; CHECK: gap "asynchronous copy is not waited for before an access of its own thread";
define ptx_kernel void @sourceWritten(ptr addrspace(1) %p) {
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 8;", "r,l,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p)
  store i32 1, ptr addrspace(1) %p
  call void asm sideeffect "cp.async.wait_all;", ""()
  ret void
}

; CHECK-LABEL: kernel predicatedWait
; CHECK: gap "asynchronous copy is not waited for before the end of the thread";
define ptx_kernel void @predicatedWait(ptr addrspace(1) %p, i32 %n) {
  call void asm sideeffect "cp.async.ca.shared.global [$0], [$1], 8;", "r,l,~{memory}"(ptr addrspace(3) @s, ptr addrspace(1) %p)
  call void asm sideeffect "{ .reg .pred q; setp.ne.s32 q, $0, 0; @q cp.async.wait_all; }", "r,~{memory}"(i32 %n)
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
