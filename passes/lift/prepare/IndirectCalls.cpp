// IndirectCalls - see the header. Which function a pointer is becomes a number,
// made where the pointer is: conditions and indices stay what they are.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/prepare/IndirectCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include <map>

namespace racemap::lift {

using namespace llvm;

/// A table of more elements is not looked up.
static constexpr uint64_t MostOfTable = 64;
/// More pointers behind one another are not followed.
static constexpr unsigned MostSteps = 64;

/// Does it have its initial value for ever? What is not constant, or in the
/// address space of __constant__, the host may write, also by a name that the
/// device's compilation does not see.
static bool isFixed(const GlobalVariable &G) {
  constexpr unsigned ConstantMemory = 4;
  return G.isConstant() && G.hasDefinitiveInitializer() && !G.isThreadLocal() &&
         G.getAddressSpace() != ConstantMemory;
}

namespace {

/// Which of some functions a pointer is, as a number of 32 bits.
class Target {
public:
  Target(CallBase &Call, MemorySSA &Memory)
      : Call(Call), Memory(Memory), Layout(Call.getModule()->getDataLayout()),
        Word(Type::getInt32Ty(Call.getContext())) {}

  /// Null if it can be something else.
  Value *number() {
    Value *N = number(Call.getCalledOperand(), {});
    if (!N || Functions.empty())
      return forget(), nullptr;
    return N;
  }
  ArrayRef<Function *> functions() const { return Functions.getArrayRef(); }

private:
  /// From a pointer to another one: to what is found there, or by so many
  /// bytes.
  struct Step {
    Type *Found;
    int64_t Bytes;
    auto operator<=>(const Step &) const = default;
  };
  using Path = std::vector<Step>; ///< the first step is the last to do

  Value *number(Value *V, Path To);
  Value *numberOfPhi(PHINode *P, const Path &To);
  Value *numberAtIndex(GEPOperator *G, const Path &To);
  Value *numberInMemory(LoadInst *L, Path To);
  Value *stored(LoadInst *L);
  Value *numberOf(Constant *C, ArrayRef<Step> To);
  Constant *find(Constant *Place, Type *Found) const;
  Constant *moved(Constant *C, int64_t Bytes) const;
  template <typename T> T *made(T *I) {
    Made.push_back(I);
    return I;
  }
  void forget();

