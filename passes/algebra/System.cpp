// System - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/System.h"
#include "passes/algebra/Dimensions.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace racemap::algebra {

static constexpr unsigned MostRounds = 4;
static constexpr size_t MostConstraints = 300;

Bounds boundsOf(const Form::Part &P, llvm::function_ref<Bounds(AtomId)> Atoms) {
  Bounds Product{P.Factor, P.Factor};
  for (Monomial M = P.Of; !M.isOne(); M = M.rest())
    Product = Product * Atoms(M.atom());
  return Product;
}

Bounds boundsOf(const Form &F, llvm::function_ref<Bounds(AtomId)> Atoms) {
  if (F.isBroken())
    return {};
  Bounds Sum{F.constant(), F.constant()};
  for (const Form::Part &P : F.parts())
    Sum = Sum + boundsOf(P, Atoms);
  return Sum;
}

System::System(const std::vector<Atom> &Atoms, uint64_t Steps)
    : Atoms(Atoms), LastStep(map::Steps::taken() + Steps) {}

void System::add(const Fact &F) {
  if (F.Of.isBroken())
    return;
  switch (F.TheKind) {
  case Fact::Kind::AtLeastZero:
    return atLeastZero(F.Of);
  case Fact::Kind::Zero:
    return zero(F.Of);
  case Fact::Kind::NotZero:
    return notZero(F.Of);
  }
}

void System::atLeastZero(const Form &F) { within(F, {0, Infinity}); }

void System::within(const Form &Whole, Bounds B) {
  Form F = current(Whole);
  if (F.isBroken() || isDone())
    return;
  map::Steps::take();
  Int Constant = F.constant();
  B = B + Bounds{-Constant, -Constant};
  F.add(Form::constant(Constant), -1);
  if (F.parts().empty()) {
    if (B.Low > 0 || B.High < 0)
      fail();
    return;
  }
  Int Common = F.commonFactor();
  if (F.parts().back().Factor < 0) {
    B = -B;
    F = F.scaled(-1);
  }
  F = F.dividedBy(Common);
  B = B.dividedBy(Common);
  if (B.isEmpty())
    return fail();
  if (F.parts().size() == 1 && F.parts()[0].Of.isAtom())
    return bound(F.parts()[0].Of.atom(), B);
  tighten(F, B);
  coarsen(F, B);
}

void System::coarsen(const Form &F, Bounds B) {
  llvm::SmallVector<Int, 4> Tried;
  for (const Form::Part &P : F.parts()) {
    Int Digits = P.Factor < 0 ? -P.Factor : P.Factor;
    if (Digits == 1 || llvm::is_contained(Tried, Digits))
      continue;
    Tried.push_back(Digits);
    Form Upper =
        F.only([&](const Form::Part &X) { return X.Factor % Digits == 0; });
    if (Upper.parts().size() < 2)
      continue;
    Bounds Lowest = boundsOf(F - Upper);
    if (Lowest.High - Lowest.Low < Digits)
      within(Upper, B - Lowest);
  }
}

void System::bound(AtomId A, Bounds B) {
  Bounds &Mine = Atoms[A].Within;
  Bounds Both = Mine & B;
  if (Both == Mine)
    return;
  Mine = Both;
  ++Version;
  if (Both.isEmpty())
    fail();
}

void System::tighten(const Form &F, Bounds B) {
  Bounds ByAtoms =
      algebra::boundsOf(F, [&](AtomId A) { return Atoms[A].Within; });
  if ((ByAtoms & B).isEmpty())
    return fail();
  auto Its = Constraints.find(F);
  if (Its == Constraints.end()) {
    if ((ByAtoms & B) == ByAtoms || Constraints.size() >= MostConstraints)
      return; // says nothing new
    Constraints.insert({F, B});
    ++Version;
    return;
  }
  Bounds Both = Its->second & B;
  if (Both == Its->second)
    return;
  Its->second = Both;
  ++Version;
  if (Both.isEmpty())
    fail();
}

Form System::current(const Form &Whole) const {
  Form F = Whole;
  for (const auto &[A, By] : Replaced)
    if (F.mentions(A))
      F = F.with(A, By);
  return F;
}

void System::substitute(AtomId A, const Form &By) {
  if (isDone())
    return;
  Bounds Its = Atoms[A].Within;
  std::vector<std::pair<Form, Bounds>> Changed;
  for (const auto &[F, B] : Constraints)
    if (F.mentions(A))
      Changed.push_back({F, B});
  for (const auto &[F, B] : Changed)
    Constraints.erase(F);
  Replaced.push_back({A, By});
  ++Version;
  within(By, Its);
  for (const auto &[F, B] : Changed)
    within(F, B);
}

bool System::eliminate(Form Zero, Rank Worst) {
  Zero = current(Zero);
  if (Zero.isBroken() || isDone())
    return false;
  std::optional<AtomId> Best;
  Int Sign = 0;
  for (const Form::Part &P : Zero.parts()) {
    if (!P.Of.isAtom() || (P.Factor != 1 && P.Factor != -1))
      continue;
    AtomId A = P.Of.atom();
    bool Once = llvm::count_if(Zero.parts(), [&](const Form::Part &Q) {
                  return Q.Of.contains(A);
                }) == 1;
    if (!Once || Atoms[A].TheRank > Worst ||
        (Best && Atoms[*Best].TheRank <= Atoms[A].TheRank))
      continue;
    Best = A;
    Sign = P.Factor;
  }
  if (!Best)
    return false;
  // Sign * A + Rest = 0
  Form Rest = Zero - Form::atom(*Best).scaled(Sign);
  substitute(*Best, Rest.scaled(-Sign));
  return true;
}

