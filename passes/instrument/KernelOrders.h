// KernelOrders - which kernels order threads by other means than barriers of
// whole groups: fences, acquire and release, barriers of some lanes, copies
// that go on. Through anything they call; what is not known may do all that.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INSTRUMENT_KERNELORDERS_H
#define RACEMAP_PASSES_INSTRUMENT_KERNELORDERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"

namespace racemap::instrument {

class KernelOrders {
public:
  bool has(llvm::Function &F);

private:
  llvm::DenseMap<const llvm::Function *, bool> Known;
};

} // namespace racemap::instrument

#endif
