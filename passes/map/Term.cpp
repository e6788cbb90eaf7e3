// Term - identity of nodes, and the names of built-ins.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Term.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::map {

void Term::Profile(llvm::FoldingSetNodeID &ID) const {
  ID.AddInteger(static_cast<unsigned>(kind()));
  ID.AddInteger(width());
  switch (kind()) {
  case Kind::Constant:
    ID.AddInteger(llvm::cast<Constant>(this)->value());
    break;
  case Kind::Variable: {
    const auto *V = llvm::cast<Variable>(this);
    ID.AddInteger(static_cast<unsigned>(V->role()));
    ID.AddInteger(static_cast<unsigned>(V->copy()));
    ID.AddString(V->name());
    break;
  }
  case Kind::Unknown: {
    const auto *U = llvm::cast<Unknown>(this);
    ID.AddInteger(static_cast<unsigned>(U->cause()));
    ID.AddInteger(static_cast<unsigned>(U->copy()));
    ID.AddString(U->name());
    ID.AddPointer(U->array());
    break;
  }
  case Kind::Operation: {
    const auto *O = llvm::cast<Operation>(this);
    ID.AddInteger(static_cast<unsigned>(O->op()));
    ID.AddInteger(static_cast<unsigned>(O->promises()));
    break;
  }
  }
  for (const Term *X : operands())
    ID.AddPointer(X);
}

int64_t Constant::signedValue() const {
  return llvm::SignExtend64(Value, width());
}

llvm::StringRef name(Builtin B) {
  static constexpr llvm::StringRef Names[NumBuiltins] = {
      "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
      "blockIdx.y",  "blockIdx.z",  "blockDim.x",  "blockDim.y",
      "blockDim.z",  "gridDim.x",   "gridDim.y",   "gridDim.z"};
  return Names[static_cast<unsigned>(B)];
}

bool isOp(const Term *T, Op O) {
  const auto *X = llvm::dyn_cast<Operation>(T);
  return X && X->op() == O;
}

const Term *withoutCasts(const Term *T) {
  while (isOp(T, Op::ZExt) || isOp(T, Op::SExt) || isOp(T, Op::Trunc))
    T = T->operand(0);
  return T;
}

const Term *oneAbove(const Term *T) {
  bool IsSum = isOp(T, Op::Add);
  const auto *Last = IsSum || isOp(T, Op::Sub)
                         ? llvm::dyn_cast<Constant>(T->operand(1))
                         : nullptr;
  return Last && Last->signedValue() == (IsSum ? -1 : 1) ? T->operand(0)
                                                         : nullptr;
}

} // namespace racemap::map
