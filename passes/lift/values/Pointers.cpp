// Pointers - where the pointers of a kernel point to.
//
// Offsets follow getelementptr: an index is sign-extended, times the size of
// its element; inbounds and nusw are promises that nothing overflows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/Assembly.h"
#include "passes/lift/values/Clusters.h"
#include "passes/lift/values/Values.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

const Pointer &Values::pointer(const Value *V) {
  if (auto At = KnownPointers.find(V); At != KnownPointers.end())
    return *At->second;
  auto New = std::make_unique<Pointer>(computePointer(V));
  auto &Slot = KnownPointers[V];
  Slot = std::move(New);
  return *Slot;
}

Pointer Values::opaque(std::string Reason) {
  Target T;
  T.Condition = Terms.yes();
  T.Base = {Root::Kind::Opaque, nullptr, std::move(Reason)};
  T.Offset = Terms.constant(64, 0);
  return {T};
}

Pointer Values::computePointer(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  const Loop *Here = I ? K.Loops.getLoopFor(I->getParent()) : nullptr;
  if (V->getType()->isVectorTy())
    return opaque("vector of pointers");
  if (const auto *G = dyn_cast<GEPOperator>(V))
    return ofOffset(*G);
  if (const auto *S = dyn_cast<SelectInst>(V))
    return choose(Terms, use(*S, 0), pointerIn(S->getTrueValue(), Here),
                  pointerIn(S->getFalseValue(), Here));
  if (const auto *Phi = dyn_cast<PHINode>(V))
    return ofPointerPhi(*Phi);
  if (isMapped(V))
    return ofMapped(*cast<CallBase>(V));
  const auto *O = dyn_cast<Operator>(V);
  if (O && O->getOpcode() == Instruction::IntToPtr &&
      addressWithin(O->getOperand(0)))
    return ofAddress(O->getOperand(0), Here);
  auto Steps = stepsOf(V);
  return Steps.empty() ? ofLeaf(V) : pointerIn(Steps[0], Here);
}

Pointer Values::ofOffset(const GEPOperator &G) {
  const auto *I = dyn_cast<Instruction>(&G);
  const Loop *Here = I ? K.Loops.getLoopFor(I->getParent()) : nullptr;
  uint8_t P = G.isInBounds() || G.hasNoUnsignedSignedWrap() ? map::NoSignedWrap
                                                            : map::NoPromise;
  const Term *Sum = Terms.constant(64, 0);
  for (auto At = gep_type_begin(G); At != gep_type_end(G); ++At) {
    const Term *Part;
    if (StructType *S = At.getStructTypeOrNull()) {
      unsigned Field = cast<ConstantInt>(At.getOperand())->getZExtValue();
      Part = Terms.constant(
          64, K.Layout.getStructLayout(S)->getElementOffset(Field));
    } else {
      uint64_t Stride = At.getSequentialElementStride(K.Layout).getFixedValue();
      const Term *Index = offsetIn(At.getOperand(), Here);
      Part = Terms.mul(Index, Terms.constant(64, Stride), P);
    }
    Sum = Terms.add(Sum, Part, P);
  }
  Pointer Result = pointerIn(G.getPointerOperand(), Here);
  for (Target &T : Result)
    T.Offset = Terms.add(T.Offset, Sum, P);
  return Result;
}

Pointer Values::ofLeaf(const Value *V) {
  Target T;
  T.Condition = Terms.yes();
  T.Base = K.Arrays.leaf(V);
  T.Offset = Terms.constant(64, 0);
  if (isa<AllocaInst, Argument>(V) && T.Base.TheKind == Root::Kind::Private)
    T.Variable = V;
  else if (isa<LoadInst>(V))
    return ofLoadedPointer(*cast<LoadInst>(V), T.Base);
  if (T.Base.TheKind == Root::Kind::Memory && T.Base.TheArray->Distributed)
    T.Slots = ownBlock(Terms);
  return {T};
}

/// The same place in the block of a rank; there is none behind the last rank.
Pointer Values::ofMapped(const CallBase &Call) {
  Root Base = K.Arrays.leaf(&Call);
  if (Base.TheKind != Root::Kind::Memory)
    return opaque(Base.Reason);
  const Loop *Here = K.Loops.getLoopFor(Call.getParent());
  const Term *Rank = termIn(Call.getArgOperand(1), Here);
  const Term *IsThere = Terms.ult(Rank, clusterTerm(K.P, "cluster.nctarank"));
  Pointer Result = pointerIn(Call.getArgOperand(0), Here);
  for (Target &T : Result) {
    T.Condition = Terms.logicalAnd(T.Condition, IsThere);
    T.Slots = blockOfRank(K.P, Rank);
  }
  return Result;
}

/// A pointer found in memory: which one it is, the slot says.
Pointer Values::ofLoadedPointer(const LoadInst &L, const Root &Base) {
  Target T;
  T.Condition = Terms.yes();
  T.Base = Base;
  T.Offset = Terms.constant(64, 0);
  if (Base.TheKind != Root::Kind::Memory ||
      Base.TheArray->TheOrigin != map::Array::Origin::Field)
    return {T};
  if (K.Arrays.isWritten(Base.TheArray->Parent) &&
      Base.TheArray->Parent->TheSpace != map::Space::Constant)
    return opaque("pointer read from memory that the kernel writes");
  Pointer From =
      pointerIn(L.getPointerOperand(), K.Loops.getLoopFor(L.getParent()));
  erase_if(From, [](const Target &X) {
    return X.Base.TheKind == Root::Kind::Nothing;
  });
  if (From.size() != 1)
    return opaque("pointer read through one of several pointers");
  T.Slots = From[0].Slots;
  T.Slots.push_back(From[0].Offset);
  return {T};
}

/// V moved by Offset bytes.
static Pointer moved(map::TermContext &Terms, Pointer P, const Term *Offset,
                     uint8_t Promises) {
  for (Target &T : P)
    T.Offset = Terms.add(T.Offset, Offset, Promises);
  return P;
}

Pointer Values::place(const Value *V, int64_t Displacement, const Loop *Here) {
  Pointer P =
      V->getType()->isPointerTy() ? pointerIn(V, Here) : ofAddress(V, Here);
  if (!Displacement)
    return P;
  return moved(Terms, P, Terms.constant(64, Displacement), map::NoSignedWrap);
}

/// An integer that was computed from a pointer.
Pointer Values::ofAddress(const Value *V, const Loop *Here) {
  if (!addressWithin(V))
    return opaque("pointer made from an integer");
  if (V->getType()->isPointerTy())
    return pointerIn(V, Here);
  if (const auto *Call = dyn_cast<CallBase>(V)) {
    auto Step = addressInAssembly(*Call);
    return place(Step->Operand, Step->Displacement, Here);
  }
  const auto *O = cast<Operator>(V);
  const Value *A = O->getOperand(0);
  if (O->getOpcode() != Instruction::Add && O->getOpcode() != Instruction::Sub)
    return ofAddress(A, Here);
  const Value *B = O->getOperand(1);
  if (O->getOpcode() == Instruction::Add && !addressWithin(A))
    std::swap(A, B);
  const Term *By = offsetIn(B, Here);
  if (O->getOpcode() == Instruction::Sub)
    By = Terms.sub(Terms.constant(64, 0), By);
  return moved(Terms, ofAddress(A, Here), By, map::NoPromise);
}

} // namespace racemap::lift
