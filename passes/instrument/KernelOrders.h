// KernelOrders - which kernels order threads by other means than barriers of
// whole groups: fences, acquire and release, barriers of some lanes, copies
// that go on; and atomic reads, if a plain write to the same array or variable
// may follow that would race without them (a counter that is set back by who
// has drawn the last number). Through anything they call; what is not known may
// do all that.
//
// So does who calls a function with atomic accesses, if not all of them have as
// many bytes: a cell knows the width of an atomic access by its site, and has
// only the kernel's own sites.
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
