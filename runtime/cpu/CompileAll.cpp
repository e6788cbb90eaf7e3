// CompileAll - every kernel of a module, without a program that launches them.
//
// For the test that finds what the CPU device cannot run
// (unit-tests/lowering).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/CompileAll.h"
#include "runtime/cpu/DeviceModule.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using racemap::cpu::DeviceModule;

/// True if there is no error, which is told otherwise.
static bool succeeds(Error E) {
  if (!E)
    return true;
  errs() << "racemap: " << toString(std::move(E)) << '\n';
  return false;
}

extern "C" int __racemap_cpu_compile_all(const void *const *Images,
                                         unsigned Count, unsigned *NumKernels) {
  DeviceModule Module;
  for (unsigned I = 0; I < Count; ++I)
    Module.addImage(Images[I]);
  auto Names = Module.kernels();
  if (!Names)
    return succeeds(Names.takeError()) ? 0 : -1;
  *NumKernels = unsigned(Names->size());
  int Failed = 0;
  for (const std::string &Name : *Names)
    Failed += succeeds(Module.kernel(Name).takeError()) ? 0 : 1;
  return Failed;
}
