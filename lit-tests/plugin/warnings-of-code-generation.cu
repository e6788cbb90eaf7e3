// What clang's code generator warns about is said once, not once more by the
// plugin's own generator.
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -S -emit-llvm -o %t.ll %s 2>&1 | FileCheck %s
struct __attribute__((packed)) Odd {
  char c;
  int i;
};
__global__ void misaligned(Odd *p, int *out) {
  out[threadIdx.x] = __atomic_load_n(&p->i, __ATOMIC_RELAXED);
}
// CHECK: warning: {{.*}}misaligned atomic
// CHECK-NOT: misaligned atomic
