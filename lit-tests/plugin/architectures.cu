// Each architecture is a compilation of its own and repeats the findings, as
// clang's own warnings are; arch= selects one. The host's is left alone.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-gpu-arch=sm_90 -fsyntax-only %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BOTH
// RUN: %clangxx_cuda --cuda-gpu-arch=sm_90 -fsyntax-only %s \
// RUN:   -fplugin-arg-racemap-arch=sm_90 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %clangxx_cuda -fsyntax-only %s -fplugin-arg-racemap-arch=sm_75 2>&1 | \
// RUN:   count 0
// RUN: %clangxx_cuda --cuda-host-only -fsyntax-only %s 2>&1 | count 0
// RUN: %clangxx_cuda --cuda-gpu-arch=sm_90 -fsyntax-only -DFIXED %s 2>&1 | \
// RUN:   count 0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BOTH-COUNT-2: warning: data race on 'cells'
// BOTH-NOT: warning: data race
// ONE: warning: data race on 'cells'
// ONE-NOT: warning: data race
// ONE: generated when compiling for sm_90

#include "Inputs/shift.cuh"
