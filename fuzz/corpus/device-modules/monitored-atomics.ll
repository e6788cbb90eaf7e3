target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr, i32)
declare i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p0(ptr, i32)
declare i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr, i32, i32)

define ptx_kernel void @cudas(ptr %a, ptr %unused) {
  %old = atomicrmw add ptr %a, i32 1 seq_cst
  cmpxchg ptr %a, i64 1, i64 2 seq_cst seq_cst
  call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr %a, i32 %old)
  %found = call i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr %a, i32 %old, i32 2)
  call i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p0(ptr %a, i32 %found)
  ret void
}

define ptx_kernel void @scoped(ptr %a) {
  atomicrmw add ptr %a, i32 1 syncscope("block") acq_rel
  atomicrmw add ptr %a, i32 1 syncscope("cluster") monotonic
  %x = load atomic i32, ptr %a syncscope("device") acquire, align 4
  store atomic i32 1, ptr %a syncscope("device") release, align 4
  ret void
}

define ptx_kernel void @volatiles(ptr %a) {
  %x = load volatile i32, ptr %a
  store volatile i32 1, ptr %a
  ret void
}
