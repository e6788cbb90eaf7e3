// Integers - the terms of integer instructions, with LLVM's semantics.
//
// A flag such as nsw becomes a promise. Where LLVM's result would be poison
// (a shift by too much, a division by zero), any value is right, so SMT-LIB's
// is taken.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/values/Values.h"
#include "passes/map/Bytes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

namespace racemap::lift {

using namespace llvm;
using map::Op;
using map::Term;

/// Terms deeper than this become unmodelled: algorithms on terms recurse.
constexpr unsigned MaxDepth = 600;

static unsigned widthOf(const Type *T) {
  const auto *I = dyn_cast<IntegerType>(T);
  return I && I->getBitWidth() <= 64 ? I->getBitWidth() : 0;
}

const Term *Values::term(const Value *V) {
  if (const Term *T = Known.lookup(V))
    return T;
  unsigned Width = widthOf(V->getType());
  assert(Width && "only integers have terms");
  const Term *T = limitDepth(V, compute(V, Width), loopOf(V));
  return Known[V] = T;
}

const Term *Values::offsetIn(const Value *V, const Loop *Use) {
  if (widthOf(V->getType()))
    return Terms.resizeSigned(termIn(V, Use), 64);
  if (const auto *C = dyn_cast<ConstantInt>(V))
    return Terms.constant(64, C->getValue().trunc(64).getZExtValue());
  return afterLoops(unmodelled(V, 64), loopOf(V), Use);
}

const Term *Values::limitDepth(const Value *V, const Term *T,
                               const Loop *Here) {
  unsigned Depth = 0;
  SmallVector<const Term *, 8> Work{T};
  while (!Work.empty()) { // operands were measured when they were made
    const Term *Next = Work.back();
    unsigned Deepest = 0;
    bool Ready = true;
    for (const Term *Operand : Next->operands()) {
      auto At = Depths.find(Operand);
      if (At == Depths.end()) {
        Work.push_back(Operand);
        Ready = false;
      } else {
        Deepest = std::max(Deepest, At->second);
      }
    }
    if (!Ready)
      continue;
    Depth = Depths[Next] = Deepest + 1;
    Work.pop_back();
  }
  Depth = Depths[T];
  return Depth > MaxDepth ? unmodelled(V, T->width(), Here) : T;
}

const Term *Values::compute(const Value *V, unsigned Width) {
  if (const auto *C = dyn_cast<ConstantInt>(V))
    return Terms.constant(Width, C->getZExtValue());
  if (const auto *A = dyn_cast<Argument>(V))
    return ofArgument(*A, Width);
  if (const auto *I = dyn_cast<Instruction>(V))
    if (const Term *T = ofInstruction(*I, Width))
      return T;
  return unmodelled(V, Width);
}

const Term *Values::ofArgument(const Argument &A, unsigned Width) {
  std::string Name =
      K.Names.uniqueValue(K.Names.nameOf(&A, "arg" + utostr(A.getArgNo())));
  const map::Variable *V = Terms.parameter(Name, Width);
  K.P.Parameters.push_back(V);
  if (K.Names.isUnsigned(A))
    K.P.UnsignedParameters.push_back(V);
  K.P.ParameterParts[V] = {A.getArgNo()};
  return V;
}

const Term *Values::ofInstruction(const Instruction &I, unsigned Width) {
  if (const auto *B = dyn_cast<BinaryOperator>(&I))
    return ofBinary(*B);
  if (const auto *C = dyn_cast<ICmpInst>(&I))
    return ofCompare(*C);
  if (const auto *C = dyn_cast<FCmpInst>(&I))
    return ofFloatCompare(*C);
  if (const auto *C = dyn_cast<CastInst>(&I))
    return ofCast(*C, Width);
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return ofPhi(*Phi);
  if (isa<SelectInst>(I))
    return Terms.ite(use(I, 0), use(I, 1), use(I, 2));
  if (const auto *F = dyn_cast<FreezeInst>(&I))
    return use(*F, 0);
  if (const auto *L = dyn_cast<LoadInst>(&I))
    return ofLoad(*L, 0, Width);
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return ofCall(*Call, Width);
  if (isa<ExtractElementInst, ExtractValueInst>(I))
    return ofPart(I, Width);
  return nullptr;
}

const Term *Values::use(const User &By, unsigned Operand) {
  const auto *I = dyn_cast<Instruction>(&By);
  return termIn(By.getOperand(Operand),
                I ? K.Loops.getLoopFor(I->getParent()) : nullptr);
}

static uint8_t promisesOf(const Instruction &I) {
  uint8_t P = map::NoPromise;
  if (const auto *O = dyn_cast<OverflowingBinaryOperator>(&I)) {
    P |= O->hasNoSignedWrap() ? map::NoSignedWrap : 0;
    P |= O->hasNoUnsignedWrap() ? map::NoUnsignedWrap : 0;
  }
  return P;
}

static std::optional<Op> operatorOf(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::Add:
    return Op::Add;
  case Instruction::Sub:
    return Op::Sub;
  case Instruction::Mul:
    return Op::Mul;
  case Instruction::UDiv:
    return Op::UDiv;
  case Instruction::SDiv:
    return Op::SDiv;
  case Instruction::URem:
    return Op::URem;
  case Instruction::SRem:
    return Op::SRem;
  case Instruction::Shl:
    return Op::Shl;
  case Instruction::LShr:
    return Op::LShr;
  case Instruction::AShr:
    return Op::AShr;
  case Instruction::And:
    return Op::And;
  case Instruction::Or:
    return Op::Or;
  case Instruction::Xor:
    return Op::Xor;
  default:
    return std::nullopt;
  }
}

