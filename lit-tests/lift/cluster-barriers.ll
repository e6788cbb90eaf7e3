; Arriving and waiting at once is a barrier of the cluster; apart they are its
; halves. An arrival that orders nothing is not modelled.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK: synccluster;
; CHECK-NEXT: arrivecluster;
; CHECK-NEXT: wr p
; CHECK-NEXT: awaitcluster;
; CHECK-NEXT: gap "a barrier of a cluster that orders no memory";
; CHECK-NEXT: awaitcluster;
; CHECK-NEXT: }

declare void @llvm.nvvm.barrier.cluster.arrive()
declare void @llvm.nvvm.barrier.cluster.arrive.relaxed()
declare void @llvm.nvvm.barrier.cluster.wait()
define ptx_kernel void @k(ptr addrspace(1) %p) {
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  call void @llvm.nvvm.barrier.cluster.arrive()
  store i32 0, ptr addrspace(1) %p
  call void @llvm.nvvm.barrier.cluster.wait()
  call void @llvm.nvvm.barrier.cluster.arrive.relaxed()
  call void @llvm.nvvm.barrier.cluster.wait()
  ret void
}
