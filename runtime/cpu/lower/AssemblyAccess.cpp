// AssemblyAccess - ld and st, with vectors, scopes and orders.
//
// The elements of a vector are accessed one after the other, as PTX allows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyAddress.h"
#include "runtime/cpu/lower/AssemblyOrder.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;
using ptx::Operand;

namespace {

struct AccessForm {
  NumberType T;
  unsigned Elements = 1;
  bool IsVolatile = false, IsShared = false, IsLocal = false;
  bool HasPolicy = false;
  std::optional<AtomicOrdering> Order;
  SyncScope::ID Scope = SyncScope::System;
};

} // namespace

static std::optional<AccessForm> decode(AssemblyEmitter &E,
                                        const Instruction &I) {
  ModifierList M(I);
  AccessForm A;
  A.HasPolicy = M.take("L2::cache_hint");
  M.ignore({"weak", "nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "unified"});
  M.ignorePrefixed("L1::");
  M.ignorePrefixed("L2::");
  A.IsVolatile = !M.takeAnyOf({"volatile", "mmio"}).empty();
  A.Order = takeOrder(M);
  A.Scope = takeScope(E, M);
  A.IsShared = takeShared(M);
  A.IsLocal = M.take("local");
  if (I.Opcode != "st")
    M.ignore({"const", "param", "param::entry"});
  StringRef Vector = M.takeAnyOf({"v2", "v4", "v8"});
  if (!Vector.empty())
    A.Elements = unsigned(Vector[1] - '0');
  auto T = M.takeType();
  if (!T || !M.empty())
    return std::nullopt;
  A.T = *T;
  return A;
}

static Value *beginOf(AssemblyEmitter &E, const Operand &O,
                      const AccessForm &A) {
  Value *P = addressOf(E, O, A.IsShared);
  if (A.IsLocal)
    checkLocal(E, P, A.Elements * A.T.size() / 8);
  return P;
}

/// The elements of "{a, b}", or the one that there is.
static ArrayRef<Operand> elements(const Operand &O, unsigned Number) {
  if (Number == 1)
    return O;
  if (O.is(Operand::Kind::Vector) && O.Elements.size() == Number)
    return O.Elements;
  return {};
}

static Value *elementAddress(AssemblyEmitter &E, Value *P, const AccessForm &A,
                             size_t Index) {
  return E.B.CreateConstInBoundsGEP1_64(E.B.getInt8Ty(), P,
                                        Index * A.T.size() / 8);
}

template <class Access> static void setOrder(Access *I, const AccessForm &A) {
  I->setVolatile(A.IsVolatile);
  if (A.Order)
    I->setAtomic(*A.Order, A.Scope);
}

static bool emitLoad(AssemblyEmitter &E, const Instruction &I) {
  auto A = decode(E, I);
  if (!A || I.Operands.size() != (A->HasPolicy ? 3u : 2u))
    return false;
  ArrayRef<Operand> To = elements(I.Operands[0], A->Elements);
  Value *P = beginOf(E, I.Operands[1], *A);
  SmallVector<Value *, 8> Values;
  for (size_t K = 0; K < To.size(); ++K) {
    auto *Load = E.B.CreateAlignedLoad(E.integer(A->T.size()),
                                       elementAddress(E, P, *A, K),
                                       Align(A->T.size() / 8));
    setOrder(Load, *A);
    Values.push_back(Load);
  }
  for (size_t K = 0; K < To.size(); ++K)
    E.write(To[K], Values[K], A->T.isSigned());
  return !To.empty();
}

static bool emitStore(AssemblyEmitter &E, const Instruction &I) {
  auto A = decode(E, I);
  if (!A || I.Operands.size() != (A->HasPolicy ? 3u : 2u))
    return false;
  ArrayRef<Operand> From = elements(I.Operands[1], A->Elements);
  Value *P = beginOf(E, I.Operands[0], *A);
  for (size_t K = 0; K < From.size(); ++K)
    setOrder(E.B.CreateAlignedStore(E.read(From[K], A->T.size()),
                                    elementAddress(E, P, *A, K),
                                    Align(A->T.size() / 8)),
             *A);
  return !From.empty();
}

bool emitAccess(AssemblyEmitter &E, const Instruction &I) {
  if (I.Opcode == "ld" || I.Opcode == "ldu")
    return emitLoad(E, I);
  return I.Opcode == "st" && emitStore(E, I);
}

} // namespace racemap::cpu
