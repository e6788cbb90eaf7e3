; The grid's barrier of cooperative groups is known by its name.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: kernel k
; CHECK-NEXT: global p of 4 bytes;
; CHECK: wr p[0] = 1;
; CHECK-NEXT: syncgrid;
; CHECK-NEXT: wr p[0] = 2;
; CHECK-NEXT: }

declare void @llvm.trap()
define linkonce_odr void @_ZNK18cooperative_groups4__v110grid_group4syncEv(ptr %this) {
  call void @llvm.trap()
  ret void
}
define ptx_kernel void @k(ptr %p) {
  %grid = alloca i64
  store i32 1, ptr %p
  call void @_ZNK18cooperative_groups4__v110grid_group4syncEv(ptr %grid)
  store i32 2, ptr %p
  ret void
}
