; A variable that a condition lets step in every iteration has a closed form;
; one that it may keep from stepping is a value that is not modelled.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; for (head = 1, tail = 0; ...; ) { ++head; p[tail] = 0; if (head != tail) ++tail; }
; CHECK-LABEL: kernel always
; CHECK: wr p[byte u64(u8(it)) * 4]
define ptx_kernel void @always(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %head = phi i8 [ 1, %entry ], [ %head.next, %latch ]
  %tail = phi i8 [ 0, %entry ], [ %tail.next, %latch ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %done
body:
  %head.next = add i8 %head, 1
  %index = zext i8 %tail to i64
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  store i32 0, ptr addrspace(1) %at
  %apart = icmp ne i8 %head.next, %tail
  br i1 %apart, label %step, label %latch
step:
  %stepped = add i8 %tail, 1
  br label %latch
latch:
  %tail.next = phi i8 [ %tail, %body ], [ %stepped, %step ]
  %i.next = add i32 %i, 1
  br label %loop
done:
  ret void
}

; The same, but head stands still: tail catches up with it.
; CHECK-LABEL: kernel sometimes
; CHECK: wr p[byte u64($u0(it):i8) * 4]
define ptx_kernel void @sometimes(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %tail = phi i8 [ 0, %entry ], [ %tail.next, %latch ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %done
body:
  %index = zext i8 %tail to i64
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  store i32 0, ptr addrspace(1) %at
  %apart = icmp ne i8 5, %tail
  br i1 %apart, label %step, label %latch
step:
  %stepped = add i8 %tail, 1
  br label %latch
latch:
  %tail.next = phi i8 [ %tail, %body ], [ %stepped, %step ]
  %i.next = add i32 %i, 1
  br label %loop
done:
  ret void
}
