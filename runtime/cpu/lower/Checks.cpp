// Checks - most of the accesses that instrumented code announces change
// nothing, which is seen here without a call.
//
// In:  optimised code with calls of __racemap_access and __racemap_store.
// Out: calls of __racemap_cpu_access and _store, which say what thread it is;
// the one for
//      an access whose number of bytes is known, of whole words (an atomic one:
//      of one), happens only if the words are not all in global memory or the
//      block's own shared memory, or one of their cells needs more than a look
//      (CellChecks). What memory the launch does not have is not sorted out
//      here: its cells do.
//      What becomes of an atomic access is told only where threads are ordered
//      by more than barriers of whole groups.
// As late as it is, the optimiser has taken the calls for what touches nothing
// that the program knows of.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Context.h"
#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/lower/CellChecks.h"
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/lower/Lower.h"
#include "runtime/device/Abi.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace racemap::cpu {

using namespace llvm;
static constexpr uint64_t WordBytes = 4, MostWords = 4;

namespace {

/// A part of memory as a check needs it: where it and its cells begin, and how
/// many words it has.
struct Part {
  Value *Begin = nullptr, *Words = nullptr, *Cells = nullptr;
  bool IsShared = false;
};

class Checks {
public:
  explicit Checks(Function &F) : F(F), C(*F.getParent()) {}
  void run();

private:
  Value *thread();
  static Part global(IRBuilder<> &At);
  const Part &shared();
  void checkIn(const Part &In, WholeWords A, BasicBlock *From,
               BasicBlock *Else);
  void inlineCheck(CallInst &Call);
  void withThread(CallInst &Call, StringRef Name);
  void announced(StringRef Name, StringRef WithThread);
  void guardPerformed(CallInst &Call);

  Function &F;
  Code C;
  Value *Thread = nullptr;
  std::optional<Part> Shared;
  /// Of the access that is looked at: where it is told, and what follows.
  BasicBlock *Slow = nullptr, *Done = nullptr;
};

device::Descriptor descriptor(const CallInst &Call) {
  auto *Bits = cast<ConstantInt>(Call.getArgOperand(2));
  return device::Descriptor::of(unsigned(Bits->getZExtValue()));
}

/// How many whole words; 0 if that is not known, or if it does not help.
uint64_t numWords(const CallInst &Call) {
  auto *Bytes = dyn_cast<ConstantInt>(Call.getArgOperand(1));
  auto *Site = dyn_cast<ConstantInt>(Call.getArgOperand(3));
  if (!Bytes || Bytes->getZExtValue() % WordBytes != 0 || !Site ||
      Site->getZExtValue() >= monitor::numSites())
    return 0;
  uint64_t Words = Bytes->getZExtValue() / WordBytes;
  uint64_t Most = isAtomic(descriptor(Call).Op) ? 1 : MostWords;
  return Words <= Most ? Words : 0;
}

/// Is the array one that is looked at? What orders threads is, in any array.
bool isMonitored(const CallInst &Call) {
  auto *Site = dyn_cast<ConstantInt>(Call.getArgOperand(3));
  return !Site || descriptor(Call).isStrong() ||
         monitor::isMonitored(unsigned(Site->getZExtValue()));
}

} // namespace

Value *Checks::thread() {
  if (!Thread) {
    IRBuilder<> Start(&F.getEntryBlock(),
                      F.getEntryBlock().getFirstInsertionPt());
    Thread = C.ofThread(Start, Start.getPtrTy(), offsetof(Context, T));
  }
  return Thread;
}

Part Checks::global(IRBuilder<> &At) {
  const Arena &All = Arena::get();
  Part P;
  P.Begin = At.getInt64(uint64_t(All.globalBegin()));
  P.Words = At.getInt64(All.globalBytes() / WordBytes);
  P.Cells = At.getInt64(uint64_t(All.shadow(All.globalBegin())));
  return P;
}

