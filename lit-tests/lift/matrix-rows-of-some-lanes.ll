; Two matrices have 16 rows: only the first 16 lanes read.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: shared s[16] of 16 bytes;
; CHECK: if ((threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y) & 31) <u 16 {
; CHECK-NEXT: rd s[0];
; CHECK-NEXT: }
; CHECK-NEXT: }

@s = internal addrspace(3) global [64 x i32] undef
define ptx_kernel void @k() {
  %a = call {i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {$0,$1}, [$2];", "=r,=r,r,~{memory}"(ptr addrspace(3) @s)
  ret void
}
