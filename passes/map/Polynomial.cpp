// Polynomial - arithmetic, terms and texts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Polynomial.h"
#include "passes/map/Printer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::map {

static constexpr size_t MostMonomials = 16;
static constexpr int64_t MostCoefficient = int64_t(1) << 40;

bool Polynomial::ById::operator()(const Monomial &A, const Monomial &B) const {
  return std::lexicographical_compare(A.begin(), A.end(), B.begin(), B.end(),
                                      ByCreation());
}

Polynomial Polynomial::constant(int64_t C) {
  Polynomial P;
  P.add({}, C);
  return P;
}

Polynomial Polynomial::name(const Term *T) {
  Polynomial P;
  P.add({T}, 1);
  return P;
}

static std::optional<Polynomial> polynomialOf(const Term *T,
                                              unsigned MostDepth) {
  T = withoutCasts(T);
  if (const auto *C = llvm::dyn_cast<Constant>(T))
    return Polynomial::constant(llvm::SignExtend64(C->value(), C->width()));
  bool IsSum = isOp(T, Op::Add) || isOp(T, Op::Sub);
  bool IsShift = isOp(T, Op::Shl) && llvm::isa<Constant>(T->operand(1));
  if (!IsSum && !IsShift && !isOp(T, Op::Mul))
    return Polynomial::name(T);
  if (MostDepth == 0)
    return std::nullopt;
  auto A = polynomialOf(T->operand(0), MostDepth - 1),
       B = polynomialOf(T->operand(1), MostDepth - 1);
  if (IsShift) {
    uint64_t By = llvm::cast<Constant>(T->operand(1))->value();
    if (By > 32)
      return std::nullopt;
    B = Polynomial::constant(int64_t(1) << By);
  }
  if (isOp(T, Op::Sub) && B)
    B = *B * Polynomial::constant(-1);
  if (!A || !B)
    return std::nullopt;
  return IsSum ? *A + *B : *A * *B;
}

std::optional<Polynomial> Polynomial::unwrapped(const Term *T) {
  return polynomialOf(T, 24);
}

bool Polynomial::add(const Monomial &M, int64_t Coefficient) {
  int64_t &Now = Monomials[M];
  bool Fits = !llvm::AddOverflow(Now, Coefficient, Now) &&
              Now <= MostCoefficient && Now >= -MostCoefficient;
  if (Now == 0)
    Monomials.erase(M);
  return Fits && Monomials.size() <= MostMonomials;
}

std::optional<Polynomial> operator+(const Polynomial &A, const Polynomial &B) {
  Polynomial P = A;
  for (const auto &[M, C] : B.Monomials)
    if (!P.add(M, C))
      return std::nullopt;
  return P;
}

std::optional<Polynomial> operator*(const Polynomial &A, const Polynomial &B) {
  Polynomial P;
  for (const auto &[M, C] : A.Monomials)
    for (const auto &[N, D] : B.Monomials) {
      Polynomial::Monomial Both(M);
      llvm::append_range(Both, N);
      llvm::sort(Both, ByCreation());
      int64_t Product = 0;
      if (llvm::MulOverflow(C, D, Product) || !P.add(Both, Product))
        return std::nullopt;
    }
  return P;
}

int64_t Polynomial::constantPart() const {
  auto Found = Monomials.find({});
  return Found == Monomials.end() ? 0 : Found->second;
}

std::pair<Polynomial::Sum, Polynomial::Sum> Polynomial::sides() const {
  Sum Left, Right;
  for (const auto &[M, C] : Monomials)
    if (!M.empty())
      (C > 0 ? Left : Right)[M] = C > 0 ? C : -C;
  return {Left, Right};
}

static const Term *termOf(const Polynomial::Sum &S, const Term *From,
                          TermContext &Terms) {
  for (const auto &[M, C] : S) {
    const Term *Product = Terms.constant(64, static_cast<uint64_t>(C));
    for (const Term *X : M)
      Product = Terms.mul(Product, Terms.resizeUnsigned(X, 64), NoUnsignedWrap);
    From = Terms.add(From, Product, NoUnsignedWrap);
  }
  return From;
}

const Term *Polynomial::atMost(int64_t Most, TermContext &Terms) const {
  auto [Left, Right] = sides();
  int64_t Rest = Most - constantPart();
  auto Number = [&](int64_t N) {
    return Terms.constant(64, static_cast<uint64_t>(std::max<int64_t>(N, 0)));
  };
  return Terms.ule(termOf(Left, Number(-Rest), Terms),
                   termOf(Right, Number(Rest), Terms));
}

static std::string textOf(const Polynomial::Sum &S) {
  std::string Text;
  for (const auto &[M, C] : S) {
    Text += Text.empty() ? "" : " + ";
    Text += C == 1 ? "" : std::to_string(C) + " * ";
    std::vector<std::string> Names;
    for (const Term *X : M)
      Names.push_back(toText(X));
    Text += llvm::join(Names, " * ");
  }
  return Text;
}

std::string Polynomial::atMostText(int64_t Most) const {
  auto [Left, Right] = sides();
  std::string Text = textOf(Left) + " <= ";
  return Text + (Right.empty() ? "" : textOf(Right) + " + ") +
         std::to_string(Most - constantPart());
}

} // namespace racemap::map
