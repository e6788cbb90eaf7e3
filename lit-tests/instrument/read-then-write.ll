; A read is checked as the write that always follows, at the write's site; where
; the write may not follow, both are checked.
; RUN: %opt -passes=racemap-instrument -S %s -o - | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @__assertfail()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

; CHECK-LABEL: define ptx_kernel void @increment(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 9,
; CHECK-NEXT: load i32
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @increment(ptr %a) {
  %x = load i32, ptr %a
  %y = add i32 %x, 1
  store i32 %y, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @barrierBetween(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 8,
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 9,
; CHECK: ret void
define ptx_kernel void @barrierBetween(ptr %a) {
  %x = load i32, ptr %a
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  store i32 1, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @mayNotReturn(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 8,
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 9,
; CHECK: ret void
define ptx_kernel void @mayNotReturn(ptr %a) {
  %x = load i32, ptr %a
  call void @__assertfail()
  store i32 1, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @onlySometimes(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 8,
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 9,
; CHECK: ret void
define ptx_kernel void @onlySometimes(ptr %a, i1 %c) {
  %x = load i32, ptr %a
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr %a
  br label %end
end:
  ret void
}

; Fewer bytes are written than were read.
; CHECK-LABEL: define ptx_kernel void @partOfIt(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 8, i32 8,
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 9,
; CHECK: ret void
define ptx_kernel void @partOfIt(ptr %a) {
  %x = load i64, ptr %a
  store i32 1, ptr %a
  ret void
}

; A read that repeats another one covers no write that the first one does not.
; CHECK-LABEL: define ptx_kernel void @readBefore(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 8,
; CHECK: then:
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 9,
; CHECK-NEXT: load
; CHECK-NEXT: store
define ptx_kernel void @readBefore(ptr %a, i1 %c) {
  %x = load i32, ptr %a
  br i1 %c, label %then, label %end
then:
  %y = load i32, ptr %a
  store i32 %y, ptr %a
  br label %end
end:
  ret void
}
