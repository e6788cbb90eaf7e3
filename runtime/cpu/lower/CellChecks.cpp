// CellChecks - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/CellChecks.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Monitor.h"

#include "llvm/IR/MDBuilder.h"

namespace racemap::cpu {

using namespace llvm;
using device::CellLayout;

static constexpr uint64_t CellBytes = sizeof(device::Word);

/// Barriers change it.
Value *CellChecks::stamp(size_t Offset, Type *T) {
  Value *Place = At.CreateConstInBoundsGEP1_64(
      At.getInt8Ty(), Of.Thread, offsetof(cpu::Thread, Leaves) + Offset);
  return At.CreateLoad(T, Place);
}

/// The thread's stamp in this part of memory.
Value *CellChecks::own() {
  return stamp(Of.IsShared ? offsetof(Stamps, InShared)
                           : offsetof(Stamps, InGlobal),
               At.getInt64Ty());
}

/// Of a table of the monitor's, by state.
Value *CellChecks::entry(const void *Table, Value *State) {
  Value *Row = At.CreateIntToPtr(
      At.CreateAdd(At.getInt64(uint64_t(Table)), At.CreateShl(State, 3)),
      At.getPtrTy());
  return At.CreateAlignedLoad(At.getInt64Ty(), Row, Align(CellBytes));
}

BasicBlock *CellChecks::block() {
  return BasicBlock::Create(At.getContext(), "", Else->getParent(), Else);
}

CellChecks::Cell CellChecks::look(Value *First, uint64_t Word) {
  Type *Long = At.getInt64Ty();
  Cell C;
  C.Place = At.CreateIntToPtr(
      At.CreateAdd(First, At.getInt64(Word * CellBytes)), At.getPtrTy());
  LoadInst *Load = At.CreateAlignedLoad(Long, C.Place, Align(CellBytes));
  Load->setAtomic(AtomicOrdering::Monotonic);
  C.Said = Load;
  C.State = At.CreateLShr(Load, 59);
  Value *Bits = entry(&monitor::agreement().Bits[unsigned(Of.How.Op)], C.State);
  C.Stays = At.CreateIsNull(At.CreateAnd(At.CreateXor(Load, own()), Bits));
  if (Of.IsShared)
    return C;
  C.IsOld = At.CreateICmpULT(At.CreateShl(Load, CellLayout::StateBits),
                             stamp(offsetof(Stamps, Epoch), Long));
  C.Stays = At.CreateAnd(C.Stays, At.CreateNot(C.IsOld));
  return C;
}

/// The stamp with another state and the site.
Value *CellChecks::successor(Value *Change, Value *Sites) {
  Type *Long = At.getInt64Ty();
  Value *Site = At.CreateAlignedLoad(
      Long, At.CreateConstInBoundsGEP1_64(Long, Sites, Of.Site),
      Align(CellBytes));
  return At.CreateOr(At.CreateXor(own(), Change), Site);
}

/// Memory that nobody has been given yet is for the monitor.
void CellChecks::takeGlobal(const Cell &C, Value *Sites, BasicBlock *Next) {
  Type *Long = At.getInt64Ty();
  auto End = uint64_t(&Arena::get().globalEnd());
  LoadInst *GlobalEnd = At.CreateAlignedLoad(
      Long, At.CreateIntToPtr(At.getInt64(End), At.getPtrTy()),
      Align(CellBytes));
  GlobalEnd->setAtomic(AtomicOrdering::Monotonic);
  Value *Is = At.CreateAnd(C.IsOld, At.CreateICmpULT(Of.Address, GlobalEnd));
  BasicBlock *Take = block();
  At.CreateCondBr(At.CreateAnd(Is, At.CreateIsNotNull(Sites)), Take, Else);
  At.SetInsertPoint(Take);
  Value *New =
      successor(At.getInt64(device::Succession::first(Of.How.Op)), Sites);
  Value *Swap = At.CreateAtomicCmpXchg(C.Place, C.Said, New, Align(CellBytes),
                                       AtomicOrdering::AcquireRelease,
                                       AtomicOrdering::Monotonic);
  At.CreateCondBr(At.CreateExtractValue(Swap, 1), Next, Else);
}

/// Nobody else changes the cells meanwhile.
void CellChecks::takeShared(const Cell &C, Value *Sites, BasicBlock *Next) {
  Type *Long = At.getInt64Ty();
  const device::Succession &Known = monitor::succession();
  Value *Change = entry(&Known.Changes[unsigned(Of.How.Op)], C.State);
  Value *Clock = At.CreateAlignedLoad(
      Long,
      At.CreateIntToPtr(At.getInt64(uint64_t(&Known.BlockClock)),
                        At.getPtrTy()),
      Align(CellBytes));
  Value *Now = At.CreateAnd(own(), Clock);
  Value *Is = At.CreateOr(At.CreateICmpUGT(Now, At.CreateAnd(C.Said, Clock)),
                          At.CreateIsNull(C.State));
  Is = At.CreateAnd(Is, At.CreateIsNotNull(Change));
  BasicBlock *Take = block();
  At.CreateCondBr(At.CreateAnd(Is, At.CreateIsNotNull(Sites)), Take, Else);
  At.SetInsertPoint(Take);
  StoreInst *Store = At.CreateAlignedStore(successor(Change, Sites), C.Place,
                                           Align(CellBytes));
  Store->setAtomic(AtomicOrdering::Monotonic);
  At.CreateBr(Next);
}

void CellChecks::take(const Cell &C, BasicBlock *Next) {
  Value *Sites = stamp(offsetof(Stamps, Sites), At.getPtrTy());
  if (Of.IsShared)
    takeShared(C, Sites, Next);
  else
    takeGlobal(C, Sites, Next);
}

void CellChecks::add(Value *First) {
  std::vector<Cell> Cells;
  Value *Stay = At.getTrue();
  for (uint64_t I = 0; I < Of.Number; ++I) {
    Cells.push_back(look(First, I));
    Stay = At.CreateAnd(Stay, Cells.back().Stays);
  }
  BasicBlock *Next = block();
  At.CreateCondBr(Stay, Done, Next,
                  MDBuilder(At.getContext()).createLikelyBranchWeights());
  for (uint64_t I = 0; I < Of.Number; ++I) {
    At.SetInsertPoint(Next);
    Next = I + 1 == Of.Number ? Done : block();
    if (Of.Number > 1) {
      BasicBlock *Take = block();
      At.CreateCondBr(Cells[I].Stays, Next, Take);
      At.SetInsertPoint(Take);
    }
    take(Cells[I], Next);
  }
}

} // namespace racemap::cpu
