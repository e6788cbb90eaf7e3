// Parameters - where a kernel's parameters are in what it is launched with, one
// behind the other, and whether there is room for one more.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_PARAMETERS_H
#define RACEMAP_PASSES_INSTRUMENT_PARAMETERS_H

#include "llvm/IR/Function.h"

namespace racemap::instrument {

struct Parameter {
  uint64_t Offset = 0, Bytes = 0;
};

llvm::SmallVector<Parameter> parametersOf(const llvm::Function &Kernel);

/// May the kernel have one more, of up to 1 KiB? All of them have 32,764 bytes
/// at most.
bool haveRoom(llvm::ArrayRef<Parameter> All);

} // namespace racemap::instrument

#endif
