// The device runtime is in the kernel: the table of granules is looked up, the
// cell loaded, compared, and only then is a function called that swaps it. No
// call of what the pass has put in is left, the module says what its sites are,
// and the assembler takes it: for the oldest architecture, the newest, and one
// between them (code-of-other-architectures.test has the others).
//
// REQUIRES: codegen, ptxas
// RUN: %runtime
// DEFINE: %{arch} = sm_90
// DEFINE: %{make} = %racemap cc --sanitize --device=gpu --kernel=^$ -arch=%{arch} -O2 --cuda-device-only -S %s -o %t.s
// DEFINE: %{assemble} = %cuda_path/bin/ptxas -arch=%{arch} %t.s -o %t.cubin
// SIZE-DAG: .maxntid 1024
// SIZE-DAG: .maxntid 96
// REDEFINE: %{arch} = sm_75
// RUN: %{make} && FileCheck %s <%t.s && %{assemble}
// REDEFINE: %{arch} = sm_90
// RUN: %{make} && FileCheck %s <%t.s && %{assemble}
// REDEFINE: %{arch} = sm_120
// RUN: %{make} && FileCheck %s <%t.s && %{assemble}
// RUN: FileCheck %s --check-prefix=SIZE <%t.s
// RUN: FileCheck %s --check-prefix=GIVE <%t.s
// RUN: FileCheck %s --check-prefix=TAKE <%t.s
// Without optimisation it is in the kernel as well.
// RUN: %racemap cc --sanitize --device=gpu --kernel=^$ -arch=sm_90 --cuda-device-only -S %s -o %t.s
// RUN: FileCheck %s --check-prefix=NONE <%t.s

__device__ int total;
__global__ void write(int *a) { a[threadIdx.x] = 1; }
__global__ void turn(int *a) {
  __shared__ int tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = tile[63 - threadIdx.x];
}

// Blocks of 1,024 threads have registers for the checks, unless the kernel says
// that there are fewer.
__global__ void __launch_bounds__(96) small(int *a) { a[threadIdx.x] = 1; }

// CHECK-NOT: call{{.*}}__racemap_access
// CHECK-DAG: .b8 __racemap_gpu_info[{{[0-9]+}}] =
// CHECK-DAG: _ZL14__racemap_unit[4] = {generic(__racemap_gpu_info), {{[0-9]+}}, generic(__racemap_gpu_variables), 1}
// CHECK-DAG: atom.relaxed.gpu.global.cas.b64
// CHECK-DAG: atom.relaxed.gpu.shared.cas.b64
// CHECK-DAG: .visible .entry _Z5writePi(
// CHECK: .param .align 8 .b8 _Z5writePi_param_1[{{[0-9]+}}]
// CHECK-NOT: .local
// CHECK-NOT: __racemap_access
// CHECK: shr.u64 {{.*}}, 18;
// CHECK-NOT: call
// CHECK: ld.global.nc.b64
// CHECK-NOT: call
// CHECK: ld.global.b64
// CHECK-NOT: call
// CHECK: ld.global.nc.b64
// CHECK: call.uni {{.*}}slowGlobal
// CHECK: .visible .entry _Z4turnPi(
// CHECK: bar{{.*}}.sync
// CHECK: ld.shared.b64
// CHECK: call.uni {{.*}}slowShared
// CHECK-NOT: .loc

// Where memory goes from block to block, what one did is in front of what the
// next does.
// GIVE: .func {{.*}}endPiece
// GIVE: membar.gl;
// GIVE: atom{{.*}}add
// GIVE: membar.gl;
// GIVE: st.release
// GIVE: End function
// TAKE: .entry _Z4turnPi(
// TAKE: bar{{.*}}.sync
// TAKE: atom{{.*}}cas.b32
// TAKE: membar.gl;
// TAKE: bar{{.*}}.sync
// TAKE: End function

// NONE-NOT: __racemap_access
// NONE: slowGlobal
