// Butterflies - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/prepare/Butterflies.h"
#include "passes/lift/module/TileValues.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

namespace racemap::lift {

using namespace llvm;
using namespace llvm::PatternMatch;

/// A loop with more rounds is no butterfly of a warp.
static constexpr unsigned MostRounds = 32;
/// Operations that a distance or a test of such a loop may take.
static constexpr unsigned MostDepth = 8;

namespace {

/// What a lane combines: its own value, and what the shuffle gives it.
struct Step {
  Value *Before;
  CallBase *Shuffle;
  Value *distance() const { return Shuffle->getArgOperand(2); }
};

using Steps = SmallVector<Step, 5>;

using Numbers = SmallVector<unsigned, 5>;

class Butterflies {
public:
  explicit Butterflies(Function &F) : F(F), Tree(F), Loops(Tree) {}
  void mark();

private:
  struct Found {
    Value *Result;
    Instruction *At; ///< the mark stands before it
    const Loop *Of;  ///< whose uses of the result stay as they are, or null
    unsigned Lanes;
  };

  bool collect();
  Steps stepsTo(Value *Last, const Value *First, const Loop *Home) const;
  void addChain(Instruction *Last);
  void addLoop(const Loop *L);
  void add(const Found &New, ArrayRef<Step> Its);

