; How many blocks a cluster of the kernel has is part of all its launches.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK: launch "symbolic" cluster 2;
define ptx_kernel void @k(ptr %p) #0 {
  store i32 1, ptr %p
  ret void
}

attributes #0 = { "nvvm.cluster_dim"="2" }
