; The ten comparisons.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: param a : i32;
; CHECK-NEXT: param b : i32;
; CHECK-NEXT: global p of 4 bytes;
; CHECK: wr p[0] = u32(a == b);
; CHECK-NEXT: wr p[0] = u32(a != b);
; CHECK-NEXT: wr p[0] = u32(a <u b);
; CHECK-NEXT: wr p[0] = u32(a <=u b);
; CHECK-NEXT: wr p[0] = u32(b <u a);
; CHECK-NEXT: wr p[0] = u32(b <=u a);
; CHECK-NEXT: wr p[0] = u32(a < b);
; CHECK-NEXT: wr p[0] = u32(a <= b);
; CHECK-NEXT: wr p[0] = u32(b < a);
; CHECK-NEXT: wr p[0] = u32(b <= a);
; CHECK-NEXT: }

define ptx_kernel void @k(ptr %p, i32 %a, i32 %b) {
  %eq = icmp eq i32 %a, %b
  %veq = zext i1 %eq to i32
  store i32 %veq, ptr %p
  %ne = icmp ne i32 %a, %b
  %vne = zext i1 %ne to i32
  store i32 %vne, ptr %p
  %ult = icmp ult i32 %a, %b
  %vult = zext i1 %ult to i32
  store i32 %vult, ptr %p
  %ule = icmp ule i32 %a, %b
  %vule = zext i1 %ule to i32
  store i32 %vule, ptr %p
  %ugt = icmp ugt i32 %a, %b
  %vugt = zext i1 %ugt to i32
  store i32 %vugt, ptr %p
  %uge = icmp uge i32 %a, %b
  %vuge = zext i1 %uge to i32
  store i32 %vuge, ptr %p
  %slt = icmp slt i32 %a, %b
  %vslt = zext i1 %slt to i32
  store i32 %vslt, ptr %p
  %sle = icmp sle i32 %a, %b
  %vsle = zext i1 %sle to i32
  store i32 %vsle, ptr %p
  %sgt = icmp sgt i32 %a, %b
  %vsgt = zext i1 %sgt to i32
  store i32 %vsgt, ptr %p
  %sge = icmp sge i32 %a, %b
  %vsge = zext i1 %sge to i32
  store i32 %vsge, ptr %p
  ret void
}
