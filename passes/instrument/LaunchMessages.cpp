// LaunchMessages - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/LaunchMessages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"

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

/// A text, and a byte that says whether something was told of it.
Constant *LaunchMessages::record(const std::string &Text) {
  Constant *&Its = Records[Text];
  if (Its)
    return Its;
  Constant *Fields[] = {text(Text), ConstantInt::get(Type::getInt8Ty(C), 0)};
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

/// The function that tells of a launch: the kernel, its record, what does not
/// hold, and the values in that.
Function *LaunchMessages::saying() {
  if (Saying)
    return Saying;
  auto *Ptr = PointerType::getUnqual(C);
  auto *Its =
      FunctionType::get(Type::getVoidTy(C), {Ptr, Ptr, Ptr, Ptr}, false);
  Saying = Function::Create(Its, GlobalValue::InternalLinkage,
                            ".racemap.launch.say", M);
  Saying->addFnAttr(Attribute::NoInline);
  Saying->addFnAttr(Attribute::Cold);
  Value *Kernel = Saying->getArg(0), *Own = Saying->getArg(1);
  Value *Text = Saying->getArg(2), *Values = Saying->getArg(3);
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
  FunctionCallee User = M.getOrInsertFunction(Handler, Its);
  auto *Users = cast<Function>(User.getCallee());
  if (Users->isDeclaration())
    Users->setLinkage(GlobalValue::ExternalWeakLinkage);
  B.CreateCondBr(B.CreateIsNotNull(Users), Handled, Alone);

  B.SetInsertPoint(Handled);
  B.CreateCall(User, {Where, Kernel, Text, Values});
  B.CreateBr(End);

  B.SetInsertPoint(Alone);
  Value *Told = B.CreateAtomicRMW(
      AtomicRMWInst::Xchg, B.CreateConstInBoundsGEP1_64(Ptr, Record, 1),
      B.getInt8(1), MaybeAlign(1), AtomicOrdering::Monotonic);
  B.CreateCondBr(B.CreateIsNull(Told), First, End);

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
static std::string formatOf(const LaunchCondition &Of) {
  std::string Format;
  for (const auto &[Name, V] : Of.Values) {
    Format += Format.empty() ? " (" : ", ";
    for (char Letter : Name)
      Format += Letter == '%' ? std::string("%%") : std::string(1, Letter);
    Format += V->getType()->isPointerTy() ? " = %p" : " = %lld";
  }
  return Format.empty() ? Format : Format + ")";
}

void LaunchMessages::sayUnless(const LaunchCondition &Its, StringRef Kernel,
                               IRBuilder<> &B) {
  constexpr unsigned Most = 512; // bytes of what is said of values
  Function *F = B.GetInsertBlock()->getParent();
  BasicBlock *Broken = BasicBlock::Create(C, "", F);
  BasicBlock *Next = BasicBlock::Create(C, "", F);
  B.CreateCondBr(Its.Holds, Next, Broken);
  B.SetInsertPoint(Broken);
  Type *Ptr = B.getPtrTy();
  Value *Buffer = IRBuilder<>(&*F->getEntryBlock().getFirstInsertionPt())
                      .CreateAlloca(ArrayType::get(B.getInt8Ty(), Most));
  FunctionCallee Print = M.getOrInsertFunction(
      "snprintf",
      FunctionType::get(B.getInt32Ty(), {Ptr, B.getInt64Ty(), Ptr}, true));
  SmallVector<Value *> Words{Buffer, B.getInt64(Most), text(formatOf(Its))};
  for (const auto &[Name, V] : Its.Values)
    Words.push_back(V);
  B.CreateCall(Print, Words);
  std::string Name = Kernel.str();
  B.CreateCall(saying(), {text(Name), record(Name), text(Its.Text), Buffer});
  B.CreateRetVoid();
  B.SetInsertPoint(Next);
}

} // namespace racemap::instrument
