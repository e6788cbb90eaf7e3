// Builtins - the few things that the device runtime needs of the machine.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_GPU_DEVICE_BUILTINS_H
#define RACEMAP_RUNTIME_GPU_DEVICE_BUILTINS_H

#include "runtime/gpu/Launch.h"

#define RACEMAP_GLOBAL __attribute__((address_space(1)))
#define RACEMAP_SHARED __attribute__((address_space(3)))

namespace racemap::gpu {

using GlobalCell = RACEMAP_GLOBAL Word;
using SharedCell = RACEMAP_SHARED Word;

/// The beginning of the dynamic part of shared memory, behind all variables.
extern "C" RACEMAP_SHARED char __racemap_gpu_dynamic[]
    __attribute__((aligned(16)));

inline GlobalCell *globalCell(Word Address) {
  return (GlobalCell *)Address; // NOLINT: an address becomes a pointer
}

/// What the host wrote before the kernel began.
inline Word constant(const Word *At) {
  return __nvvm_ldg_ull((const RACEMAP_GLOBAL unsigned long long *)At);
}

template <class Cell> Word swapped(Cell *At, Word Old, Word New) {
  __scoped_atomic_compare_exchange_n(At, &Old, New, /*weak=*/false,
                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                     __MEMORY_SCOPE_DEVICE);
  return Old;
}

inline void add(Word *To, Word Number) {
  __scoped_atomic_fetch_add(To, Number, __ATOMIC_RELAXED,
                            __MEMORY_SCOPE_DEVICE);
}

struct Dimensions {
  unsigned X, Y, Z;
  Word count() const { return Word(X) * Y * Z; }
};
inline Dimensions blockDim() {
  return {unsigned(__nvvm_read_ptx_sreg_ntid_x()),
          unsigned(__nvvm_read_ptx_sreg_ntid_y()),
          unsigned(__nvvm_read_ptx_sreg_ntid_z())};
}
inline Dimensions gridDim() {
  return {unsigned(__nvvm_read_ptx_sreg_nctaid_x()),
          unsigned(__nvvm_read_ptx_sreg_nctaid_y()),
          unsigned(__nvvm_read_ptx_sreg_nctaid_z())};
}
inline Dimensions blockIdx() {
  return {unsigned(__nvvm_read_ptx_sreg_ctaid_x()),
          unsigned(__nvvm_read_ptx_sreg_ctaid_y()),
          unsigned(__nvvm_read_ptx_sreg_ctaid_z())};
}
/// Linear in the block.
inline unsigned threadIndex() {
  Dimensions Of = blockDim();
  return (unsigned(__nvvm_read_ptx_sreg_tid_z()) * Of.Y +
          unsigned(__nvvm_read_ptx_sreg_tid_y())) *
             Of.X +
         unsigned(__nvvm_read_ptx_sreg_tid_x());
}

} // namespace racemap::gpu

#endif // RACEMAP_RUNTIME_GPU_DEVICE_BUILTINS_H
