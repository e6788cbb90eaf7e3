; The lanes of a warp access a matrix together, each element by one of them.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%halves = type { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> }
%floats = type { float, float, float, float, float, float, float, float }
@s = internal addrspace(3) global [256 x float] undef

; By rows, with a distance that is not known; a is 16 x 16.
; CHECK-LABEL: kernel a
; CHECK: constant `lane of f16 a m16n16k16`[256] of 4 bytes;
; CHECK: loop row : i64 while row <u 16 {
; CHECK-NEXT: loop column : i64 while column <u 16 {
; CHECK-NEXT: if `lane of f16 a m16n16k16`[row *s 16 +s column] == ((threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y) & 31) {
; CHECK-NEXT: rd p[row *s u64(stride) +s column];
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: }
define ptx_kernel void @a(ptr %p, i32 %stride) {
  %m = call %halves @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %p, i32 %stride)
  ret void
}

; By columns; b is 16 x 8.
; CHECK-LABEL: kernel b
; CHECK: constant `lane of f16 b m32n8k16`[128] of 4 bytes;
; CHECK: loop row : i64 while row <u 16 {
; CHECK-NEXT: loop column : i64 while column <u 8 {
; CHECK-NEXT: if `lane of f16 b m32n8k16`[row *s 8 +s column] == ((threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y) & 31) {
; CHECK-NEXT: rd p[column *s u64(stride) +s row];
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: }
define ptx_kernel void @b(ptr %p, i32 %stride) {
  %m = call %halves @llvm.nvvm.wmma.m32n8k16.load.b.col.stride.f16.p0(ptr %p, i32 %stride)
  ret void
}

; The distance is the length of a row if there is no operand. What is loaded by
; columns and stored by rows is in the same lanes.
; CHECK-LABEL: kernel accumulator
; CHECK: constant `lane of f32 accumulator m8n32k16`[256] of 4 bytes;
; CHECK: loop row : i64 while row <u 8 {
; CHECK-NEXT: loop column : i64 while column <u 32 {
; CHECK-NEXT: let t0 = (threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y) & 31;
; CHECK-NEXT: if `lane of f32 accumulator m8n32k16`[row *s 32 +s column] == t0 {
; CHECK-NEXT: rd s[column *s 8 +s row];
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: loop row.2 : i64 while row.2 <u 8 {
; CHECK-NEXT: loop column.2 : i64 while column.2 <u 32 {
; CHECK-NEXT: let t1 = row.2 *s 32 +s column.2;
; CHECK-NEXT: if `lane of f32 accumulator m8n32k16`[t1] == t0 {
; CHECK-NEXT: wr s[t1];
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: }
define ptx_kernel void @accumulator() {
  %m = call %floats @llvm.nvvm.wmma.m8n32k16.load.c.col.stride.f32.p3(ptr addrspace(3) @s, i32 8)
  call void @llvm.nvvm.wmma.m8n32k16.store.d.row.f32.p3(ptr addrspace(3) @s, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0)
  ret void
}

; 8 x 4 numbers of 8 bytes, and 16 x 16 of one.
; CHECK-LABEL: kernel sizes
; CHECK: constant `lane of f64 a m8n8k4`[32] of 4 bytes;
; CHECK: constant `lane of u8 a m16n16k16`[256] of 4 bytes;
; CHECK: loop row : i64 while row <u 8 {
; CHECK-NEXT: loop column : i64 while column <u 4 {
; CHECK-NEXT: let t0 = row *s 4 +s column;
; CHECK-NEXT: let t1 = (threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y) & 31;
; CHECK-NEXT: if `lane of f64 a m8n8k4`[t0] == t1 {
; CHECK-NEXT: rd p[t0];
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: loop row.2 : i64 while row.2 <u 16 {
; CHECK-NEXT: loop column.2 : i64 while column.2 <u 16 {
; CHECK-NEXT: if `lane of u8 a m16n16k16`[row.2 *s 16 +s column.2] == t1 {
; CHECK-NEXT: rd q[row.2 : 32][column.2];
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: }
define ptx_kernel void @sizes(ptr %p, ptr %q) {
  %m = call double @llvm.nvvm.wmma.m8n8k4.load.a.row.stride.f64.p0(ptr %p, i32 4)
  %n = call { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.u8.p0(ptr %q, i32 32)
  ret void
}

; CHECK-LABEL: kernel bits
; CHECK: gap "warp matrix of b1 elements is not modelled"
define ptx_kernel void @bits(ptr %p) {
  %m = call i32 @llvm.nvvm.wmma.m8n8k128.load.a.row.stride.b1.p0(ptr %p, i32 128)
  ret void
}

; The accumulator that belongs to bits has whole numbers.
; CHECK-LABEL: kernel ofBits
; CHECK: constant `lane of s32 accumulator m8n8k128`[64] of 4 bytes;
; CHECK: loop row : i64 while row <u 8 {
; CHECK-NEXT: loop column : i64 while column <u 8 {
; CHECK-NEXT: let t0 = row *s 8 +s column;
; CHECK-NEXT: if `lane of s32 accumulator m8n8k128`[t0] == ((threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y) & 31) {
; CHECK-NEXT: rd p[t0];
; CHECK-NEXT: }
; CHECK-NEXT: }
; CHECK-NEXT: }
define ptx_kernel void @ofBits(ptr %p) {
  %m = call { i32, i32 } @llvm.nvvm.wmma.m8n8k128.load.c.row.stride.s32.p0(ptr %p, i32 8)
  ret void
}

declare %halves @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr, i32)
declare %halves @llvm.nvvm.wmma.m32n8k16.load.b.col.stride.f16.p0(ptr, i32)
declare %floats @llvm.nvvm.wmma.m8n32k16.load.c.col.stride.f32.p3(ptr addrspace(3), i32)
declare void @llvm.nvvm.wmma.m8n32k16.store.d.row.f32.p3(ptr addrspace(3), float, float, float, float, float, float, float, float)
declare double @llvm.nvvm.wmma.m8n8k4.load.a.row.stride.f64.p0(ptr, i32)
declare { i32, i32 } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.u8.p0(ptr, i32)
declare i32 @llvm.nvvm.wmma.m8n8k128.load.a.row.stride.b1.p0(ptr, i32)
declare { i32, i32 } @llvm.nvvm.wmma.m8n8k128.load.c.row.stride.s32.p0(ptr, i32)
