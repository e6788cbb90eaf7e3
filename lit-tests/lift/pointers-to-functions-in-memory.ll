; A pointer to a function that is found in a local variable is what was stored
; there, if it is sure which store that was.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare void @see(ptr)
define void @one(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define void @two(ptr %p) {
  store i32 2, ptr %p
  ret void
}

; CHECK-LABEL: kernel first
; CHECK-NOT: "indirect call"
; CHECK: wr p[0] = 1;
define ptx_kernel void @first(ptr %p) {
  %both = alloca [2 x ptr]
  %second = getelementptr ptr, ptr %both, i64 1
  store ptr @one, ptr %both
  store ptr @two, ptr %second
  %f = load ptr, ptr %both
  call void %f(ptr %p)
  call void @see(ptr %both)
  ret void
}

; CHECK-LABEL: kernel behind
; CHECK: gap "indirect call"
define ptx_kernel void @behind(ptr %p) {
  %both = alloca [2 x ptr]
  store ptr @one, ptr %both
  call void @see(ptr %both)
  %f = load ptr, ptr %both
  call void %f(ptr %p)
  ret void
}

; CHECK-LABEL: kernel overwritten
; CHECK: gap "indirect call"
define ptx_kernel void @overwritten(ptr %p, i64 %n) {
  %both = alloca [2 x ptr]
  %some = getelementptr ptr, ptr %both, i64 %n
  store ptr @one, ptr %both
  store ptr @two, ptr %some
  %f = load ptr, ptr %both
  call void %f(ptr %p)
  call void @see(ptr %both)
  ret void
}

; CHECK-LABEL: kernel partly
; CHECK: gap "indirect call"
define ptx_kernel void @partly(ptr %p) {
  %both = alloca [2 x ptr]
  %within = getelementptr i8, ptr %both, i64 4
  store ptr @one, ptr %both
  store ptr @two, ptr %within, align 4
  %f = load ptr, ptr %both
  call void %f(ptr %p)
  call void @see(ptr %both)
  ret void
}

; What is constant for the device may have been written by the host before.
; CHECK-LABEL: kernel external
; CHECK: gap "indirect call"
@by_host = addrspace(4) externally_initialized constant ptr @one
define ptx_kernel void @external(ptr %p) {
  %f = load ptr, ptr addrspace(4) @by_host
  call void %f(ptr %p)
  ret void
}

; Other parameters, or another result, make another function.
; CHECK-LABEL: kernel mistaken
; CHECK: gap "indirect call"
define void @three(ptr %p, i32 %n) {
  ret void
}
define ptx_kernel void @mistaken(ptr %p, i1 %c) {
  %f = select i1 %c, ptr @one, ptr @three
  call void %f(ptr %p)
  ret void
}

; CHECK-LABEL: kernel converted
; CHECK: gap "indirect call"
define i32 @four(ptr %p) {
  ret i32 4
}
define ptx_kernel void @converted(ptr %p) {
  %slot = alloca ptr
  store ptr @four, ptr %slot
  %f = load ptr, ptr %slot
  %x = call float %f(ptr %p)
  store float %x, ptr %p
  ret void
}

; What each path has stored.
; CHECK-LABEL: kernel merged
; CHECK-NOT: "indirect call"
; CHECK: if !c {
; CHECK: wr p[0] = 2;
; CHECK: } else {
; CHECK: wr p[0] = 1;
define ptx_kernel void @merged(ptr %p, i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  br label %call
no:
  br label %call
call:
  %f = phi ptr [ @one, %yes ], [ @two, %no ]
  call void %f(ptr %p)
  ret void
}

; An index that is far outside of the table: no such run is defined.
@table = constant [2 x [2 x ptr]] [[2 x ptr] [ptr @one, ptr @two],
                                   [2 x ptr] [ptr @two, ptr @one]]
; CHECK-LABEL: kernel outside
define ptx_kernel void @outside(ptr %p, i64 %i) {
  %at = getelementptr inbounds [2 x ptr], ptr @table, i64 4611686018427387905, i64 %i
  %f = load ptr, ptr %at
  call void %f(ptr %p)
  ret void
}
