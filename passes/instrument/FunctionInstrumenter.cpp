// FunctionInstrumenter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/FunctionInstrumenter.h"
#include "runtime/device/KnownFunctions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace racemap::instrument {

using namespace llvm;
using Kind = Event::Kind;

/// Accesses of memory of one's own and those that opt out are not; an atomic
/// one that orders is, whoever makes it.
bool FunctionInstrumenter::isMonitored(const Instruction &I, Event &E,
                                       const Objects &In) const {
  if (E.K != Kind::Access && E.K != Kind::CopyBegin)
    return true;
  bool IsCopy = E.K == Kind::CopyBegin;
  if (OptOut::isMarked(I) && (E.isPlain() || IsCopy))
    return false;
  auto IsLeftOut = [&](const Value *Object) {
    const auto *G = dyn_cast<GlobalVariable>(Object);
    return G && Ignored.has(*G);
  };
  auto Skips = [&](const Place &P, bool IsWritten) {
    const Value *Pointer = Objects::pointerOf(I, P);
    // On a GPU, constants are not where the shadow is.
    bool MayLeave = !ForGpu && In.mayLeaveConstant(Pointer, E.Bytes.number());
    return (In.isUnshared(Pointer, IsWritten) && !MayLeave) ||
           In.all(Pointer, IsLeftOut);
  };
  E.SkipsTo = Skips(E.To, IsCopy || E.How.writes());
  E.SkipsFrom = !IsCopy || Skips(*E.From, /*IsWritten=*/false);
  return !E.SkipsTo || !E.SkipsFrom;
}

/// The only event of a load or store that does nothing else.
static std::optional<PlainAccess>
plainAccess(const Instruction &I, ArrayRef<Event> Some, bool SaysValues) {
  if (!isa<LoadInst, StoreInst>(I) || Some.size() != 1 || !Some[0].isPlain())
    return std::nullopt;
  const auto *Store = dyn_cast<StoreInst>(&I);
  return PlainAccess{Some[0].To.Address.Value, *Some[0].Bytes.number(),
                     Some[0].How.Op == fsm::Operation::Write,
                     Store && SaysValues ? Store->getValueOperand() : nullptr};
}

/// Is each store to the same variable or parameter one of the same value?
static bool storesOneValue(const StoreInst &Store, const Objects &In) {
  return all_of(instructions(*Store.getFunction()), [&](const Instruction &I) {
    auto *Other = dyn_cast<StoreInst>(&I);
    auto IsNotOfOther = [&](const Value *Object) {
      return In.all(Other->getPointerOperand(),
                    [&](const Value *O) { return O != Object; });
    };
    return !Other || Other->getValueOperand() == Store.getValueOperand() ||
           In.all(Store.getPointerOperand(), IsNotOfOther);
  });
}

/// What a thread writes next to the same address, nobody compares: is it told
/// what it writes? Of plain ones Redundant knows what follows.
static bool saysValue(const Instruction &I, const Event &E, const Objects &In,
                      const Redundant &Repeated) {
  auto *Store = dyn_cast<StoreInst>(&I);
  if (Store && !E.isPlain())
    return storesOneValue(*Store, In);
  return Repeated.saysValue(I);
}

/// 0 for what is no store of that kind.
unsigned FunctionInstrumenter::numberOf(const Instruction &I,
                                        const UniformStores &Uniform) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  const Value *Stored = Store ? Uniform.valueOf(*Store) : nullptr;
  if (!Stored)
    return 0;
  return UniformValues.try_emplace(Stored, UniformValues.size() + 1)
      .first->second;
}

/// Those that no other one of Of covers. All: whose values may follow each
/// other.
void FunctionInstrumenter::withoutRedundant(Function &F, const Objects &In,
                                            const UniformStores &Uniform,
                                            const Redundant &All,
                                            const Chosen &Of,
                                            std::vector<Announced> &Out) {
  Redundant Repeated = redundantOf(F, Of);
  for (auto &[I, A] : Of) {
    if (Repeated.isCovered(*I))
      continue;
    Out.push_back(A);
    for (Event &E : Out.back().Some) {
      E.SaysValue = !ForGpu && saysValue(*I, E, In, All);
      E.UniformValue = numberOf(*I, Uniform);
    }
    if (const Instruction *Write = Repeated.asWrite(*I)) {
      Out.back().Source = Write;
      Out.back().Some.front().How.Op = fsm::Operation::Write;
    }
  }
}

Redundant FunctionInstrumenter::redundantOf(Function &F,
                                            const Chosen &Of) const {
  // Lanes that advance together are ordered between any two accesses.
  return Redundant(F, [&](const Instruction &I) {
    auto Found = Of.find(&I);
    return Found == Of.end() || Lockstep
               ? std::nullopt
               : plainAccess(I, Found->second.Some, !ForGpu);
  });
}

