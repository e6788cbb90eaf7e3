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

; The first index of a loop that steps up to a bound is one as well. What counts
; down, and what is no index, may wrap.
;
; CHECK-LABEL: kernel tail
; CHECK: assume "no index of 64 bits wraps" promised;
; CHECK: for i : i64 counter it : i64 = n /u 4 *u 4 +u u64(threadIdx.x);
define ptx_kernel void @tail(ptr %p, i64 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %x to i64
  %fours = udiv i64 %n, 4
  %whole = mul i64 %fours, 4
  %first = add i64 %whole, %wide
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %body ]
  %in = icmp ult i64 %i, %n
  br i1 %in, label %body, label %end
body:
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 1, ptr %q
  %next = add i64 %i, 32
  br label %loop
end:
  ret void
}

; CHECK-LABEL: kernel times
; CHECK-NOT: "no index of 64 bits wraps"
; CHECK: for i : i64 counter it : i64 = n /u 4 * 4 + u64(threadIdx.x);
define ptx_kernel void @times(ptr %p, i64 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %x to i64
  %fours = udiv i64 %n, 4
  %whole = mul i64 %fours, 4
  %first = add i64 %whole, %wide
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %body ]
  %in = icmp ult i64 %i, %n
  br i1 %in, label %body, label %end
body:
  %q = getelementptr i32, ptr %p, i64 %wide
  store i32 1, ptr %q
  %next = add i64 %i, 32
  br label %loop
end:
  ret void
}

; An index that is taken apart and put together is no larger than it was. What
; it is divided by is a length.
;
; CHECK-LABEL: kernel volume
; CHECK: assume w > 0 expected;
; CHECK-NEXT: assume h > 0 expected;
; CHECK: let [[AREA:t[0-9]+]] = u64(w) *u u64(h);
; CHECK: assume [[AREA]] +u u64(n) <=u 4294967297 promised;
; CHECK: assume [[AREA]] <=u 4294967295 promised;
; CHECK: wr p[byte u64((threadIdx.x /u (h *u w) *u h +u threadIdx.x /u w %u h) *u w +u threadIdx.x %u w) * 4] = 1;
define ptx_kernel void @volume(ptr %p, i32 %w, i32 %h, i32 %n) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp ult i32 %i, %n
  br i1 %in, label %then, label %end
then:
  %area = mul i32 %h, %w
  %z = udiv i32 %i, %area
  %rows = udiv i32 %i, %w
  %y = urem i32 %rows, %h
  %x = urem i32 %i, %w
  %slices = mul i32 %z, %h
  %row = add i32 %slices, %y
  %begin = mul i32 %row, %w
  %sum = add i32 %begin, %x
  %at = zext i32 %sum to i64
  %q = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %q
  br label %end
end:
  ret void
}

; What only a condition divides by may be any number.
;
; CHECK-LABEL: kernel everyNth
; CHECK-NOT: assume n
; CHECK: if threadIdx.x %u n == 0
define ptx_kernel void @everyNth(ptr %p, i32 %n) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %rest = urem i32 %i, %n
  %is = icmp eq i32 %rest, 0
  br i1 %is, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}
