// LargeArrays - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/emit/LargeArrays.h"
#include "passes/lift/emit/IndexLimits.h"
#include "passes/map/GridProduct.h"
#include "passes/map/Polynomial.h"
#include "passes/map/Printer.h"
#include "passes/map/Traversal.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap::lift {

using namespace llvm;
using map::Op;
using map::Operation;
using map::Polynomial;
using map::Term;

namespace {

/// The largest factor that is taken for the size of something.
constexpr int64_t MostFactor = 8192;

using MaybePolynomial = std::optional<Polynomial>;

class IndexRewriter {
public:
  explicit IndexRewriter(map::Protocol &P);
  void run();

private:
  void walk(const map::Sequence &S, IndexLimits Known);
  bool stepsUp(const map::Loop &L) const;
  const Term *rewrite(const Term *T, const IndexLimits &Known, bool Signed);
  const Term *rewriteOperands(const Operation *O, const IndexLimits &Known,
                              bool Signed);
  const Term *promise(const Term *T, const IndexLimits &Known,
                      uint8_t Promises);
  bool isWithin(const Term *X, const IndexLimits &Known);
  MaybePolynomial greatest(const Term *T, const IndexLimits &Known);
  MaybePolynomial greatestOf(const Operation *O, const IndexLimits &Known);
  MaybePolynomial withoutQuotients(const Polynomial &P,
                                   const IndexLimits &Known);
  bool factorsCount(const Term *T, const IndexLimits &Known);
  bool isOfSizes(const Polynomial &Greatest, int64_t Most);
  bool isSigned(const Term *Size) const;
  MaybePolynomial size(const Term *T, const IndexLimits &Known);
  void assume(const Polynomial &Greatest, int64_t Most,
              const IndexLimits &Known);
  void assume(map::Assumption A);

  map::Protocol &P;
  map::TermContext &Terms;
  map::Ranges Hardware;
  DenseSet<const map::Variable *> InOffsets;
  unsigned Width = 32; ///< of the index at hand
};

bool isOneOf(const Term *T, std::initializer_list<Op> Ops) {
  const auto *O = dyn_cast<Operation>(T);
  return O && is_contained(Ops, O->op());
}

/// Of the size of a grid, with what a block of it works on, verdicts assume
/// that it stays below 2^31.
bool isGridSize(const Polynomial::Monomial &Names, int64_t Factor) {
  auto Is = [&](size_t I, unsigned Group) {
    const auto *V = dyn_cast<map::Variable>(Names[I]);
    return V && V->role() == map::Variable::Role::Builtin &&
           static_cast<unsigned>(V->builtin()) / 3 == Group;
  };
  auto Axis = [&](size_t I) {
    return static_cast<unsigned>(cast<map::Variable>(Names[I])->builtin()) % 3;
  };
  constexpr unsigned BlockDim = 2, GridDim = 3;
  if (Names.size() == 1)
    return Is(0, GridDim);
  return Names.size() == 2 && Factor == 1 &&
         ((Is(0, GridDim) && Is(1, BlockDim)) ||
          (Is(0, BlockDim) && Is(1, GridDim))) &&
         Axis(0) == Axis(1);
}

} // namespace

IndexRewriter::IndexRewriter(map::Protocol &P) : P(P), Terms(P.terms()) {
  map::forEachNode(offsetsIn(P), [&](const Term *T) {
    if (const auto *V = dyn_cast<map::Variable>(T))
      InOffsets.insert(V);
  });
}

/// Does the loop step through indices, as unsigned numbers, while they are
/// below something? Then the first is an index as the others are.
bool IndexRewriter::stepsUp(const map::Loop &L) const {
  return L.TheRange && L.TheRange->Kind == map::Loop::StepKind::Add &&
         InOffsets.contains(L.TheRange->Var) &&
         map::anyNode({L.While}, [&](const Term *T) {
           return isOneOf(T, {Op::ULt, Op::ULe}) &&
                  map::withoutCasts(T->operand(0)) == L.TheRange->Var;
         });
}

void IndexRewriter::walk(const map::Sequence &S, IndexLimits Known) {
  for (map::Stmt *Next : S) {
    if (auto *A = dyn_cast<map::Access>(Next)) {
      A->Offset = rewrite(A->Offset, Known, /*Signed=*/true);
    } else if (auto *L = dyn_cast<map::Loop>(Next)) {
      IndexLimits Inside = Known;
      Inside.note(*L, Hardware);
      if (stepsUp(*L))
        L->TheRange->Start =
            rewrite(L->TheRange->Start, Inside, /*Signed=*/false);
      walk(L->Body, std::move(Inside));
    } else if (auto *Branch = dyn_cast<map::If>(Next)) {
      IndexLimits Then = Known, Else = Known;
      Then.note(Branch->Condition, true, Hardware);
      Else.note(Branch->Condition, false, Hardware);
      walk(Branch->Then, std::move(Then));
      walk(Branch->Else, std::move(Else));
      if (!Branch->Then.empty() && isa<map::Leave>(Branch->Then.back()))
        Known.note(Branch->Condition, false, Hardware);
    }
  }
}

