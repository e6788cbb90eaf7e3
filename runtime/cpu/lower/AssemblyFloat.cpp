// AssemblyFloat - arithmetic on floats, one or two at a time.
//
// To nearest by LLVM's instructions, in the other modes by the device library.
// ".ftz" is not followed: subnormal numbers are kept, which CUDA allows for
// the default of -ftz=false and which differs below 2^-126 only.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;

namespace {

struct Form {
  NumberType T;
  RoundingMode Mode = RoundingMode::Nearest;
  bool Saturates = false, Relu = false, PassesNan = false, XorSign = false;
};

} // namespace

static std::optional<Form> decode(const Instruction &I) {
  ModifierList M(I);
  Form F;
  F.Mode = M.takeRounding().value_or(RoundingMode::Nearest);
  F.Saturates = M.take("sat");
  F.Relu = M.take("relu");
  F.PassesNan = M.take("NaN");
  F.XorSign = M.take("xorsign");
  M.ignore({"ftz", "approx", "full", "oob", "abs"});
  auto T = M.takeType();
  if (!T || !T->isFloat() || !M.empty())
    return std::nullopt;
  F.T = *T;
  return F;
}

static Value *call(AssemblyEmitter &E, Intrinsic::ID Id,
                   ArrayRef<Value *> Args) {
  return E.intrinsic(Id, Args, {Args[0]->getType()});
}

static Value *constant(Value *Like, double C) {
  return ConstantFP::get(Like->getType(), C);
}

static Value *finished(AssemblyEmitter &E, Value *V, const Form &F) {
  if (F.Saturates || F.Relu)
    V = call(E, Intrinsic::maxnum, {V, constant(V, 0)});
  if (F.Saturates)
    V = call(E, Intrinsic::minnum, {V, constant(V, 1)});
  return V;
}

static Value *nearest(AssemblyEmitter &E, StringRef Opcode,
                      ArrayRef<Value *> In) {
  if (Opcode == "add")
    return E.B.CreateFAdd(In[0], In[1]);
  if (Opcode == "sub")
    return E.B.CreateFSub(In[0], In[1]);
  if (Opcode == "mul")
    return E.B.CreateFMul(In[0], In[1]);
  if (Opcode == "div")
    return E.B.CreateFDiv(In[0], In[1]);
  return call(E, Intrinsic::fma, In);
}

/// __nv_fadd_rz and its kin, for f32 and f64.
static Value *directed(AssemblyEmitter &E, StringRef Opcode, const Form &F,
                       ArrayRef<Value *> In) {
  if (F.T.Lanes != 1 || F.T.Bits == 16) {
    E.fail("its rounding mode is not supported for 16 bits");
    return In[0];
  }
  bool IsDouble = F.T.Bits == 64;
  StringRef Name = Opcode == "mad" ? "fma" : Opcode;
  std::string Full = Name == "fma"
                         ? (IsDouble ? "__nv_fma" : "__nv_fmaf")
                         : (IsDouble ? "__nv_d" : "__nv_f") + Name.str();
  Full += F.Mode == RoundingMode::Zero   ? "_rz"
          : F.Mode == RoundingMode::Down ? "_rd"
                                         : "_ru";
  return E.library(Full, In[0]->getType(), In);
}

static bool emitArithmetic(AssemblyEmitter &E, const Instruction &I,
                           const Form &F, unsigned NumIn) {
  if (I.Operands.size() != NumIn + 1)
    return false;
  SmallVector<Value *, 3> In;
  for (unsigned K = 1; K <= NumIn; ++K)
    In.push_back(E.read(I.Operands[K], F.T));
  Value *V = F.Mode == RoundingMode::Nearest ? nearest(E, I.Opcode, In)
                                             : directed(E, I.Opcode, F, In);
  E.write(I.Operands[0], finished(E, V, F));
  return true;
}

