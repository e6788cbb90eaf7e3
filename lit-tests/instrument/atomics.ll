; Atomic accesses say for whose threads they are atomic, and what they order.
; CUDA's own have no scope and are sequentially consistent in the IR, but order
; nothing. What the access has become is told behind it: a compare-and-swap that
; fails only loads (256).
; RUN: %opt -passes=racemap-instrument -S %s -o - | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr, i32)
declare i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p0(ptr, i32)
declare i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr, i32, i32)

; Block 2, cluster 3, grid 4; plus 8, global; plus 1024, nobody uses the value.
; CHECK-LABEL: define ptx_kernel void @cudas(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 12, i32 [[ADD:[0-9]+]])
; CHECK-NEXT: [[OLD:%.*]] = atomicrmw add
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 12, i32 [[ADD]])
; CHECK-NEXT: call void @__racemap_{{access|store}}(ptr %a, i64 8, i32 1036,
; CHECK-NEXT: [[SWAP:%.*]] = cmpxchg
; CHECK-NEXT: [[DONE:%.*]] = extractvalue { i64, i1 } [[SWAP]], 1
; CHECK-NEXT: [[BECAME:%.*]] = select i1 [[DONE]], i32 1036, i32 1284
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 8, i32 [[BECAME]],
; CHECK-NEXT: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 1034,
; CHECK-NEXT: call i32 @llvm.nvvm.atomic.add.gen.i.cta
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 1034,
; CHECK-NEXT: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 10,
; CHECK-NEXT: call i32 @llvm.nvvm.atomic.cas.gen.i.cta
; CHECK: [[SAME:%.*]] = icmp eq i32 {{%.*}}, {{%.*}}
; CHECK-NEXT: [[BECAME:%.*]] = select i1 [[SAME]], i32 10, i32 258
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 [[BECAME]],
; CHECK-NEXT: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 1036,
; CHECK-NEXT: call i32 @llvm.nvvm.atomic.add.gen.i.sys
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 1036,
; CHECK: ret void
define ptx_kernel void @cudas(ptr %a, ptr %unused) {
  %old = atomicrmw add ptr %a, i32 1 seq_cst
  cmpxchg ptr %a, i64 1, i64 2 seq_cst seq_cst
  call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr %a, i32 %old)
  %found = call i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr %a, i32 %old, i32 2)
  call i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p0(ptr %a, i32 %found)
  ret void
}

; Order: volatile 32, acquire 64, release 96, both 128; only loads 256, only
; stores 512.
; CHECK-LABEL: define ptx_kernel void @scoped(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 138,
; CHECK-NEXT: atomicrmw add {{.*}} syncscope("block") acq_rel
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 138,
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 1035,
; CHECK-NEXT: atomicrmw add {{.*}} syncscope("cluster") monotonic
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 332,
; CHECK-NEXT: load atomic
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 332,
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 620,
; CHECK-NEXT: store atomic
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 620,
; CHECK: ret void
define ptx_kernel void @scoped(ptr %a) {
  atomicrmw add ptr %a, i32 1 syncscope("block") acq_rel
  atomicrmw add ptr %a, i32 1 syncscope("cluster") monotonic
  %x = load atomic i32, ptr %a syncscope("device") acquire, align 4
  store atomic i32 1, ptr %a syncscope("device") release, align 4
  ret void
}

; CHECK-LABEL: define ptx_kernel void @volatiles(
; CHECK: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 40, i32 [[LOAD:[0-9]+]])
; CHECK-NEXT: load volatile
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 40, i32 [[LOAD]])
; CHECK-NEXT: call void @__racemap_{{access|store}}(ptr %a, i64 4, i32 41,
; CHECK-NEXT: store volatile
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 41,
; CHECK-NEXT: ret void
define ptx_kernel void @volatiles(ptr %a) {
  %x = load volatile i32, ptr %a
  store volatile i32 1, ptr %a
  ret void
}
