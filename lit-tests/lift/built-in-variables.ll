; Each register by the name that CUDA gives it.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK: wr p[0] = threadIdx.x;
; CHECK-NEXT: wr p[0] = threadIdx.y;
; CHECK-NEXT: wr p[0] = threadIdx.z;
; CHECK-NEXT: wr p[0] = blockIdx.x;
; CHECK-NEXT: wr p[0] = blockIdx.y;
; CHECK-NEXT: wr p[0] = blockIdx.z;
; CHECK-NEXT: wr p[0] = blockDim.x;
; CHECK-NEXT: wr p[0] = blockDim.y;
; CHECK-NEXT: wr p[0] = blockDim.z;
; CHECK-NEXT: wr p[0] = gridDim.x;
; CHECK-NEXT: wr p[0] = gridDim.y;
; CHECK-NEXT: wr p[0] = gridDim.z;
; CHECK-NEXT: }

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
define ptx_kernel void @k(ptr %p) {
  %tidx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %tidx, ptr %p
  %tidy = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  store i32 %tidy, ptr %p
  %tidz = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  store i32 %tidz, ptr %p
  %ctaidx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  store i32 %ctaidx, ptr %p
  %ctaidy = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  store i32 %ctaidy, ptr %p
  %ctaidz = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  store i32 %ctaidz, ptr %p
  %ntidx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  store i32 %ntidx, ptr %p
  %ntidy = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  store i32 %ntidy, ptr %p
  %ntidz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  store i32 %ntidz, ptr %p
  %nctaidx = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  store i32 %nctaidx, ptr %p
  %nctaidy = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  store i32 %nctaidy, ptr %p
  %nctaidz = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  store i32 %nctaidz, ptr %p
  ret void
}
