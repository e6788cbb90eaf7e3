// AssemblyAtomic - atom and red.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyAddress.h"
#include "runtime/cpu/lower/AssemblyOrder.h"

#include "llvm/ADT/StringSwitch.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;
using ptx::Operand;

namespace {

struct AtomicForm {
  StringRef Op;
  NumberType T;
  unsigned Elements = 1;
  bool IsShared = false;
  AtomicOrdering Order = AtomicOrdering::Monotonic;
  SyncScope::ID Scope = SyncScope::System;
};

} // namespace

static std::optional<AtomicForm> decode(AssemblyEmitter &E,
                                        const Instruction &I) {
  ModifierList M(I);
  AtomicForm A;
  M.ignore({"noftz"});
  M.ignorePrefixed("L2::");
  A.Order = takeOrder(M).value_or(AtomicOrdering::Monotonic);
  A.Scope = takeScope(E, M);
  A.IsShared = takeShared(M);
  A.Op = M.takeAnyOf(
      {"add", "and", "or", "xor", "min", "max", "inc", "dec", "exch", "cas"});
  StringRef Vector = M.takeAnyOf({"v2", "v4", "v8"});
  if (!Vector.empty())
    A.Elements = unsigned(Vector[1] - '0');
  auto T = M.takeType();
  if (A.Op.empty() || !T || !M.empty())
    return std::nullopt;
  A.T = *T;
  return A;
}

static AtomicRMWInst::BinOp operation(const AtomicForm &A) {
  using Op = AtomicRMWInst::BinOp;
  bool F = A.T.isFloat(), S = A.T.isSigned();
  return StringSwitch<Op>(A.Op)
      .Case("add", F ? Op::FAdd : Op::Add)
      .Case("and", Op::And)
      .Case("or", Op::Or)
      .Case("xor", Op::Xor)
      .Case("min", F   ? Op::FMin
                   : S ? Op::Min
                       : Op::UMin)
      .Case("max", F   ? Op::FMax
                   : S ? Op::Max
                       : Op::UMax)
      .Case("inc", Op::UIncWrap)
      .Case("dec", Op::UDecWrap)
      .Case("exch", Op::Xchg)
      .Default(Op::BAD_BINOP);
}

static Value *readModifyWrite(AssemblyEmitter &E, const AtomicForm &A, Value *P,
                              const Operand &From) {
  Value *V = A.T.isFloat() && A.Op != "exch" ? E.read(From, A.T)
                                             : E.read(From, A.T.size());
  return E.B.CreateAtomicRMW(operation(A), P, V, Align(A.T.size() / 8), A.Order,
                             A.Scope);
}

static Value *compareAndSwap(AssemblyEmitter &E, const AtomicForm &A, Value *P,
                             const Operand &Expected, const Operand &New) {
  auto *Swap = E.B.CreateAtomicCmpXchg(
      P, E.read(Expected, A.T.size()), E.read(New, A.T.size()),
      Align(A.T.size() / 8), A.Order,
      AtomicCmpXchgInst::getStrongestFailureOrdering(A.Order), A.Scope);
  return E.B.CreateExtractValue(Swap, 0);
}

/// red's operands are atom's without the destination; a cache policy may
/// follow.
bool emitAtomic(AssemblyEmitter &E, const Instruction &I) {
  bool Returns = I.Opcode == "atom";
  if (!Returns && I.Opcode != "red")
    return false;
  auto A = decode(E, I);
  ArrayRef<Operand> In = ArrayRef(I.Operands).drop_front(Returns ? 1 : 0);
  bool IsCas = A && A->Op == "cas";
  if (!A || In.size() < (IsCas ? 3u : 2u))
    return false;
  Value *P = addressOf(E, In[0], A->IsShared);
  if (A->Elements == 1) {
    Value *Old = IsCas ? compareAndSwap(E, *A, P, In[1], In[2])
                       : readModifyWrite(E, *A, P, In[1]);
    if (Returns)
      E.write(I.Operands[0], Old, A->T.isSigned());
    return true;
  }
  if (In[1].Elements.size() != A->Elements || IsCas)
    return false;
  for (unsigned K = 0; K < A->Elements; ++K) {
    Value *At =
        E.B.CreateConstInBoundsGEP1_64(E.B.getInt8Ty(), P, K * A->T.size() / 8);
    Value *Old = readModifyWrite(E, *A, At, In[1].Elements[K]);
    if (Returns && K < I.Operands[0].Elements.size())
      E.write(I.Operands[0].Elements[K], Old);
  }
  return true;
}

} // namespace racemap::cpu