/// The largest integer whose square is at most V.
static Int rootOf(Int V) {
  Int Low = 0, High = Int(1) << 60;
  while (Low < High) {
    Int Middle = (Low + High + 1) / 2;
    if (Middle * Middle <= V)
      Low = Middle;
    else
      High = Middle - 1;
  }
  return Low;
}

/// M, a product, is at most High.
void System::boundFactors(Monomial M, Int High) {
  if (High < 0 || High >= Infinity || mayBeNegative(M, Atoms))
    return;
  for (Monomial X = M; !X.isOne(); X = X.rest()) {
    AtomId A = X.atom();
    Int Least = 1;
    for (Monomial Y = M.without(A); !Y.isOne(); Y = Y.rest())
      Least = timesSaturated(Least, Atoms[Y.atom()].Within.Low);
    if (Least > 0)
      bound(A, {-Infinity, High / Least});
    if (M.without(A) == Monomial(A) && High < Int(1) << 100)
      bound(A, {-Infinity, rootOf(High)});
  }
}

void System::propagate() {
  for (unsigned Round = 0; Round < MostRounds && !Contradictory; ++Round) {
    unsigned Before = Version;
    for (const auto &[F, B] : Constraints) {
      map::Steps::take(F.parts().size());
      llvm::SmallVector<Bounds, 8> Of;
      Bounds Sum{0, 0};
      unsigned OpenLow = 0, OpenHigh = 0;
      for (const Form::Part &P : F.parts()) {
        Bounds X =
            algebra::boundsOf(P, [&](AtomId A) { return Atoms[A].Within; });
        Of.push_back(X);
        auto Sum1 = [](Int &Sum, Int More, bool HasIt, unsigned &Open) {
          if (!HasIt)
            ++Open;
          else if (Sum += More; Sum <= -Infinity || Sum >= Infinity) {
            Open += 2; // too large to take one off again
            Sum = 0;
          }
        };
        Sum1(Sum.Low, X.Low, X.hasLow(), OpenLow);
        Sum1(Sum.High, X.High, X.hasHigh(), OpenHigh);
      }
      if ((!OpenLow && Sum.Low > B.High) || (!OpenHigh && Sum.High < B.Low))
        return fail();
      for (size_t I = 0; I < Of.size(); ++I) {
        const Form::Part &P = F.parts()[I];
        Bounds Rest;
        if (OpenLow == !Of[I].hasLow())
          Rest.Low = Of[I].hasLow() ? Sum.Low - Of[I].Low : Sum.Low;
        if (OpenHigh == !Of[I].hasHigh())
          Rest.High = Of[I].hasHigh() ? Sum.High - Of[I].High : Sum.High;
        Bounds Product = B - Rest;
        if (P.Factor < 0)
          Product = -Product;
        Product = Product.dividedBy(P.Factor < 0 ? -P.Factor : P.Factor);
        if (P.Of.isAtom())
          bound(P.Of.atom(), Product);
        else
          boundFactors(P.Of, Product.High);
        if (Contradictory)
          return;
      }
    }
    if (Version == Before)
      break;
  }
}

Bounds System::boundsOf(const Form &F) const {
  Bounds B = algebra::boundsOf(F, [&](AtomId A) { return Atoms[A].Within; });
  if (F.parts().empty() || F.isBroken())
    return B;
  Form Linear = F;
  Linear.add(Form::constant(F.constant()), -1);
  Int Common = Linear.commonFactor();
  if (Linear.parts().back().Factor < 0)
    Common = -Common;
  auto Its = Constraints.find(Linear.dividedBy(Common));
  if (Its == Constraints.end())
    return B;
  Bounds Times = Its->second * Bounds{Common, Common};
  return B & (Times + Bounds{F.constant(), F.constant()});
}

/// An atom with one value that something is said of.
std::optional<AtomId> System::findNumber() const {
  std::optional<AtomId> Found;
  auto Look = [&](const Form &F) {
    for (const Form::Part &P : F.parts())
      for (Monomial M = P.Of; !M.isOne(); M = M.rest())
        if (Atoms[M.atom()].Within.isPoint())
          Found = M.atom();
    return Found.has_value();
  };
  for (const auto &[F, B] : Constraints)
    if (Look(F))
      return Found;
  for (const Form &F : NotZero)
    if (Look(F))
      return Found;
  return Found;
}

/// x - y = k or x + y = k.
static bool isPair(const Form &F, const Bounds &B) {
  return B.isPoint() && F.parts().size() == 2 &&
         llvm::all_of(F.parts(), [](const Form::Part &P) {
           return P.Of.isAtom() && (P.Factor == 1 || P.Factor == -1);
         });
}

bool System::eliminateAny() {
  for (const auto &[F, B] : Constraints)
    if (Form Zero = F - Form::constant(B.Low);
        B.isPoint() && eliminate(Zero, Rank::Index))
      return true;
  return false;
}

bool System::eliminatePair() {
  for (const auto &[F, B] : Constraints)
    if (isPair(F, B))
      return eliminate(F - Form::constant(B.Low), Rank::Index);
  return false;
}

void System::simplify() {
  for (bool Changed = true; Changed && !isDone();) {
    Changed = false;
    for (Form &F : NotZero)
      F = current(F);
    while (auto A = isDone() ? std::nullopt : findNumber()) {
      substitute(*A, Form::constant(Atoms[*A].Within.Low));
      for (Form &F : NotZero)
        F = current(F);
    }
    Changed = eliminatePair();
  }
  for (const Form &F : NotZero) {
    Bounds B = boundsOf(F);
    if (F.isBroken() || Contradictory)
      continue;
    if (B.Low == 0 && B.High == 0)
      return fail();
    if (B.Low == 0)
      within(F, {1, Infinity});
    else if (B.High == 0)
      within(F, {-Infinity, -1});
  }
}

} // namespace racemap::algebra
