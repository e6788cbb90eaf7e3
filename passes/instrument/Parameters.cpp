// Parameters - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Parameters.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

namespace racemap::instrument {

using namespace llvm;

SmallVector<Parameter> parametersOf(const Function &Kernel) {
  const DataLayout &Layout = Kernel.getParent()->getDataLayout();
  SmallVector<Parameter> All;
  uint64_t End = 0;
  for (const Argument &A : Kernel.args()) {
    Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
    End = alignTo(End, A.hasByValAttr() ? A.getParamAlign().valueOrOne()
                                        : Layout.getABITypeAlign(T));
    All.push_back({End, Layout.getTypeAllocSize(T)});
    End += All.back().Bytes;
  }
  return All;
}

bool haveRoom(ArrayRef<Parameter> All) {
  constexpr uint64_t Most = 32764, More = 1024;
  return All.empty() || All.back().Offset + All.back().Bytes + More <= Most;
}

} // namespace racemap::instrument