/// The index arithmetic within T: operators whose result is not an index, such
/// as remainders, are left alone. Signed: T is read as a signed number.
const Term *IndexRewriter::rewrite(const Term *T, const IndexLimits &Known,
                                   bool Signed) {
  const auto *O = dyn_cast<Operation>(T);
  if (!O)
    return T;
  if (isOneOf(T, {Op::ZExt, Op::SExt}))
    return rewriteOperands(O, Known, O->op() == Op::SExt);
  auto IsQuotient = [](const Term *X) {
    return isOneOf(X, {Op::UDiv, Op::URem});
  };
  if (IsQuotient(T)) { // what it is divided by is how long rows are
    const Term *Of = O->operand(0);
    return Terms.make(O->op(), {IsQuotient(Of) ? rewrite(Of, Known, false) : Of,
                                rewrite(O->operand(1), Known, false)});
  }
  if (!isOneOf(T, {Op::Add, Op::Sub, Op::Mul, Op::Shl}))
    return T;
  if (map::gridProduct(T))
    return T;
  bool IsIndex = T->width() == 32 || T->width() == 64;
  if (O->promises() != map::NoPromise || !IsIndex)
    return rewriteOperands(O, Known,
                           (O->promises() & map::NoSignedWrap) ||
                               (Signed && O->promises() == map::NoPromise));
  SaveAndRestore Its(Width, T->width());
  int64_t Most = Width == 64 ? INT64_MAX : Signed ? INT32_MAX : UINT32_MAX;
  MaybePolynomial Greatest = greatestOf(O, Known);
  if (Greatest)
    Greatest = withoutQuotients(*Greatest, Known);
  if (!Greatest || !(Width == 64 || factorsCount(T, Known)) ||
      !isOfSizes(*Greatest, Most))
    return Width == 64 || isOneOf(T, {Op::Add, Op::Sub})
               ? rewriteOperands(O, Known, Signed)
               : T;
  assume(*Greatest, Most, Known);
  return promise(T, Known,
                 map::NoUnsignedWrap | (Signed ? map::NoSignedWrap : 0));
}

const Term *IndexRewriter::rewriteOperands(const Operation *O,
                                           const IndexLimits &Known,
                                           bool Signed) {
  SmallVector<const Term *, 3> Operands;
  for (const Term *X : O->operands())
    Operands.push_back(rewrite(X, Known, Signed));
  return Terms.rebuild(O, Operands, O->promises());
}

/// Is X arithmetic that the greatest value was taken through?
bool IndexRewriter::isWithin(const Term *X, const IndexLimits &Known) {
  return isOneOf(X, {Op::Add, Op::Mul, Op::Shl}) && !Known.lookup(X) &&
         !map::gridProduct(X);
}

/// T with promises, and what it combines.
const Term *IndexRewriter::promise(const Term *T, const IndexLimits &Known,
                                   uint8_t Promises) {
  SmallVector<const Term *, 2> Operands;
  for (const Term *X : T->operands()) {
    const Term *Whole = map::withoutCut(X);
    const Term *New = Whole;
    if (isWithin(Whole, Known))
      New = promise(Whole, Known, Promises);
    else if (Width == 64 || // what has 32 bits within it is another index
             isOneOf(Whole, {Op::UDiv, Op::URem}))
      New = rewrite(Whole, Known, /*Signed=*/false);
    if (const auto *Extended = dyn_cast<Operation>(X); X != Whole) {
      const auto *Cut = cast<Operation>(X->operand(0));
      New = Terms.rebuild(Cut, {New}, Cut->promises());
      New = Terms.rebuild(Extended, {New}, Extended->promises());
    }
    Operands.push_back(New);
  }
  return Terms.make(cast<Operation>(T)->op(), Operands, Promises);
}

bool IndexRewriter::isSigned(const Term *Size) const {
  const auto *V = cast<map::Variable>(Size);
  return V->role() == map::Variable::Role::Parameter && !P.isUnsigned(V);
}

