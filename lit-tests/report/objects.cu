// The results of a unit travel in its object, in a section that the linker
// leaves out of programs. Each architecture has a document of its own.
//
// RUN: %bare
// DEFINE: %{compile} = env TMPDIR=%t/tmp %clangxx_cuda
// DEFINE: %{free} = %S/../Inputs/free.cu
// RUN: rm -rf %t && mkdir -p %t/tmp && cd %t
// RUN: %{compile} --cuda-gpu-arch=sm_90 -O2 -c %s -o racy.o 2>/dev/null
// RUN: llvm-readelf -SW racy.o | FileCheck --check-prefix=SECTION %s
// SECTION: .racemap PROGBITS {{.*}} E {{ *}}0
// RUN: llvm-objcopy --dump-section=.racemap=text racy.o && tr '\0' '\n' <text | FileCheck --check-prefix=JSON %s
// JSON-COUNT-2: "name": "shift(int*)",
// RUN: %racemap report racy.o | FileCheck --check-prefix=RACY %s
// RACY: objects.cu:[[#LINE:]]:18: warning: data race on 'a' in kernel 'shift(int*)'
// RACY-NOT: warning:
// RACY: {{^}}1 kernel: 0 race-free, 1 racy, 0 unknown{{$}}
//
// Nothing is left on the way, the object is the same each time, and but for the
// section, it is what clang makes without the plugin.
// RUN: find tmp -type f | count 0
// RUN: %{compile} --cuda-gpu-arch=sm_90 -O2 -c %s -o again.o 2>/dev/null && cmp racy.o again.o
// RUN: %clang -x cuda --cuda-path=%cuda_path --cuda-gpu-arch=sm_80 --cuda-gpu-arch=sm_90 \
// RUN:   -isystem %cuda_path/include/cccl -Wno-unknown-cuda-version -O2 -c %s -o plain.o
// RUN: llvm-objcopy --remove-section=.racemap racy.o without.o
// RUN: llvm-objdump -h -t --full-contents -j .text -j .data -j .bss -j .rodata -j .init_array without.o | tail -n +4 >without
// RUN: llvm-objdump -h -t --full-contents -j .text -j .data -j .bss -j .rodata -j .init_array plain.o | tail -n +4 >plain
// RUN: cmp without plain
//
// Objects that were put together, archives, programs.
// RUN: %{compile} -c %{free} -DFREE -Dlaunch=other -Dshift=moved -o free.o
// RUN: ld -r racy.o free.o -o both.o && %racemap report both.o | FileCheck --check-prefix=BOTH %s
// RUN: %llvm_ar rc both.a racy.o free.o && %racemap report both.a | FileCheck --check-prefix=BOTH %s
// RUN: %racemap report . | FileCheck --check-prefix=BOTH %s
// BOTH: warning: data race on 'a'
// BOTH: {{^}}2 kernels: 1 race-free, 1 racy, 0 unknown{{$}}
// RUN: %{compile} -c %S/../Inputs/main.cu -o main.o
// RUN: %clang racy.o main.o -Wl,--unresolved-symbols=ignore-all -o program && llvm-readelf -SW program | FileCheck --check-prefix=PROGRAM %s
// PROGRAM: .text
// PROGRAM-NOT: .racemap
// RUN: sh %S/../cli/Inputs/status.sh 2 %racemap report program 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: {{^}}racemap: error: program: has no results of RaceMap (section .racemap); was it compiled with the plugin?{{$}}
//
// What is left by a driver that compiles the device's side only is removed by
// the next one; a check leaves nothing.
// RUN: %{compile} --cuda-device-only -c %s -o device.o 2>/dev/null && find tmp -type f | count 1
// RUN: %{compile} -fsyntax-only %s 2>/dev/null && find tmp -type f | count 1
// RUN: %{compile} -c %{free} -o free.o && find tmp -type f | count 0
// RUN: %racemap report free.o | FileCheck --check-prefix=ALONE %s
// ALONE: {{^}}1 kernel: 1 race-free, 0 racy, 0 unknown{{$}}
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void shift(int *out) {
  __shared__ int a[256];
  a[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = a[(threadIdx.x + 1) % blockDim.x];
}

void launch(int *out) { shift<<<1, 256>>>(out); }
