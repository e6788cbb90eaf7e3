// KernelNotes - see the header.
//
// clang does not say in its code for devices what __cluster_dims__ says. So the
// overlay (tools/racemap/overlay) makes it an annotation with three arguments.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/KernelNotes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace racemap::cpu {

using namespace llvm;

static constexpr StringLiteral ClusterNote = "racemap.cluster_dims";

/// An attribute such as "x,y,z"; what is missing is 1.
static Dim3 dimensions(const Function &Kernel, StringRef Attribute) {
  StringRef Text = Kernel.getFnAttribute(Attribute).getValueAsString();
  unsigned Parts[3] = {1, 1, 1};
  for (unsigned &Part : Parts) {
    auto [First, Rest] = Text.split(',');
    if (First.trim().getAsInteger(10, Part) || Part == 0)
      Part = 1;
    Text = Rest;
  }
  return {Parts[0], Parts[1], Parts[2]};
}

unsigned maxThreads(const Function &Kernel) {
  uint64_t Limit = dimensions(Kernel, "nvvm.maxntid").count();
  return Limit > 1 && Limit < 1024 ? unsigned(Limit) : 1024;
}

/// The initial value of the constant that a pointer leads to.
static const Constant *initialValue(const Value *Pointer) {
  const auto *G = dyn_cast<GlobalVariable>(Pointer->stripPointerCasts());
  return G && G->hasInitializer() ? G->getInitializer() : nullptr;
}

/// Of an entry of llvm.global.annotations: what is annotated, the text, the
/// place, the arguments. Null if it is another note, or of something else.
static const Constant *argumentsOf(const Value *Entry, const Function &Kernel) {
  const auto *Fields = dyn_cast<ConstantStruct>(Entry);
  if (!Fields || Fields->getNumOperands() < 5 ||
      Fields->getOperand(0)->stripPointerCasts() != &Kernel)
    return nullptr;
  const auto *Text =
      dyn_cast_or_null<ConstantDataArray>(initialValue(Fields->getOperand(1)));
  bool IsNote =
      Text && Text->isCString() && Text->getAsCString() == ClusterNote;
  return IsNote ? initialValue(Fields->getOperand(4)) : nullptr;
}

Dim3 clusterDims(const Function &Kernel) {
  const GlobalVariable *All =
      Kernel.getParent()->getGlobalVariable("llvm.global.annotations");
  const auto *Entries = All && All->hasInitializer()
                            ? dyn_cast<ConstantArray>(All->getInitializer())
                            : nullptr;
  for (unsigned I = 0; Entries && I < Entries->getNumOperands(); ++I) {
    const Constant *Given = argumentsOf(Entries->getOperand(I), Kernel);
    unsigned Parts[3] = {1, 1, 1};
    for (unsigned D = 0; Given && D < 3; ++D)
      if (auto *N =
              dyn_cast_or_null<ConstantInt>(Given->getAggregateElement(D)))
        Parts[D] = std::max(1u, unsigned(N->getZExtValue()));
    if (Given)
      return {Parts[0], Parts[1], Parts[2]};
  }
  return dimensions(Kernel, "nvvm.cluster_dim");
}

} // namespace racemap::cpu
