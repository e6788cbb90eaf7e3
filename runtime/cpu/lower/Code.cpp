// Code - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Code.h"
#include "runtime/cpu/Context.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

namespace racemap::cpu {

using namespace llvm;

static constexpr char PlaceName[] = "__racemap_place";

bool isPlace(const GlobalVariable &V) {
  return V.getName().starts_with(PlaceName);
}

static constexpr char OfLaunch[] = "racemap.launch";

void markOfLaunch(LoadInst &Load) {
  MDNode *Mark = MDNode::get(Load.getContext(), {});
  Load.setMetadata(LLVMContext::MD_invariant_load, Mark);
  Load.setMetadata(OfLaunch, Mark);
}

bool isOfLaunch(const Instruction &I) {
  return isa<LoadInst>(I) && I.getMetadata(OfLaunch);
}

/// The address that is loaded leads to this part, if to any.
static std::optional<ThreadPart> partAt(const UseOfThread &Use) {
  if (!isa<LoadInst>(Use.User) || !Use.User->getType()->isPointerTy())
    return std::nullopt;
  if (Use.Of == ThreadPart::Place)
    return ThreadPart::Context;
  if (Use.Of == ThreadPart::Context && Use.Offset == offsetof(Context, InBlock))
    return ThreadPart::Block;
  return std::nullopt;
}

static void addUses(const Value &Address, ThreadPart Of, int64_t Offset,
                    const DataLayout &Layout, std::vector<UseOfThread> &To) {
  for (const User *U : Address.users()) {
    auto *Step = dyn_cast<GetElementPtrInst>(U);
    APInt Bytes(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
    if (Step && Step->getType()->isPointerTy() &&
        Step->accumulateConstantOffset(Layout, Bytes)) {
      addUses(*Step, Of, Offset + Bytes.getSExtValue(), Layout, To);
      continue;
    }
    To.push_back({U, Of, Offset});
    if (auto Next = partAt(To.back()))
      addUses(*U, *Next, 0, Layout, To);
  }
}

std::vector<UseOfThread> usesOfThread(const Function &F) {
  std::vector<UseOfThread> Out;
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && Call->getIntrinsicID() == Intrinsic::thread_pointer)
      addUses(I, ThreadPart::Place, 0, F.getDataLayout(), Out);
  return Out;
}

void markThreadLoads(Function &F) {
  SmallPtrSet<const User *, 16> Loads;
  for (const UseOfThread &Use : usesOfThread(F))
    Loads.insert(Use.User);
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && Loads.contains(Load))
      markOfLaunch(*Load);
}

Value *Code::constantLoad(IRBuilder<> &At, Type *T, Value *From,
                          size_t Offset) {
  Value *Address = At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), From, Offset);
  LoadInst *Load = At.CreateLoad(T, Address);
  markOfLaunch(*Load);
  return Load;
}

Value *Code::context(IRBuilder<> &At) {
  auto Place = reinterpret_cast<char *>(&Current) -
               static_cast<char *>(__builtin_thread_pointer());
  Value *Pointer = At.CreateIntrinsic(At.getPtrTy(), Intrinsic::thread_pointer,
                                      ArrayRef<Value *>());
  return constantLoad(At, At.getPtrTy(), Pointer, size_t(Place));
}

Value *Code::ofThread(IRBuilder<> &At, Type *T, size_t Offset) {
  return constantLoad(At, T, context(At), Offset);
}

static constexpr StringLiteral ThreadNumberNames[Code::NumThreadNumbers] = {
    "__racemap_thread_x", "__racemap_thread_y", "__racemap_thread_z",
    "__racemap_thread_index"};

bool isThreadNumber(const Function &F) {
  return is_contained(ThreadNumberNames, F.getName());
}

std::optional<ThreadNumber> threadNumberOf(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  Function *F = Call ? Call->getCalledFunction() : nullptr;
  if (!F || !isThreadNumber(*F))
    return std::nullopt;
  return ThreadNumber(find(ThreadNumberNames, F->getName()) -
                      std::begin(ThreadNumberNames));
}

size_t Code::offsetOf(ThreadNumber Which) {
  switch (Which) {
  case ThreadNumber::X:
    return offsetof(Context, ThreadIdx.X);
  case ThreadNumber::Y:
    return offsetof(Context, ThreadIdx.Y);
  case ThreadNumber::Z:
    return offsetof(Context, ThreadIdx.Z);
  case ThreadNumber::Index:
    return offsetof(Context, Index);
  }
  llvm_unreachable("no such number");
}

Value *Code::threadNumber(IRBuilder<> &At, ThreadNumber Which) {
  auto *T = FunctionType::get(At.getInt32Ty(), /*isVarArg=*/false);
  FunctionCallee Callee =
      M.getOrInsertFunction(ThreadNumberNames[unsigned(Which)], T);
  auto *F = cast<Function>(Callee.getCallee());
  F->setMemoryEffects(MemoryEffects::none());
  F->setDoesNotThrow();
  F->setWillReturn();
  F->setNoSync();
  F->addFnAttr(Attribute::Speculatable);
  CallInst *Call = At.CreateCall(Callee);
  Call->addRangeRetAttr(
      ConstantRange(APInt(32, 0), APInt(32, MostThreadsOfBlock)));
  return Call;
}

Value *Code::ofBlock(IRBuilder<> &At, Type *T, size_t Offset) {
  Value *InBlock = ofThread(At, At.getPtrTy(), offsetof(Context, InBlock));
  return constantLoad(At, T, InBlock, Offset);
}

CallInst *Code::call(IRBuilder<> &At, StringRef Name, Type *Result,
                     ArrayRef<Value *> Args) {
  SmallVector<Type *, 8> Types;
  for (Value *A : Args)
    Types.push_back(A->getType());
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(Result, Types, /*isVarArg=*/false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setConvergent();
  F->setDoesNotThrow();
  CallInst *Call = At.CreateCall(Callee, Args);
  Call->setConvergent();
  return Call;
}

bool isToolchainHeader(StringRef File) {
  return File.starts_with("/usr/include/") ||
         File.starts_with("/usr/local/include/") ||
         File.contains("/lib/clang/") || File.contains("/cuda/include/") ||
         (File.contains("/cuda-") && File.contains("/include/")) ||
         File.contains("/racemap/overlay/");
}

Constant *Code::placeOf(const Instruction &I) { return place(I, false); }

Constant *Code::wayTo(const Instruction &I) { return place(I, true); }

Constant *Code::place(const Instruction &I, bool WithCalls) {
  auto *Null = ConstantPointerNull::get(PointerType::get(M.getContext(), 0));
  const DILocation *L = I.getDebugLoc().get();
  if (!L || L->getLine() == 0)
    return Null;
  while (isToolchainHeader(L->getFilename()) && L->getInlinedAt())
    L = L->getInlinedAt();
  std::string Text;
  for (; L; L = WithCalls ? L->getInlinedAt() : nullptr)
    Text += (Twine(Text.empty() ? "" : "\n") + L->getFilename() + ":" +
             Twine(L->getLine()) + ":" + Twine(L->getColumn()))
                .str();
  Constant *&Known = Places[Text];
  if (!Known)
    Known = text(Text);
  return Known;
}

Constant *Code::text(StringRef Text) {
  Constant *Bytes = ConstantDataArray::getString(M.getContext(), Text);
  return new GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                            GlobalValue::PrivateLinkage, Bytes, PlaceName);
}

} // namespace racemap::cpu
