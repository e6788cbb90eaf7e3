; Whether a pointer is null is a parameter; variables have an address.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param `p is null` : i1;
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: shared s[1] of 4 bytes;
; CHECK: if !`p is null` {
; CHECK-NEXT: wr p[0] = 1;
; CHECK-NEXT: }
; CHECK-NEXT: wr s[0] = 2;
; CHECK-NEXT: }

@s = internal addrspace(3) global i32 undef
define ptx_kernel void @k(ptr %p) {
entry:
  %n = icmp eq ptr %p, null
  br i1 %n, label %no, label %yes
yes:
  store i32 1, ptr %p
  br label %no
no:
  %m = icmp ne ptr addrspace(3) @s, null
  br i1 %m, label %there, label %end
there:
  store i32 2, ptr addrspace(3) @s
  br label %end
end:
  ret void
}
