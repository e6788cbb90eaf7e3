; Inline PTX is announced by what it does, wherever its operands are known.
; RUN: %opt -passes=racemap-instrument -S %s -o - 2>%t.err | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.err
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @accesses(
; CHECK: call void @__racemap_access(ptr %a, i64 4, i32 8,
; CHECK-NEXT: call i32 asm "ld.global.cg.u32 $0, [$1];"
; CHECK: [[PLUS:%.*]] = add i64 {{%.*}}, 16
; CHECK-NEXT: [[AT:%.*]] = inttoptr i64 [[PLUS]] to ptr
; CHECK-NEXT: call void @__racemap_access(ptr [[AT]], i64 16, i32 9,
; CHECK-NEXT: call void asm sideeffect "st.global.v4.f32
; CHECK: call void @__racemap_access(ptr %a, i64 4, i32 140, i32 [[ATOM:[0-9]+]])
; CHECK-NEXT: call i32 asm sideeffect "atom.add.acq_rel.gpu
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 140, i32 [[ATOM]])
; CHECK-NEXT: call void @__racemap_access(ptr %a, i64 4, i32 1034,
; CHECK-NEXT: call void asm sideeffect "red.relaxed.cta
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 1034,
; CHECK-NEXT: call void @__racemap_access(ptr %a, i64 4, i32 332, i32 [[LOAD:[0-9]+]])
; CHECK-NEXT: call i32 asm sideeffect "ld.acquire.gpu
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 332, i32 [[LOAD]])
; CHECK-NEXT: call void @__racemap_access(ptr %a, i64 4, i32 140,
; CHECK-NEXT: [[FOUND:%.*]] = call i32 asm sideeffect "atom.cas.acq_rel.gpu
; CHECK: [[SAME:%.*]] = icmp eq i32
; CHECK-NEXT: [[BECAME:%.*]] = select i1 [[SAME]], i32 140, i32 324
; CHECK-NEXT: call void @__racemap_performed(ptr %a, i64 4, i32 [[BECAME]],
; CHECK-NEXT: ret void
define ptx_kernel void @accesses(ptr %a, float %f, i32 %wanted) {
  call i32 asm "ld.global.cg.u32 $0, [$1];", "=r,l"(ptr %a)
  call void asm sideeffect "st.global.v4.f32 [$0+16], {$1,$1,$1,$1};", "l,f"(ptr %a, float %f)
  call i32 asm sideeffect "atom.add.acq_rel.gpu.s32 $0,[$1],$2;", "=r,l,r"(ptr %a, i32 1)
  call void asm sideeffect "red.relaxed.cta.global.add.u32 [$0],$1;", "l,r"(ptr %a, i32 1)
  call i32 asm sideeffect "ld.acquire.gpu.b32 $0,[$1];", "=r,l"(ptr %a)
  call i32 asm sideeffect "atom.cas.acq_rel.gpu.b32 $0,[$1],$2,$3;", "=r,l,r,r"(ptr %a, i32 %wanted, i32 1)
  ret void
}

; Vectors and pairs of 16 bits are atomic one element at a time.
; CHECK-LABEL: define ptx_kernel void @elements(
; CHECK: call void @__racemap_access(ptr {{%.*}}, i64 2, i32 1036,
; CHECK: call void @__racemap_access(ptr {{%.*}}, i64 2, i32 1036,
; CHECK-NEXT: call void asm sideeffect "red.relaxed.gpu.global.add.noftz.f16x2
; CHECK-COUNT-2: call void @__racemap_performed(ptr {{%.*}}, i64 2, i32 1036,
; CHECK-COUNT-4: call void @__racemap_access(ptr {{%.*}}, i64 4, i32 1036,
; CHECK-NOT: __racemap_access
; CHECK: ret void
define ptx_kernel void @elements(ptr %a, i32 %h, float %f) {
  call void asm sideeffect "red.relaxed.gpu.global.add.noftz.f16x2 [$0],$1;", "l,r"(ptr %a, i32 %h)
  call void asm sideeffect "red.relaxed.gpu.global.v4.f32.add [$0],{$1,$1,$1,$1};", "l,f"(ptr %a, float %f)
  ret void
}

; An address in the window of shared memory becomes a generic one.
; CHECK-LABEL: define ptx_kernel void @window(
; CHECK: [[WIDE:%.*]] = zext i32 %s to i64
; CHECK-NEXT: [[GENERIC:%.*]] = call i64 asm "cvta.shared.u64 $0, $1;", "=l,l"(i64 [[WIDE]])
; CHECK-NEXT: [[AT:%.*]] = inttoptr i64 [[GENERIC]] to ptr
; CHECK-NEXT: call void @__racemap_access(ptr [[AT]], i64 4,
define ptx_kernel void @window(i32 %s) {
  call void asm sideeffect "st.shared.u32 [$0], $1;", "r,r"(i32 %s, i32 1)
  ret void
}

; What does not happen has 0 bytes.
; CHECK-LABEL: define ptx_kernel void @predicate(
; CHECK: [[NARROW:%.*]] = trunc i64 {{%.*}} to i32
; CHECK-NEXT: [[HOLDS:%.*]] = icmp ne i32 [[NARROW]], 0
; CHECK-NEXT: [[BYTES:%.*]] = select i1 [[HOLDS]], i64 4, i64 0
; CHECK-NEXT: call void @__racemap_access(ptr %a, i64 [[BYTES]], i32 9,
define ptx_kernel void @predicate(ptr %a, i32 %p) {
  call void asm sideeffect "{ .reg .pred p; setp.ne.u32 p, $0, 0; @p st.global.u32 [$1], 1; }", "r,l"(i32 %p, ptr %a)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @barriers(
; CHECK: "bar.sync 0;"
; CHECK-NEXT: call void @__racemap_barrier(i32 2, i32 -1)
; CHECK-NEXT: call void asm sideeffect "bar.sync 1, 96;"
; CHECK-NEXT: call void @__racemap_named_barrier(i32 1, i32 96)
; CHECK-NEXT: call void asm sideeffect "bar.warp.sync 255;"
; CHECK-NEXT: call void @__racemap_barrier(i32 1, i32 255)
define ptx_kernel void @barriers() {
  call void asm sideeffect "bar.sync 0;", ""()
  call void asm sideeffect "bar.sync 1, 96;", ""()
  call void asm sideeffect "bar.warp.sync 255;", ""()
  ret void
}

; Values, local memory and constant memory are nobody else's business.
; CHECK-LABEL: define ptx_kernel void @own(
; CHECK-NOT: __racemap
; CHECK: ret void
define ptx_kernel void @own(ptr %a) {
  call i32 asm "mov.u32 $0, %laneid;", "=r"()
  call i32 asm "ld.const.u32 $0, [$1];", "=r,l"(ptr %a)
  ret void
}

; One 8x8 matrix has eight rows, and only the first eight lanes have addresses;
; of four matrices every lane has one.
; CHECK-LABEL: define ptx_kernel void @matrixRows(
; CHECK: [[LANE:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: [[HAS:%.*]] = icmp ult i64 {{%.*}}, 8
; CHECK: [[SIZE:%.*]] = select i1 {{%.*}}, i64 16, i64 0
; CHECK-NEXT: call void @__racemap_access(ptr {{%.*}}, i64 [[SIZE]], i32 16,
; CHECK-NEXT: {{.*}}"ldmatrix.sync.aligned.m8n8.x1
; CHECK-NOT: icmp
; CHECK: call void @__racemap_access(ptr {{%.*}}, i64 16, i32 16,
; CHECK-NEXT: {{.*}}"ldmatrix.sync.aligned.m8n8.x4
define ptx_kernel void @matrixRows(i32 %s) {
  call i32 asm sideeffect "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1];", "=r,r"(i32 %s)
  call {i32, i32, i32, i32} asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0,$1,$2,$3}, [$4];", "=r,=r,=r,=r,r"(i32 %s)
  ret void
}

; What is not understood is said, not passed over.
; REMARK: racemap: unknown: inline assembly that is not monitored: 'red.async.relaxed
define ptx_kernel void @unknown(i32 %s) {
  call void asm sideeffect "red.async.relaxed.cluster.global.mbarrier::complete_tx::bytes.add.u32 [$0], 1, [$0];", "r"(i32 %s)
  ret void
}

; Arriving at a barrier object releases, a test of it acquires.
; CHECK-LABEL: define ptx_kernel void @barrierObject(
; CHECK: call void @__racemap_access(ptr {{%.*}}, i64 8, i32 17,
; CHECK-NEXT: {{.*}}"mbarrier.init.shared.b64
; CHECK: call void @__racemap_access(ptr {{%.*}}, i64 8, i32 1138,
; CHECK-NEXT: {{.*}}"mbarrier.arrive.shared.b64
; CHECK: call void @__racemap_access(ptr [[AT:%.*]], i64 8, i32 338, i32 [[SITE:[0-9]+]])
; CHECK-NEXT: {{.*}}"{ .reg .pred p; mbarrier.test_wait
; CHECK-NEXT: call void @__racemap_performed(ptr [[AT]], i64 8, i32 338, i32 [[SITE]])
define ptx_kernel void @barrierObject(i32 %s) {
  call void asm sideeffect "mbarrier.init.shared.b64 [$0], $1;", "r,r"(i32 %s, i32 32)
  %t = call i64 asm sideeffect "mbarrier.arrive.shared.b64 $0, [$1];", "=l,r"(i32 %s)
  %d = call i32 asm sideeffect "{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [$1], $2; selp.b32 $0, 1, 0, p; }", "=r,r,l"(i32 %s, i64 %t)
  ret void
}
