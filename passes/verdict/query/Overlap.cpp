// Overlap - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/query/Overlap.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace racemap::verdict {

using namespace map;

namespace {

/// A sum of terms times positive factors, and a constant.
struct Sum {
  struct Part {
    const Term *Index;
    uint64_t Factor;
  };
  llvm::SmallVector<Part, 4> Parts;
  int64_t Rest = 0;

  uint64_t commonFactor() const {
    uint64_t Common = 0;
    for (const Part &P : Parts)
      Common = std::gcd(Common, P.Factor);
    return Common;
  }
};

class Decomposition {
public:
  Decomposition(Ranges &R, TermContext &Terms) : R(R), Terms(Terms) {}

  std::optional<Sum> sumOf(const Term *Offset);
  /// In elements of Size bytes, which divides all factors; null if that is not
  /// known to be exact.
  const Term *elementOf(const Sum &S, uint64_t Size);

private:
  /// Does no value of the operands make it wrap?
  bool isExact(const Term *T) {
    return R.exactRange(llvm::cast<Operation>(T), /*Signed=*/true)
        .isWithin(signedNumbers(64));
  }
  bool add(const Term *T, Sum &To);
  bool addProduct(const Term *Index, uint64_t Factor, Sum &To);
  std::pair<const Term *, int64_t> withoutConstant(const Term *T);

  Ranges &R;
  TermContext &Terms;
};

} // namespace

/// T = x + c in exact arithmetic, also where it is extended.
std::pair<const Term *, int64_t> Decomposition::withoutConstant(const Term *T) {
  bool Signed = !isOp(T, Op::ZExt);
  bool IsExtended = isOp(T, Op::ZExt) || isOp(T, Op::SExt);
  const auto *Inner = llvm::dyn_cast<Operation>(IsExtended ? T->operand(0) : T);
  if (!Inner || Inner->op() != Op::Add ||
      !R.exactRange(Inner, Signed).isWithin(numbers(Inner->width(), Signed)))
    return {T, 0};
  const auto *C = llvm::dyn_cast<Constant>(Inner->operand(1));
  if (!C || C->signedValue() < 0)
    return {T, 0};
  const Term *X = Inner->operand(0);
  if (IsExtended)
    X = Terms.cast(Signed ? Op::SExt : Op::ZExt, X, T->width());
  return {X, C->signedValue()};
}

bool Decomposition::addProduct(const Term *Index, uint64_t Factor, Sum &To) {
  auto [X, C] = withoutConstant(Index);
  int64_t Product = 0;
  if (llvm::MulOverflow(C, int64_t(Factor), Product) ||
      llvm::AddOverflow(To.Rest, Product, To.Rest))
    return false;
  To.Parts.push_back({X, Factor});
  return true;
}

bool Decomposition::add(const Term *T, Sum &To) {
  if (const auto *C = llvm::dyn_cast<Constant>(T))
    return !llvm::AddOverflow(To.Rest, C->signedValue(), To.Rest);
  if (isOp(T, Op::Add) && isExact(T))
    return add(T->operand(0), To) && add(T->operand(1), To);
  if (isOp(T, Op::Mul) && isExact(T))
    if (const auto *C = llvm::dyn_cast<Constant>(T->operand(1));
        C && C->signedValue() > 0)
      return addProduct(T->operand(0), C->value(), To);
  return addProduct(T, 1, To);
}

std::optional<Sum> Decomposition::sumOf(const Term *Offset) {
  Sum S;
  return add(Offset, S) ? std::optional(S) : std::nullopt;
}

const Term *Decomposition::elementOf(const Sum &S, uint64_t Size) {
  const Term *Element =
      Terms.constant(64, llvm::divideFloorSigned(S.Rest, int64_t(Size)));
  for (auto [Index, Factor] : S.Parts) {
    const Term *Part =
        Terms.mul(Index, Terms.constant(64, Factor / Size), NoSignedWrap);
    if (Part != Index && !isExact(Part))
      return nullptr;
    const Term *Before =
        std::exchange(Element, Terms.add(Part, Element, NoSignedWrap));
    if (Element != Part && Element != Before && !isExact(Element))
      return nullptr;
  }
  return Element;
}

static const Term *byBounds(const Bytes &A, const Bytes &B,
                            TermContext &Terms) {
  auto EndOf = [&](const Bytes &X) {
    return Terms.add(X.Begin, Terms.constant(64, X.Size), NoSignedWrap);
  };
  return Terms.logicalAnd(Terms.slt(A.Begin, EndOf(B)),
                          Terms.slt(B.Begin, EndOf(A)));
}

const Term *overlap(const Bytes &A, const Bytes &B, Ranges &R,
                    TermContext &Terms) {
  Decomposition D(R, Terms);
  auto X = D.sumOf(A.Begin), Y = D.sumOf(B.Begin);
  uint64_t Size = X && Y ? std::gcd(X->commonFactor(), Y->commonFactor()) : 0;
  if (Size == 0 || Size > std::numeric_limits<int64_t>::max())
    return byBounds(A, B, Terms);
  auto Within = [Size](int64_t Rest) -> uint64_t {
    return Rest - llvm::divideFloorSigned(Rest, int64_t(Size)) * Size;
  };
  uint64_t Mine = Within(X->Rest), Other = Within(Y->Rest);
  if (Mine + A.Size > Size || Other + B.Size > Size)
    return byBounds(A, B, Terms);
  if (Mine >= Other + B.Size || Other >= Mine + A.Size)
    return Terms.no();
  // The constants together on one side: pairs that differ by a shift are one
  // query then.
  int64_t Shift = llvm::divideFloorSigned(X->Rest, int64_t(Size));
  Sum Base = *X, Shifted = *Y;
  const Term *First = nullptr, *Second = nullptr;
  if (!llvm::SubOverflow(Y->Rest, int64_t(Shift * Size), Shifted.Rest)) {
    Base.Rest = 0;
    First = D.elementOf(Base, Size);
    Second = D.elementOf(Shifted, Size);
  }
  if (!First || !Second) {
    First = D.elementOf(*X, Size);
    Second = D.elementOf(*Y, Size);
  }
  if (!First || !Second)
    return byBounds(A, B, Terms);
  // Z3 is up to 300 times as fast with bounds as with the equation.
  const Term *Same =
      Terms.logicalAnd(Terms.sle(First, Second), Terms.sle(Second, First));
  // One place for both: what it promises must not get lost.
  return Same == Terms.yes() ? byBounds(A, B, Terms) : Same;
}

} // namespace racemap::verdict
