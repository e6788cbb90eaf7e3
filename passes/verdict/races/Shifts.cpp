// Shifts - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/races/Shifts.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace racemap::verdict {

using namespace map;
using intervals::Reach;
using solve::Way;

namespace {

using Sum = std::map<const Term *, int64_t, ByCreation>;

/// An offset as a sum of terms of 64 bits times numbers, and a number, exactly.
class LinearOffset {
public:
  LinearOffset(Ranges &R, TermContext &T) : R(R), T(T) {}

  /// False if a number does not fit.
  bool add(const Term *X, bool Signed, int64_t Times);

  Sum Parts;
  int64_t Number = 0;

private:
  bool isExact(const Operation *O, bool Signed) {
    return R.exactRange(O, Signed).isWithin(numbers(O->width(), Signed));
  }
  bool addSum(const Operation *O, bool Signed, int64_t Times);
  bool addProduct(const Operation *O, bool Signed, int64_t Times);
  bool addPart(const Term *X, bool Signed, int64_t Times);

  Ranges &R;
  TermContext &T;
};

} // namespace

bool LinearOffset::addPart(const Term *X, bool Signed, int64_t Times) {
  const Term *Wide =
      X->width() == 64 ? X : T.cast(Signed ? Op::SExt : Op::ZExt, X, 64);
  int64_t &Its = Parts[Wide];
  return !llvm::AddOverflow(Its, Times, Its);
}

/// (x + a) * n as x * n and a times n, where n is a term by itself. The product
/// of two terms stands for what it is in exact arithmetic.
bool LinearOffset::addProduct(const Operation *O, bool Signed, int64_t Times) {
  LinearOffset Sides[] = {{R, T}, {R, T}};
  bool AreExact = Sides[0].add(O->operand(0), Signed, 1) &&
                  Sides[1].add(O->operand(1), Signed, 1);
  for (unsigned I : {0u, 1u}) {
    const LinearOffset &Of = Sides[I], &By = Sides[1 - I];
    if (!AreExact || By.Parts.size() != 1 || By.Parts.begin()->second != 1 ||
        By.Number != 0)
      continue;
    const Term *Scale = By.Parts.begin()->first;
    auto Add = [&](const Term *Its, int64_t Factor) {
      int64_t Product;
      int64_t &Sum = Parts[Its];
      return !llvm::MulOverflow(Times, Factor, Product) &&
             !llvm::AddOverflow(Sum, Product, Sum);
    };
    return (Of.Number == 0 || Add(Scale, Of.Number)) &&
           llvm::all_of(Of.Parts, [&](const auto &Part) {
             auto [A, B] = std::minmax(Part.first, Scale, ByCreation());
             return Add(T.mul(A, B, NoSignedWrap), Part.second);
           });
  }
  return addPart(O, Signed, Times);
}

bool LinearOffset::addSum(const Operation *O, bool Signed, int64_t Times) {
  if (O->op() == Op::Add)
    return add(O->operand(0), Signed, Times) &&
           add(O->operand(1), Signed, Times);
  const auto *By = llvm::dyn_cast<Constant>(O->operand(1));
  if (!By)
    return addProduct(O, Signed, Times);
  int64_t Product;
  if (By->signedValue() < 0 ||
      llvm::MulOverflow(Times, By->signedValue(), Product))
    return addPart(O, Signed, Times);
  return add(O->operand(0), Signed, Product);
}

bool LinearOffset::add(const Term *X, bool Signed, int64_t Times) {
  if (const auto *C = llvm::dyn_cast<Constant>(X)) {
    int64_t Product;
    if (!Signed && C->value() > uint64_t(std::numeric_limits<int64_t>::max()))
      return false;
    return !llvm::MulOverflow(Times,
                              Signed ? C->signedValue() : int64_t(C->value()),
                              Product) &&
           !llvm::AddOverflow(Number, Product, Number);
  }
  if (isOp(X, Op::ZExt) || (isOp(X, Op::SExt) && Signed))
    return add(X->operand(0), isOp(X, Op::SExt), Times);
  if (isOp(X, Op::Add) || isOp(X, Op::Mul))
    if (const auto *O = llvm::cast<Operation>(X); isExact(O, Signed))
      return addSum(O, Signed, Times);
  return addPart(X, Signed, Times);
}

Shifts::Shifts(const intervals::Interval &I, Ranges &R, TermContext &T,
               const TwoThreads &Both) {
  using Terms = std::vector<const Term *>;
  std::map<std::tuple<const Array *, uint64_t, const Term *, Terms, Sum,
                      const Term *>,
           unsigned>
      Kinds;
  for (const Reach &Its : I.Reaches) {
    LinearOffset Offset(R, T);
    Place &Here = Places.emplace_back();
    if (!Its.Offset || !Offset.add(Its.Offset, /*Signed=*/true, 1) ||
        !Its.Phases.empty())
      continue;
    auto Known = llvm::find_if(Offset.Parts, [&](const auto &Part) {
      return Both.first(Part.first) == Both.second(Part.first);
    });
    const Term *Name = nullptr;
    if (Known != Offset.Parts.end()) {
      std::tie(Name, Here.Times) = *Known;
      Offset.Parts.erase(Known);
    }
    Here.Number = Offset.Number;
    Here.Kind = Kinds
                    .try_emplace({Its.TheAccess->TheArray, Its.TheAccess->Size,
                                  Its.Condition,
                                  Terms(Its.Slots.begin(), Its.Slots.end()),
                                  std::move(Offset.Parts), Name},
                                 Kinds.size() + 1)
                    .first->second;
  }
}

std::optional<Shifts::Key> Shifts::keyOf(size_t A, size_t B) const {
  const Place &X = Places[A], &Y = Places[B];
  int64_t Times, Number;
  if (!X.Kind || !Y.Kind || llvm::SubOverflow(Y.Times, X.Times, Times) ||
      llvm::SubOverflow(Y.Number, X.Number, Number))
    return std::nullopt;
  return Key({X.Kind, Y.Kind}, {Times, Number});
}

std::optional<Way> Shifts::refuted(size_t A, size_t B) const {
  auto K = keyOf(A, B);
  auto Its = K ? Refuted.find(*K) : Refuted.end();
  return Its == Refuted.end() ? std::nullopt : std::optional(Its->second);
}

void Shifts::refute(size_t A, size_t B, Way By) {
  if (auto K = keyOf(A, B))
    Refuted.try_emplace(*K, By);
}

} // namespace racemap::verdict
