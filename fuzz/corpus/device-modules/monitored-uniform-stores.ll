target triple = "nvptx64-nvidia-cuda"

%struct.P = type { ptr, ptr }
@words = addrspace(3) global [4 x i32] zeroinitializer
@last = addrspace(1) global i32 0

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

define ptx_kernel void @constants(ptr %a) {
  store i32 1, ptr %a
  %next = getelementptr i32, ptr %a, i64 1
  store i32 2, ptr %next
  ret void
}

define ptx_kernel void @computed(ptr %a, i32 %n) {
  %dim = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %sum = add i32 %dim, %n
  %half = lshr i32 %sum, 1
  store i32 %half, ptr %a
  ret void
}

define ptx_kernel void @own(ptr %a, ptr %b, ptr %c) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %tid, ptr %a
  %found = load i32, ptr %a
  store i32 %found, ptr %b
  store ptr addrspacecast (ptr addrspace(3) @words to ptr), ptr %c
  ret void
}

define ptx_kernel void @ways(ptr %a, i64 %i) {
  store i32 1, ptr %a
  %at = getelementptr i32, ptr %a, i64 %i
  store i32 2, ptr %at
  ret void
}
define ptx_kernel void @again(ptr %a, i64 %i) {
  store i32 1, ptr %a
  %at = getelementptr i32, ptr %a, i64 %i
  store i32 1, ptr %at
  ret void
}

define ptx_kernel void @members(ptr byval(%struct.P) %p, i64 %i) {
  %a = load ptr, ptr %p
  store i32 1, ptr %a
  %second = getelementptr i8, ptr %p, i64 8
  %b = load ptr, ptr %second
  %at = getelementptr i32, ptr %b, i64 %i
  %low = trunc i64 %i to i32
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %tid, ptr %at
  ret void
}
define ptx_kernel void @sameMember(ptr byval(%struct.P) %p, i64 %i) {
  %a = load ptr, ptr %p
  store i32 1, ptr %a
  %b = load ptr, ptr %p
  %at = getelementptr i32, ptr %b, i64 %i
  store i32 2, ptr %at
  ret void
}

define ptx_kernel void @unknown(ptr %a, ptr addrspace(1) %list) {
  store i32 1, ptr %a
  %b = load ptr, ptr addrspace(1) %list
  store i32 2, ptr %b
  ret void
}
define ptx_kernel void @assembly(ptr %a, i64 %b) {
  store i32 1, ptr %a
  call void asm sideeffect "st.u32 [$0], 5;", "l"(i64 %b)
  ret void
}
define ptx_kernel void @atomics(ptr %a) {
  store i32 1, ptr %a
  %old = atomicrmw add ptr %a, i32 2 monotonic
  ret void
}

define void @function(i32 %n) {
  store i32 %n, ptr addrspace(1) @last
  %less = sub i32 %n, 1
  call void @function(i32 %less)
  ret void
}
define ptx_kernel void @kernel() {
  store i32 7, ptr addrspace(1) @last
  call void @function(i32 3)
  ret void
}
