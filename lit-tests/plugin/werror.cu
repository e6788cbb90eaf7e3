// -Werror makes a race an error, which stops the compilation;
// -Wno-error=backend-plugin takes the races out of that again.
//
// RUN: %bare
// RUN: not %clangxx_cuda -fsyntax-only -Werror %s 2>&1 | FileCheck %s
// RUN: not %clangxx_cuda -fsyntax-only -Werror=backend-plugin %s 2>&1 | \
// RUN:   FileCheck %s
// RUN: %clangxx_cuda -fsyntax-only -Werror -Wno-error=backend-plugin %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=WARNING
// RUN: %clangxx_cuda -fsyntax-only -Werror -DFIXED %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: error: data race on 'cells' {{.*}}[-Werror,-Wbackend-plugin]
// WARNING: warning: data race on 'cells' {{.*}}[-Wbackend-plugin]
// WARNING-NOT: error:

#include "Inputs/shift.cuh"
