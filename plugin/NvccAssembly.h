// NvccAssembly - assembly as nvcc takes it.
//
// nvcc lets a register have one '%' ("mov.u32 %0, %smid;") and two operands no
// comma between them; to clang both are errors. Where code is only analysed, or
// built as nvcc would (for the CPU device, or for nvcc's linker), files are
// read with "%%" and the comma, each in the place of the blank before it: so no
// line and no column moves. Where there is no blank, the error stays. Nothing
// that clang takes is changed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_NVCCASSEMBLY_H
#define RACEMAP_PLUGIN_NVCCASSEMBLY_H

#include "clang/Frontend/CompilerInstance.h"

namespace racemap {

/// Before the main file is entered.
void readNvccAssembly(clang::CompilerInstance &CI);

} // namespace racemap

#endif