/// Nothing for an int that bounds nothing: it may well be an offset, and less
/// than zero.
MaybePolynomial IndexRewriter::size(const Term *T, const IndexLimits &Known) {
  if (isSigned(T) && !Known.isPositive(T))
    return std::nullopt;
  return Polynomial::name(T);
}

/// The greatest value of T, over sizes: all operators below grow with their
/// operands.
MaybePolynomial IndexRewriter::greatest(const Term *T,
                                        const IndexLimits &Known) {
  T = map::withoutCut(T);
  if (map::isOp(T, Op::SExt) && Known.lookup(T->operand(0)))
    T = T->operand(0); // what is below a limit is not negative
  auto LessOne = [](const MaybePolynomial &P) -> MaybePolynomial {
    return P ? *P + Polynomial::constant(-1) : P;
  };
  if (const auto *C = dyn_cast<map::Constant>(T))
    return C->value() <= INT32_MAX
               ? MaybePolynomial(Polynomial::constant(C->value()))
               : std::nullopt;
  if (const Term *Limit = Known.lookup(T)) {
    if (const auto *C = dyn_cast<map::Constant>(Limit))
      return LessOne(Polynomial::constant(C->value()));
    return isSize(Limit, Width) ? LessOne(size(Limit, Known)) : std::nullopt;
  }
  auto Dimension = [&](unsigned Group, unsigned D) {
    return Polynomial::name(
        Terms.builtin(static_cast<map::Builtin>(3 * Group + D)));
  };
  if (isSize(T, Width))
    return size(T, Known);
  if (const auto *V = dyn_cast<map::Variable>(T); V && V->isIndex()) {
    unsigned Which = static_cast<unsigned>(V->builtin());
    return LessOne(Dimension(2 + Which / 3, Which % 3));
  }
  if (auto D = map::gridProduct(T)) {
    MaybePolynomial Threads = Dimension(2, *D) * Dimension(3, *D);
    bool IsIndex = map::anyNode(T, [](const Term *X) {
      const auto *V = dyn_cast<map::Variable>(X);
      return V && V->isIndex();
    });
    return IsIndex ? LessOne(Threads) : Threads;
  }
  const auto *O = dyn_cast<Operation>(T);
  return O ? greatestOf(O, Known) : std::nullopt;
}

MaybePolynomial IndexRewriter::greatestOf(const Operation *O,
                                          const IndexLimits &Known) {
  const Term *Y = O->operands().size() > 1 ? O->operand(1) : nullptr;
  const auto *Number = dyn_cast_or_null<map::Constant>(Y);
  if (isOneOf(O, {Op::And, Op::URem}) && Number &&
      Number->value() <= INT32_MAX && Number->value() != 0)
    return Polynomial::constant(Number->value());
  if (O->op() == Op::URem && isSize(Y, Width))
    if (MaybePolynomial Size = size(Y, Known))
      return *Size + Polynomial::constant(-1);
  MaybePolynomial A = greatest(O->operand(0), Known);
  if (!A)
    return std::nullopt;
  if (O->op() == Op::UDiv && !Number) // what it is a part of may say more
    return Polynomial::name(O);
  switch (O->op()) {
  case Op::ZExt:
  case Op::Trunc:
  case Op::LShr:
  case Op::And:
  case Op::URem:
  case Op::UDiv: // C++ excludes divisions by zero
    return A;    // nothing grows
  case Op::Shl:
    return Number && Number->value() < 31
               ? *A * Polynomial::constant(int64_t(1) << Number->value())
               : std::nullopt;
  case Op::Add:
  case Op::Mul: {
    MaybePolynomial B = greatest(Y, Known);
    if (!B)
      return std::nullopt;
    return O->op() == Op::Add ? *A + *B : *A * *B;
  }
  default:
    return std::nullopt;
  }
}

/// The names that T is a product of.
void addFactors(const Term *T, Polynomial::Monomial &To) {
  T = map::withoutCasts(T);
  if (!map::isOp(T, Op::Mul))
    return To.push_back(T);
  addFactors(T->operand(0), To);
  addFactors(T->operand(1), To);
}

/// Of Names, those of Taken away; nothing if one is not there.
std::optional<Polynomial::Monomial> without(Polynomial::Monomial Names,
                                            const Polynomial::Monomial &Taken) {
  for (const Term *X : Taken) {
    auto Its = find(Names, X);
    if (Its == Names.end())
      return std::nullopt;
    Names.erase(Its);
  }
  return Names;
}

