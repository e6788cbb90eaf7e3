// JoinedBlocks - see the header.
//
// In:  the optimised entry, which runs one thread.
// Out: whether threads know blockIdx.x and threadIdx.x only as the global index
//      x = blockIdx.x * blockDim.x + threadIdx.x, and nothing else that is
//      their block's own. Then blocks b, b + 1, .. of a row of the grid are one
//      that is as wide as all of them: thread t of block b + i is its thread i
//      * blockDim.x + t, which computes the same.
//
// A number on the way to x is a sum of multiples of blockIdx.x * blockDim.x, of
// blockIdx.x, of threadIdx.x, and of anything that both threads have. Once it
// is a multiple of x and such a rest, they both have it, and it may go
// anywhere; until then, only into what makes sums. If the source has a number
// in place of blockDim.x, that is what blockDim.x has to be.
//
// Sums may wrap on the way. Only what is extended must not: one of the three,
// alone, does not in a grid with less than 2^31 threads along x.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/JoinedBlocks.h"
#include "runtime/cpu/Context.h"
#include "runtime/cpu/lower/Code.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <vector>

namespace racemap::cpu {

using namespace llvm;

namespace {

/// These multiples, and a rest.
struct Sum {
  int64_t OfOffset = 0; ///< of blockIdx.x * blockDim.x
  int64_t OfBlock = 0;  ///< of blockIdx.x
  int64_t OfThread = 0; ///< of threadIdx.x
  /// It is a multiple of one of them; the offset and the thread's only once.
  bool IsAlone = false;
};

class GlobalIndex {
public:
  explicit GlobalIndex(const Function &F) : F(F) {}
  /// Is it all that the threads know?
  bool isAll();
  JoinedBlocks joined() && { return {Width, std::move(OnTheWay)}; }

private:
  bool reads(const UseOfThread &Use);
  bool visit(const Instruction &I);
  bool visitCall(const CallBase &Call);
  std::optional<Sum> sumOf(const Instruction &I);
  std::optional<Sum> product(const Value *A, const Value *B);
  std::optional<Sum> address(const GetElementPtrInst &Place);
  std::optional<Sum> extended(const Value *V);
  bool isIndex(const Sum &S);
  bool needsWidth(int64_t Its);

  /// None of the numbers if both threads have it.
  Sum at(const Value *V) const { return Sums.lookup(V); }

