; A thread that exits has returned: what it did before counts, and nothing is
; known of n. A launch that traps has failed: its n is not considered, unless
; the trap has a condition of its own.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel exits
; CHECK-NOT: assume
; CHECK: if n <= 5 {
; CHECK-NEXT: wr p[0] = n;
; CHECK: if n <= 5 {
; CHECK-NEXT: return;
; CHECK: wr p[1] = n;
define ptx_kernel void @exits(ptr %p, i32 %n) {
entry:
  %c = icmp sle i32 %n, 5
  br i1 %c, label %first, label %middle
first:
  store i32 %n, ptr %p
  br label %middle
middle:
  br i1 %c, label %exit, label %last
exit:
  call void @llvm.nvvm.exit()
  unreachable
last:
  %q = getelementptr i32, ptr %p, i64 1
  store i32 %n, ptr %q
  ret void
}

; CHECK-LABEL: kernel exits_by_assembly
; CHECK-NOT: assume
; CHECK: if n <= 5 {
; CHECK-NEXT: return;
define ptx_kernel void @exits_by_assembly(ptr %p, i32 %n) {
entry:
  %c = icmp sle i32 %n, 5
  br i1 %c, label %exit, label %last
exit:
  call void asm sideeffect "exit;", ""()
  br label %last
last:
  store i32 %n, ptr %p
  ret void
}

; CHECK-LABEL: kernel traps
; CHECK: assume n > 5;
; CHECK-NOT: return
define ptx_kernel void @traps(ptr %p, i32 %n) {
entry:
  %c = icmp sle i32 %n, 5
  br i1 %c, label %trap, label %last
trap:
  call void asm sideeffect "trap;", ""()
  unreachable
last:
  store i32 %n, ptr %p
  ret void
}

; CHECK-LABEL: kernel may_trap
; CHECK-NOT: assume
; CHECK: wr p[0] = n;
define ptx_kernel void @may_trap(ptr %p, i32 %n, i32 %m) {
entry:
  %c = icmp sle i32 %n, 5
  br i1 %c, label %trap, label %last
trap:
  call void asm sideeffect "{ .reg .pred q; setp.eq.u32 q, $0, 0; @q trap; }", "r"(i32 %m)
  br label %last
last:
  store i32 %n, ptr %p
  ret void
}

declare void @llvm.nvvm.exit()
