// GridProduct - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/GridProduct.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::map {

using llvm::cast;
using llvm::dyn_cast;

const Term *withoutCut(const Term *T) {
  if (!isOp(T, Op::ZExt) && !isOp(T, Op::SExt))
    return T;
  const auto *Cut = dyn_cast<Operation>(T->operand(0));
  uint8_t Fits = isOp(T, Op::ZExt) ? NoUnsignedWrap : NoSignedWrap;
  return Cut && Cut->op() == Op::Trunc && (Cut->promises() & Fits) &&
                 Cut->operand(0)->width() == T->width()
             ? Cut->operand(0)
             : T;
}

/// Is T the built-in of Group (0 threadIdx, 1 blockIdx, …) of dimension D?
static bool isBuiltin(const Term *T, unsigned Group, unsigned D) {
  const auto *V = dyn_cast<Variable>(withoutCut(T));
  return V && V->role() == Variable::Role::Builtin &&
         static_cast<unsigned>(V->builtin()) == 3 * Group + D;
}

/// The dimension of blockDim.d and of blockIdx.d or gridDim.d.
static std::optional<unsigned> blockProduct(const Term *A, const Term *B) {
  for (unsigned D : {0u, 1u, 2u})
    for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)})
      if (isBuiltin(X, 2, D) && (isBuiltin(Y, 1, D) || isBuiltin(Y, 3, D)))
        return D;
  return std::nullopt;
}

/// Has a product the blockIdx.d of the thread that Index, its threadIdx.d, is
/// of? What has no copy is of both threads.
static bool isOfOneThread(llvm::ArrayRef<const Term *> Factors,
                          const Term *Index) {
  const auto *I = cast<Variable>(withoutCut(Index));
  unsigned D = static_cast<unsigned>(I->builtin());
  return llvm::any_of(Factors, [&](const Term *X) {
    if (!isBuiltin(X, 1, D))
      return false;
    Copy Its = cast<Variable>(withoutCut(X))->copy();
    return Its == I->copy() || Its == Copy::Any;
  });
}

namespace {
constexpr uint64_t MostFactor = 1 << 16;

/// A product as a constant and the rest; the constant is 0 if it is too large.
struct Multiple {
  uint64_t Factor = 1;
  llvm::SmallVector<const Term *, 2> Of;

  explicit Multiple(const Term *T) { multiply(T); }

  bool isOf(unsigned Group, unsigned D) const {
    return Of.size() == 1 && isBuiltin(Of[0], Group, D);
  }

private:
  void multiply(const Term *T) {
    T = withoutCut(T);
    bool Shifts = isOp(T, Op::Shl) && llvm::isa<Constant>(T->operand(1));
    if (const auto *C = dyn_cast<Constant>(T)) {
      scale(C->value());
    } else if (isOp(T, Op::Mul)) {
      multiply(T->operand(0));
      multiply(T->operand(1));
    } else if (Shifts) {
      multiply(T->operand(0));
      uint64_t By = cast<Constant>(T->operand(1))->value();
      scale(By > 16 ? MostFactor + 1 : uint64_t(1) << By);
    } else {
      Of.push_back(T);
    }
  }

  void scale(uint64_t By) {
    Factor = By > MostFactor || Factor * By > MostFactor ? 0 : Factor * By;
  }
};
} // namespace

/// The products that T adds up; false if one is not of built-ins and constants.
static bool addendsOf(const Term *T, llvm::SmallVectorImpl<Multiple> &All) {
  T = withoutCut(T);
  if (isOp(T, Op::Add)) // constants come last
    return addendsOf(T->operand(1), All) && addendsOf(T->operand(0), All);
  if (llvm::isa<Constant>(T))
    return false;
  All.push_back(Multiple(T));
  return llvm::all_of(All.back().Of, [](const Term *X) {
    const auto *V = dyn_cast<Variable>(X);
    return V && V->role() == Variable::Role::Builtin;
  });
}

std::optional<GridMultiple> gridMultiple(const Term *T) {
  llvm::SmallVector<Multiple, 4> All;
  if (!addendsOf(T, All))
    return std::nullopt;
  auto IsProduct = [](const Multiple &M) {
    return M.Of.size() == 2 && blockProduct(M.Of[0], M.Of[1]);
  };
  const Multiple *Blocks = llvm::find_if(All, IsProduct);
  if (Blocks == All.end())
    return std::nullopt;
  unsigned D = *blockProduct(Blocks->Of[0], Blocks->Of[1]);
  bool IsIndex = llvm::any_of(
      Blocks->Of, [&](const Term *X) { return isBuiltin(X, 1, D); });
  if (!IsIndex && All.size() > 1)
    return std::nullopt;
  uint64_t InBlock = 0; // in blockDim.d
  bool HasThread = false;
  for (const Multiple &M : All) {
    if (&M == Blocks)
      continue;
    bool IsThread = !HasThread && M.Factor == 1 && M.isOf(0, D) &&
                    isOfOneThread(Blocks->Of, M.Of[0]);
    if (!IsThread && (!M.isOf(2, D) || M.Factor == 0))
      return std::nullopt;
    HasThread |= IsThread;
    InBlock += M.Factor;
  }
  if (Blocks->Factor == 0 || InBlock > Blocks->Factor)
    return std::nullopt;
  return GridMultiple{D, Blocks->Factor};
}

std::optional<unsigned> gridProduct(const Term *T) {
  auto M = gridMultiple(T);
  return M && M->Factor == 1 ? std::optional(M->Dimension) : std::nullopt;
}

} // namespace racemap::map
