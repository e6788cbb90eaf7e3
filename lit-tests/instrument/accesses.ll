; Loads, stores, vectors and blocks of memory are announced in front of the
; access, with their sizes; the descriptor says what it does and where.
; RUN: %opt -passes=racemap-instrument -S %s -o - | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [32 x float] undef, align 4
@counter = addrspace(1) global i32 0, align 4

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @llvm.nvvm.ldu.global.i.i32.p0(ptr, i32)

; Operation: read 0, write 1. Space: global 8, shared 16, generic 0.
; CHECK-LABEL: define ptx_kernel void @plain(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 8, i32 [[SITE:[0-9]+]])
; CHECK-NEXT: load i32, ptr %a
; CHECK: call void @__racemap_{{access|store}}(ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 4, i32 17, i32 {{[0-9]+}}, i64 %{{[0-9]+}}, i64 0)
; CHECK-NEXT: store i32 {{.*}} @tile
; CHECK: call void @__racemap_{{access|store}}(ptr addrspacecast (ptr addrspace(1) @counter to ptr), i64 4, i32 9,
; CHECK-NEXT: store i32 {{.*}} @counter
; CHECK: call void @__racemap_{{access|store}}(ptr %b, i64 16, i32 8,
; CHECK-NEXT: load <4 x float>, ptr %b
; CHECK: call void @__racemap_store(ptr %a, i64 1, i32 9, i32 {{[0-9]+}}, i64 1, i64 0)
; CHECK-NEXT: store i8
define ptx_kernel void @plain(ptr %a, ptr %b) {
  %x = load i32, ptr %a
  store i32 %x, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  store i32 %x, ptr addrspace(1) @counter
  %v = load <4 x float>, ptr %b
  store i8 1, ptr %a
  ret void
}

; A pointer that was read is to anywhere.
; CHECK-LABEL: define ptx_kernel void @unknownSpace(
; CHECK: %p = load ptr, ptr %a
; CHECK-NEXT: call void @__racemap_{{access|store}}(ptr %p, i64 4, i32 1,
define ptx_kernel void @unknownSpace(ptr %a) {
  %p = load ptr, ptr %a
  store i32 1, ptr %p
  ret void
}

; CHECK-LABEL: define ptx_kernel void @blocks(
; CHECK: call void @__racemap_{{access|store}}(ptr %b, i64 %n, i32 8,
; CHECK-NEXT: call void @__racemap_{{access|store}}(ptr %a, i64 %n, i32 9,
; CHECK-NEXT: call void @llvm.memcpy
; CHECK: call void @__racemap_{{access|store}}(ptr %b, i64 24, i32 8,
; CHECK-NEXT: call void @__racemap_{{access|store}}(ptr %a, i64 24, i32 9,
; CHECK-NEXT: call void @llvm.memmove
; CHECK-NEXT: call void @__racemap_{{access|store}}(ptr %a, i64 8, i32 9,
; CHECK-NEXT: call void @llvm.memset
define ptx_kernel void @blocks(ptr %a, ptr %b, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %a, ptr %b, i64 24, i1 false)
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @uniformLoad(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 8,
; CHECK-NEXT: @llvm.nvvm.ldu.global.i
define ptx_kernel void @uniformLoad(ptr %a) {
  %x = call i32 @llvm.nvvm.ldu.global.i.i32.p0(ptr %a, i32 4)
  ret void
}