/// Of the block that the thread is in: found once in each function.
const Part &Checks::shared() {
  if (Shared)
    return *Shared;
  const Arena &All = Arena::get();
  IRBuilder<> At(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
  Type *Int = At.getInt32Ty(), *Long = At.getInt64Ty();
  Shared.emplace();
  Shared->Begin = C.ofBlock(At, Long, offsetof(BlockContext, Shared));
  Value *Bytes =
      At.CreateAdd(C.ofBlock(At, Int, offsetof(BlockContext, StaticShared)),
                   C.ofBlock(At, Int, offsetof(BlockContext, DynamicShared)));
  Shared->Words = At.CreateZExt(At.CreateLShr(Bytes, 2), Long);
  Value *Offset =
      At.CreateSub(Shared->Begin, At.getInt64(uint64_t(All.slot(0))));
  Shared->Cells = At.CreateAdd(At.CreateShl(Offset, 1),
                               At.getInt64(uint64_t(All.shadow(All.slot(0)))));
  Shared->IsShared = true;
  return *Shared;
}

/// From From: if the access is within the part, and needs the monitor only
/// there, to Slow; otherwise to Done; if it is elsewhere, to Else.
void Checks::checkIn(const Part &In, WholeWords A, BasicBlock *From,
                     BasicBlock *Else) {
  auto *Within = BasicBlock::Create(F.getContext(), "", &F, Slow);
  IRBuilder<> At(From);
  // Turned by two bits, what is not aligned is far away.
  Value *Offset = At.CreateSub(A.Address, In.Begin);
  Value *Index = At.CreateIntrinsic(Intrinsic::fshr, {At.getInt64Ty()},
                                    {Offset, Offset, At.getInt64(2)});
  Value *Last = At.CreateAdd(Index, At.getInt64(A.Number - 1));
  MDBuilder Weights(F.getContext());
  At.CreateCondBr(At.CreateICmpULT(Last, In.Words), Within, Else,
                  Weights.createLikelyBranchWeights());
  At.SetInsertPoint(Within);
  Value *First = At.CreateAdd(In.Cells, At.CreateShl(Index, 3));
  A.IsShared = In.IsShared;
  CellChecks(A, Within, Done, Slow).add(First);
}

void Checks::inlineCheck(CallInst &Call) {
  WholeWords A;
  A.How = descriptor(Call);
  A.Site = unsigned(cast<ConstantInt>(Call.getArgOperand(3))->getZExtValue());
  A.Number = numWords(Call);
  A.Thread = thread();
  BasicBlock *Head = Call.getParent();
  Slow = SplitBlock(Head, &Call);
  Done = SplitBlock(Slow, Call.getNextNode());
  Head->getTerminator()->eraseFromParent();
  IRBuilder<> At(Head);
  A.Address = At.CreatePtrToInt(Call.getArgOperand(0), At.getInt64Ty());
  switch (A.How.In) {
  case device::Space::Shared:
    return checkIn(shared(), A, Head, Slow);
  case device::Space::Global:
    return checkIn(global(At), A, Head, Slow);
  case device::Space::Generic:
    break;
  }
  auto *Else = BasicBlock::Create(F.getContext(), "", &F, Slow);
  checkIn(global(At), A, Head, Else);
  checkIn(shared(), A, Else, Slow);
}

/// The thread is at hand; it is not for the monitor to find.
void Checks::withThread(CallInst &Call, StringRef Name) {
  IRBuilder<> At(&Call);
  SmallVector<Value *, 7> Args{thread()};
  Args.append(Call.arg_begin(), Call.arg_end());
  C.call(At, Name, At.getVoidTy(), Args);
  Call.eraseFromParent();
}

void Checks::guardPerformed(CallInst &Call) {
  IRBuilder<> At(&Call);
  Value *Place = At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), thread(),
                                               offsetof(cpu::Thread, History));
  Value *IsTold = At.CreateIsNotNull(At.CreateLoad(At.getPtrTy(), Place));
  Call.moveBefore(SplitBlockAndInsertIfThen(IsTold, &Call,
                                            /*Unreachable=*/false)
                      ->getIterator());
}

static std::vector<CallInst *> callsOf(Function &F, StringRef Name) {
  std::vector<CallInst *> Calls;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && Callee->getName() == Name)
      Calls.push_back(Call);
  }
  return Calls;
}

void Checks::announced(StringRef Name, StringRef WithThread) {
  for (CallInst *Call : callsOf(F, Name)) {
    if (!isMonitored(*Call)) {
      Call->eraseFromParent();
      continue;
    }
    if (numWords(*Call))
      inlineCheck(*Call);
    withThread(*Call, WithThread);
  }
}

void Checks::run() {
  announced(device::abi::Access, "__racemap_cpu_access");
  announced(device::abi::Store, "__racemap_cpu_store");
  for (CallInst *Call : callsOf(F, device::abi::Performed))
    guardPerformed(*Call);
}

void inlineChecks(Function &F) { Checks(F).run(); }

} // namespace racemap::cpu
