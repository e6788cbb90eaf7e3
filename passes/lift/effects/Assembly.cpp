// Assembly - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/Assembly.h"
#include "passes/lift/module/LLVMCompat.h"
#include "passes/ptx/Program.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace racemap::lift {

using namespace llvm;

namespace {

/// One operand of the text.
struct Slot {
  bool IsResult = false; ///< part of what the call returns
  int Argument = -1;     ///< of the call
};

} // namespace

static SmallVector<Slot, 8> slotsOf(const CallBase &Call) {
  SmallVector<Slot, 8> Slots;
  int Argument = 0;
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  for (const InlineAsm::ConstraintInfo &C : Asm->ParseConstraints()) {
    Slot S;
    switch (C.Type) {
    case InlineAsm::isOutput:
      if (C.isIndirect)
        S.Argument = Argument++;
      else
        S.IsResult = true;
      break;
    case InlineAsm::isInput:
      S.Argument = Argument++;
      if (C.hasMatchingInput() || Slots.empty())
        break;
      // "0" ties the input to that output.
      if (unsigned To; !StringRef(C.Codes[0]).getAsInteger(10, To) &&
                       To < Slots.size() && Slots[To].Argument < 0)
        Slots[To].Argument = S.Argument;
      break;
    default:
      continue;
    }
    Slots.push_back(S);
  }
  return Slots;
}

const Value *assemblyOperand(const CallBase &Call, unsigned Index) {
  auto Slots = slotsOf(Call);
  if (Index >= Slots.size() || Slots[Index].Argument < 0)
    return nullptr;
  return Call.getArgOperand(Slots[Index].Argument);
}

std::optional<unsigned> assemblyResult(const CallBase &Call, unsigned Result) {
  for (auto [I, S] : enumerate(slotsOf(Call)))
    if (S.IsResult && Result-- == 0)
      return I;
  return std::nullopt;
}

std::optional<ptx::Summary> summaryOf(const CallBase &Call) {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  Expected<ptx::Program> P = ptx::parse(Asm->getAsmString());
  if (!P) {
    consumeError(P.takeError());
    return std::nullopt;
  }
  return ptx::summarize(*P);
}

std::optional<AddressStep> addressIn(const CallBase &Call,
                                     const ptx::KnownValue &V) {
  if (!V.isSum() || V.Operands.size() != 1 || V.Special || !V.Symbol.empty())
    return std::nullopt;
  const Value *Operand = assemblyOperand(Call, V.Operands[0]);
  if (!Operand)
    return std::nullopt;
  return AddressStep{Operand, V.Constant};
}

std::optional<AddressStep> addressInAssembly(const CallBase &Call) {
  if (!Call.isInlineAsm() || Call.getType()->isStructTy() ||
      Call.getType()->isVoidTy())
    return std::nullopt;
  auto Summary = summaryOf(Call);
  auto Result = assemblyResult(Call, 0);
  const ptx::KnownValue *V =
      Summary && Result ? Summary->output(*Result) : nullptr;
  return V ? addressIn(Call, *V) : std::nullopt;
}

static bool isAddressOpcode(unsigned Opcode) {
  return takesAddress(Opcode) || Opcode == Instruction::Trunc ||
         Opcode == Instruction::ZExt || Opcode == Instruction::SExt ||
         Opcode == Instruction::Freeze;
}

const Value *addressWithin(const Value *V) {
  for (unsigned Steps = 0; Steps < 64; ++Steps) {
    if (V->getType()->isPointerTy())
      return V;
    if (const auto *Call = dyn_cast<CallBase>(V)) {
      auto Step = addressInAssembly(*Call);
      if (!Step)
        return nullptr;
      V = Step->Operand;
      continue;
    }
    const auto *O = dyn_cast<Operator>(V);
    if (!O)
      return nullptr;
    if (isAddressOpcode(O->getOpcode())) {
      V = O->getOperand(0);
      continue;
    }
    if (O->getOpcode() == Instruction::Sub) {
      V = addressWithin(O->getOperand(1)) ? nullptr : O->getOperand(0);
    } else if (O->getOpcode() == Instruction::Add) {
      bool Left = addressWithin(O->getOperand(0));
      bool Right = addressWithin(O->getOperand(1));
      V = Left == Right ? nullptr : O->getOperand(Left ? 0 : 1);
    } else {
      return nullptr;
    }
    if (!V)
      return nullptr;
  }
  return nullptr;
}

bool isAddressStep(const User &U) {
  return U.getType()->isIntegerTy() && isa<Operator>(U) &&
         (isAddressOpcode(cast<Operator>(U).getOpcode()) ||
          cast<Operator>(U).getOpcode() == Instruction::Add ||
          cast<Operator>(U).getOpcode() == Instruction::Sub);
}

} // namespace racemap::lift
