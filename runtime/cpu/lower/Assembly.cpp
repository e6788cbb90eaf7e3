// Assembly - see the header.
//
// In:  a call of inline assembly.
// Out: a function of the same arguments and results is made from the parsed
//      text and inlined in the call's place, so that guards and branches are
//      ordinary control flow. If an instruction is not understood, the function
//      is thrown away.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Assembly.h"
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace racemap::cpu {

using namespace llvm;

namespace {

/// The function in the making.
class Body {
public:
  Body(const CallInst &Call, const ptx::Program &P);
  ~Body() {
    if (F)
      F->eraseFromParent();
  }
  Error emit();
  /// The finished function; the caller has it now.
  Function *take() { return std::exchange(F, nullptr); }

private:
  Error makeOperands();
  AllocaInst *makeResult(unsigned Number);
  Value *argument(unsigned Number);
  Value *toInteger(Value *V);
  Value *fromInteger(Value *V, Type *T);
  void finish();

  const CallInst &Call;
  const ptx::Program &P;
  Function *F = nullptr;
  IRBuilder<> B;
  std::vector<AssemblyOperand> Operands;
  std::vector<AllocaInst *> Results;
};

} // namespace

Body::Body(const CallInst &Call, const ptx::Program &P)
    : Call(Call), P(P), B(Call.getContext()) {
  auto *Module = const_cast<llvm::Module *>(Call.getModule());
  F = Function::Create(Call.getFunctionType(), Function::InternalLinkage,
                       "racemap.asm", Module);
  B.SetInsertPoint(BasicBlock::Create(F->getContext(), "entry", F));
}

static unsigned bitsOf(Type *T) {
  return T->isPointerTy() ? 64 : unsigned(T->getPrimitiveSizeInBits());
}

Value *Body::toInteger(Value *V) {
  Type *T = V->getType();
  if (T->isIntegerTy())
    return V;
  if (T->isPointerTy())
    return B.CreatePtrToInt(V, B.getInt64Ty());
  return B.CreateBitCast(V, B.getIntNTy(bitsOf(T)));
}

/// A constant stays one: some instructions need it.
Value *Body::argument(unsigned Number) {
  if (auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(Number)))
    return C;
  return toInteger(F->getArg(Number));
}

Value *Body::fromInteger(Value *V, Type *T) {
  if (T->isIntegerTy())
    return V;
  return T->isPointerTy() ? B.CreateIntToPtr(V, T) : B.CreateBitCast(V, T);
}

/// The type of one result of the call.
static Type *resultType(const CallInst &Call, unsigned Number) {
  if (auto *Struct = dyn_cast<StructType>(Call.getType()))
    return Struct->getElementType(Number);
  return Call.getType();
}

AllocaInst *Body::makeResult(unsigned Number) {
  Type *T = B.getIntNTy(bitsOf(resultType(Call, Number)));
  AllocaInst *Place = B.CreateAlloca(T);
  B.CreateStore(ConstantInt::get(T, 0), Place);
  Results.push_back(Place);
  return Place;
}

/// Outputs come first; an input that is tied to one is its first value, and
/// not an operand that the text names.
Error Body::makeOperands() {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  unsigned Argument = 0;
  for (const InlineAsm::ConstraintInfo &C : Asm->ParseConstraints()) {
    if (C.Type == InlineAsm::isClobber)
      continue;
    if (C.Type == InlineAsm::isLabel || C.isIndirect)
      return createStringError("inline assembly '" + Asm->getAsmString() +
                               "' has an operand in memory");
    if (C.Type == InlineAsm::isOutput) {
      Operands.push_back({nullptr, makeResult(unsigned(Results.size()))});
      continue;
    }
    Value *Given = argument(Argument++);
    unsigned To = 0;
    if (!StringRef(C.Codes[0]).getAsInteger(10, To) && To < Results.size())
      B.CreateStore(B.CreateZExtOrTrunc(Given, Results[To]->getAllocatedType()),
                    Results[To]);
    Operands.push_back({Given, nullptr});
  }
  return Error::success();
}

void Body::finish() {
  if (Results.empty()) {
    B.CreateRetVoid();
    return;
  }
  SmallVector<Value *, 8> Values;
  for (auto [I, Place] : enumerate(Results))
    Values.push_back(fromInteger(B.CreateLoad(Place->getAllocatedType(), Place),
                                 resultType(Call, unsigned(I))));
  if (!Call.getType()->isStructTy()) {
    B.CreateRet(Values[0]);
    return;
  }
  Value *All = PoisonValue::get(Call.getType());
  for (auto [I, V] : enumerate(Values))
    All = B.CreateInsertValue(All, V, unsigned(I));
  B.CreateRet(All);
}

Error Body::emit() {
  if (Error E = makeOperands())
    return E;
  AssemblyEmitter Emitter(*F, P, Operands, B);
  if (Error E = Emitter.run())
    return E;
  finish();
  return Error::success();
}

Error lowerAssembly(CallInst &Call) {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  Expected<ptx::Program> P = ptx::parse(Asm->getAsmString());
  if (!P)
    return createStringError("inline assembly '" + Asm->getAsmString() +
                             "': " + toString(P.takeError()));
  Body Made(Call, *P);
  if (Error E = Made.emit())
    return E;
  Function *F = Made.take();
  SmallVector<Value *, 8> Arguments(Call.args());
  CallInst *New = CallInst::Create(F, Arguments, "", Call.getIterator());
  New->setDebugLoc(Call.getDebugLoc());
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  InlineFunctionInfo Info;
  InlineResult Inlined = InlineFunction(*New, Info);
  if (Inlined.isSuccess())
    F->eraseFromParent();
  return Error::success();
}

} // namespace racemap::cpu