const Term *Values::ofBinary(const BinaryOperator &I) {
  auto O = operatorOf(I.getOpcode());
  if (!O)
    return nullptr;
  const Term *T = Terms.make(*O, {use(I, 0), use(I, 1)}, promisesOf(I));
  bool Moves = *O == Op::Or || *O == Op::LShr;
  return Moves ? map::wholeOf(Terms, Limits, T) : T;
}

const Term *compare(map::TermContext &Terms, CmpInst::Predicate P,
                    const Term *A, const Term *B) {
  switch (P) {
  case CmpInst::ICMP_EQ:
    return Terms.eq(A, B);
  case CmpInst::ICMP_NE:
    return Terms.ne(A, B);
  case CmpInst::ICMP_ULT:
    return Terms.ult(A, B);
  case CmpInst::ICMP_ULE:
    return Terms.ule(A, B);
  case CmpInst::ICMP_UGT:
    return Terms.ult(B, A);
  case CmpInst::ICMP_UGE:
    return Terms.ule(B, A);
  case CmpInst::ICMP_SLT:
    return Terms.slt(A, B);
  case CmpInst::ICMP_SLE:
    return Terms.sle(A, B);
  case CmpInst::ICMP_SGT:
    return Terms.slt(B, A);
  case CmpInst::ICMP_SGE:
    return Terms.sle(B, A);
  default:
    return nullptr;
  }
}

const Term *Values::ofCompare(const ICmpInst &I) {
  if (I.getOperand(0)->getType()->isPointerTy())
    return ofPointerCompare(I);
  if (!widthOf(I.getOperand(0)->getType()))
    return nullptr;
  return compare(Terms, I.getPredicate(), use(I, 0), use(I, 1));
}

/// What is left of an integer that was put into a pointer, as unions do.
const Term *Values::ofMadePointer(const IntToPtrInst &Made, unsigned Width,
                                  const Instruction &Use) {
  const Value *Put = Made.getOperand(0);
  bool IsWhole = Put->getType()->isIntegerTy(Width) &&
                 K.Layout.getTypeSizeInBits(Made.getType()) == Width;
  return IsWhole ? termIn(Put, K.Loops.getLoopFor(Use.getParent())) : nullptr;
}

