; Each case under its values; the default under none of them.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: if !(n == 1 || n == 4 || n == 5) {
; CHECK-NEXT: wr p[0] = 3;
; CHECK-NEXT: }
; CHECK-NEXT: if n == 1 {
; CHECK-NEXT: wr p[0] = 1;
; CHECK-NEXT: }
; CHECK-NEXT: if n == 4 || n == 5 {
; CHECK-NEXT: wr p[0] = 2;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %n) {
entry:
  switch i32 %n, label %other [ i32 1, label %one
                                i32 4, label %some
                                i32 5, label %some ]
one:
  store i32 1, ptr %p
  br label %end
some:
  store i32 2, ptr %p
  br label %end
other:
  store i32 3, ptr %p
  br label %end
end:
  ret void
}

; No term has more than 64 bits: which case it is, is not known.
; CHECK: kernel wide
; CHECK: if !($u0 == 0 || $u0 == 1) {
; CHECK-NEXT: wr p[0] = 3;
; CHECK-NEXT: }
; CHECK-NEXT: if $u0 == 0 {
; CHECK-NEXT: wr p[0] = 1;
; CHECK-NEXT: }
; CHECK-NEXT: if $u0 == 1 {
; CHECK-NEXT: wr p[0] = 2;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @wide(ptr %p, i128 %n) {
entry:
  switch i128 %n, label %other [ i128 5, label %one
                                 i128 6044629098073145873530880, label %some ]
one:
  store i32 1, ptr %p
  br label %end
some:
  store i32 2, ptr %p
  br label %end
other:
  store i32 3, ptr %p
  br label %end
end:
  ret void
}
