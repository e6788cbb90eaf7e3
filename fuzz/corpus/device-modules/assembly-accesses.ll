target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"


define ptx_kernel void @k(ptr %p, i32 %n) {
  %v = call i32 asm "ld.global.cg.s32 $0, [$1];", "=r,l"(ptr %p)
  call void asm sideeffect "st.global.v2.u32 [$0+8], {$1, $1};", "l,r,~{memory}"(ptr %p, i32 %n)
  call void asm sideeffect "{ .reg .pred q; setp.lt.s32 q, $1, 7; @q st.global.u32 [$0], $1; }", "l,r,~{memory}"(ptr %p, i32 %n)
  ret void
}
