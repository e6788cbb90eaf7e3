; A barrier is announced behind it: of a whole group by its scope, of some lanes
; by their mask, of some threads by its number and their count.
; RUN: %opt -passes=racemap-instrument -S %s -o - | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32, i32)
declare i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32, i1)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.cluster.arrive()
declare void @llvm.nvvm.barrier.cluster.wait()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

; Scope: warp 1, block 2, cluster 3, grid 4.
; CHECK-LABEL: define ptx_kernel void @block(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: call void @__racemap_barrier(i32 2, i32 -1)
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK-NEXT: call void @__racemap_barrier(i32 2, i32 -1)
; CHECK-NEXT: call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 true)
; CHECK-NEXT: call void @__racemap_barrier(i32 2, i32 -1)
; CHECK-NEXT: ret void
define ptx_kernel void @block() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 true)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @warp(
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NEXT: call void @__racemap_barrier(i32 1, i32 -1)
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 %mask)
; CHECK: call void @__racemap_barrier(i32 1, i32 {{%.*}})
define ptx_kernel void @warp(i32 %mask) {
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; Who arrives only does not wait.
; CHECK-LABEL: define ptx_kernel void @named(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
; CHECK-NEXT: call void @__racemap_named_barrier(i32 1, i32 64)
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 2, i32 64)
; CHECK-NEXT: ret void
define ptx_kernel void @named() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 2, i32 64)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @cluster(
; CHECK-NEXT: call void @llvm.nvvm.barrier.cluster.arrive()
; CHECK-NEXT: call void @llvm.nvvm.barrier.cluster.wait()
; CHECK-NEXT: call void @__racemap_barrier(i32 3, i32 -1)
; CHECK-NEXT: ret void
define ptx_kernel void @cluster() {
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  ret void
}

; Shuffles order nothing.
; CHECK-LABEL: define ptx_kernel void @shuffle(
; CHECK-NEXT: call i32 @llvm.nvvm.shfl.sync.idx.i32
; CHECK-NEXT: ret void
define ptx_kernel void @shuffle() {
  call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 1, i32 0, i32 31)
  ret void
}
