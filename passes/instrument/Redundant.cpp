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
}

void Redundant::number(Function &F, Classify Plain) {
  for (Instruction &I : instructions(F)) {
    if (auto A = Plain(I)) {
      unsigned N = Addresses.number(A->Pointer);
      Plains[&I] = {N, A->Bytes, A->IsWrite};
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
    auto [Address, Bytes, IsWrite] = Found->second;
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

void Redundant::walk(BasicBlock &B, State &S, bool Decide) {
  for (Instruction &I : B) {
    if (Orders.contains(&I))
      S.clear();
    forget(I, S);
    auto Found = Plains.find(&I);
    if (Found == Plains.end())
      continue;
    auto [Address, Bytes, IsWrite] = Found->second;
    bool ChecksWrite = IsWrite || Writes.contains(&I);
    Checked &Here = S[Address];
    bool IsKnown = Bytes <= (ChecksWrite ? Here.Written : Here.Read);
    if (Decide && IsKnown)
      Covered.insert(&I);
    Here.Read = std::max(Here.Read, Bytes);
    if (ChecksWrite)
      Here.Written = std::max(Here.Written, Bytes);
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
    for (auto &[Address, Known] : *Common) {
      auto Other = Found->second.find(Address);
      Checked Theirs = Other == Found->second.end() ? Checked() : Other->second;
      Known.Read = std::min(Known.Read, Theirs.Read);
      Known.Written = std::min(Known.Written, Theirs.Written);
    }
  }
  State Result = Common.value_or(State());
  std::erase_if(Result, [](const auto &E) { return E.second.Read == 0; });
  return Result;
}

void Redundant::propagate(Function &F) {
  ReversePostOrderTraversal<Function *> Blocks(&F);
  auto IsSame = [](const State &A, const State &B) {
    return A.size() == B.size() &&
           std::equal(A.begin(), A.end(), B.begin(), [](auto &X, auto &Y) {
             return X.first == Y.first && X.second.Read == Y.second.Read &&
                    X.second.Written == Y.second.Written;
           });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *B : Blocks) {
      State S = B->isEntryBlock() ? State() : atEntry(*B);
      walk(*B, S, /*Decide=*/false);
      auto [Old, IsNew] = AtExit.try_emplace(B, S);
      if (!IsNew && IsSame(Old->second, S))
        continue;
      Old->second = std::move(S);
      Changed = true;
    }
  }
  for (BasicBlock *B : Blocks) {
    State S = B->isEntryBlock() ? State() : atEntry(*B);
    walk(*B, S, /*Decide=*/true);
  }
}

} // namespace racemap::instrument
