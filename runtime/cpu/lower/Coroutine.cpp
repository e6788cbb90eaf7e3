// Coroutine - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Coroutine.h"
#include "runtime/cpu/Frames.h"
#include "runtime/cpu/lower/Analyses.h"
#include "runtime/cpu/lower/ThreadCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace racemap::cpu {

using namespace llvm;

/// Has the size of a frame, which is known when the coroutine is split.
static constexpr char SizeCall[] = "__racemap_frame_size";

Value *Coroutine::numTrue(IRBuilder<> &At, Value *Round) {
  return At.CreateConstInBoundsGEP1_64(At.getInt8Ty(), Round, sizeof(uint64_t));
}

/// The frame begins with the address of what resumes the thread.
Value *Coroutine::hasEnded(IRBuilder<> &At, Value *Frame) {
  return At.CreateIsNull(At.CreateLoad(At.getPtrTy(), Frame));
}

void Coroutine::begin(IRBuilder<> &At, Value *KernelArguments, Value *Round,
                      Value *Frame, const ThreadNumbers &Of) const {
  SmallVector<Value *, 8> Args{KernelArguments, Round, Frame};
  Args.append(Of.begin(), Of.end());
  At.CreateCall(Begin, Args);
}

void Coroutine::resume(IRBuilder<> &At, Value *Frame) const {
  At.CreateCall(Resume, {Frame})->setCallingConv(Resume->getCallingConv());
}

Coroutine::Coroutine(Function &One, TargetMachine &Machine) {
  take(One);
  useNumbers();
  Leaves = BasicBlock::Create(One.getContext(), "", Begin);
  Nowhere = BasicBlock::Create(One.getContext(), "", Begin);
  new UnreachableInst(One.getContext(), Nowhere);
  Value *Handle = addBeginning();
  for (CallBase *Call : callsOfKind(*Begin, Callee::Meets))
    suspendAt(*Call);
  addEnd(Handle);
  split(Machine);
  readSize();
}

void Coroutine::take(Function &One) {
  LLVMContext &C = One.getContext();
  Type *Int = Type::getInt32Ty(C), *Pointer = PointerType::get(C, 0);
  auto *T = FunctionType::get(Type::getVoidTy(C),
                              {Pointer, Pointer, Pointer, Int, Int, Int, Int},
                              /*isVarArg=*/false);
  // LLVM leaves alone what nobody calls.
  Begin = Function::Create(T, GlobalValue::ExternalLinkage,
                           "__racemap_coroutine", One.getParent());
  Begin->setDoesNotThrow();
  for (const char *Kept : {"target-cpu", "target-features"})
    Begin->addFnAttr(One.getFnAttribute(Kept));
  Begin->splice(Begin->end(), &One);
  One.getArg(0)->replaceAllUsesWith(Begin->getArg(Kernel));
  stripDebugInfo(*Begin);
}

void Coroutine::useNumbers() {
  ThreadNumbers Numbers;
  for (unsigned I = 0; I < Numbers.size(); ++I)
    Numbers[I] = Begin->getArg(X + I);
  useThreadNumbers(*Begin, Numbers);
  for (CallBase *Call : callsOfKind(*Begin, Callee::Asks)) {
    IRBuilder<> At(Call);
    tellThread(At, Numbers);
  }
}

Value *Coroutine::addBeginning() {
  Begin->setPresplitCoroutine();
  BasicBlock &Start = Begin->getEntryBlock();
  IRBuilder<> At(&Start, Start.getFirstNonPHIOrDbgOrAlloca());
  Type *Long = At.getInt64Ty();
  auto *None = ConstantPointerNull::get(At.getPtrTy());
  Value *Id = At.CreateIntrinsic(Intrinsic::coro_id, {},
                                 {At.getInt32(0), None, None, None});
  Code(*Begin->getParent())
      .call(At, SizeCall, At.getVoidTy(),
            {At.CreateIntrinsic(Intrinsic::coro_size, {Long}, {}),
             At.CreateIntrinsic(Intrinsic::coro_align, {Long}, {})});
  return At.CreateIntrinsic(Intrinsic::coro_begin, {},
                            {Id, Begin->getArg(Frame)});
}