const Term *Values::ofCast(const CastInst &I, unsigned Width) {
  const Value *From = I.getOperand(0);
  if (const auto *Made = dyn_cast<IntToPtrInst>(From))
    return isa<PtrToIntInst>(I) ? ofMadePointer(*Made, Width, I) : nullptr;
  if (isa<UndefValue>(From)) // any value is right
    return Terms.constant(Width, 0);
  if (!widthOf(From->getType()))
    return nullptr;
  switch (I.getOpcode()) {
  case Instruction::ZExt:
    return Terms.cast(Op::ZExt, use(I, 0), Width);
  case Instruction::SExt:
    return Terms.cast(Op::SExt, use(I, 0), Width);
  case Instruction::Trunc: {
    uint8_t P = map::NoPromise;
    if (const auto *T = dyn_cast<TruncInst>(&I)) {
      P |= T->hasNoSignedWrap() ? map::NoSignedWrap : 0;
      P |= T->hasNoUnsignedWrap() ? map::NoUnsignedWrap : 0;
    }
    return map::wholeOf(Terms, Limits,
                        Terms.cast(Op::Trunc, use(I, 0), Width, P));
  }
  case Instruction::BitCast:
    return widthOf(From->getType()) == Width ? use(I, 0) : nullptr;
  default:
    return nullptr;
  }
}

/// A component of a vector or struct: what was put there, or a part of what
/// was loaded.
const Term *Values::ofPart(const Instruction &I, unsigned Width) {
  auto *Whole = const_cast<Value *>(I.getOperand(0));
  Value *Put = nullptr;
  uint64_t At = 0;
  if (const auto *X = dyn_cast<ExtractElementInst>(&I)) {
    const auto *Index = dyn_cast<ConstantInt>(X->getIndexOperand());
    auto *T = dyn_cast<FixedVectorType>(X->getVectorOperandType());
    if (!Index || !T || Index->getZExtValue() >= T->getNumElements())
      return nullptr;
    Put = findScalarElement(Whole, Index->getZExtValue());
    At = Index->getZExtValue() * K.Layout.getTypeStoreSize(T->getElementType());
  } else {
    ArrayRef<unsigned> Path = cast<ExtractValueInst>(I).getIndices();
    Put = FindInsertedValue(Whole, Path);
    Type *Int = Type::getInt32Ty(I.getContext());
    SmallVector<Value *, 4> Indices{ConstantInt::get(Int, 0)};
    for (unsigned Index : Path)
      Indices.push_back(ConstantInt::get(Int, Index));
    At = K.Layout.getIndexedOffsetInType(Whole->getType(), Indices);
  }
  if (Put && Put != &I)
    return termIn(Put, K.Loops.getLoopFor(I.getParent()));
  if (const auto *Call = dyn_cast<CallBase>(Whole))
    if (Call->isInlineAsm() && isa<ExtractValueInst>(I))
      return ofAssembly(*Call, cast<ExtractValueInst>(I).getIndices()[0],
                        Width);
  if (const auto *X = dyn_cast<AtomicCmpXchgInst>(Whole))
    return ofCompareExchange(*X, cast<ExtractValueInst>(I).getIndices()[0]);
  const auto *L = dyn_cast<LoadInst>(Whole);
  return L && Width % 8 == 0 ? ofLoad(*L, At, Width) : nullptr;
}

/// What was found, or whether it was what the instruction expected.
const Term *Values::ofCompareExchange(const AtomicCmpXchgInst &I,
                                      unsigned Result) {
  const Value *Expected = I.getCompareOperand();
  if (!Expected->getType()->isIntegerTy() || (Result && I.isWeak()))
    return nullptr;
  unsigned Width = Expected->getType()->getIntegerBitWidth();
  if (Width > 64)
    return nullptr;
  const Term *Found = unmodelled(&I, Width);
  return Result ? Terms.eq(Found, use(I, 1)) : Found;
}

const Loop *Values::loopOf(const Value *V) const {
  const auto *I = dyn_cast<Instruction>(V);
  return I ? K.Loops.getLoopFor(I->getParent()) : nullptr;
}

const Term *Values::unmodelled(const Value *V, unsigned Width) {
  return unmodelled(V, Width, loopOf(V));
}

const Term *Values::unmodelled(const Value *V, unsigned Width,
                               const Loop *Here) {
  std::string &Name = UnmodelledNames[V];
  if (Name.empty())
    Name = "u" + utostr(UnmodelledNames.size() - 1);
  std::string Copy = Name; // more names may be made meanwhile
  return Terms.unmodelled(Copy, Width, countersAround(Here));
}

const Term *Values::nameOf(const Value &V, unsigned Width) {
  // A part of what has more bits is not all that was found.
  return UnmodelledNames.contains(&V) && Width <= 64 ? unmodelled(&V, Width)
                                                     : nullptr;
}

} // namespace racemap::lift