  Function &F;
  DominatorTree Tree;
  LoopInfo Loops;
  SmallPtrSet<CallBase *, 16> Shuffles;
  SmallPtrSet<CallBase *, 16> Explained; ///< those of what was found
  SmallVector<Found, 8> All;
};

} // namespace

unsigned tileOf(ArrayRef<unsigned> Distances) {
  unsigned Most = 0;
  Numbers Basis; ///< of all sums (^) of distances
  for (unsigned D : Distances) {
    Most = std::max(Most, D);
    for (unsigned B : Basis)
      D = std::min(D, D ^ B);
    if (D)
      Basis.push_back(D);
  }
  unsigned Lanes = 1u << Basis.size();
  return Most && Most < Lanes && Lanes <= 32 ? Lanes : 0;
}

static Value *withoutCasts(Value *V) {
  while (auto *Cast = dyn_cast<BitCastInst>(V))
    V = Cast->getOperand(0);
  return V;
}

static CallBase *asShuffle(Value *V) {
  auto *Call = dyn_cast<CallBase>(withoutCasts(V));
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = Callee ? Callee->getName() : "";
  return Name == "llvm.nvvm.shfl.sync.bfly.i32" ||
                 Name == "llvm.nvvm.shfl.sync.bfly.f32"
             ? Call
             : nullptr;
}

/// What could be or have in it another butterfly shuffle.
static bool isAnother(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (const auto *Text = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return StringRef(Text->getAsmString()).contains("shfl");
  const Function *Callee = Call->getCalledFunction();
  return Callee && Callee->getName().starts_with("llvm.nvvm.shfl.") &&
         Callee->getName().contains(".bfly");
}

/// Is it the largest or smallest of two? Of zeros the hardware takes the same
/// one in either order, and of two that are no numbers it makes one.
static bool isExtreme(const CallBase &Call) {
  static constexpr StringLiteral Names[] = {
      "__nv_fmaxf",      "__nv_fminf",      "__nv_max",
      "__nv_min",        "__nv_umax",       "__nv_umin",
      "llvm.maxnum.f32", "llvm.minnum.f32", "llvm.nvvm.fmax.f",
      "llvm.nvvm.fmin.f"};
  const Function *Callee = Call.getCalledFunction();
  return Callee && Call.arg_size() == 2 &&
         is_contained(Names, Callee->getName());
}

/// Is V, by its instruction, rounded before anything is added to it? What
/// comes of a product may be fused with the addition, and of calls nobody knows
/// how they end.
static bool isRounded(const Value *V, SmallPtrSet<const Value *, 8> &Seen) {
  if (!Seen.insert(V).second)
    return true;
  auto Is = [&](const Value *Operand) { return isRounded(Operand, Seen); };
  if (const auto *Phi = dyn_cast<PHINode>(V))
    return all_of(Phi->incoming_values(), Is);
  if (const auto *Choice = dyn_cast<SelectInst>(V))
    return Is(Choice->getTrueValue()) && Is(Choice->getFalseValue());
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  switch (I->getOpcode()) {
  case Instruction::Load:
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return true;
  default:
    return asShuffle(const_cast<Instruction *>(I)) ||
           I->getType()->isIntegerTy();
  }
}

/// The operands of V if their order does not matter, not even for rounding.
static std::optional<std::pair<Value *, Value *>> operandsOf(Value *V) {
  Value *A = nullptr, *B = nullptr;
  if (match(V, m_MaxOrMin(m_Value(A), m_Value(B))))
    return std::pair(A, B);
  if (auto *Call = dyn_cast<CallBase>(V); Call && isExtreme(*Call))
    return std::pair(Call->getArgOperand(0), Call->getArgOperand(1));
  auto *Op = dyn_cast<BinaryOperator>(V);
  if (!Op || !Op->isCommutative())
    return std::nullopt;
  A = Op->getOperand(0), B = Op->getOperand(1);
  if (Op->getType()->isFloatTy()) {
    SmallPtrSet<const Value *, 8> Seen;
    bool IsExact = Op->getOpcode() == Instruction::FAdd &&
                   !Op->hasAllowReassoc() && isRounded(A, Seen) &&
                   isRounded(B, Seen);
    if (!IsExact)
      return std::nullopt;
  }
  return std::pair(A, B);
}

static std::optional<Step> stepOf(Value *V) {
  auto Operands = operandsOf(V);
  if (!Operands)
    return std::nullopt;
  auto [A, B] = *Operands;
  for (auto [Own, Other] : {std::pair(A, B), std::pair(B, A)})
    if (CallBase *Shuffle = asShuffle(Other))
      if (Value *Before = withoutCasts(Own);
          withoutCasts(Shuffle->getArgOperand(1)) == Before)
        return Step{Before, Shuffle};
  return std::nullopt;
}

/// The steps that lead to Last, the last one first. They go back to First, or
/// as far as they can if it is null.
Steps Butterflies::stepsTo(Value *Last, const Value *First,
                           const Loop *Home) const {
  Steps Result;
  for (Value *At = withoutCasts(Last); At != First;) {
    const auto *I = dyn_cast<Instruction>(At);
    auto Its = I && Loops.getLoopFor(I->getParent()) == Home ? stepOf(At)
                                                             : std::nullopt;
    if (!Its || Loops.getLoopFor(Its->Shuffle->getParent()) != Home)
      return First ? Steps() : Result;
    Result.push_back(*Its);
    At = Its->Before;
  }
  return Result;
}

/// Is it the mask of the lanes in the thread's tile, as cooperative groups make
/// it?
static bool isMaskOfTile(Value *Mask, unsigned Lanes) {
  Value *Lane = nullptr;
  if (match(Mask, m_AllOnes()))
    return true;
  if (!match(Mask, m_Shl(m_SpecificInt((uint64_t(1) << Lanes) - 1),
                         m_c_And(m_Value(Lane), m_SpecificInt(32 - Lanes)))) &&
      !match(Mask,
             m_Shl(m_SpecificInt((uint64_t(1) << Lanes) - 1),
                   m_c_And(m_Value(Lane), m_SpecificInt(uint32_t(-Lanes))))))
    return false;
  const auto *Call = dyn_cast<CallBase>(Lane);
  if (!Call)
    return false;
  if (const auto *Text = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return StringRef(Text->getAsmString()).starts_with("mov.u32 $0, %laneid");
  const Function *Callee = Call->getCalledFunction();
  return Callee && Callee->getName() == "llvm.nvvm.read.ptx.sreg.laneid";
}

/// Does the shuffle tell each lane what lane (own ^ D) has, for each D < Lanes?
static bool reaches(const CallBase &Shuffle, unsigned Lanes) {
  const auto *Clamp = dyn_cast<ConstantInt>(Shuffle.getArgOperand(3));
  if (!Clamp || (Clamp->getZExtValue() & 31) != 31)
    return false;
  unsigned Width = 32 - (Clamp->getZExtValue() >> 8 & 31);
  return isPowerOf2_32(Width) && Lanes <= Width &&
         isMaskOfTile(Shuffle.getArgOperand(0), Lanes);
}

void Butterflies::add(const Found &New, ArrayRef<Step> Its) {
  auto Reaches = [&](const Step &S) { return reaches(*S.Shuffle, New.Lanes); };
  if (New.Lanes < 2 || !all_of(Its, Reaches))
    return;
  All.push_back(New);
  for (const Step &S : Its)
    Explained.insert(S.Shuffle);
}

void Butterflies::addChain(Instruction *Last) {
  Steps Its = stepsTo(Last, nullptr, Loops.getLoopFor(Last->getParent()));
  Numbers Of;
  for (const Step &S : Its) {
    const auto *D = dyn_cast<ConstantInt>(S.distance());
    if (!D || D->getZExtValue() >= 32)
      return;
    Of.push_back(D->getZExtValue());
  }
  add({Last, Last->getNextNode(), nullptr, tileOf(Of)}, Its);
}

namespace {

/// A loop whose counters are constants, round by round.
class Rounds {
public:
  explicit Rounds(const Loop &L)
      : L(L), Layout(L.getHeader()->getModule()->getDataLayout()) {
    for (PHINode &Phi : L.getHeader()->phis())
      if (auto *Start = dyn_cast<ConstantInt>(
              Phi.getIncomingValueForBlock(L.getLoopPreheader())))
        Now[&Phi] = Start;
  }
  ConstantInt *value(Value *V) const {
    return dyn_cast_or_null<ConstantInt>(evaluate(V, 0));
  }
  void next() {
    SmallDenseMap<const Value *, Constant *> Next;
    for (PHINode &Phi : L.getHeader()->phis())
      if (Constant *C = value(Phi.getIncomingValueForBlock(L.getLoopLatch())))
        Next[&Phi] = C;
    Now = std::move(Next);
  }

private:
  Constant *evaluate(Value *V, unsigned Depth) const {
    if (auto *C = dyn_cast<Constant>(V))
      return C;
    if (Constant *C = Now.lookup(V))
      return C;
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Depth == MostDepth || !L.contains(I) ||
        !(isa<BinaryOperator>(I) || isa<CmpInst>(I) || isa<CastInst>(I)))
      return nullptr;
    SmallVector<Constant *, 2> Operands;
    for (Value *Operand : I->operands()) {
      Operands.push_back(evaluate(Operand, Depth + 1));
      if (!Operands.back())
        return nullptr;
    }
    if (const auto *Test = dyn_cast<CmpInst>(I))
      return ConstantFoldCompareInstOperands(Test->getPredicate(), Operands[0],
                                             Operands[1], Layout);
    return ConstantFoldInstOperands(I, Operands, Layout);
  }

  const Loop &L;
  const DataLayout &Layout;
  SmallDenseMap<const Value *, Constant *> Now;
};

} // namespace

/// The distances of all rounds; none if they are not known.
static Numbers distancesOf(const Loop &L, const BranchInst &Test,
                           ArrayRef<Step> Its) {
  Rounds Now(L);
  bool GoesOnIf = L.contains(Test.getSuccessor(0));
  Numbers Of;
  for (unsigned I = 0; I <= MostRounds; ++I, Now.next()) {
    const ConstantInt *Goes = Now.value(Test.getCondition());
    if (!Goes)
      return {};
    if (Goes->isOne() != GoesOnIf)
      return Of;
    for (const Step &S : Its) {
      const ConstantInt *D = Now.value(S.distance());
      if (!D || D->getZExtValue() >= 32)
        return {};
      Of.push_back(D->getZExtValue());
    }
  }
  return {};
}

void Butterflies::addLoop(const Loop *L) {
  BasicBlock *Header = L->getHeader(), *Exit = L->getExitBlock();
  if (!L->getLoopPreheader() || !L->getLoopLatch() || !Exit ||
      L->getExitingBlock() != Header || !Exit->getSinglePredecessor() ||
      Loops.getLoopFor(Exit) != L->getParentLoop())
    return;
  const auto *Test = dyn_cast<BranchInst>(Header->getTerminator());
  if (!Test || !Test->isConditional())
    return;
  for (PHINode &Phi : Header->phis()) {
    if (!Phi.getType()->isIntegerTy(32) && !Phi.getType()->isFloatTy())
      continue;
    Steps Its =
        stepsTo(Phi.getIncomingValueForBlock(L->getLoopLatch()), &Phi, L);
    if (!Its.empty())
      add({&Phi, &*Exit->getFirstInsertionPt(), L,
           tileOf(distancesOf(*L, *Test, Its))},
          Its);
  }
}

/// False if there is a butterfly shuffle of which nothing is known.
bool Butterflies::collect() {
  SmallPtrSet<const Value *, 16> GoOn;
  SmallVector<Instruction *, 16> Candidates;
  bool IsClear = true;
  for (Instruction &I : instructions(F)) {
    if (CallBase *Shuffle = asShuffle(&I); Shuffle && Shuffle == &I)
      Shuffles.insert(Shuffle);
    else
      IsClear &= !isAnother(I);
    if (auto Its = stepOf(&I)) {
      GoOn.insert(Its->Before);
      Candidates.push_back(&I);
    }
  }
  if (!IsClear || Shuffles.empty())
    return false;
  for (Instruction *Last : Candidates)
    if (!GoOn.contains(Last))
      addChain(Last);
  for (const Loop *L : Loops.getLoopsInPreorder())
    addLoop(L);
  return Explained.size() == Shuffles.size();
}

void Butterflies::mark() {
  if (!collect())
    return;
  for (const Found &X : All) {
    IRBuilder<> At(X.At);
    Value *Bits = At.CreateBitCast(X.Result, At.getInt32Ty());
    CallInst *Mark = createTileValue(At, Bits, X.Lanes);
    Value *New = At.CreateBitCast(Mark, X.Result->getType());
    X.Result->replaceUsesWithIf(New, [&](const Use &U) {
      const auto *User = cast<Instruction>(U.getUser());
      const auto *Phi = dyn_cast<PHINode>(User);
      const BasicBlock *Where =
          Phi ? Phi->getIncomingBlock(U) : User->getParent();
      return User != Bits && User != Mark && !(X.Of && X.Of->contains(Where));
    });
  }
}

void markButterflies(Function &F) { Butterflies(F).mark(); }

} // namespace racemap::lift