void Coroutine::addEnd(Value *Handle) {
  LLVMContext &C = Begin->getContext();
  auto *Ends = BasicBlock::Create(C, "", Begin);
  for (BasicBlock &B : *Begin)
    if (auto *Return = dyn_cast_or_null<ReturnInst>(B.getTerminator()))
      ReplaceInstWithInst(Return, BranchInst::Create(Ends));
  IRBuilder<> At(Ends);
  suspend(At, Nowhere, /*IsLast=*/true);
  At.SetInsertPoint(Leaves);
  At.CreateIntrinsic(Intrinsic::coro_end, {},
                     {Handle, At.getFalse(), ConstantTokenNone::get(C)});
  At.CreateRetVoid();
}

void Coroutine::suspend(IRBuilder<> &At, BasicBlock *Next, bool IsLast) {
  Value *How = At.CreateIntrinsic(
      Intrinsic::coro_suspend, {},
      {ConstantTokenNone::get(At.getContext()), At.getInt1(IsLast)});
  SwitchInst *To = At.CreateSwitch(How, Leaves, 2);
  To->addCase(At.getInt8(0), Next);
  To->addCase(At.getInt8(1), Nowhere); // nobody destroys it
}

void Coroutine::suspendAt(CallBase &Call) {
  IRBuilder<> At(&Call);
  Value *In = Begin->getArg(Round);
  Barrier = Call.getArgOperand(0);
  Value *Predicate = Call.getArgOperand(3);
  if (!match(Predicate, PatternMatch::m_Zero())) {
    Value *Place = numTrue(At, In);
    Value *Before = At.CreateLoad(At.getInt32Ty(), Place);
    At.CreateStore(At.CreateAdd(Before, Predicate), Place);
  }
  BasicBlock *Head = Call.getParent(), *Next = SplitBlock(Head, &Call);
  Head->getTerminator()->eraseFromParent();
  At.SetInsertPoint(Head);
  suspend(At, Next, /*IsLast=*/false);
  At.SetInsertPoint(&Call);
  if (!Call.use_empty())
    Call.replaceAllUsesWith(At.CreateLoad(At.getInt64Ty(), told(In)));
  Call.eraseFromParent();
}

void Coroutine::split(TargetMachine &Machine) {
  Module &M = *Begin->getParent();
  PassBuilder Builder(&Machine);
  Analyses Known(Builder);
  ModulePassManager Passes;
  cantFail(Builder.parsePassPipeline(
      Passes, "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup"));
  Passes.run(M, Known.Modules);
  std::string Name = Begin->getName().str();
  Begin->setLinkage(GlobalValue::InternalLinkage);
  // Who resumes it knows by what; that there is something says the frame.
  M.getNamedGlobal(Name + ".resumers")->eraseFromParent();
  Resume = M.getFunction(Name + ".resume");
  auto *Something = ConstantExpr::getIntToPtr(
      ConstantInt::get(Type::getInt64Ty(M.getContext()), 1), Resume->getType());
  Resume->replaceAllUsesWith(Something);
  for (const char *Unused : {".destroy", ".cleanup"}) {
    Function *F = M.getFunction(Name + Unused);
    F->replaceAllUsesWith(Something);
    F->eraseFromParent();
  }
}

void Coroutine::readSize() {
  Function *F = Begin->getParent()->getFunction(SizeCall);
  auto *Call = cast<CallBase>(*F->user_begin());
  auto Number = [&](unsigned Argument) {
    return cast<ConstantInt>(Call->getArgOperand(Argument))->getZExtValue();
  };
  FrameAlignment = Number(1);
  assert(FrameAlignment <= Frames::Alignment && "see Fibers");
  FrameBytes = alignTo(Number(0), Align(FrameAlignment));
  Call->eraseFromParent();
  F->eraseFromParent();
}

} // namespace racemap::cpu
