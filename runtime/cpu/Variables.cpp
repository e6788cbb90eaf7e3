// Variables - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Variables.h"
#include "passes/ptx/SymbolNames.h"
#include "runtime/cpu/Arena.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

namespace racemap::cpu {

using namespace llvm;

void nameVariables(Module &M) {
  unsigned Number = 0;
  for (GlobalVariable &V : M.globals())
    if (!V.hasName())
      V.setName("__racemap_unnamed." + utostr(Number++));
}

void joinStatics(Module &M) {
  for (GlobalVariable &V : M.globals()) {
    auto [Name, Rest] = V.getName().split("__static__");
    GlobalVariable *Used = Rest.empty() ? nullptr : M.getNamedGlobal(Name);
    if (!V.hasInitializer() || !Used || !Used->isDeclaration())
      continue;
    Used->replaceAllUsesWith(&V);
  }
}

void resolveAliases(Module &M) {
  for (GlobalAlias &A : M.aliases())
    A.replaceAllUsesWith(A.getAliasee());
}

Expected<Variables::Place> Variables::place(StringRef Name) {
  auto Found = Places.find(Name.str());
  if (Found != Places.end())
    return Found->second;
  const GlobalVariable *V = M->getNamedGlobal(Name);
  if (!V || !V->hasInitializer())
    return createStringError("no unit of the program defines the device "
                             "variable " +
                             ptx::sourceName(Name));
  if (V->getAddressSpace() == 3)
    return createStringError(ptx::sourceName(Name) +
                             " is a __shared__ variable, and the initial value "
                             "of a device variable has its address");
  const DataLayout &Layout = M->getDataLayout();
  size_t Bytes = Layout.getTypeAllocSize(V->getValueType());
  char *Begin = Arena::get().allocate(
      Bytes, Allocation::Kind::Variable, {}, ptx::sourceName(Name),
      std::max<size_t>(256, V->getAlign().valueOrOne().value()));
  if (!Begin)
    return createStringError("no memory for the device variable " +
                             ptx::sourceName(Name));
  // Known before its value, which may have its address.
  Places[Name.str()] = {Begin, Bytes};
  memset(Begin, 0, Bytes);
  if (Error E = write(*V->getInitializer(), Begin))
    return std::move(E);
  return Place{Begin, Bytes};
}

static Error notUnderstood() {
  return createStringError("the initial value of a device variable is not "
                           "understood");
}

/// What a constant is but for conversions, which keep the address.
static const Constant *withoutCasts(const Constant *C) {
  while (auto *E = dyn_cast<ConstantExpr>(C)) {
    if (!E->isCast())
      break;
    C = E->getOperand(0);
  }
  return C;
}

Expected<uint64_t> Variables::number(const ConstantExpr &E) {
  const DataLayout &Layout = M->getDataLayout();
  auto First = number(*E.getOperand(0));
  if (!First)
    return First;
  if (E.isCast()) {
    uint64_t Bits = Layout.getTypeSizeInBits(E.getType());
    return *First & maskTrailingOnes<uint64_t>(std::min<uint64_t>(Bits, 64));
  }
  if (auto *Sum = dyn_cast<GEPOperator>(&E)) {
    APInt Offset(64, 0);
    if (!Sum->accumulateConstantOffset(Layout, Offset))
      return notUnderstood();
    return *First + Offset.getZExtValue();
  }
  if (E.getOpcode() != Instruction::Add && E.getOpcode() != Instruction::Sub)
    return notUnderstood();
  auto Second = number(*E.getOperand(1));
  if (!Second)
    return Second;
  return E.getOpcode() == Instruction::Add ? *First + *Second
                                           : *First - *Second;
}

Expected<uint64_t> Variables::number(const Constant &C) {
  if (auto *V = dyn_cast<GlobalVariable>(&C)) {
    auto Target = place(V->getName());
    if (!Target)
      return Target.takeError();
    return reinterpret_cast<uint64_t>(Target->Begin);
  }
  if (auto *Number = dyn_cast<ConstantInt>(&C))
    return Number->getValue().zextOrTrunc(64).getZExtValue();
  if (C.isNullValue() || isa<UndefValue>(C))
    return 0;
  if (auto *E = dyn_cast<ConstantExpr>(&C))
    return number(*E);
  return notUnderstood();
}

Error Variables::writeAddress(const Constant &Value, char *To) {
  size_t Bytes = M->getDataLayout().getTypeStoreSize(Value.getType());
  if (auto *F = dyn_cast<Function>(withoutCasts(&Value))) {
    if (Bytes != sizeof(void *))
      return notUnderstood();
    WaitsForFunction.emplace(F->getName().str(), To);
    return Error::success();
  }
  auto Number = number(Value);
  if (!Number)
    return Number.takeError();
  memcpy(To, &*Number, std::min(Bytes, sizeof *Number));
  return Error::success();
}

Error Variables::writeParts(const Constant &Value, char *To) {
  const DataLayout &Layout = M->getDataLayout();
  Type *T = Value.getType();
  if (auto *S = dyn_cast<StructType>(T)) {
    const StructLayout *Parts = Layout.getStructLayout(S);
    for (unsigned I = 0; I < S->getNumElements(); ++I)
      if (Error E = write(*Value.getAggregateElement(I),
                          To + Parts->getElementOffset(I).getFixedValue()))
        return E;
    return Error::success();
  }
  bool IsArray = T->isArrayTy();
  Type *Element = IsArray ? T->getArrayElementType()
                          : cast<FixedVectorType>(T)->getElementType();
  uint64_t Count = IsArray ? T->getArrayNumElements()
                           : cast<FixedVectorType>(T)->getNumElements();
  uint64_t Pitch = Layout.getTypeAllocSize(Element);
  for (uint64_t I = 0; I < Count; ++I)
    if (Error E =
            write(*Value.getAggregateElement(unsigned(I)), To + I * Pitch))
      return E;
  return Error::success();
}

Error Variables::write(const Constant &Value, char *To) {
  if (Value.isNullValue() || isa<UndefValue>(Value))
    return Error::success();
  if (auto *Data = dyn_cast<ConstantDataSequential>(&Value)) {
    StringRef Raw = Data->getRawDataValues();
    memcpy(To, Raw.data(), Raw.size());
    return Error::success();
  }
  Type *T = Value.getType();
  if (T->isAggregateType() || T->isVectorTy())
    return writeParts(Value, To);
  APInt Bits;
  if (auto *Number = dyn_cast<ConstantInt>(&Value))
    Bits = Number->getValue();
  else if (auto *Float = dyn_cast<ConstantFP>(&Value))
    Bits = Float->getValueAPF().bitcastToAPInt();
  else
    return writeAddress(Value, To);
  size_t Bytes = (Bits.getBitWidth() + 7) / 8;
  memcpy(To, Bits.getRawData(), Bytes);
  return Error::success();
}

Error Variables::reset() {
  for (const auto &[Name, Its] : Places) {
    if (Its.Value)
      continue;
    memset(Its.Begin, 0, Its.Bytes);
    if (Error E = write(*M->getNamedGlobal(Name)->getInitializer(), Its.Begin))
      return E;
  }
  fill(std::map(Functions));
  return Error::success();
}

void Variables::free() {
  for (const auto &[Name, Its] : Places)
    if (!Its.Value)
      Arena::get().free(Its.Begin);
  Places.clear();
}

void Variables::fill(const std::map<std::string, void *> &Found) {
  for (auto &[Name, Address] : Found) {
    Functions[Name] = Address;
    auto [Begin, End] = WaitsForFunction.equal_range(Name);
    for (auto I = Begin; I != End; ++I)
      memcpy(I->second, &Address, sizeof Address);
    WaitsForFunction.erase(Begin, End);
  }
}

} // namespace racemap::cpu
