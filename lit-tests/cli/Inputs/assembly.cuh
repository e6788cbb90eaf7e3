#pragma once
#define MASK_BELOW(To) asm volatile("mov.u32 %0, %lanemask_lt;\n\t" : "=r"(To))

inline __device__ unsigned lanesBelow() {
  unsigned mask;
  MASK_BELOW(mask);
  return mask;
}