  const Function &F;
  /// What is on the way to the index.
  DenseMap<const Value *, Sum> Sums;
  /// What is blockDim.x.
  SmallPtrSet<const Value *, 4> Widths;
  SmallPtrSet<const Instruction *, 8> OnTheWay;
  unsigned Width = 0;
};

} // namespace

static std::optional<Sum> scaled(const Sum &S, int64_t Factor) {
  Sum Out;
  if (MulOverflow(S.OfOffset, Factor, Out.OfOffset) ||
      MulOverflow(S.OfBlock, Factor, Out.OfBlock) ||
      MulOverflow(S.OfThread, Factor, Out.OfThread))
    return std::nullopt;
  Out.IsAlone = S.IsAlone && S.OfBlock != 0 && Factor > 0;
  return Out;
}

static std::optional<Sum> added(const Sum &A, const Sum &B) {
  Sum Out;
  if (AddOverflow(A.OfOffset, B.OfOffset, Out.OfOffset) ||
      AddOverflow(A.OfBlock, B.OfBlock, Out.OfBlock) ||
      AddOverflow(A.OfThread, B.OfThread, Out.OfThread))
    return std::nullopt;
  return Out;
}

bool GlobalIndex::needsWidth(int64_t Its) {
  if (Width == 0 && Its > 0 && Its <= int64_t(MostThreadsOfBlock))
    Width = unsigned(Its);
  return Width == Its;
}

/// A multiple of it.
bool GlobalIndex::isIndex(const Sum &S) {
  if (S.OfBlock == 0)
    return S.OfOffset == S.OfThread;
  return S.OfOffset == 0 && S.OfThread != 0 && S.OfBlock % S.OfThread == 0 &&
         needsWidth(S.OfBlock / S.OfThread);
}

std::optional<Sum> GlobalIndex::product(const Value *A, const Value *B) {
  Sum S = at(A);
  if (auto *Factor = dyn_cast<ConstantInt>(B))
    return scaled(S, Factor->getSExtValue());
  if (!Widths.contains(B) || S.OfBlock != 1 || !S.IsAlone)
    return std::nullopt;
  return Sum{1, 0, 0, /*IsAlone=*/true};
}

std::optional<Sum> GlobalIndex::extended(const Value *V) {
  Sum S = at(V);
  bool Wraps = !S.IsAlone || (S.OfBlock > 1 && !needsWidth(S.OfBlock));
  return Wraps ? std::nullopt : std::optional(S);
}

std::optional<Sum> GlobalIndex::address(const GetElementPtrInst &Place) {
  const DataLayout &Layout = F.getDataLayout();
  unsigned Bits = Layout.getIndexTypeSizeInBits(Place.getType());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(Bits, 0);
  if (!Place.getType()->isPointerTy() ||
      !Place.collectOffset(Layout, Bits, Variable, Constant))
    return std::nullopt;
  std::optional<Sum> All = at(Place.getPointerOperand());
  for (auto &[Index, Bytes] : Variable) {
    bool IsPart = Sums.contains(Index);
    if (IsPart && Index->getType()->getScalarSizeInBits() != Bits)
      return std::nullopt;
    auto Its = scaled(at(Index), Bytes.getSExtValue());
    All = All && Its ? added(*All, *Its) : std::nullopt;
  }
  return All;
}

/// Of an instruction with operands that are on the way to the index. Nothing
/// if it is not a sum.
std::optional<Sum> GlobalIndex::sumOf(const Instruction &I) {
  auto Operand = [&](unsigned Which) { return I.getOperand(Which); };
  if (I.getType()->isIntegerTy() && I.getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  switch (I.getOpcode()) {
  case Instruction::Add:
    return added(at(Operand(0)), at(Operand(1)));
  case Instruction::Sub: {
    auto Less = scaled(at(Operand(1)), -1);
    return Less ? added(at(Operand(0)), *Less) : std::nullopt;
  }
  case Instruction::Mul:
    return Sums.contains(Operand(0)) ? product(Operand(0), Operand(1))
                                     : product(Operand(1), Operand(0));
  case Instruction::Shl: {
    auto *Places = dyn_cast<ConstantInt>(Operand(1));
    return Places && Places->getValue().ult(32)
               ? scaled(at(Operand(0)), int64_t(1) << Places->getZExtValue())
               : std::nullopt;
  }
  case Instruction::ZExt:
  case Instruction::SExt:
    return extended(Operand(0));
  case Instruction::Freeze:
    return at(Operand(0));
  case Instruction::GetElementPtr:
    return address(cast<GetElementPtrInst>(I));
  default:
    return std::nullopt;
  }
}

/// Is this the same for all blocks of a row of the grid?
static bool isOfRow(uint64_t Offset) {
  switch (Offset) {
  case offsetof(BlockContext, BlockIdx.Y):
  case offsetof(BlockContext, BlockIdx.Z):
  case offsetof(BlockContext, BlockDim.X):
  case offsetof(BlockContext, BlockDim.Y):
  case offsetof(BlockContext, BlockDim.Z):
  case offsetof(BlockContext, GridDim.X):
  case offsetof(BlockContext, GridDim.Y):
  case offsetof(BlockContext, GridDim.Z):
    return true;
  default:
    return false;
  }
}

/// False if more may be read, or at more places, than what is known: the
/// numbers that make sums, and what is the same for all.
bool GlobalIndex::reads(const UseOfThread &Use) {
  auto *Load = dyn_cast<LoadInst>(Use.User);
  if (!Load)
    return false;
  if (Use.Of == ThreadPart::Place)
    return Load->getType()->isPointerTy();
  if (Use.Of == ThreadPart::Context)
    return Load->getType()->isPointerTy() &&
           Use.Offset == offsetof(Context, InBlock);
  if (!Load->getType()->isIntegerTy(32))
    return false;
  if (Use.Offset == offsetof(BlockContext, BlockIdx.X))
    Sums[Load] = {0, 1, 0, /*IsAlone=*/true};
  if (Use.Offset == offsetof(BlockContext, BlockDim.X))
    Widths.insert(Load);
  return Sums.contains(Load) || isOfRow(uint64_t(Use.Offset));
}

/// False if the function may know more.
bool GlobalIndex::visitCall(const CallBase &Call) {
  auto Number = threadNumberOf(Call);
  if (Number == ThreadNumber::X)
    Sums[&Call] = {0, 0, 1, /*IsAlone=*/true};
  if (Number)
    return Number != ThreadNumber::Index;
  const Function *Its = Call.getCalledFunction();
  return Its && (Its->isIntrinsic() || Its->getName().starts_with("__nv_"));
}

/// Those before it have been. False if it knows more than the index.
bool GlobalIndex::visit(const Instruction &I) {
  auto IsSum = [&](const Value *V) { return Sums.contains(V); };
  if (none_of(I.operands(), IsSum)) {
    if (isa<ZExtInst, SExtInst, FreezeInst>(I) &&
        Widths.contains(I.getOperand(0)))
      Widths.insert(&I);
    auto *Call = dyn_cast<CallBase>(&I);
    return !Call || visitCall(*Call);
  }
  std::optional<Sum> Its = sumOf(I);
  if (!Its)
    return false;
  if (!isIndex(*Its))
    Sums[&I] = *Its;
  OnTheWay.insert(&I);
  return true;
}

static bool hasShared(const Module &M) {
  return any_of(M.globals(), [](const GlobalVariable &V) {
    return V.getAddressSpace() == 3 && !V.use_empty();
  });
}

bool GlobalIndex::isAll() {
  if (hasShared(*F.getParent()) ||
      !all_of(usesOfThread(F),
              [&](const UseOfThread &Use) { return reads(Use); }))
    return false;
  for (const BasicBlock *B : ReversePostOrderTraversal<const Function *>(&F))
    for (const Instruction &I : *B)
      if (!visit(I))
        return false;
  // What comes around a loop is seen after its phi.
  for (const Instruction &I : instructions(F))
    if (isa<PHINode>(I) &&
        any_of(I.operands(), [&](const Value *V) { return Sums.contains(V); }))
      return false;
  return true;
}

std::optional<JoinedBlocks> joinedBlocks(const Function &Entry) {
  GlobalIndex Index(Entry);
  if (!Index.isAll())
    return std::nullopt;
  return std::move(Index).joined();
}

void joinBlocks(Function &Entry, const JoinedBlocks &Joined) {
  for (Instruction &I : instructions(Entry))
    if (Joined.Sums.contains(&I))
      I.dropPoisonGeneratingFlags();
}

} // namespace racemap::cpu
