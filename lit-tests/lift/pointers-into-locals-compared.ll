; Within one variable the order of two addresses is that of their offsets; which
; of two variables comes first is not known.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel one
; CHECK: if n *s 4 < 16 {
; CHECK-NEXT: wr p[0] = 1;

define ptx_kernel void @one(ptr %p, i64 %n) {
entry:
  %a = alloca [8 x i32]
  %here = getelementptr inbounds i32, ptr %a, i64 %n
  %limit = getelementptr inbounds i32, ptr %a, i64 4
  store volatile i32 0, ptr %here
  %c = icmp ult ptr %here, %limit
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}

; CHECK-LABEL: kernel two
; CHECK: if $u0:i1 {
; CHECK-NEXT: wr p[0] = 1;

define ptx_kernel void @two(ptr %p, i64 %n) {
entry:
  %a = alloca [8 x i32]
  %b = alloca [8 x i32]
  %here = getelementptr inbounds i32, ptr %a, i64 %n
  %limit = getelementptr inbounds i32, ptr %b, i64 4
  store volatile i32 0, ptr %here
  store volatile i32 0, ptr %limit
  %c = icmp ult ptr %here, %limit
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}
