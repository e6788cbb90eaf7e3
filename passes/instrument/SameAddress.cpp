// SameAddress - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/SameAddress.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::instrument {

using namespace llvm;

/// A special register that keeps its value as long as the thread lives.
static const Function *fixedRegister(const Value *V) {
  const auto *Call = dyn_cast<CallBase>(V);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = F ? F->getName() : "";
  if (!Name.consume_front("llvm.nvvm.read.ptx.sreg."))
    return nullptr;
  static constexpr StringLiteral Fixed[] = {"tid.",    "ntid.",  "ctaid.",
                                            "nctaid.", "laneid", "warpsize"};
  return any_of(Fixed, [&](StringRef P) { return Name.starts_with(P); })
             ? F
             : nullptr;
}

static bool isPure(const Instruction &O) {
  return isa<GetElementPtrInst, CastInst, BinaryOperator, CmpInst, SelectInst>(
      O);
}

unsigned SameAddress::numberOf(const Key &K, ArrayRef<unsigned> Operands) {
  auto [At, IsNew] = Expressions.try_emplace(K, unsigned(Leaves.size()));
  if (!IsNew)
    return At->second;
  SmallVector<const Instruction *, 4> Mine;
  for (unsigned Operand : Operands)
    for (const Instruction *I : Leaves[Operand])
      if (!is_contained(Mine, I))
        Mine.push_back(I);
  Leaves.push_back(std::move(Mine));
  return At->second;
}

unsigned SameAddress::leaf(const Value *V) {
  unsigned N = numberOf({uintptr_t(V)}, {});
  const auto *I = dyn_cast<Instruction>(V);
  if (I && Leaves[N].empty())
    Leaves[N].push_back(I);
  return N;
}

unsigned SameAddress::number(const Value *V) {
  if (auto Found = Known.find(V); Found != Known.end())
    return Found->second;
  unsigned N;
  const auto *Step = dyn_cast<GetElementPtrInst>(V);
  if (Step && Step->hasAllZeroIndices()) {
    N = number(Step->getPointerOperand());
  } else if (const Function *Register = fixedRegister(V)) {
    N = numberOf({uintptr_t(Register), 1}, {});
  } else if (const auto *I = dyn_cast<Instruction>(V); I && isPure(*I)) {
    Key K{uintptr_t(I->getOpcode()), uintptr_t(I->getType())};
    if (const auto *C = dyn_cast<CmpInst>(I))
      K.push_back(C->getPredicate());
    if (const auto *G = dyn_cast<GetElementPtrInst>(I))
      K.push_back(uintptr_t(G->getSourceElementType()));
    SmallVector<unsigned, 4> Operands;
    for (const Value *Operand : I->operands())
      Operands.push_back(number(Operand));
    K.append(Operands.begin(), Operands.end());
    N = numberOf(K, Operands);
  } else {
    N = leaf(V);
  }
  return Known[V] = N;
}

} // namespace racemap::instrument
