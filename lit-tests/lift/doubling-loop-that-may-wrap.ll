; s *= 2 is exact below a bound that is small enough; below an unknown one it
; may wrap, and s has no range.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel mayWrap
; CHECK-NEXT: param n : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: loop it while let t0 = 1 << (it <u 32 ? it : 32); t0 <u n {
; CHECK-NEXT: wr p[u64(t0)] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK: kernel stays
; CHECK-NEXT: global p of 4 bytes;
; CHECK: for s counter it = 1; s <u 256; s *= 2 {
; CHECK-NEXT: wr p[u64(s)] = 0;
; CHECK-NEXT: }
; CHECK-NEXT: }

define ptx_kernel void @mayWrap(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %s = phi i32 [ 1, %entry ], [ %next, %body ]
  %c = icmp ult i32 %s, %n
  br i1 %c, label %body, label %end
body:
  %w = zext i32 %s to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = mul i32 %s, 2
  br label %head
end:
  ret void
}
define ptx_kernel void @stays(ptr %p) {
entry:
  br label %head
head:
  %s = phi i32 [ 1, %entry ], [ %next, %body ]
  %c = icmp ult i32 %s, 256
  br i1 %c, label %body, label %end
body:
  %w = zext i32 %s to i64
  %a = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 0, ptr %a
  %next = mul i32 %s, 2
  br label %head
end:
  ret void
}