/// What is at most as large, with what is divided in the place of each
/// quotient: (x / d) * d * y is x * y at most.
MaybePolynomial IndexRewriter::withoutQuotients(const Polynomial &Of,
                                                const IndexLimits &Known) {
  MaybePolynomial All = Polynomial::constant(0);
  for (const auto &[Names, Factor] : Of.sum()) {
    auto Its = find_if(Names, [](const Term *X) { return isa<Operation>(X); });
    MaybePolynomial Here = Polynomial::constant(Factor);
    Polynomial::Monomial Others = Names;
    if (Its != Names.end()) {
      if (Factor < 0) // at most 0
        continue;
      Others = *without(Names, {*Its});
      Polynomial::Monomial Divisor;
      addFactors((*Its)->operand(1), Divisor);
      if (auto Left = without(Others, Divisor))
        Others = std::move(*Left);
      MaybePolynomial Whole = greatest((*Its)->operand(0), Known);
      Here = Whole ? *Here * *Whole : Whole;
    }
    for (const Term *X : Others)
      Here = Here ? *Here * Polynomial::name(X) : Here;
    if (Here && Its != Names.end())
      Here = withoutQuotients(*Here, Known);
    All = Here && All ? *All + *Here : MaybePolynomial();
  }
  return All;
}

/// Is no factor zero? Otherwise the product is small whatever the other factor
/// is, and the greatest value says nothing about a product within that one.
bool IndexRewriter::factorsCount(const Term *T, const IndexLimits &Known) {
  const Term *A = map::withoutCut(T->operand(0));
  const Term *B = map::withoutCut(T->operand(1));
  auto MayBeZero = [&](const Term *X) {
    return Hardware.unsignedRange(X).Low == 0 && !Known.isPositive(X);
  };
  if (map::isOp(T, Op::Mul) && ((MayBeZero(A) && isWithin(B, Known)) ||
                                (MayBeZero(B) && isWithin(A, Known))))
    return false;
  return all_of(ArrayRef{A, B}, [&](const Term *X) {
    return !isWithin(X, Known) || factorsCount(X, Known);
  });
}

/// Can it only exceed Most because sizes are absurd?
bool IndexRewriter::isOfSizes(const Polynomial &Greatest, int64_t Most) {
  bool HasProduct = false, HasSize = false;
  __int128 Largest = 0;
  for (const auto &[Names, Factor] : Greatest.sum()) {
    if (Names.size() > 1 || (Names.size() == 1 && Factor > 1))
      HasProduct = true;
    if (!Names.empty() && std::abs(Factor) > MostFactor)
      return false;
    if (isGridSize(Names, Factor)) {
      Largest += INT32_MAX;
      continue;
    }
    HasSize |=
        any_of(Names, [&](const Term *X) { return X->width() == Width; });
    __int128 Here = Factor > 0 ? Factor : 0;
    for (const Term *X : Names)
      Here = std::min<__int128>(Here * Hardware.unsignedRange(X).High,
                                __int128(1) << 63); // twice fits
    Largest += Here;
  }
  return HasProduct && (HasSize || Width == 32) && Largest > Most;
}

/// The bound takes sizes as unsigned numbers: of an int, that is said.
void IndexRewriter::assume(const Polynomial &Greatest, int64_t Most,
                           const IndexLimits &Known) {
  constexpr auto Promised = map::Assumption::Basis::Promised;
  if (Width == 64) { // no number says it of the index
    assume({nullptr, "no index of 64 bits wraps", Promised});
    for (const auto &[Names, Factor] : Greatest.sum())
      for (const Term *X : Names)
        if (X->width() == 64)
          assume({Terms.sle(Terms.constant(64, 0), X),
                  map::toText(X) + " <= " + std::to_string(INT64_MAX),
                  map::Assumption::Basis::Derived});
    return;
  }
  assume({Greatest.atMost(Most, Terms), Greatest.atMostText(Most), Promised});
  for (const auto &[Names, Factor] : Greatest.sum())
    for (const Term *X : Names)
      if (isSigned(X) && !Known.isSignedPositive(X)) {
        const Term *Holds = Terms.sle(Terms.constant(32, 0), X);
        assume({Holds, map::toText(X) + " >= 0", Promised});
      }
}

void IndexRewriter::assume(map::Assumption A) {
  if (none_of(P.Assumptions, [&](const map::Assumption &Other) {
        return Other.Text == A.Text;
      }))
    P.Assumptions.push_back(std::move(A));
}

void IndexRewriter::run() {
  IndexLimits Known;
  for (const map::Assumption &A : P.Assumptions)
    if (A.Condition)
      Known.note(A.Condition, true, Hardware);
  walk(P.Body, std::move(Known));
}

void assumeIndicesFit(map::Protocol &P) { IndexRewriter(P).run(); }

} // namespace racemap::lift
