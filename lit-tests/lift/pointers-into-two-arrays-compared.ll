; Which of two arrays comes first in memory is not known.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK-NEXT: global q of 1 byte;
; CHECK: if $u0:i1 {
; CHECK-NEXT: wr p[0] = 1;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, ptr %q) {
entry:
  %c = icmp ult ptr %p, %q
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}