  CallBase &Call;
  MemorySSA &Memory;
  const DataLayout &Layout;
  Type *Word;
  SetVector<Function *> Functions;
  std::map<std::pair<PHINode *, Path>, PHINode *> Phis;
  std::vector<Instruction *> Made;
  unsigned Steps = 0;
};

} // namespace

void Target::forget() {
  for (Instruction *I : Made)
    I->replaceAllUsesWith(PoisonValue::get(I->getType()));
  for (Instruction *I : Made)
    I->eraseFromParent();
  Made.clear();
}

Value *Target::number(Value *V, Path To) {
  if (++Steps > MostSteps)
    return nullptr;
  if (auto *C = dyn_cast<Constant>(V))
    return numberOf(C, To);
  if (auto *S = dyn_cast<SelectInst>(V)) {
    Value *One = number(S->getTrueValue(), To);
    Value *Other = One ? number(S->getFalseValue(), To) : nullptr;
    return Other ? made(SelectInst::Create(S->getCondition(), One, Other, "",
                                           S->getIterator()))
                 : nullptr;
  }
  if (auto *P = dyn_cast<PHINode>(V))
    return numberOfPhi(P, To);
  if (auto *L = dyn_cast<LoadInst>(V))
    return numberInMemory(L, To);
  if (auto *G = dyn_cast<GEPOperator>(V)) {
    APInt Offset(Layout.getIndexTypeSizeInBits(G->getType()), 0);
    if (!G->accumulateConstantOffset(Layout, Offset))
      return numberAtIndex(G, To);
    To.push_back({nullptr, Offset.getSExtValue()});
    return number(G->getPointerOperand(), To);
  }
  if (isa<AddrSpaceCastInst, BitCastInst, FreezeInst>(V))
    return number(cast<Instruction>(V)->getOperand(0), To);
  return nullptr;
}

Value *Target::numberOfPhi(PHINode *P, const Path &To) {
  auto [Known, IsNew] = Phis.try_emplace({P, To}, nullptr);
  if (!IsNew)
    return Known->second;
  auto *New = made(
      PHINode::Create(Word, P->getNumIncomingValues(), "", P->getIterator()));
  Known->second = New;
  for (auto [From, V] : zip(P->blocks(), P->incoming_values())) {
    Value *N = number(V, To);
    if (!N)
      return nullptr;
    New->addIncoming(N, From);
  }
  return New;
}

/// A place in a table at one index that is not known.
Value *Target::numberAtIndex(GEPOperator *G, const Path &To) {
  auto *At = dyn_cast<Instruction>(G);
  auto *Base = dyn_cast<Constant>(G->getPointerOperand());
  if (!At || !Base || !G->isInBounds())
    return nullptr;
  Value *Index = nullptr;
  int64_t Step = 0, Begin = 0;
  for (auto I = gep_type_begin(G), End = gep_type_end(G); I != End; ++I) {
    const auto *Known = dyn_cast<ConstantInt>(I.getOperand());
    if (StructType *Struct = I.getStructTypeOrNull()) {
      Begin += Layout.getStructLayout(Struct)
                   ->getElementOffset(Known->getZExtValue())
                   .getFixedValue();
      continue;
    }
    int64_t Stride = I.getSequentialElementStride(Layout).getFixedValue();
    if (Known) { // an index that is far outside of the table goes round
      uint64_t Number = Known->getValue().sextOrTrunc(64).getZExtValue();
      Begin = int64_t(uint64_t(Begin) + Number * uint64_t(Stride));
    } else if (Index)
      return nullptr;
    else
      Index = I.getOperand(), Step = Stride;
  }
  // From there on to the place that is read first.
  int64_t First = Begin;
  for (const auto &S : reverse(To)) {
    if (S.Found)
      break;
    First = int64_t(uint64_t(First) + uint64_t(S.Bytes));
  }
  auto *Table = dyn_cast<GlobalVariable>(Base->stripPointerCasts());
  if (!Table || Step <= 0 || First < 0 || First >= Step)
    return nullptr;
  // All indices whose place is in the table.
  uint64_t Elements = divideCeil(
      uint64_t(Layout.getTypeAllocSize(Table->getValueType())), Step);
  if (Elements == 0 || Elements > MostOfTable)
    return nullptr;
  IRBuilder<> Build(At);
  Value *Which = nullptr;
  for (uint64_t I = 0; I < Elements; ++I) {
    Value *N = numberOf(moved(Base, Begin + int64_t(I) * Step), To);
    if (!N)
      return nullptr;
    if (!Which) {
      Which = N;
      continue;
    }
    auto *IsHere = made(Build.Insert(new ICmpInst(
        CmpInst::ICMP_EQ, Index, ConstantInt::get(Index->getType(), I))));
    Which = made(Build.Insert(SelectInst::Create(IsHere, N, Which)));
  }
  return Which;
}

/// What a load of a local variable finds, if one store alone can have put it
/// there; or null.
Value *Target::stored(LoadInst *L) {
  MemoryAccess *A = Memory.getWalker()->getClobberingMemoryAccess(L);
  auto *Def = dyn_cast<MemoryDef>(A);
  auto *S = Def ? dyn_cast_or_null<StoreInst>(Def->getMemoryInst()) : nullptr;
  if (!S || S->getValueOperand()->getType() != L->getType())
    return nullptr;
  unsigned Width = Layout.getIndexTypeSizeInBits(L->getPointerOperandType());
  APInt Here(Width, 0), There(Width, 0);
  auto PlaceOf = [&](Value *V, APInt &Offset) {
    return V->stripAndAccumulateConstantOffsets(Layout, Offset,
                                                /*AllowNonInbounds=*/true);
  };
  return PlaceOf(L->getPointerOperand(), Here) ==
                     PlaceOf(S->getPointerOperand(), There) &&
                 Here == There
             ? S->getValueOperand()
             : nullptr;
}

Value *Target::numberInMemory(LoadInst *L, Path To) {
  if (!L->isSimple())
    return nullptr;
  if (isa<AllocaInst>(getUnderlyingObject(L->getPointerOperand()))) {
    Value *Found = stored(L);
    return Found ? number(Found, To) : nullptr;
  }
  To.push_back({L->getType(), 0});
  return number(L->getPointerOperand(), To);
}

Constant *Target::moved(Constant *C, int64_t Bytes) const {
  if (Bytes == 0)
    return C;
  Type *Byte = Type::getInt8Ty(C->getContext());
  return ConstantExpr::getGetElementPtr(
      Byte, C,
      ConstantInt::getSigned(Type::getInt64Ty(C->getContext()), Bytes));
}

/// Null if it is not known for all times.
Constant *Target::find(Constant *Place, Type *Found) const {
  APInt Offset(Layout.getIndexTypeSizeInBits(Place->getType()), 0);
  auto *G = dyn_cast<GlobalVariable>(Place->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true));
  return G && isFixed(*G) ? ConstantFoldLoadFromConst(G->getInitializer(),
                                                      Found, Offset, Layout)
                          : nullptr;
}

