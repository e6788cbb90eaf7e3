; Memory that no other thread writes is not monitored: variables of the thread,
; constants, parameters. A pointer that may also lead elsewhere is.
; RUN: %opt -passes=racemap-instrument -S %s -o - | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

@table = addrspace(4) externally_initialized constant [4 x i32] zeroinitializer
@text = private unnamed_addr constant [4 x i8] c"abc\00"

%struct.S = type { [4 x i32] }

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: define ptx_kernel void @own(
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @own(ptr byval(%struct.S) %s, i64 %i) {
  %array = alloca [8 x i32]
  %at = getelementptr i32, ptr %array, i64 %i
  store i32 1, ptr %at
  %x = load i32, ptr %at
  %p = getelementptr i32, ptr %s, i64 %i
  %y = load i32, ptr %p
  %c = getelementptr i32, ptr addrspacecast (ptr addrspace(4) @table to ptr), i64 3
  %z = load i32, ptr %c
  %t = getelementptr i8, ptr @text, i64 %i
  %w = load i8, ptr %t
  ret void
}

; A read that may be outside of the constant is: before its end, past it, and
; where only some bytes are.
; CHECK-LABEL: define ptx_kernel void @outside(
; CHECK: call void @__racemap_access(ptr %any, i64 4, i32 0,
; CHECK: call void @__racemap_access(ptr %end, i64 4, i32 0,
; CHECK: call void @__racemap_access(ptr %last, i64 8, i32 0,
; CHECK-NOT: __racemap_{{access|store}}
; CHECK: ret void
define ptx_kernel void @outside(i64 %i) {
  %table = addrspacecast ptr addrspace(4) @table to ptr
  %any = getelementptr i32, ptr %table, i64 %i
  %x = load i32, ptr %any
  %end = getelementptr i32, ptr %table, i64 4
  %y = load i32, ptr %end
  %last = getelementptr i32, ptr %table, i64 3
  %z = load i64, ptr %last
  %in = getelementptr i32, ptr %table, i64 2
  %w = load i64, ptr %in
  ret void
}

; CHECK-LABEL: define ptx_kernel void @either(
; CHECK: call void @__racemap_{{access|store}}(ptr %at, i64 4, i32 1,
; CHECK-NEXT: store i32 1, ptr %at
define ptx_kernel void @either(ptr %a, i1 %c) {
  %own = alloca [8 x i32]
  %at = select i1 %c, ptr %own, ptr %a
  store i32 1, ptr %at
  ret void
}

; One side of a copy.
; CHECK-LABEL: define ptx_kernel void @copy(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 16, i32 9,
; CHECK-NEXT: call void @llvm.memcpy
; CHECK-NEXT: ret void
define ptx_kernel void @copy(ptr %a, ptr byval(%struct.S) %s) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %s, i64 16, i1 false)
  ret void
}
