target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


declare i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr, i32)
define ptx_kernel void @k(ptr %p) {
  %a = atomicrmw add ptr %p, i32 1 seq_cst
  %b = atomicrmw add ptr %p, i32 1 syncscope("block") monotonic
  %c = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst
  %x = atomicrmw add ptr %p, i32 1 syncscope("cluster") monotonic
  %y = atomicrmw add ptr %p, i32 1 syncscope("singlethread") monotonic
  %z = load atomic i32, ptr %p syncscope("block") monotonic, align 4
  %z2 = load atomic i32, ptr %p syncscope("device") acquire, align 4
  store atomic i32 7, ptr %p syncscope("cluster") release, align 4
  %z3 = atomicrmw add ptr %p, i32 1 acq_rel
  %z4 = cmpxchg ptr %p, i32 0, i32 1 acq_rel monotonic
  %z5 = cmpxchg ptr %p, i32 0, i32 1 acq_rel acquire
  %z6 = atomicrmw add ptr %p, i32 1 syncscope("block") seq_cst
  %d = call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr %p, i32 1)
  ret void
}

declare i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr, i32, i32)
define ptx_kernel void @named(ptr %p) {
  %a = atomicrmw sub ptr %p, i32 1 seq_cst
  %b = atomicrmw or ptr %p, i32 %a seq_cst
  %c = atomicrmw xchg ptr %p, i32 %b seq_cst
  %pair = cmpxchg ptr %p, i32 5, i32 6 seq_cst seq_cst
  %won = extractvalue { i32, i1 } %pair, 1
  %d = call i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr %p, i32 7, i32 8)
  %e = atomicrmw umax ptr %p, i32 %c seq_cst
  br i1 %won, label %then, label %end
then:
  %sum = add i32 %d, %e
  %at = getelementptr i32, ptr %p, i32 %sum
  store i32 0, ptr %at
  br label %end
end:
  ret void
}
