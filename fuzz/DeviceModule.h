// DeviceModule - LLVM IR of device code, as text, for targets that take it.
//
// Who has this has a mutator of its own: LLVM's (llvm/FuzzMutate), which keeps
// modules valid, with operations, blocks, calls and types that clang would not
// choose.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_FUZZ_DEVICEMODULE_H
#define RACEMAP_FUZZ_DEVICEMODULE_H

#include "fuzz/Input.h"
#include "llvm/IR/Module.h"

namespace racemap::fuzz {

/// Null if the text is no valid module.
std::unique_ptr<llvm::Module> moduleOf(std::string_view Text,
                                       llvm::LLVMContext &Context);

} // namespace racemap::fuzz

#endif
