; A short loop over a local array is written out where it would keep a pointer
; from being followed: next to the array in one struct, or in the array itself.
;
; RUN: %opt -passes='print<racemap-map>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%object = type { ptr, [4 x i32] }

; The loop touches nothing else, so no access is copied.
;
; CHECK-LABEL: kernel beside_an_array
; CHECK-NOT: gap
; CHECK-NOT: for
; CHECK: wr p[byte i64(threadIdx.x) * 4] = n +s n;
; CHECK-NEXT: }
define ptx_kernel void @beside_an_array(ptr %p, i32 %n) {
entry:
  %o = alloca %object
  store ptr %p, ptr %o
  %a = getelementptr inbounds %object, ptr %o, i64 0, i32 1
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %test = icmp slt i32 %i, 4
  br i1 %test, label %body, label %done
body:
  %w = sext i32 %i to i64
  %at = getelementptr inbounds i32, ptr %a, i64 %w
  store i32 %n, ptr %at
  %next = add nsw i32 %i, 1
  br label %head
done:
  %two = getelementptr inbounds i32, ptr %a, i64 2
  %x = load i32, ptr %two
  %y = load i32, ptr %a
  %sum = add nsw i32 %x, %y
  %q = load ptr, ptr %o
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %to = getelementptr i32, ptr %q, i32 %tid
  store i32 %sum, ptr %to
  ret void
}

; Pointers of two arrays: what each round writes is known.
;
; CHECK-LABEL: kernel in_an_array
; CHECK-NOT: gap
; CHECK: wr p
; CHECK-NEXT: wr q
; CHECK-NEXT: }
define ptx_kernel void @in_an_array(ptr %p, ptr %q) {
entry:
  %a = alloca [2 x ptr]
  store ptr %p, ptr %a
  %one = getelementptr inbounds ptr, ptr %a, i64 1
  store ptr %q, ptr %one
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %at = getelementptr inbounds ptr, ptr %a, i64 %i
  %r = load ptr, ptr %at
  store i32 1, ptr %r
  %next = add i64 %i, 1
  %test = icmp ult i64 %next, 2
  br i1 %test, label %head, label %done
done:
  ret void
}

; Nested loops, the inner one as long as the outer one says.
;
; CHECK-LABEL: kernel nested
; CHECK-NOT: gap
; CHECK-NOT: loop
; CHECK: wr p
define ptx_kernel void @nested(ptr %p) {
entry:
  %o = alloca %object
  store ptr %p, ptr %o
  %a = getelementptr inbounds %object, ptr %o, i64 0, i32 1
  br label %head
head:
  %i = phi i32 [ 1, %entry ], [ %more, %latch ]
  %test = icmp slt i32 %i, 4
  br i1 %test, label %inner, label %done
inner:
  %j = phi i32 [ 0, %head ], [ %next, %inner ]
  %at = getelementptr inbounds i32, ptr %a, i32 %j
  store i32 %i, ptr %at
  %next = add i32 %j, %i
  %again = icmp slt i32 %next, 4
  br i1 %again, label %inner, label %latch
latch:
  %more = mul i32 %i, 3
  br label %head
done:
  %q = load ptr, ptr %o
  store i32 1, ptr %q
  ret void
}

; Nothing is held back here: the loop stays one, and its access is one.
;
; CHECK-LABEL: kernel numbers_only
; CHECK: for
; CHECK-NEXT: rd p[{{.*}}];
; CHECK-NEXT: }
; CHECK-NEXT: }
define ptx_kernel void @numbers_only(ptr %p) {
entry:
  %a = alloca [4 x i32]
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %test = icmp slt i32 %i, 4
  br i1 %test, label %body, label %done
body:
  %from = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %from
  %at = getelementptr inbounds i32, ptr %a, i32 %i
  store i32 %x, ptr %at
  %next = add nsw i32 %i, 1
  br label %head
done:
  ret void
}

; How often it runs is not known.
;
; CHECK-LABEL: kernel of_unknown_length
; CHECK: gap "pointer kept in a local array"
define ptx_kernel void @of_unknown_length(ptr %p, i32 %n) {
entry:
  %o = alloca %object
  store ptr %p, ptr %o
  %a = getelementptr inbounds %object, ptr %o, i64 0, i32 1
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %test = icmp slt i32 %i, %n
  br i1 %test, label %body, label %done
body:
  %at = getelementptr inbounds i32, ptr %a, i32 %i
  store i32 %n, ptr %at
  %next = add nsw i32 %i, 1
  br label %head
done:
  %q = load ptr, ptr %o
  store i32 1, ptr %q
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
