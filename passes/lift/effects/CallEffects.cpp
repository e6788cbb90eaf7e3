// CallEffects - intrinsics, libdevice and the runtime's functions, by name.
//
// Names and not intrinsic numbers: they are the same in all versions of LLVM,
// as far as they exist.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/KnownCalls.h"
#include "passes/lift/effects/MemoryEffects.h"
#include "passes/lift/module/TileValues.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace racemap::lift {

using namespace llvm;
using Operation = map::Access::Operation;
using Kind = Effect::Kind;

static Effect of(Kind K) {
  Effect E;
  E.TheKind = K;
  return E;
}

/// One that has an AccessForm.
static Effect accessIntrinsic(const CallBase &Call, StringRef Name) {
  MemoryAccess A;
  A.setForm(*formOfIntrinsic(Name));
  A.Pointer = Call.getArgOperand(0);
  A.Size = Call.getModule()
               ->getDataLayout()
               .getTypeStoreSize(Call.getType())
               .getFixedValue();
  using Update = map::Access::Update;
  A.TheUpdate = StringSwitch<Update>(Name.split("atomic.").second)
                    .StartsWith("add.gen.i", Update::Add)
                    .StartsWith("or.gen.i", Update::Or)
                    .StartsWith("exch.gen.i", Update::Exchange)
                    .StartsWith("cas.gen.i", Update::CompareExchange)
                    .Default(Update::Any);
  if (A.TheUpdate != Update::Any)
    A.Operand = Call.getArgOperand(Call.arg_size() - 1);
  if (A.TheUpdate == Update::CompareExchange)
    A.Expected = Call.getArgOperand(1);
  return Effect::access(A);
}

/// A scope that the name does not say is taken as a block's: that orders least.
static Effect fence(StringRef Name) {
  Effect E = of(Kind::Fence);
  if (Name.starts_with("membar.gl"))
    E.FenceScope = map::Scope::Grid;
  if (Name.starts_with("membar.sys"))
    E.FenceScope = map::Scope::System;
  return E;
}

static Effect nvvmIntrinsic(const CallBase &Call, StringRef Name) {
  StringRef Rest = Name.drop_front(StringRef("llvm.nvvm.").size());
  if (Rest.starts_with("barrier.cluster"))
    return effectOfClusterBarrier(Name);
  if (Rest.starts_with("bar"))
    return effectOfBlockBarrier(Call, Name);
  if (Rest.starts_with("membar") || Rest.starts_with("fence"))
    return fence(Rest);
  if (formOfIntrinsic(Name))
    return accessIntrinsic(Call, Name);
  if (Rest.starts_with("mbarrier"))
    return Effect::unknown("barrier object (mbarrier) is not modelled yet");
  if (Rest.starts_with("wmma.") && !Rest.contains(".mma."))
    return effectOfWarpMatrix(Call, Name);
  if (Rest.starts_with("sust"))
    return Effect::unknown("surface write is not modelled");
  if (Rest.starts_with("exit"))
    return of(Kind::Exit);
  if (auto E = effectOfExchange(Call, Rest))
    return *E;
  static constexpr StringLiteral Values[] = {
      "shfl",          "vote",      "match",         "activemask", "redux",
      "read.ptx.sreg", "tex",       "tld4",          "suld",       "suq",
      "txq",           "nanosleep", "elect",         "mma.",       "wmma.",
      "prefetch",      "isspacep",  "istypep",       "reflect",    "prmt",
      "clz",           "rotate",    "griddepcontrol"};
  for (StringRef Value : Values)
    if (Rest.starts_with(Value))
      return of(Kind::None);
  if (Call.doesNotAccessMemory())
    return of(Kind::None);
  return Effect::unknown("intrinsic " + Name.str() + " is not modelled");
}

static Effect blockCopy(const MemIntrinsic &M) {
  Effect E = of(Kind::Accesses);
  MemoryAccess A;
  A.Volatile = M.isVolatile();
  if (const auto *Length = dyn_cast<ConstantInt>(M.getLength())) {
    A.Size = Length->getZExtValue();
    if (A.Size == 0)
      return of(Kind::None);
    if (A.Size > INT64_MAX) // a negative number, mostly
      return Effect::unknown("access to a block of 2^63 bytes or more");
  } else {
    A.Length = M.getLength();
  }
  if (const auto *Transfer = dyn_cast<MemTransferInst>(&M)) {
    A.Pointer = Transfer->getRawSource();
    E.Accesses.push_back(A);
  } else if (const auto *Set = dyn_cast<MemSetInst>(&M)) {
    if (const auto *Byte = dyn_cast<ConstantInt>(Set->getValue()))
      A.Fill = Byte->getZExtValue();
  }
  A.Operation = Operation::Write;
  A.Pointer = M.getRawDest();
  E.Accesses.push_back(A);
  return E;
}