Value *Target::numberOf(Constant *C, ArrayRef<Step> To) {
  for (const Step &S : reverse(To)) {
    C = S.Found ? find(C, S.Found) : moved(C, S.Bytes);
    if (!C)
      return nullptr;
  }
  C = cast<Constant>(C->stripPointerCasts());
  if (isa<ConstantPointerNull, UndefValue>(C)) // which nobody may call
    return PoisonValue::get(Word);
  auto *F = dyn_cast<Function>(C);
  bool Fits = F && F->getFunctionType() == Call.getFunctionType() &&
              F->getCallingConv() == Call.getCallingConv() &&
              isLegalToPromote(Call, F);
  if (!Fits)
    return nullptr;
  Functions.insert(F);
  auto Number = find_if(Functions, [F](Function *X) { return X == F; });
  return ConstantInt::get(Word, Number - Functions.begin());
}

/// The call, by which of the functions it is.
static void makeDirect(CallInst &Call, Value *Number,
                       ArrayRef<Function *> Functions) {
  if (Functions.size() == 1)
    return Call.setCalledFunction(Functions.front());
  BasicBlock *Before = Call.getParent();
  BasicBlock *Behind = Before->splitBasicBlock(&Call);
  Before->getTerminator()->eraseFromParent();
  PHINode *Result = Call.getType()->isVoidTy()
                        ? nullptr
                        : PHINode::Create(Call.getType(), Functions.size(), "",
                                          Behind->begin());
  SwitchInst *Switch = nullptr;
  for (auto [N, F] : enumerate(Functions)) {
    auto *Here =
        BasicBlock::Create(Call.getContext(), "", Before->getParent(), Behind);
    auto *Direct = cast<CallInst>(Call.clone());
    IRBuilder<> Build(Here);
    Build.Insert(Direct);
    Direct->setCalledFunction(F);
    Build.CreateBr(Behind)->setDebugLoc(Call.getDebugLoc());
    if (Result)
      Result->addIncoming(Direct, Here);
    if (Switch)
      Switch->addCase(ConstantInt::get(cast<IntegerType>(Number->getType()), N),
                      Here);
    else
      Switch = IRBuilder<>(Before).CreateSwitch(Number, Here);
  }
  Switch->setDebugLoc(Call.getDebugLoc());
  if (Result)
    Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

bool makeCallsDirect(Function &F, FunctionAnalysisManager &Analyses) {
  struct Known {
    CallInst *Call;
    Value *Number;
    SmallVector<Function *, 4> Functions;
  };
  std::vector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (!Call->isInlineAsm() && !Call->getCalledFunction())
        Calls.push_back(Call);
  if (Calls.empty())
    return false;
  Analyses.clear(F, F.getName());
  MemorySSA &Memory = Analyses.getResult<MemorySSAAnalysis>(F).getMSSA();
  std::vector<Known> All;
  for (CallInst *Call : Calls) {
    Target Its(*Call, Memory);
    if (Value *Number = Its.number())
      All.push_back(
          {Call, Number, SmallVector<Function *, 4>(Its.functions())});
  }
  for (const Known &K : All)
    makeDirect(*K.Call, K.Number, K.Functions);
  Analyses.clear(F, F.getName());
  return !All.empty();
}

} // namespace racemap::lift
