// Redundant - a forward analysis of what has been checked on all paths.
//
// The states of blocks only lose what was assumed of loops, so the rounds end.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Redundant.h"
#include "passes/instrument/Event.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

namespace racemap::instrument {

using namespace llvm;

Redundant::Redundant(Function &F, Classify Plain) {
  number(F, Plain);
  for (BasicBlock &B : F)
    findWrites(B);
  propagate(F);
  if (Differing.empty())
    return;
  forgetValues();
  propagate(F);
}

void Redundant::number(Function &F, Classify Plain) {
  for (Instruction &I : instructions(F)) {
    if (auto A = Plain(I)) {
      unsigned N = Addresses.number(A->Pointer);
      Plains[&I] = {N, A->Bytes, A->IsWrite, A->Written};
      for (const Instruction *Leaf : Addresses.leaves(N))
        if (auto &Of = DependOn[Leaf]; !is_contained(Of, N))
          Of.push_back(N);
    } else if (mayOrder(I)) {
      Orders.insert(&I);
    }
  }
}

/// For each read of the block, the write of the same bytes behind it.
void Redundant::findWrites(BasicBlock &B) {
  std::map<std::pair<unsigned, uint64_t>, const Instruction *> Reads;
  for (Instruction &I : B) {
    if (Orders.contains(&I) || !isGuaranteedToTransferExecutionToSuccessor(&I))
      Reads.clear();
    if (auto Leaf = DependOn.find(&I); Leaf != DependOn.end())
      for (unsigned N : Leaf->second)
        erase_if(Reads, [&](const auto &R) { return R.first.first == N; });
    auto Found = Plains.find(&I);
    if (Found == Plains.end())
      continue;
    auto [Address, Bytes, IsWrite, Written] = Found->second;
    if (!IsWrite) {
      Reads.try_emplace({Address, Bytes}, &I);
    } else if (auto Read = Reads.find({Address, Bytes}); Read != Reads.end()) {
      Writes[Read->second] = &I;
      Reads.erase(Read);
    }
  }
}

void Redundant::forget(const Instruction &Leaf, State &S) const {
  auto Found = DependOn.find(&Leaf);
  if (Found == DependOn.end())
    return;
  for (unsigned N : Found->second)
    S.erase(N);
}

/// What two ways have checked both.
void Redundant::Checked::meet(const Checked &O) {
  Read = std::min(Read, O.Read);
  Written = std::min(Written, O.Written);
  bool Differ = Value && O.Value && Value != O.Value;
  IsMixed = Written != 0 && (IsMixed || O.IsMixed || Differ);
  if (!Value)
    Value = O.Value;
  if (Written == 0 || IsMixed)
    Value = nullptr;
  HasSeveralLast |= O.HasSeveralLast || (Last && O.Last && Last != O.Last);
  if (!Last)
    Last = O.Last;
  if (HasSeveralLast)
    Last = nullptr;
}

void Redundant::Checked::write(uint64_t Bytes, const llvm::Value *New) {
  Read = std::max(Read, Bytes);
  if (!covers(Bytes, New))
    *this = {Read, Bytes, New};
  Last = New;
  HasSeveralLast = false;
}

void Redundant::walk(BasicBlock &B, State &S, bool Decide) {
  for (Instruction &I : B) {
    if (Orders.contains(&I))
      S.clear();
    forget(I, S);
    auto Found = Plains.find(&I);
    if (Found == Plains.end())
      continue;
    auto [Address, Bytes, IsWrite, Written] = Found->second;
    bool ChecksWrite = IsWrite || Writes.contains(&I);
    Checked &Here = S[Address];
    bool IsKnown =
        ChecksWrite ? Here.covers(Bytes, Written) : Bytes <= Here.Read;
    if (Decide && IsKnown)
      Covered.insert(&I);
    if (ChecksWrite && Here.mayDifferFrom(Written))
      Differing.insert(Address);
    if (ChecksWrite)
      Here.write(Bytes, Written);
    else
      Here.Read = std::max(Here.Read, Bytes);
  }
}

/// What all blocks before have checked; those not visited yet have everything.
Redundant::State Redundant::atEntry(const BasicBlock &B) const {
  std::optional<State> Common;
  for (const BasicBlock *Before : predecessors(&B)) {
    auto Found = AtExit.find(Before);
    if (Found == AtExit.end())
      continue;
    if (!Common) {
      Common = Found->second;
      continue;
    }
    for (auto &[Address, Known] : *Common)
      if (!Found->second.contains(Address))
        Known.meet(Checked());
    for (auto &[Address, Other] : Found->second)
      (*Common)[Address].meet(Other);
  }
  State Result = Common.value_or(State());
  std::erase_if(Result, [](const auto &E) { return E.second.isNothing(); });
  return Result;
}

void Redundant::propagate(Function &F) {
  ReversePostOrderTraversal<Function *> Blocks(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *B : Blocks) {
      State S = B->isEntryBlock() ? State() : atEntry(*B);
      walk(*B, S, /*Decide=*/false);
      auto [Old, IsNew] = AtExit.try_emplace(B, S);
      if (!IsNew && Old->second == S)
        continue;
      Old->second = std::move(S);
      Changed = true;
    }
  }
  Differing.clear();
  Covered.clear();
  for (BasicBlock *B : Blocks) {
    State S = B->isEntryBlock() ? State() : atEntry(*B);
    walk(*B, S, /*Decide=*/true);
  }
}

void Redundant::forgetValues() {
  for (auto &[I, P] : Plains)
    if (Differing.contains(P.Address))
      P.Written = nullptr;
  AtExit.clear();
}

} // namespace racemap::instrument
