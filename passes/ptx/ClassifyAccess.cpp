// ClassifyAccess - loads, stores, atomics, reductions, matrix rows.
//
// The opcode says which operands to expect (destination, address, sources, and
// a cache policy if a modifier asks for one), the modifiers say the rest. An
// operand too many or too few, of the wrong shape, or an unknown modifier makes
// it Unsupported.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/Classify.h"

#include "passes/ptx/Modifiers.h"
#include "passes/ptx/Opcode.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace racemap::ptx {

static Unsupported badMemory(const Instruction &I, const Twine &Why) {
  return unsupported(I, Unsupported::Kind::Memory, Why);
}

/// "[...]", or an asm operand with a memory constraint, which prints its own
/// brackets.
static bool isAddress(const Operand &O) {
  return O.is(Operand::Kind::Address) || O.is(Operand::Kind::AsmOperand);
}

/// A register or a vector of Elements of them, to read or to write.
static bool holds(const Operand &O, unsigned Elements) {
  switch (O.K) {
  case Operand::Kind::Vector:
    return O.Elements.size() == Elements;
  case Operand::Kind::Register:
  case Operand::Kind::AsmOperand:
  case Operand::Kind::Immediate:
  case Operand::Kind::Special:
  case Operand::Kind::Symbol:
  case Operand::Kind::Sink:
    return true;
  case Operand::Kind::Pair:
  case Operand::Kind::Sum:
  case Operand::Kind::Address:
  case Operand::Kind::Tuple:
  case Operand::Kind::List:
    return false;
  }
  llvm_unreachable("every kind of operand is handled");
}

static Access::Kind kindOf(Family F) {
  if (F == Family::Load)
    return Access::Kind::Read;
  if (F == Family::Store)
    return Access::Kind::Write;
  return F == Family::Atomic ? Access::Kind::Atomic : Access::Kind::Reduction;
}

/// Fills in what the modifiers say; returns why it is not understood, or "".
static StringRef applyModifiers(Access &A, const Instruction &I,
                                const MemoryModifiers &M) {
  if (!M.ElementType || M.ElementType->C == Type::Class::Predicate)
    return "no memory type";
  if (A.isAtomic() != M.Op.has_value())
    return A.isAtomic() ? "no atomic operation" : "unknown modifier";
  A.Space = M.Space;
  A.ElementType = *M.ElementType;
  A.Elements = M.Elements;
  A.Bytes = M.Elements * M.ElementType->Bits / 8;
  A.Op = M.Op;
  A.IsNonCoherent = M.IsNonCoherent || I.Opcode == "ldu";
  A.Order = M.Order.value_or(A.isAtomic() ? Ordering::Relaxed : Ordering::Weak);
  A.S = M.S.value_or(A.isAtomic() ? Scope::Device : Scope::System);
  return "";
}

Effect::Payload classifyAccess(const Instruction &I, const DataFlow &State) {
  if (I.hasAnyOf({"async", "bulk"}))
    return badMemory(I, "asynchronous access");
  MemoryModifiers M = MemoryModifiers::decode(I);
  if (!M.UnknownModifier.empty())
    return badMemory(I, "unknown modifier '." + M.UnknownModifier + "'");
  Access A;
  A.K = kindOf(familyOf(I.Opcode));
  if (StringRef Why = applyModifiers(A, I, M); !Why.empty())
    return badMemory(I, Why);

  bool HasResult = A.K == Access::Kind::Read || A.K == Access::Kind::Atomic;
  size_t SourceCount =
      A.K == Access::Kind::Read ? 0 : (A.Op == AtomicOp::Cas ? 2 : 1);
  size_t AddressAt = HasResult ? 1 : 0;
  size_t Expected = AddressAt + 1 + SourceCount + (M.HasCachePolicy ? 1 : 0);
  if (I.Operands.size() != Expected)
    return badMemory(I, "unexpected number of operands");
  const Operand &Address = I.Operands[AddressAt];
  if (!isAddress(Address))
    return badMemory(I, "address expected");
  if (HasResult && !holds(I.Operands.front(), A.Elements))
    return badMemory(I, "unexpected destination");
  for (const Operand &Source :
       ArrayRef(I.Operands).slice(AddressAt + 1, SourceCount)) {
    if (!holds(Source, A.Elements))
      return badMemory(I, "unexpected source");
    A.Sources.push_back(Source);
    A.Given.push_back(State.read(Source));
  }
  if (HasResult)
    A.Result = I.Operands.front();
  A.Address = State.address(Address, A.Space);
  return A;
}

/// {ld,st}matrix.sync.aligned.m8n8.xN{.trans}.shared.b16: lane 8*i+j has the
/// address of row j of matrix i, 16 bytes; which lane gets what is fixed.
Effect::Payload classifyMatrixAccess(const Instruction &I,
                                     const DataFlow &State) {
  bool IsLoad = familyOf(I.Opcode) == Family::MatrixLoad;
  unsigned Matrices = 0;
  bool IsKnownShape = false, IsKnownType = false;
  Access A;
  for (const std::string &Modifier : I.Modifiers) {
    if (Modifier == "x1" || Modifier == "x2" || Modifier == "x4")
      Matrices = static_cast<unsigned>(Modifier[1] - '0');
    else if (Modifier == "m8n8")
      IsKnownShape = true;
    else if (Modifier == "b16")
      IsKnownType = true;
    else if (std::optional<StateSpace> Space = parseSpace(Modifier))
      A.Space = *Space;
    else if (Modifier != "sync" && Modifier != "aligned" && Modifier != "trans")
      return badMemory(I, "unknown modifier '." + Modifier + "'");
  }
  if (!Matrices || !IsKnownShape || !IsKnownType || I.Operands.size() != 2)
    return badMemory(I, "unknown matrix shape");
  const Operand &Address = I.Operands[IsLoad ? 1 : 0];
  const Operand &Data = I.Operands[IsLoad ? 0 : 1];
  if (!isAddress(Address) || !holds(Data, Matrices))
    return badMemory(I, "unexpected operand");
  A.K = IsLoad ? Access::Kind::Read : Access::Kind::Write;
  A.ElementType = {Type::Class::Bits, 16};
  A.Elements = 8;
  A.Bytes = 16;
  A.AddressLanes = 8 * Matrices;
  A.Address = State.address(Address, A.Space);
  if (IsLoad)
    A.Result = Data;
  else
    A.Sources.push_back(Data);
  return A;
}

} // namespace racemap::ptx
