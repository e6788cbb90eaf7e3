; A pointer that is put into a struct and taken out again is that pointer, and
; a local variable that only such a struct points to is still promoted.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%iterator = type { %base }
%base = type { ptr, i32 }

; CHECK-LABEL: kernel k
; CHECK-NOT: gap
; CHECK: wr p[byte i64(threadIdx.x) * 4] = n;
; CHECK-NEXT: }
define ptx_kernel void @k(ptr %p, i32 %n) {
  %local = alloca i32
  %there = alloca ptr
  store i32 %n, ptr %local
  %1 = insertvalue %iterator undef, ptr %p, 0, 0
  %2 = insertvalue %iterator %1, i32 7, 0, 1
  %3 = extractvalue %iterator %2, 0
  %q = extractvalue %base %3, 0
  %4 = insertvalue %iterator undef, ptr %local, 0, 0
  %5 = extractvalue %iterator %4, 0, 0
  store ptr %5, ptr %there
  %6 = load ptr, ptr %there
  %v = load i32, ptr %6
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  store i32 %v, ptr %at
  ret void
}

; A struct of which it is not known what was put in is followed no further.
;
; CHECK-LABEL: kernel one_of_two
; CHECK: gap "pointer of unknown origin"
define ptx_kernel void @one_of_two(ptr %p, ptr %q, i1 %c) {
  %1 = insertvalue %base undef, ptr %p, 0
  %2 = insertvalue %base undef, ptr %q, 0
  %3 = select i1 %c, %base %1, %base %2
  %4 = extractvalue %base %3, 0
  store i32 1, ptr %4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
