// The same kernel is free of races or not, depending on how it is launched.
//
// RUN: %bare
// RUN: %clangxx_cuda -I%S/Inputs -DBLOCK='dim3(256)' -fsyntax-only %s 2>&1 | \
// RUN:   count 0
// RUN: %clangxx_cuda -I%S/Inputs -DBLOCK='dim3(512)' -fsyntax-only %s 2>&1 | \
// RUN:   FileCheck %s
// RUN: %clangxx_cuda -I%S/Inputs -DBLOCK='dim3(256)' -fsyntax-only %s \
// RUN:   -fplugin-arg-racemap-block-dim=512 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -I%S/Inputs -DBLOCK='dim3(512)' -fsyntax-only %s \
// RUN:   -fplugin-arg-racemap-block-dim=256 2>&1 | count 0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'cells' in kernel 'narrowIndex(
// CHECK: note: for example {{.*}}blockDim (512,1,1)

#include "narrow-index.cuh"

void launch(unsigned *out) { narrowIndex<<<4, BLOCK>>>(out); }
