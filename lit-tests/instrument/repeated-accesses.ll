; An access that repeats one of the same thread with nothing that orders in
; between needs no check: every kernel has its twin that does.
; RUN: %opt -passes=racemap-instrument -S %s -o - | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.clock()
declare void @unknown()
declare float @__nv_sinf(float)

; CHECK-LABEL: define ptx_kernel void @readTwice(
; CHECK: __racemap_{{access|store}}
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @readTwice(ptr %a) {
  %x = load i32, ptr %a
  %y = load i32, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @barrierBetween(
; CHECK: __racemap_{{access|store}}
; CHECK: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @barrierBetween(ptr %a) {
  %x = load i32, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %y = load i32, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @atomicBetween(
; CHECK-COUNT-3: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @atomicBetween(ptr %a, ptr %b) {
  %x = load i32, ptr %a
  atomicrmw add ptr %b, i32 1 seq_cst
  %y = load i32, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @unknownCallBetween(
; CHECK: __racemap_{{access|store}}
; CHECK: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @unknownCallBetween(ptr %a) {
  %x = load i32, ptr %a
  call void @unknown()
  %y = load i32, ptr %a
  ret void
}

; Mathematics is no order.
; CHECK-LABEL: define ptx_kernel void @sineBetween(
; CHECK: __racemap_{{access|store}}
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @sineBetween(ptr %a) {
  %x = load float, ptr %a
  %s = call float @__nv_sinf(float %x)
  %y = load float, ptr %a
  ret void
}

; A write covers a read behind it and fewer bytes, not the other way round.
; CHECK-LABEL: define ptx_kernel void @writeThenRead(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 8, i32 9,
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @writeThenRead(ptr %a) {
  store i64 1, ptr %a
  %x = load i32, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @moreBytes(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 9,
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 8, i32 8,
; CHECK: ret void
define ptx_kernel void @moreBytes(ptr %a) {
  store i32 1, ptr %a
  %x = load i64, ptr %a
  ret void
}

; The same index, computed twice.
; CHECK-LABEL: define ptx_kernel void @sameIndex(
; CHECK: __racemap_{{access|store}}
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @sameIndex(ptr %a) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr %a, i32 %t
  store i32 1, ptr %p
  %u = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %a, i32 %u
  %x = load i32, ptr %q
  ret void
}

; CHECK-LABEL: define ptx_kernel void @indexZero(
; CHECK: __racemap_{{access|store}}
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @indexZero(ptr %a) {
  store i32 1, ptr %a
  %q = getelementptr i32, ptr %a, i64 0
  %x = load i32, ptr %q
  ret void
}

; CHECK-LABEL: define ptx_kernel void @otherIndex(
; CHECK: __racemap_{{access|store}}
; CHECK: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @otherIndex(ptr %a) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %p = getelementptr i32, ptr %a, i32 %t
  store i32 1, ptr %p
  %u = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %q = getelementptr i32, ptr %a, i32 %u
  %x = load i32, ptr %q
  ret void
}

; On one of two paths only.
; CHECK-LABEL: define ptx_kernel void @onePath(
; CHECK: then:
; CHECK: __racemap_{{access|store}}
; CHECK: end:
; CHECK: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @onePath(ptr %a, i1 %c) {
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr %a
  br label %end
end:
  store i32 2, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @readOnTheFirstPath(
; CHECK: then:
; CHECK: __racemap_{{access|store}}
; CHECK: end:
; CHECK: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @readOnTheFirstPath(ptr %a, i1 %c) {
  br i1 %c, label %then, label %else
then:
  %x = load i32, ptr %a
  br label %end
else:
  br label %end
end:
  %y = load i32, ptr %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @readOnTheSecondPath(
; CHECK: else:
; CHECK: __racemap_{{access|store}}
; CHECK: end:
; CHECK: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @readOnTheSecondPath(ptr %a, i1 %c) {
  br i1 %c, label %then, label %else
then:
  br label %end
else:
  %x = load i32, ptr %a
  br label %end
end:
  %y = load i32, ptr %a
  ret void
}

; A write is more than a read.
; CHECK-LABEL: define ptx_kernel void @writeBelowARead(
; CHECK: __racemap_{{access|store}}
; CHECK: then:
; CHECK: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @writeBelowARead(ptr %a, i1 %c) {
  %x = load i32, ptr %a
  br i1 %c, label %then, label %end
then:
  store i32 2, ptr %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @bothPaths(
; CHECK: then:
; CHECK: __racemap_{{access|store}}
; CHECK: else:
; CHECK: __racemap_{{access|store}}
; CHECK: end:
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @bothPaths(ptr %a, i1 %c) {
  br i1 %c, label %then, label %else
then:
  store i32 1, ptr %a
  br label %end
else:
  store i32 3, ptr %a
  br label %end
end:
  store i32 2, ptr %a
  ret void
}

; In a loop: what stays the same is checked in front of it.
; CHECK-LABEL: define ptx_kernel void @loop(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 9
; CHECK: loop:
; CHECK: call void @__racemap_{{access|store}}(ptr %p,
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @loop(ptr %a, ptr %b, i64 %n) {
  store i32 0, ptr %a
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  store i32 1, ptr %a
  %p = getelementptr i32, ptr %b, i64 %i
  store i32 1, ptr %p
  %x = load i32, ptr %p
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The barrier of one round stands before the access of the next.
; CHECK-LABEL: define ptx_kernel void @loopWithBarrier(
; CHECK: __racemap_{{access|store}}
; CHECK: loop:
; CHECK: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @loopWithBarrier(ptr %a, i64 %n) {
  store i32 0, ptr %a
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  store i32 1, ptr %a
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A pointer that a loop steps is another address in the next round.
; CHECK-LABEL: define ptx_kernel void @steppedPointer(
; CHECK: loop:
; CHECK: __racemap_{{access|store}}(ptr %p
; CHECK: __racemap_{{access|store}}(ptr %q
; CHECK: ret void
define ptx_kernel void @steppedPointer(ptr %a, i64 %n) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %p = phi ptr [ %a, %0 ], [ %q, %loop ]
  store i32 1, ptr %p
  %q = getelementptr i32, ptr %p, i64 1
  store i32 1, ptr %q
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Addresses that are computed in ways that look alike are not the same: another
; comparison, another size of the elements, another register.
; CHECK-LABEL: define ptx_kernel void @otherComparison(
; CHECK-COUNT-2: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @otherComparison(ptr %a, i32 %n) {
  %less = icmp slt i32 %n, 5
  %p = select i1 %less, i64 4, i64 8
  %x = getelementptr i8, ptr %a, i64 %p
  store i32 1, ptr %x
  %more = icmp sgt i32 %n, 5
  %q = select i1 %more, i64 4, i64 8
  %y = getelementptr i8, ptr %a, i64 %q
  store i32 1, ptr %y
  ret void
}

; CHECK-LABEL: define ptx_kernel void @otherElements(
; CHECK-COUNT-2: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @otherElements(ptr %a, i64 %i) {
  %x = getelementptr i32, ptr %a, i64 %i
  store i32 1, ptr %x
  %y = getelementptr i64, ptr %a, i64 %i
  store i32 1, ptr %y
  ret void
}

; CHECK-LABEL: define ptx_kernel void @otherRegister(
; CHECK-COUNT-2: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @otherRegister(ptr %a) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = getelementptr i32, ptr %a, i32 %t
  store i32 1, ptr %x
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %y = getelementptr i32, ptr %a, i32 %b
  store i32 1, ptr %y
  ret void
}

; Another value that follows is compared with nobody's: neither is told.
; CHECK-LABEL: define ptx_kernel void @otherValueFollows(
; CHECK: call void @__racemap_access(ptr %a
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @otherValueFollows(ptr %a, i1 %c) {
  store i32 1, ptr %a
  br i1 %c, label %then, label %end
then:
  store i32 2, ptr %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @sameValueFollows(
; CHECK: call void @__racemap_store(ptr %a, i64 4, i32 9, i32 {{[0-9]+}}, i64 1, i64 0)
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @sameValueFollows(ptr %a, i1 %c) {
  store i32 1, ptr %a
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr %a
  br label %end
end:
  ret void
}
