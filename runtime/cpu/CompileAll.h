// CompileAll - every kernel of a module, without a program that launches them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_COMPILEALL_H
#define RACEMAP_RUNTIME_CPU_COMPILEALL_H

/// Images as clang's constructors register them, of units that share symbols
/// if they are several. Returns how many kernels the CPU device cannot run, -1
/// if the module cannot be read; why is told on standard error, a line for
/// each.
extern "C" int __racemap_cpu_compile_all(const void *const *Images,
                                         unsigned Count, unsigned *NumKernels);

#endif // RACEMAP_RUNTIME_CPU_COMPILEALL_H