/// The number that there is, if one is NaN, or NaN; -0 is below +0.
static bool emitExtreme(AssemblyEmitter &E, const Instruction &I,
                        const Form &F) {
  if (I.Operands.size() != 3 && I.Operands.size() != 4)
    return false;
  bool IsMin = I.Opcode == "min";
  Intrinsic::ID Id = F.PassesNan
                         ? (IsMin ? Intrinsic::minimum : Intrinsic::maximum)
                         : (IsMin ? Intrinsic::minnum : Intrinsic::maxnum);
  if (F.XorSign)
    return false;
  Value *V = E.read(I.Operands[1], F.T);
  for (size_t K = 2; K < I.Operands.size(); ++K)
    V = call(E, Id, {V, E.read(I.Operands[K], F.T)});
  E.write(I.Operands[0], finished(E, V, F));
  return true;
}

static bool emitSign(AssemblyEmitter &E, const Instruction &I, const Form &F) {
  if (I.Operands.size() != 2)
    return false;
  Value *V = E.read(I.Operands[1], F.T);
  E.write(I.Operands[0], I.Opcode == "neg" ? E.B.CreateFNeg(V)
                                           : call(E, Intrinsic::fabs, {V}));
  return true;
}

/// copysign d, a, b: a's sign on b.
static bool emitCopysign(AssemblyEmitter &E, const Instruction &I,
                         const Form &F) {
  if (I.Operands.size() != 3)
    return false;
  E.write(I.Operands[0],
          call(E, Intrinsic::copysign,
               {E.read(I.Operands[2], F.T), E.read(I.Operands[1], F.T)}));
  return true;
}

bool emitFloatArithmetic(AssemblyEmitter &E, const Instruction &I) {
  StringRef Opcode = I.Opcode;
  std::optional<Form> F = decode(I);
  if (!F)
    return false;
  if (Opcode == "add" || Opcode == "sub" || Opcode == "mul" || Opcode == "div")
    return emitArithmetic(E, I, *F, 2);
  if (Opcode == "fma" || Opcode == "mad")
    return emitArithmetic(E, I, *F, 3);
  if (Opcode == "min" || Opcode == "max")
    return emitExtreme(E, I, *F);
  if (Opcode == "neg" || Opcode == "abs")
    return emitSign(E, I, *F);
  return Opcode == "copysign" && emitCopysign(E, I, *F);
}

/// What a function is called in the library, without its type.
static StringRef libraryName(StringRef Opcode) {
  return StringSwitch<StringRef>(Opcode)
      .Case("sin", "__nv_sin")
      .Case("cos", "__nv_cos")
      .Case("ex2", "__nv_exp2")
      .Case("lg2", "__nv_log2")
      .Case("tanh", "__nv_tanh")
      .Case("rsqrt", "__nv_rsqrt")
      .Case("sqrt", "__nv_sqrt")
      .Default("");
}

static Value *function(AssemblyEmitter &E, const Instruction &I, const Form &F,
                       Value *V) {
  bool IsDouble = F.T.Bits == 64;
  Type *T = V->getType();
  Type *Used = IsDouble ? E.B.getDoubleTy() : E.B.getFloatTy();
  Value *X = T == Used ? V : E.B.CreateFPExt(V, Used);
  Value *Result = nullptr;
  if (F.Mode != RoundingMode::Nearest)
    Result = directed(E, I.Opcode, F, {X});
  else if (I.Opcode == "rcp")
    Result = E.B.CreateFDiv(constant(X, 1), X);
  else
    Result = E.library(libraryName(I.Opcode).str() + (IsDouble ? "" : "f"),
                       Used, {X});
  return T == Used ? Result : E.B.CreateFPTrunc(Result, T);
}

bool emitFloatFunction(AssemblyEmitter &E, const Instruction &I) {
  std::optional<Form> F = decode(I);
  if (!F || I.Operands.size() != 2 ||
      (I.Opcode != "rcp" && libraryName(I.Opcode).empty()))
    return false;
  Value *V = E.read(I.Operands[1], F->T);
  if (F->T.Lanes == 1) {
    E.write(I.Operands[0], function(E, I, *F, V));
    return true;
  }
  Value *All = PoisonValue::get(V->getType());
  for (unsigned L = 0; L < F->T.Lanes; ++L)
    All = E.B.CreateInsertElement(
        All, function(E, I, *F, E.B.CreateExtractElement(V, L)), L);
  E.write(I.Operands[0], All);
  return true;
}

} // namespace racemap::cpu
