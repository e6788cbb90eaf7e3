// AssemblyEmitter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/ADT/APFloat.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;
using ptx::Operand;

static constexpr AssemblyHandler Handlers[] = {emitMove,
                                               emitConversion,
                                               emitIntegerArithmetic,
                                               emitCarryArithmetic,
                                               emitBitOperation,
                                               emitFloatArithmetic,
                                               emitFloatFunction,
                                               emitComparison,
                                               emitVideo,
                                               emitAccess,
                                               emitAtomic,
                                               emitAsynchronousCopy,
                                               emitMbarrier,
                                               emitSynchronization,
                                               emitWarpOperation,
                                               emitTexture};

AllocaInst *AssemblyEmitter::place(unsigned Bits) {
  IRBuilder<> Entry(&F.getEntryBlock(), F.getEntryBlock().begin());
  return Entry.CreateAlloca(integer(Bits));
}

void AssemblyEmitter::makePlaces() {
  for (const ptx::RegisterDeclaration &D : P.Registers) {
    unsigned Bits = D.T.C == ptx::Type::Class::Predicate ? 1 : D.T.Bits;
    Registers.push_back(place(Bits * D.Elements));
    B.CreateStore(B.getIntN(Bits * D.Elements, 0), Registers.back());
  }
  for (const ptx::Label &L : P.Labels)
    Labels.push_back(BasicBlock::Create(F.getContext(), L.Name, &F));
}

Error AssemblyEmitter::run() {
  makePlaces();
  for (size_t I = 0; I < P.Instructions.size(); ++I) {
    startLabels(I);
    if (Error E = emit(P.Instructions[I]))
      return E;
  }
  startLabels(P.Instructions.size());
  return Error::success();
}

void AssemblyEmitter::startLabels(size_t Position) {
  for (size_t L = 0; L < Labels.size(); ++L)
    if (P.Labels[L].Position == Position) {
      B.CreateBr(Labels[L]);
      B.SetInsertPoint(Labels[L]);
    }
}

Value *AssemblyEmitter::guard(const Instruction &I) {
  if (!I.Guard)
    return nullptr;
  Value *Is = readPredicate(I.Guard->Register);
  return I.Guard->Negated ? B.CreateNot(Is) : Is;
}

Error AssemblyEmitter::emit(const Instruction &I) {
  Value *Guard = guard(I);
  bool Understood = true;
  if (I.Opcode == "bra") {
    Understood = emitBranch(I, Guard);
  } else if (Guard) {
    auto *Then = BasicBlock::Create(F.getContext(), "then", &F);
    auto *Behind = BasicBlock::Create(F.getContext(), "behind", &F);
    B.CreateCondBr(Guard, Then, Behind);
    B.SetInsertPoint(Then);
    Understood = emitBody(I);
    B.CreateBr(Behind);
    B.SetInsertPoint(Behind);
  } else {
    Understood = emitBody(I);
  }
  if (Understood && Failure.empty())
    return Error::success();
  return createStringError("inline assembly '" + I.Text +
                           "' is not understood" +
                           (Failure.empty() ? "" : ": " + Failure));
}

bool AssemblyEmitter::emitBody(const Instruction &I) {
  return any_of(Handlers, [&](AssemblyHandler H) { return H(*this, I); });
}

bool AssemblyEmitter::emitBranch(const Instruction &I, Value *Guard) {
  if (I.Operands.size() != 1 || !I.Operands[0].is(Operand::Kind::Symbol))
    return false;
  for (size_t L = 0; L < Labels.size(); ++L) {
    if (P.Labels[L].Name != I.Operands[0].Name)
      continue;
    auto *Behind = BasicBlock::Create(F.getContext(), "behind", &F);
    B.CreateCondBr(Guard ? Guard : B.getTrue(), Labels[L], Behind);
    B.SetInsertPoint(Behind);
    return true;
  }
  return false;
}

Value *AssemblyEmitter::immediate(const Operand &O, unsigned Bits) {
  if (O.FloatBits != 64 || Bits != 32)
    return ConstantInt::get(integer(Bits),
                            APInt(64, uint64_t(O.Value)).zextOrTrunc(Bits));
  APFloat Number(APFloat::IEEEdouble(), APInt(64, uint64_t(O.Value)));
  bool Lost;
  Number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &Lost);
  return ConstantInt::get(integer(32), Number.bitcastToAPInt());
}

Value *AssemblyEmitter::pack(const Operand &O, unsigned Bits) {
  unsigned Each = Bits / unsigned(O.Elements.size());
  Value *All = B.getIntN(Bits, 0);
  for (auto [I, Element] : enumerate(O.Elements)) {
    Value *Part = B.CreateZExt(read(Element, Each), integer(Bits));
    All = B.CreateOr(All, B.CreateShl(Part, uint64_t(I) * Each));
  }
  return All;
}

AllocaInst *AssemblyEmitter::placeOf(const Operand &O) {
  if (!O.Selector.empty())
    return nullptr;
  if (O.is(Operand::Kind::Register))
    return Registers[O.Index];
  if (O.is(Operand::Kind::AsmOperand) && O.Index < Operands.size())
    return Operands[O.Index].Result;
  return nullptr;
}

Value *AssemblyEmitter::read(const Operand &O, unsigned Bits) {
  Value *V = nullptr;
  if (AllocaInst *Place = placeOf(O))
    V = B.CreateLoad(Place->getAllocatedType(), Place);
  else if (O.is(Operand::Kind::AsmOperand) && O.Index < Operands.size() &&
           O.Selector.empty())
    V = Operands[O.Index].Given;
  else if (O.is(Operand::Kind::Immediate))
    V = immediate(O, Bits);
  else if (O.is(Operand::Kind::Special))
    V = special(O.Special);
  else if (O.is(Operand::Kind::Vector) && !O.Elements.empty())
    V = pack(O, Bits);
  if (!V) {
    fail("an operand has a form that is not supported");
    return B.getIntN(Bits, 0);
  }
  V = B.CreateZExtOrTrunc(V, integer(Bits));
  return O.Negated ? B.CreateNot(V) : V;
}

void AssemblyEmitter::unpack(const Operand &O, Value *V) {
  unsigned Each =
      V->getType()->getIntegerBitWidth() / unsigned(O.Elements.size());
  for (auto [I, Element] : enumerate(O.Elements))
    write(Element,
          B.CreateTrunc(B.CreateLShr(V, uint64_t(I) * Each), integer(Each)));
}

void AssemblyEmitter::write(const Operand &O, Value *V, bool IsSigned) {
  if (O.is(Operand::Kind::Sink))
    return;
  V = bits(V);
  if (O.is(Operand::Kind::Vector) && !O.Elements.empty())
    return unpack(O, V);
  AllocaInst *Place = placeOf(O);
  if (!Place)
    return fail("its destination has a form that is not supported");
  Type *T = Place->getAllocatedType();
  B.CreateStore(
      IsSigned ? B.CreateSExtOrTrunc(V, T) : B.CreateZExtOrTrunc(V, T), Place);
}

} // namespace racemap::cpu
