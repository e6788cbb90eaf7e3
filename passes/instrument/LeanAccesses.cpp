// LeanAccesses - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/LeanAccesses.h"
#include "passes/instrument/Objects.h"
#include "passes/lift/module/CodeNumbers.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace racemap::instrument {

using namespace llvm;

static constexpr unsigned SharedSpace = 3;

/// A pointer read in a parameter passed by value.
static std::optional<std::pair<unsigned, uint64_t>>
memberOf(const LoadInst &L) {
  APInt Offset(64, 0);
  const Value *From = L.getPointerOperand()->stripAndAccumulateConstantOffsets(
      L.getModule()->getDataLayout(), Offset, /*AllowNonInbounds=*/true);
  const auto *A = dyn_cast<Argument>(From);
  if (!A || !A->hasByValAttr() || Offset.isNegative() || !isOnlyRead(*A))
    return std::nullopt;
  return std::pair(A->getArgNo(), Offset.getZExtValue());
}

std::optional<LeanAccesses::Root>
LeanAccesses::rootOf(const Value *Pointer) const {
  if (!Pointer || !Pointer->getType()->isPointerTy())
    return std::nullopt;
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (const auto *G = dyn_cast<GlobalVariable>(Object))
    return Root{G};
  if (const auto *A = dyn_cast<Argument>(Object); A && !A->hasByValAttr())
    return Root{nullptr, A->getArgNo(), 0};
  const auto *L = dyn_cast<LoadInst>(Object);
  auto Member = L ? memberOf(*L) : std::nullopt;
  if (!Member)
    return std::nullopt;
  return Root{nullptr, Member->first, Member->second};
}

/// Have all atomic accesses of the kernel one width?
static bool haveOneWidth(Function &F) {
  std::set<uint64_t> Widths;
  for (Instruction &I : instructions(F))
    for (const Event &E : eventsOf(I))
      if (E.K == Event::Kind::Access && fsm::isAtomic(E.How.Op))
        Widths.insert(E.Bytes.number().value_or(0));
  return Widths.size() == 1 && !Widths.count(0);
}

LeanAccesses::LeanAccesses(Function &Copy, const KernelProof &Proof,
                           bool OrdersOtherwise)
    : Copy(Copy), Proof(Proof),
      HasFreeAtomics(!OrdersOtherwise && haveOneWidth(Copy)) {}

bool LeanAccesses::areProved(const Instruction &I, const Events &Some) const {
  auto Number = lift::codeNumber(I);
  if (!Number || !Proof.Free.count(*Number) ||
      !isa<LoadInst, StoreInst, MemIntrinsic, AtomicRMWInst, AtomicCmpXchgInst>(
          I))
    return false;
  return all_of(Some, [&](const Event &E) {
    bool OrdersNone =
        E.isPlain() || (HasFreeAtomics && fsm::isAtomic(E.How.Op) &&
                        E.How.Ordering == device::Order::None);
    return E.K == Event::Kind::Access && OrdersNone && E.Bytes.number() &&
           rootOf(E.To.Address.Value) && E.To.Offset == 0;
  });
}

Value *LeanAccesses::table() {
  if (Table)
    return Table;
  IRBuilder<> B(&*Copy.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  FunctionCallee F =
      Copy.getParent()->getOrInsertFunction(device::abi::Extents, B.getPtrTy());
  if (auto *Declared = dyn_cast<Function>(F.getCallee())) {
    Declared->setDoesNotThrow();
    Declared->setMemoryEffects(MemoryEffects::none());
    Declared->setWillReturn();
  }
  return Table = B.CreateCall(F, {});
}

/// Two numbers of 64 bits each.
LeanAccesses::Extent LeanAccesses::entry(IRBuilder<> &B, unsigned Number) {
  auto Word = [&](unsigned I) -> Value * {
    auto *L =
        B.CreateLoad(B.getInt64Ty(), B.CreateConstGEP1_64(B.getInt64Ty(), Table,
                                                          2 * Number + I));
    L->setMetadata(LLVMContext::MD_invariant_load,
                   MDNode::get(B.getContext(), {}));
    return L;
  };
  return {Word(0), Word(1)};
}

LeanAccesses::Extent LeanAccesses::extentOf(const Root &R) {
  Extent &Its =
      R.Variable ? OfVariables[R.Variable] : Known[{R.Argument, R.Offset}];
  if (Its.Begin)
    return Its;
  auto *After = R.Variable ? nullptr : cast<Instruction>(table());
  if (!R.Variable) {
    IRBuilder<> B(After->getNextNode());
    Arguments.push_back({R.Argument, R.Offset});
    return Its = entry(B, unsigned(Arguments.size()));
  }
  const DataLayout &Layout = Copy.getParent()->getDataLayout();
  uint64_t Bytes =
      Layout.getTypeAllocSize(R.Variable->getValueType()).getFixedValue();
  bool IsDynamic = R.Variable->getAddressSpace() == SharedSpace &&
                   (R.Variable->isDeclaration() || Bytes == 0);
  Instruction *At = IsDynamic
                        ? cast<Instruction>(table())->getNextNode()
                        : &*Copy.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> B(At);
  Value *Begin = B.CreatePtrToInt(
      B.CreateAddrSpaceCast(const_cast<GlobalVariable *>(R.Variable),
                            B.getPtrTy()),
      B.getInt64Ty());
  return Its = {Begin, IsDynamic ? entry(B, 0).Bytes : B.getInt64(Bytes)};
}

LeanAccesses::Extent LeanAccesses::arrayOf(const Event &E) {
  return extentOf(*rootOf(E.To.Address.Value));
}

Value *LeanAccesses::strays(Instruction &At, const Event &E) {
  Extent Its = arrayOf(E);
  uint64_t Bytes = *E.Bytes.number();
  Value *&Limit = Limits[{Its.Bytes, Bytes}];
  if (!Limit) {
    auto *Made = dyn_cast<Instruction>(Its.Bytes);
    IRBuilder<> B(Made ? Made->getNextNode() : &At);
    Value *Size = B.getInt64(Bytes);
    Limit = B.CreateSelect(
        B.CreateICmpULT(Its.Bytes, Size), B.getInt64(0),
        B.CreateAdd(B.CreateSub(Its.Bytes, Size), B.getInt64(1)));
  }
  IRBuilder<> B(&At);
  Value *Address = B.CreatePtrToInt(
      B.CreateAddrSpaceCast(E.To.Address.Value, B.getPtrTy()), B.getInt64Ty());
  return B.CreateICmpUGE(B.CreateSub(Address, Its.Begin), Limit);
}

json::Array LeanAccesses::extents() const {
  json::Array All;
  for (auto [Number, Offset] : Arguments)
    All.push_back(json::Array{Number, Offset});
  return All;
}

} // namespace racemap::instrument
