; Unsigned index arithmetic that only wraps in absurdly large arrays promises
; not to, under an assumption that is named. What is no index, or has factors
; that no array has, or no bound, is left as it is.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; The bound is that of the array, as the conditions on the way give it. Without
; debug information all parameters are ints.
;
; CHECK-LABEL: kernel rows
; CHECK: assume u64(w) *u u64(h) <=u 4294967296 promised;
; CHECK-NEXT: assume w >= 0 promised;
; CHECK-NEXT: assume h >= 0 promised;
; CHECK-NOT: assume
; CHECK: wr p[byte u64(threadIdx.y *u w +u threadIdx.x) * 4] = 1;
; CHECK: }
define ptx_kernel void @rows(ptr %p, i32 %w, i32 %h) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %in.x = icmp ult i32 %x, %w
  %in.y = icmp ult i32 %y, %h
  %in = and i1 %in.x, %in.y
  br i1 %in, label %then, label %end
then:
  %row = mul i32 %y, %w
  %i = add i32 %row, %x
  %at = zext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

; Without a condition it is that of the launch. An int index has half the room.
;
; CHECK-LABEL: kernel launches
; CHECK: assume u64(gridDim.x) *u u64(blockDim.y) <=u u64(gridDim.x) +u 2147483647 promised;
; CHECK-NOT: assume
; CHECK: wr p[byte i64(threadIdx.y *su gridDim.x) * 4] = 1;
; CHECK: }
define ptx_kernel void @launches(ptr %p) {
  %s = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %i = mul i32 %x, %s
  %at = sext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  ret void
}

; A condition on the index itself says nothing about how it wraps.
;
; CHECK-LABEL: kernel flat
; CHECK: assume u64(gridDim.x) *u u64(blockDim.y) <=u u64(gridDim.x) +u 4294967295 promised;
; CHECK: if threadIdx.y * gridDim.x <u n {
; CHECK: wr p[byte u64(threadIdx.y *u gridDim.x) * 4] = 1;
; CHECK: }
define ptx_kernel void @flat(ptr %p, i32 %n) {
  %s = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %i = mul i32 %x, %s
  %in = icmp ult i32 %i, %n
  br i1 %in, label %then, label %end
then:
  %at = zext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

; What a remainder is taken of is no index.
;
; CHECK-LABEL: kernel remainder
; CHECK-NOT: assume
; CHECK: wr p[byte u64(threadIdx.y * gridDim.x %u 10) * 4] = 1;
; CHECK: }
define ptx_kernel void @remainder(ptr %p) {
  %s = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %i = mul i32 %x, %s
  %rest = urem i32 %i, 10
  %at = zext i32 %rest to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  ret void
}

; CHECK-LABEL: kernel hash
; CHECK-NOT: assume
; CHECK: wr p[byte u64(threadIdx.y * gridDim.x * 40503) * 4] = 1;
; CHECK: }
define ptx_kernel void @hash(ptr %p) {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %a = mul i32 %x, %n
  %i = mul i32 %a, 40503
  %at = zext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  ret void
}

; CHECK-LABEL: kernel unbounded
; CHECK-NOT: assume
; CHECK: wr p[byte u64(in[byte i64(threadIdx.x) * 4] * gridDim.x) * 4] = 1;
; CHECK: }
define ptx_kernel void @unbounded(ptr %p, ptr %in) {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = getelementptr i32, ptr %in, i32 %x
  %a = load i32, ptr %r
  %i = mul i32 %a, %n
  %at = zext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  ret void
}

; A number below a size has no bound if it may be negative.
;
; CHECK-LABEL: kernel negative
; CHECK: assume u64(gridDim.x) *u u64(blockDim.y) <=u u64(gridDim.x) +u 4294967295 promised;
; CHECK-NOT: assume
; CHECK: wr p[byte u64(threadIdx.y *u gridDim.x + (threadIdx.x -s s)) * 4] = 1;
; CHECK: }
define ptx_kernel void @negative(ptr %p, i32 %s) {
  %w = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %x = sub nsw i32 %tid, %s
  %in = icmp slt i32 %x, %w
  br i1 %in, label %then, label %end
then:
  %row = mul i32 %y, %w
  %i = add i32 %row, %x
  %at = zext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

; What a condition says holds where it is true.
;
; CHECK-LABEL: kernel other_branch
; CHECK-NOT: assume
; CHECK: else
; CHECK: wr p[byte u64($u0 * gridDim.x) * 4] = 1;
; CHECK: }
define ptx_kernel void @other_branch(ptr %p, i32 %n, float %f) {
  %w = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %x = fptoui float %f to i32
  %in = icmp ult i32 %x, %n
  br i1 %in, label %then, label %else
then:
  store i32 2, ptr %p
  br label %end
else:
  %i = mul i32 %x, %w
  %at = zext i32 %i to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
