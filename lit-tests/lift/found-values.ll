; Which values are what an access found: not those that some threads have from
; elsewhere, and not those that assembly computes.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [8 x i32] undef, align 4

; CHECK-LABEL: kernel everywhere
; CHECK: rd s[0] => $u0
; CHECK: rd p[0] => $u0
; CHECK: wr p[byte i64($u0) * 4] = 0
define ptx_kernel void @everywhere(ptr %p, i1 %c) {
  %s0 = addrspacecast ptr addrspace(3) @s to ptr
  %at = select i1 %c, ptr %s0, ptr %p
  %v = load i32, ptr %at
  %i = sext i32 %v to i64
  %to = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %to
  ret void
}

; CHECK-LABEL: kernel elsewhere
; CHECK: rd s[0];
; CHECK: wr p[byte i64($u0) * 4] = 0
define ptx_kernel void @elsewhere(ptr %p, i1 %c, i64 %k) {
  %own = alloca [4 x i32]
  %mine = getelementptr i32, ptr %own, i64 %k
  store i32 1, ptr %mine
  %s0 = addrspacecast ptr addrspace(3) @s to ptr
  %at = select i1 %c, ptr %s0, ptr %mine
  %v = load i32, ptr %at
  %i = sext i32 %v to i64
  %to = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %to
  ret void
}

; CHECK-LABEL: kernel computed
; CHECK: rd s[0];
; CHECK: wr p[byte i64($u0) * 4] = 0
define ptx_kernel void @computed(ptr %p, i32 %x) {
  %v = call i32 asm sideeffect "{.reg .u32 t; ld.shared.u32 t, [$1]; add.u32 $0, t, $2;}", "=r,r,r"(ptr addrspace(3) @s, i32 %x)
  %i = sext i32 %v to i64
  %to = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %to
  ret void
}