std::vector<FunctionInstrumenter::Announced>
FunctionInstrumenter::decide(Function &F, const Objects &In,
                             const LeanAccesses *Lean) {
  Chosen All, Full, Proved;
  UniformStores Uniform(F, In);
  for (Instruction &I : instructions(F)) {
    Events Some = eventsOf(I);
    Uniform.add(I, Some);
    erase_if(Some, [&](Event &E) { return !isMonitored(I, E, In); });
    if (Some.empty())
      continue;
    bool IsProved = Lean && Lean->areProved(I, Some);
    Announced New{&I, &I, std::move(Some), IsProved};
    (IsProved ? Proved : Full).insert({&I, New});
    All.insert({&I, std::move(New)});
  }
  std::vector<Announced> Result;
  Redundant Values = redundantOf(F, All);
  withoutRedundant(F, In, Uniform, Values, Full, Result);
  if (!Proved.empty())
    withoutRedundant(F, In, Uniform, Values, Proved, Result);
  return Result;
}

/// Where the kernel calls what it is in: that is the user's code, not a header.
static std::string placeOf(const Instruction &I) {
  const DILocation *L = I.getDebugLoc().get();
  if (!L)
    return I.getFunction()->getName().str();
  while (const DILocation *Outer = L->getInlinedAt())
    L = Outer;
  return (L->getFilename() + ":" + Twine(L->getLine()) + ":" +
          Twine(L->getColumn()))
      .str();
}

void FunctionInstrumenter::announce(const Announced &A, const Objects &In) {
  // All that orders goes behind the instruction: the last one first, so that
  // they end up in order; accesses go in front of it.
  auto Tell = [&](Event E) {
    const Value *Pointer = Objects::pointerOf(*A.At, E.To);
    bool IsAccess = E.K == Kind::Access || E.K == Kind::CopyBegin;
    if (IsAccess)
      E.How.In = In.spaceOf(E.To, Pointer);
    unsigned Site = IsAccess ? Table.number(*A.Source, E, Pointer, In) : 0;
    std::string Why = ToRuntime.announce(*A.At, E, Site);
    Remark R{placeOf(*A.At), std::move(Why)};
    if (!R.Text.empty() && !is_contained(All, R))
      All.push_back(std::move(R));
  };
  for (const Event &E : reverse(A.Some))
    if (!E.isAnnouncedBefore())
      Tell(E);
  for (const Event &E : A.Some)
    if (E.isAnnouncedBefore())
      Tell(E);
}

/// Makes what is between the two, in one block, depend on a condition that is
/// seldom true.
static void makeConditional(Instruction *First, Instruction *Behind,
                            Value *Condition) {
  BasicBlock *Before = First->getParent();
  BasicBlock *Seldom = SplitBlock(Before, First);
  BasicBlock *Rest = SplitBlock(Seldom, Behind);
  Instruction *Old = Before->getTerminator();
  MDBuilder Weights(Before->getContext());
  IRBuilder<>(Old).CreateCondBr(Condition, Seldom, Rest,
                                Weights.createUnlikelyBranchWeights());
  Old->eraseFromParent();
}

/// Only if they leave their arrays. On a GPU, that is counted.
void FunctionInstrumenter::announceStrays(const Announced &A, const Objects &In,
                                          LeanAccesses &Lean) {
  for (const Event &E : A.Some) {
    Value *Strays = Lean.strays(*A.At, E);
    auto *Mark = cast<Instruction>(IRBuilder<>(A.At).CreateFreeze(Strays));
    Instruction *Next = A.At->getNextNode();
    if (!ForGpu)
      announce({A.At, A.Source, {E}}, In);
    const Value *Pointer = Objects::pointerOf(*A.At, E.To);
    Event Its = E;
    Its.How.In = In.spaceOf(E.To, Pointer);
    auto [Begin, Size] = Lean.arrayOf(E);
    ToRuntime.announceStray(*A.At, E, Table.number(*A.Source, Its, Pointer, In),
                            Begin, Size);
    if (Instruction *Behind = A.At->getNextNode(); Behind != Next)
      makeConditional(Behind, Next, Strays);
    makeConditional(Mark, A.At, Strays);
    Mark->eraseFromParent();
  }
}

void FunctionInstrumenter::replaceGridBarriers(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && device::isGridBarrier(Callee->getName()))
      ToRuntime.replaceGridBarrier(*Call, /*KeepsCall=*/ForGpu);
  }
}

static unsigned numAccesses(Function &F) {
  unsigned Number = 0;
  for (Instruction &I : instructions(F))
    Number += count_if(eventsOf(I), [](const Event &E) {
      return E.K == Kind::Access || E.K == Kind::CopyBegin;
    });
  return Number;
}

void FunctionInstrumenter::run(Function &F, LeanAccesses *Lean) {
  Objects In(F);
  unsigned Accesses = numAccesses(F);
  for (const Announced &A : decide(F, In, Lean)) {
    if (A.IsProved)
      announceStrays(A, In, *Lean);
    else
      announce(A, In);
  }
  replaceGridBarriers(F);
  Table.finish(F, Accesses);
}

} // namespace racemap::instrument