/// libdevice: a value, but for results that are written through pointers.
static Effect libdevice(const CallBase &Call, StringRef Name) {
  Effect E = of(Kind::None);
  unsigned Size = StringSwitch<unsigned>(Name.drop_front(5))
                      .Case("frexp", 4)
                      .Case("frexpf", 4)
                      .Case("remquo", 4)
                      .Case("remquof", 4)
                      .Case("sincosf", 4)
                      .Case("sincospif", 4)
                      .Case("fast_sincosf", 4)
                      .Case("modff", 4)
                      .Case("sincos", 8)
                      .Case("sincospi", 8)
                      .Case("modf", 8)
                      .Default(0);
  for (const Value *Argument : Call.args()) {
    if (!Argument->getType()->isPointerTy())
      continue;
    if (Size == 0)
      return Effect::unknown("call of unknown function " + demangle(Name));
    MemoryAccess A;
    A.Operation = Operation::Write;
    A.Pointer = Argument;
    A.Size = Size;
    E.TheKind = Kind::Accesses;
    E.Accesses.push_back(A);
  }
  return E;
}

/// Nothing in it touches memory of others, calls of itself aside.
static bool isPure(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (Call && Call->getCalledFunction() == &F)
      continue;
    if (Call && !Call->isInlineAsm() && Call->getCalledFunction() &&
        !Call->getCalledFunction()->isDeclaration())
      return false;
    if (!effectsOf(I).empty())
      return false;
  }
  return true;
}

/// Two of them at once for one condition are a race, whatever they say.
static Effect ofGraphCondition(const CallBase &Call) {
  MemoryAccess A;
  A.Operation = Operation::Write;
  A.Pointer = Call.getArgOperand(0);
  A.Size = 4;
  A.Place.emplace().Kind = "graph condition";
  return Effect::access(A);
}

static Effect functionCall(const CallBase &Call, const Function &Callee) {
  StringRef Name = Callee.getName();
  if (isGridBarrier(Callee)) {
    Effect E = of(Kind::Barrier);
    E.TheBarrier.TheScope = map::Scope::Grid;
    return E;
  }
  if (isTileReduction(Callee))
    return of(Kind::None);
  if (isTileValue(Callee))
    return effectOfTileValue(Call);
  if (!Callee.isDeclaration() && isPure(Callee))
    return of(Kind::None);
  if (!Callee.isDeclaration())
    return Effect::unknown("recursion in " + demangle(Name));
  if (Name.starts_with("__nv_"))
    return libdevice(Call, Name);
  // clang's headers declare nan() and have no body for it.
  if (Name == "vprintf" || Name == "__nvvm_reflect" ||
      demangle(Name) == "nan(char const*)" ||
      demangle(Name) == "nanf(char const*)")
    return of(Kind::None);
  if (Name == "__assertfail" || Name == "__assert_fail" || Name == "abort")
    return of(Kind::Abort);
  if (Name == "cudaGraphSetConditional")
    return ofGraphCondition(Call);
  if (Name == "malloc" || Name == "free")
    return Call.use_empty() && Name == "malloc"
               ? of(Kind::None)
               : Effect::unknown("device-side " + Name.str());
  if (Call.doesNotAccessMemory() && Call.doesNotThrow())
    return of(Kind::None);
  return Effect::unknown("call of unknown function " + demangle(Name));
}

static Effect intrinsicCall(const IntrinsicInst &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  if (const auto *M = dyn_cast<MemIntrinsic>(&Call))
    return blockCopy(*M);
  if (Name.starts_with("llvm.nvvm."))
    return nvvmIntrinsic(Call, Name);
  switch (Call.getIntrinsicID()) {
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
    return of(Kind::Abort);
  case Intrinsic::assume:
  case Intrinsic::debugtrap:
  case Intrinsic::prefetch:
  case Intrinsic::sideeffect:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::readcyclecounter:
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
    return of(Kind::None);
  default:
    if (isa<DbgInfoIntrinsic>(Call) || Call.doesNotAccessMemory() ||
        Name.starts_with("llvm.ptr.annotation") ||
        Name.starts_with("llvm.var.annotation") ||
        Name.starts_with("llvm.annotation"))
      return of(Kind::None);
    return Effect::unknown("intrinsic " + Name.str() + " is not modelled");
  }
}

Effect effectOfCall(const CallBase &Call) {
  if (Call.isInlineAsm())
    return Effect::unknown("inline assembly");
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call))
    return intrinsicCall(*Intrinsic);
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return Effect::unknown("indirect call");
  if (Callee->isIntrinsic())
    return Effect::unknown("intrinsic " + Callee->getName().str() +
                           " is not modelled");
  return functionCall(Call, *Callee);
}

const Value *returnedPointer(const CallBase &Call) {
  if (!Call.getType()->isPointerTy())
    return nullptr;
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call)) {
    StringRef Name = Call.getCalledFunction()->getName();
    switch (Intrinsic->getIntrinsicID()) {
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
      return Call.getArgOperand(0);
    default:
      if (Name.starts_with("llvm.ptr.annotation") ||
          Name.starts_with("llvm.nvvm.ptr."))
        return Call.getArgOperand(0);
    }
  }
  return Call.getReturnedArgOperand();
}

} // namespace racemap::lift
