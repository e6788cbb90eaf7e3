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

  Ranges &R;
  TermContext &Terms;
};

} // namespace

bool Decomposition::add(const Term *T, Sum &To) {
  if (const auto *C = llvm::dyn_cast<Constant>(T))
    return !llvm::AddOverflow(To.Rest, C->signedValue(), To.Rest);
  if (isOp(T, Op::Add) && isExact(T))
    return add(T->operand(0), To) && add(T->operand(1), To);
  if (isOp(T, Op::Mul) && isExact(T))
    if (const auto *C = llvm::dyn_cast<Constant>(T->operand(1));
        C && C->signedValue() > 0) {
      To.Parts.push_back({T->operand(0), C->value()});
      return true;
    }
  To.Parts.push_back({T, 1});
  return true;
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
  const Term *First = D.elementOf(*X, Size), *Second = D.elementOf(*Y, Size);
  if (!First || !Second)
    return byBounds(A, B, Terms);
  // Z3 is up to 300 times as fast with bounds as with the equation.
  const Term *Same =
      Terms.logicalAnd(Terms.sle(First, Second), Terms.sle(Second, First));
  // One place for both: what it promises must not get lost.
  return Same == Terms.yes() ? byBounds(A, B, Terms) : Same;
}

} // namespace racemap::verdict
