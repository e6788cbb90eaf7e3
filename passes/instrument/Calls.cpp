// Calls - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Calls.h"
#include "passes/lift/effects/Assembly.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

namespace racemap::instrument {

using namespace llvm;
using Kind = Event::Kind;

Calls::Calls(Module &M, bool SaysValues) : M(M) {
  LLVMContext &C = M.getContext();
  Type *Pointer = PointerType::getUnqual(C), *Long = Type::getInt64Ty(C),
       *Int = Type::getInt32Ty(C);
  Access = declare(device::abi::Access, {Pointer, Long, Int, Int}, true);
  if (SaysValues)
    Store = declare(device::abi::Store, {Pointer, Long, Int, Int, Long, Long},
                    true);
  Performed = declare(device::abi::Performed, {Pointer, Long, Int, Int});
  Fence = declare(device::abi::Fence, {Int, Int});
  Barrier = declare(device::abi::Barrier, {Int, Int});
  NamedBarrier = declare(device::abi::NamedBarrier, {Int, Int});
  CopyBegin =
      declare(device::abi::CopyBegin, {Pointer, Pointer, Long, Int, Int});
  CopyCommit = declare(device::abi::CopyCommit, {});
  CopyWait = declare(device::abi::CopyWait, {Int});
  GridSync = declare(device::abi::GridSync, {});
}

/// OnlyChecks: it touches nothing that the program knows of, so that values
/// may stay in registers across it.
FunctionCallee Calls::declare(const char *Name, ArrayRef<Type *> Parameters,
                              bool OnlyChecks) {
  auto *Type =
      FunctionType::get(llvm::Type::getVoidTy(M.getContext()), Parameters,
                        /*isVarArg=*/false);
  FunctionCallee Callee = M.getOrInsertFunction(Name, Type);
  auto *F = cast<Function>(Callee.getCallee());
  F->addFnAttr(Attribute::NoUnwind);
  if (!OnlyChecks)
    return Callee;
  F->addFnAttr(Attribute::WillReturn);
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return Callee;
}

Value *Calls::laneId(IRBuilder<> &B) {
  return B.CreateZExt(B.CreateIntrinsic(B.getInt32Ty(),
                                        Intrinsic::nvvm_read_ptx_sreg_laneid,
                                        {}),
                      B.getInt64Ty());
}

static std::string unknownIn(StringRef What) {
  return ("inline assembly that is not monitored: its " + What +
          " is not known outside of it")
      .str();
}

/// The bytes under this condition.
static Value *orNothing(IRBuilder<> &B, Value *When, Value *Bytes) {
  if (const auto *C = dyn_cast<ConstantInt>(When); C && C->isOne())
    return Bytes;
  return B.CreateSelect(When, Bytes, B.getInt64(0));
}

/// What a copy of a variable of the thread stores, as an integer.
static Value *copiedIn(IRBuilder<> &B, Instruction &At) {
  auto *Copy = dyn_cast<MemCpyInst>(&At);
  auto *Bytes = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
  if (!Bytes || Bytes->isZero() || Bytes->getValue().ugt(16) ||
      !isa<AllocaInst>(getUnderlyingObject(Copy->getRawSource())))
    return nullptr;
  Type *T = B.getIntNTy(unsigned(8 * Bytes->getZExtValue()));
  return B.CreateAlignedLoad(T, Copy->getRawSource(), Align(1));
}

/// What an instruction stores, as one integer of its bytes; null if that are
/// more than 16, or it is not known before.
static Value *storedIn(IRBuilder<> &B, Instruction &At, const Event &E) {
  if (E.How.Op == fsm::Operation::Write && isa<MemCpyInst>(At))
    return copiedIn(B, At);
  auto *Store = dyn_cast<StoreInst>(&At);
  if (!Store || E.How.Op != fsm::Operation::Write)
    return nullptr;
  Value *Stored = Store->getValueOperand();
  Type *T = Stored->getType();
  if (T->isPointerTy())
    return B.CreatePtrToInt(Stored, B.getInt64Ty());
  uint64_t Bits = T->getPrimitiveSizeInBits().getKnownMinValue();
  if (T->isScalableTy() || Bits == 0 || Bits > 128)
    return nullptr;
  if (T->isIntegerTy())
    return Stored;
  return Bits % 8 == 0 ? B.CreateBitCast(Stored, B.getIntNTy(unsigned(Bits)))
                       : nullptr;
}

void Calls::announceStore(IRBuilder<> &B, ArrayRef<Value *> Access,
                          Value *Stored) {
  Type *Long = B.getInt64Ty();
  Value *High = B.getInt64(0);
  if (Stored->getType()->getIntegerBitWidth() > 64) {
    Stored = B.CreateZExt(Stored, B.getInt128Ty());
    High = B.CreateTrunc(B.CreateLShr(Stored, 64), Long);
  }
  SmallVector<Value *, 6> Arguments(Access);
  Arguments.append({B.CreateZExtOrTrunc(Stored, Long), High});
  B.CreateCall(Store, Arguments);
}

std::string Calls::announceAccess(Instruction &At, const Event &E,
                                  unsigned Site) {
  IRBuilder<> B(&At);
  Operands In(B, At);
  Value *When = In.condition(E.When), *To = In.pointer(E.To);
  Value *Bytes = In.integer(E.Bytes);
  if (!When || !To || !Bytes)
    return unknownIn(When ? "address" : "predicate");
  if (E.Lanes < 32)
    When = B.CreateAnd(When, B.CreateICmpULT(laneId(B), B.getInt64(E.Lanes)));
  Bytes = orNothing(B, When, Bytes);
  Value *How = B.getInt32(E.How.bits()), *Number = B.getInt32(Site);
  if (Value *Stored = E.SaysValue ? storedIn(B, At, E) : nullptr)
    announceStore(B, {To, Bytes, How, Number}, Stored);
  else
    B.CreateCall(Access, {To, Bytes, How, Number});
  if (!E.How.isStrong())
    return "";
  B.SetInsertPoint(At.getNextNode());
  B.SetCurrentDebugLocation(At.getDebugLoc());
  B.CreateCall(Performed, {To, Bytes, became(B, At, E), Number});
  return "";
}

/// What the call leaves in an operand of its text, or returns if it has none;
/// null if that is no integer.
static Value *resultOf(IRBuilder<> &B, CallBase &Call, unsigned Operand) {
  auto *Struct = dyn_cast<StructType>(Call.getType());
  for (unsigned I = 0; I < (Struct ? Struct->getNumElements() : 1); ++I) {
    if (Call.isInlineAsm() && lift::assemblyResult(Call, I) != Operand)
      continue;
    Value *Result = Struct ? B.CreateExtractValue(&Call, I) : &Call;
    return Result->getType()->isIntegerTy()
               ? B.CreateZExtOrTrunc(Result, B.getInt64Ty())
               : nullptr;
  }
  return nullptr;
}

/// Did the compare-and-swap find what it wants? Null if that is not known.
static Value *hasSwapped(IRBuilder<> &B, Instruction &At, const Event &E) {
  if (isa<AtomicCmpXchgInst>(At))
    return B.CreateExtractValue(&At, 1);
  auto *Call = dyn_cast<CallBase>(&At);
  if (!Call || !E.Expected)
    return nullptr;
  Value *Found = resultOf(B, *Call, E.Found);
  Value *Wanted = Operands(B, At).integer(*E.Expected);
  uint64_t Bits = 8 * E.Bytes.number().value_or(0);
  if (!Found || !Wanted || Bits == 0 || Bits > 64)
    return nullptr;
  Type *Compared = B.getIntNTy(unsigned(Bits));
  return B.CreateICmpEQ(B.CreateTrunc(Found, Compared),
                        B.CreateTrunc(Wanted, Compared));
}

/// The descriptor of the access, now that it has been performed.
Value *Calls::became(IRBuilder<> &B, Instruction &At, const Event &E) {
  Value *How = B.getInt32(E.How.bits());
  Value *Swapped = E.Failed ? hasSwapped(B, At, E) : nullptr;
  return Swapped ? B.CreateSelect(Swapped, How, B.getInt32(E.Failed->bits()))
                 : How;
}

/// The lanes take the elements in order, as many each: one run of them, or some
/// whole lines.
std::string Calls::announceMatrix(Instruction &At, const Event &E,
                                  unsigned Site) {
  const lift::MatrixTile &T = *E.Tile;
  uint64_t Each = T.Rows * T.Columns / 32;
  uint64_t Line = T.ColumnMajor ? T.Rows : T.Columns;
  uint64_t Size = E.Bytes.number().value_or(0);
  if (!Each || (Line % Each != 0 && Each % Line != 0))
    return "the tile of this warp matrix cannot be dealt out to the lanes";
  IRBuilder<> B(&At);
  Value *Base = Operands(B, At).pointer(E.To), *Lane = laneId(B);
  Value *Stride = T.Stride.Value
                      ? B.CreateZExtOrTrunc(const_cast<Value *>(T.Stride.Value),
                                            B.getInt64Ty())
                      : B.getInt64(T.Stride.Number);
  uint64_t Run = std::min(Each, Line);
  for (uint64_t Element = 0; Element < Each; Element += Run) {
    Value *First =
        B.CreateAdd(B.CreateMul(Lane, B.getInt64(Each)), B.getInt64(Element));
    Value *Row = B.CreateUDiv(First, B.getInt64(Line));
    Value *Column = B.CreateURem(First, B.getInt64(Line));
    Value *Index = B.CreateAdd(B.CreateMul(Row, Stride), Column);
    Value *To =
        B.CreateGEP(B.getInt8Ty(), Base, B.CreateMul(Index, B.getInt64(Size)));
    B.CreateCall(Access, {To, B.getInt64(Run * Size), B.getInt32(E.How.bits()),
                          B.getInt32(Site)});
  }
  return "which lane accesses which element of a warp matrix is not specified; "
         "the lanes are taken in the order of the elements";
}

std::string Calls::announceCopy(Instruction &At, const Event &E,
                                unsigned Site) {
  IRBuilder<> B(&At);
  Operands In(B, At);
  Value *When = In.condition(E.When), *To = In.pointer(E.To);
  Value *From = In.pointer(*E.From), *Bytes = In.integer(E.Bytes);
  Value *Read = E.BytesRead ? In.integer(*E.BytesRead) : Bytes;
  if (!When || !To || !From || !Bytes || !Read)
    return unknownIn(When ? "address" : "predicate");
  Value *How = B.getInt32(E.How.bits()), *Number = B.getInt32(Site);
  Value *Nothing = ConstantPointerNull::get(B.getPtrTy());
  B.CreateCall(CopyBegin,
               {E.SkipsTo ? Nothing : To, E.SkipsFrom ? Nothing : From,
                orNothing(B, When, Read), How, Number});
  if (!E.BytesRead || E.SkipsTo)
    return "";
  B.CreateCall(CopyBegin,
               {B.CreateGEP(B.getInt8Ty(), To, Read), Nothing,
                orNothing(B, When, B.CreateSub(Bytes, Read)), How, Number});
  return "";
}

/// Behind the instruction, as all of these say that something has happened, but
/// for what an access of the same instruction relies on.
std::string Calls::announceOrder(Instruction &At, const Event &E) {
  if (E.When.K != ptx::Guard::Kind::Always)
    return "inline assembly that orders threads under a predicate is not "
           "monitored";
  IRBuilder<> B(E.IsInFront ? &At : At.getNextNode());
  B.SetCurrentDebugLocation(At.getDebugLoc());
  Operands In(B, At);
  Value *Scope = B.getInt32(unsigned(E.Scope));
  auto Int = [&](const Quantity &Q) -> Value * {
    Value *V = In.integer(Q);
    return V ? B.CreateTrunc(V, B.getInt32Ty()) : nullptr;
  };
  auto Call = [&](FunctionCallee F, ArrayRef<Value *> Arguments) {
    if (is_contained(Arguments, nullptr))
      return unknownIn("operand");
    B.CreateCall(F, Arguments);
    return std::string();
  };
  switch (E.K) {
  case Kind::Fence:
    return Call(Fence, {Scope, B.getInt32(unsigned(E.How.Ordering))});
  case Kind::Barrier:
    return Call(
        Barrier,
        {Scope, E.Scope == fsm::Scope::Warp ? Int(E.Mask) : B.getInt32(~0u)});
  case Kind::NamedBarrier:
    return Call(NamedBarrier, {Int(E.Id), Int(E.Count)});
  case Kind::CopyCommit:
    return Call(CopyCommit, {});
  case Kind::CopyWait:
    return Call(CopyWait, {Int(E.Count)});
  case Kind::Access:
  case Kind::CopyBegin:
  case Kind::Order:
  case Kind::Unknown:
    break;
  }
  return "";
}

std::string Calls::announce(Instruction &At, const Event &E, unsigned Site) {
  switch (E.K) {
  case Kind::Access:
    return E.Tile ? announceMatrix(At, E, Site) : announceAccess(At, E, Site);
  case Kind::CopyBegin:
    return announceCopy(At, E, Site);
  case Kind::Unknown:
    return E.Reason;
  case Kind::Order:
    return "";
  case Kind::Fence:
  case Kind::Barrier:
  case Kind::NamedBarrier:
  case Kind::CopyCommit:
  case Kind::CopyWait:
    return announceOrder(At, E);
  }
  return "";
}

void Calls::announceStray(Instruction &At, const Event &E, unsigned Site,
                          Value *Begin, Value *Size) {
  IRBuilder<> B(&At);
  Type *Long = B.getInt64Ty(), *Int = B.getInt32Ty();
  FunctionCallee Stray =
      declare(device::abi::Stray, {B.getPtrTy(), Long, Int, Long, Long});
  Operands In(B, At);
  B.CreateCall(Stray, {In.pointer(E.To), In.integer(E.Bytes), B.getInt32(Site),
                       Begin, Size});
}

void Calls::replaceGridBarrier(CallBase &Call, bool KeepsCall) {
  IRBuilder<> B(Call.getNextNode());
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  if (!KeepsCall)
    B.CreateCall(GridSync, {});
  B.CreateCall(Barrier,
               {B.getInt32(unsigned(fsm::Scope::Grid)), B.getInt32(~0u)});
  if (!KeepsCall)
    Call.eraseFromParent();
}

} // namespace racemap::instrument
