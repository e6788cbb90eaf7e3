// LaunchMessages - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/LaunchMessages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/xxhash.h"

namespace racemap::instrument {

using namespace llvm;

/// As include/racemap/runtime.h declares it.
static constexpr StringLiteral Handler = "__racemap_launch_not_proved";
static constexpr StringLiteral PlaceName = "__racemap_launch_place";

Constant *LaunchMessages::text(StringRef Text) {
  Constant *&Its = Texts[Text.str()];
  if (!Its)
    Its = IRBuilder<>(C).CreateGlobalString(Text, ".racemap.text", 0, &M);
  return Its;
}

/// A text, and a word that says of which kernels something was told.
Constant *LaunchMessages::record(const std::string &Text) {
  Constant *&Its = Records[Text];
  if (Its)
    return Its;
  Constant *Fields[] = {text(Text), ConstantInt::get(Type::getInt64Ty(C), 0)};
  Constant *Value = ConstantStruct::getAnon(Fields);
  Its = new GlobalVariable(M, Value->getType(), /*isConstant=*/false,
                           GlobalValue::InternalLinkage, Value,
                           ".racemap.record");
  return Its;
}

/// Of the thread: the record of the place that is about to launch, or null.
GlobalVariable *LaunchMessages::place() {
  if (GlobalVariable *Known = M.getNamedGlobal(PlaceName))
    return Known;
  auto *Ptr = PointerType::getUnqual(C);
  auto *V = new GlobalVariable(M, Ptr, /*isConstant=*/false,
                               GlobalValue::LinkOnceODRLinkage,
                               ConstantPointerNull::get(Ptr), PlaceName,
                               nullptr, GlobalValue::GeneralDynamicTLSModel);
  V->setVisibility(GlobalValue::HiddenVisibility);
  V->setComdat(M.getOrInsertComdat(PlaceName));
  return V;
}

void LaunchMessages::notePlace(CallBase &Launching) {
  IRBuilder<> B(&Launching);
  Constant *Its = ConstantPointerNull::get(B.getPtrTy());
  if (const DebugLoc &At = Launching.getDebugLoc(); At && At.getLine()) {
    StringRef File = cast<DILocation>(At.get())->getFilename();
    Its = record(
        (File + ":" + Twine(At.getLine()) + ":" + Twine(At.getCol())).str());
  }
  B.CreateStore(Its, B.CreateThreadLocalAddress(place()));
}

void LaunchMessages::forgetPlace(IRBuilder<> &B) {
  B.CreateStore(ConstantPointerNull::get(B.getPtrTy()),
                B.CreateThreadLocalAddress(place()));
}

/// A kernel's bit in the word of a record. Two may have the same: then only one
/// is told of where both are launched.
static uint64_t bitOf(StringRef Kernel) {
  constexpr unsigned Bits = 64;
  return uint64_t(1) << (xxh3_64bits(Kernel) % Bits);
}

/// The function that tells of a launch: the kernel, its record, its bit, what
/// does not hold, and the values in that.
Function *LaunchMessages::saying() {
  if (Saying)
    return Saying;
  auto *Ptr = PointerType::getUnqual(C);
  Type *Void = Type::getVoidTy(C), *Word = Type::getInt64Ty(C);
  auto *OfHandler = FunctionType::get(Void, {Ptr, Ptr, Ptr, Ptr}, false);
  auto *Its = FunctionType::get(Void, {Ptr, Ptr, Word, Ptr, Ptr}, false);
  Saying = Function::Create(Its, GlobalValue::InternalLinkage,
                            ".racemap.launch.say", M);
  Saying->addFnAttr(Attribute::NoInline);
  Saying->addFnAttr(Attribute::Cold);
  Value *Kernel = Saying->getArg(0), *Own = Saying->getArg(1);
  Value *Bit = Saying->getArg(2);
  Value *Text = Saying->getArg(3), *Values = Saying->getArg(4);
  auto Block = [&](const char *Name) {
    return BasicBlock::Create(C, Name, Saying);
  };
  BasicBlock *Entry = Block("entry"), *Handled = Block("handled"),
             *Alone = Block("alone"), *First = Block("first"),
             *End = Block("end");
  IRBuilder<> B(Entry);
  Value *At = B.CreateLoad(Ptr, B.CreateThreadLocalAddress(place()));
  Value *HasPlace = B.CreateIsNotNull(At);
  Value *Record = B.CreateSelect(HasPlace, At, Own);
  Value *Where =
      B.CreateSelect(HasPlace, B.CreateLoad(Ptr, Record), text("racemap"));
  FunctionCallee User = M.getOrInsertFunction(Handler, OfHandler);
  auto *Users = cast<Function>(User.getCallee());
  if (Users->isDeclaration())
    Users->setLinkage(GlobalValue::ExternalWeakLinkage);
  B.CreateCondBr(B.CreateIsNotNull(Users), Handled, Alone);

  B.SetInsertPoint(Handled);
  B.CreateCall(User, {Where, Kernel, Text, Values});
  B.CreateBr(End);

  B.SetInsertPoint(Alone);
  Value *Told = B.CreateAtomicRMW(AtomicRMWInst::Or,
                                  B.CreateConstInBoundsGEP1_64(Ptr, Record, 1),
                                  Bit, MaybeAlign(), AtomicOrdering::Monotonic);
  B.CreateCondBr(B.CreateIsNull(B.CreateAnd(Told, Bit)), First, End);

  B.SetInsertPoint(First);
  FunctionCallee Print = M.getOrInsertFunction(
      "dprintf",
      FunctionType::get(B.getInt32Ty(), {B.getInt32Ty(), Ptr}, true));
  constexpr int StandardError = 2;
  B.CreateCall(Print,
               {B.getInt32(StandardError),
                text("%s: warning: RaceMap: no proof covers this launch of "
                     "'%s': not so: %s%s\n"),
                Where, Kernel, Text, Values});
  B.CreateBr(End);

  B.SetInsertPoint(End);
  B.CreateRetVoid();
  return Saying;
}

/// " (pitch = %lld, blockDim.x = %lld)", for C's printf.
static std::string formatOf(const LaunchCondition &Its) {
  std::string Format;
  for (const auto &[Name, V] : Its.Values) {
    Format += Format.empty() ? " (" : ", ";
    for (char Letter : Name)
      Format += Letter == '%' ? std::string("%%") : std::string(1, Letter);
    Format += V->getType()->isPointerTy()     ? " = %p"
              : Its.IsUnsigned.contains(Name) ? " = %llu"
                                              : " = %lld";
  }
  return Format.empty() ? Format : Format + ")";
}

static constexpr unsigned BytesOfValues = 512;

Value *LaunchMessages::makeBuffer(IRBuilder<> &B) {
  return B.CreateAlloca(ArrayType::get(B.getInt8Ty(), BytesOfValues));
}

void LaunchMessages::sayUnless(const LaunchCondition &Its, StringRef Kernel,
                               Value *Buffer, IRBuilder<> &B) {
  Function *F = B.GetInsertBlock()->getParent();
  BasicBlock *Broken = BasicBlock::Create(C, "", F);
  BasicBlock *Next = BasicBlock::Create(C, "", F);
  B.CreateCondBr(Its.Holds, Next, Broken);
  B.SetInsertPoint(Broken);
  Type *Ptr = B.getPtrTy();
  FunctionCallee Print = M.getOrInsertFunction(
      "snprintf",
      FunctionType::get(B.getInt32Ty(), {Ptr, B.getInt64Ty(), Ptr}, true));
  SmallVector<Value *> Words{Buffer, B.getInt64(BytesOfValues),
                             text(formatOf(Its))};
  for (const auto &[Name, V] : Its.Values)
    Words.push_back(V);
  B.CreateCall(Print, Words);
  std::string Name = Kernel.str();
  B.CreateCall(saying(), {text(Name), record(Name), B.getInt64(bitOf(Kernel)),
                          text(Its.Text), Buffer});
  B.CreateRetVoid();
  B.SetInsertPoint(Next);
}

} // namespace racemap::instrument
