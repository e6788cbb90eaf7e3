// RandomOverlaps - queries as two threads make them, over a few narrow names.
//
// Two indices x#1 and x#2 (and y#1, y#2) of one map, their guards, that they
// differ, and that the two places are less than a width apart. Arithmetic may
// wrap, in a width that is drawn too. What the map is made of is the class.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNIT_TESTS_ALGEBRA_RANDOMOVERLAPS_H
#define RACEMAP_UNIT_TESTS_ALGEBRA_RANDOMOVERLAPS_H

#include "passes/map/Evaluate.h"
#include "passes/map/TermContext.h"
#include <random>
#include <vector>

namespace racemap::algebra {

using namespace map;

enum class Class {
  Affine,
  Symbolic,
  Quotients,
  Radices,
  Digits,
  Bits,
  Swizzles,
  Powers,
  Loops,
  Anything
};

class RandomOverlaps {
public:
  RandomOverlaps(TermContext &T, unsigned Seed, Class Of)
      : T(T), Engine(Seed), Of(Of), Wide(pick(3) ? 8 : 5 + pick(3)) {
    for (const char *Name : {"x1", "x2", "y1", "y2"})
      Names.push_back(T.parameter(Name, Width));
    Size = T.parameter("w", Width);
    Names.push_back(Size);
    make();
  }

  std::vector<const Term *> Conjuncts;
  uint64_t LeastSize = 0; ///< of w, where they hold
  static constexpr unsigned Width = 3;
  std::vector<const Variable *> Names;

  /// Does an assignment satisfy all conjuncts?
  bool isSatisfiable() const {
    for (uint64_t N = 0; N < 1u << (Width * Names.size()); ++N)
      if (holds(N))
        return true;
    return false;
  }

private:
  struct Numbers final : Assignment {
    const std::vector<const Variable *> &Names;
    uint64_t All;
    Numbers(const std::vector<const Variable *> &Names, uint64_t All)
        : Names(Names), All(All) {}
    uint64_t valueOf(const Variable *V) override {
      for (size_t I = 0; I < Names.size(); ++I)
        if (Names[I] == V)
          return All >> (I * Width);
      return 0;
    }
    uint64_t valueOf(const Unknown *, llvm::ArrayRef<uint64_t>) override {
      return 0;
    }
  };

  bool holds(uint64_t N) const {
    Numbers Values(Names, N);
    Evaluator Value(Values);
    for (const Term *C : Conjuncts)
      if (!Value(C))
        return false;
    return !Value.brokePromise();
  }

  unsigned pick(unsigned N) { return Engine() % N; }
  const Term *number(uint64_t V) { return T.constant(Wide, V); }
  const Term *wide(const Term *X) { return T.cast(Op::ZExt, X, Wide); }
  const Term *op(Op O, const Term *A, const Term *B) {
    return T.make(O, {A, B});
  }

  /// A part of the index X of a thread.
  const Term *part(const Term *X, unsigned Which, unsigned By) {
    Op Ops[] = {Op::UDiv, Op::URem, Op::And, Op::Xor, Op::LShr, Op::Shl};
    if (Which >= std::size(Ops))
      return X;
    bool IsShift = Which >= 4;
    return op(Ops[Which], X, number(IsShift ? By % 4 : By + 1));
  }

  /// Drawn once, and made for each thread.
  struct Shape {
    unsigned X, Y, Rest, PartX, PartY, ByX, ByY, Kind;
  };
  const Term *place(const Shape &S, const Term *X, const Term *Y) {
    const Term *A = wide(X), *B = wide(Y);
    switch (Of) {
    case Class::Symbolic: {
      const Term *W = wide(Size);
      const Term *Row = op(Op::Mul, op(Op::Mul, B, W), number(1 + S.Y % 2));
      const Term *Column = op(Op::Mul, A, number(1 + S.X % 2));
      return op(S.Kind % 4 ? Op::Add : Op::Sub, Row, Column);
    }
    case Class::Quotients:
      return inQuotients(S, A, B);
    case Class::Radices:
      return takenApart(S, op(Op::Add, op(Op::Shl, B, number(3)), A));
    case Class::Digits:
    case Class::Bits: {
      unsigned Base = Of == Class::Bits ? 2 : 0;
      unsigned First = Base + S.PartX % 3, Second = Base + S.PartY % 3;
      if (Of == Class::Bits && S.Kind == 0)
        return op(Op::Xor, op(Op::Shl, A, number(2)), part(B, 2, S.ByY));
      A = op(Op::Mul, part(A, First, S.ByX), number(S.X));
      B = op(Op::Mul, part(S.Kind % 2 ? wide(X) : B, Second, S.ByY),
             number(S.Y));
      return op(Op::Add, A, B);
    }
    case Class::Swizzles:
      return swizzled(S, A, B);
    case Class::Powers:
      return butterfly(S, A, B);
    default:
      return op(S.Kind % 5 ? Op::Add : Op::Sub, op(Op::Mul, B, number(S.Y)),
                op(Op::Mul, A, number(S.X)));
    }
  }

  /// By w and c, and put together again, in this order or another; not always
  /// with what it was divided by.
  const Term *takenApart(const Shape &S, const Term *Flat) {
    const Term *W = wide(Size), *C = S.ByX ? number(1 + S.ByX % 4) : W;
    const Term *Row = op(Op::UDiv, Flat, W), *X = op(Op::URem, Flat, W);
    const Term *Y = op(Op::URem, Row, C);
    const Term *Z = S.PartX % 2 ? op(Op::UDiv, Flat, op(Op::Mul, W, C))
                                : op(Op::UDiv, Row, C);
    const Term *Rows = S.PartY == 0 ? number(S.X) : C;
    const Term *Columns = S.PartY == 1 ? number(S.X) : W;
    auto Within = [&](const Term *High, const Term *By, const Term *Low) {
      return op(Op::Add, op(Op::Mul, High, By), Low);
    };
    return S.Kind % 2 ? Within(Within(Z, Rows, Y), Columns, X)
                      : Within(Within(Z, Columns, X), Rows, Y);
  }

  /// Rows of w / c elements, or rows of w whose places are divided by c.
  const Term *inQuotients(const Shape &S, const Term *A, const Term *B) {
    const Term *W = wide(Size);
    auto Divided = [&](const Term *X) {
      return S.Kind % 2 ? op(Op::UDiv, X, number(divisor(S)))
                        : op(Op::LShr, X, number(1 + S.ByX % 2));
    };
    const Term *Row =
        S.Kind < 4 ? op(Op::Mul, B, Divided(W)) : Divided(op(Op::Mul, B, W));
    return op(Op::Add, Row, op(Op::Mul, A, number(1 + S.X % 2)));
  }
  static unsigned divisor(const Shape &S) { return 2 << S.ByX % 2; }

  /// What w says of its quotients: it is a multiple, or as large as one of an
  /// index.
  void limitQuotients(const Shape &S, const Term *X1, const Term *X2) {
    unsigned By = divisor(S), Step = 1 + S.X % 2;
    const Term *C = T.constant(Width + 1, By);
    const Term *W = T.cast(pick(4) ? Op::ZExt : Op::SExt, Size, Width + 1);
    const Term *Rest = op(pick(2) ? Op::SRem : Op::URem, W, C);
    if (pick(3))
      require(T.eq(Rest, T.constant(Width + 1, pick(5) == 0)));
    for (const Term *X : {X1, X2})
      if (pick(6))
        require(pick(2) ? op(Op::ULt, op(Op::Mul, wide(X), number(By * Step)),
                             wide(Size))
                        : op(Op::ULt, op(Op::Mul, X, T.constant(Width, Step)),
                             op(Op::UDiv, Size, T.constant(Width, By))));
  }

  /// The column is turned by the row; or digits of a number by higher ones.
  const Term *swizzled(const Shape &S, const Term *A, const Term *B) {
    const Term *Flat = op(Op::Add, op(Op::Shl, B, number(3)), A);
    switch (S.Kind) {
    case 0:
      return op(Op::Xor, A, S.ByY % 2 ? B : op(Op::And, B, number(4)));
    case 1: // a part of the row is lost
      return op(Op::Add, op(Op::Shl, part(B, S.PartX, S.ByX), number(3)),
                op(Op::Xor, A, B));
    case 2:
    case 3: // Flat ^ (Flat & mask) >> shift
      return op(Op::Xor, Flat,
                op(Op::LShr, op(Op::And, Flat, number(8 * (1 + S.ByX))),
                   number(S.Kind + S.ByY % 2)));
    case 4: { // the low digits are turned by what is above them
      const Term *Turned =
          op(Op::Xor, Flat, op(Op::LShr, Flat, number(1 + S.ByX % 3)));
      uint64_t Low = S.ByY % 2 ? 7 : 3;
      return op(Op::Add, op(Op::And, Flat, number(~Low)),
                op(Op::And, Turned, number(Low)));
    }
    default:
      return op(Op::Add, op(Op::Shl, B, number(3)),
                op(Op::Xor, A, part(B, S.PartY, S.ByY)));
    }
  }

  /// a * x - b * (x & (w - 1)) + c * w, often with a = 2 and b = 1.
  const Term *butterfly(const Shape &S, const Term *A, const Term *B) {
    bool IsPlain = S.Kind < 4;
    const Term *Below = op(Op::Sub, wide(Size), number(1));
    const Term *Rest =
        op(Op::Mul, op(Op::And, A, Below), number(IsPlain ? 1 : 1 + S.ByX % 4));
    const Term *Whole = op(Op::Mul, A, number(IsPlain ? 2 : S.X % 5));
    const Term *Index = op(S.Kind % 4 == 3 ? Op::Add : Op::Sub, Whole, Rest);
    if (S.Y % 3 == 0)
      Index = op(Op::Add, Index, op(Op::Mul, B, wide(Size)));
    return Index;
  }

  /// w is one of some numbers, mostly powers of two.
  const Term *isPower() {
    const Term *Any = T.no();
    for (unsigned N : {0u, 1u, 2u, 4u})
      if (pick(N ? 5 : 3))
        Any = T.logicalOr(Any, T.eq(Size, T.constant(Width, N)));
    if (pick(5) == 0)
      Any = T.logicalOr(Any, T.eq(Size, T.constant(Width, 3 + 2 * pick(3))));
    return Any;
  }

  Shape shape() {
    return {1 + pick(9), 1 + pick(9), pick(8), pick(6),
            pick(6),     pick(7),     pick(7), pick(8)};
  }

  void require(const Term *C) { Conjuncts.push_back(C); }

  void make() {
    const Term *X1 = Names[0], *X2 = Names[1], *Y1 = Names[2], *Y2 = Names[3];
    Shape S = shape();
    const Term *First = place(S, X1, Y1);
    if (pick(5) == 0)
      S = shape();
    const Term *Second =
        op(Op::Add, place(S, X2, Y2), number(pick(3) ? 0 : pick(5)));
    unsigned W = pick(3) ? 1 : 1 + pick(3);
    if (Of == Class::Anything && pick(2)) {
      require(op(Op::Eq, First, Second));
    } else if (W == 1) {
      require(op(Op::ULe, First, Second));
      require(op(Op::ULe, Second, First));
    } else {
      require(op(Op::SLt, First, op(Op::Add, Second, number(W))));
      require(op(Op::SLt, Second, op(Op::Add, First, number(W))));
    }
    auto Limit = [&](const Term *A, const Term *B) {
      if (pick(5) == 0)
        return;
      bool ByName = Of == Class::Symbolic || pick(6) == 0;
      const Term *Most = ByName ? static_cast<const Term *>(Size)
                                : T.constant(Width, 1 + pick(7));
      require(op(Op::ULt, A, Most));
      if (pick(6))
        require(op(Op::ULt, B, Most));
    };
    if (Of == Class::Quotients)
      limitQuotients(S, X1, X2);
    else
      Limit(X1, X2);
    if (Of != Class::Symbolic)
      Limit(Y1, Y2);
    if (Of == Class::Loops) { // a guard that one of them passes, a fixed step
      require(op(Op::Eq, wide(Y1), op(Op::Mul, wide(X1), number(1 + pick(3)))));
      if (pick(2))
        require(op(Op::Eq, wide(Y2), op(Op::Add, wide(X2), number(pick(3)))));
    }
    if (Of == Class::Powers)
      require(isPower());
    if (Of == Class::Powers || Of == Class::Radices) {
      if (pick(8)) {
        require(op(Op::ULt, T.constant(Width, 0), Size));
        LeastSize = 1;
      }
    }
    const Term *Different = T.ne(X1, X2);
    if (pick(3))
      Different = T.logicalOr(Different, T.ne(Y1, Y2));
    require(Different);
    if (pick(4) == 0)
      require(T.logicalOr(T.eq(X1, T.constant(Width, pick(8))),
                          op(Op::ULt, Y2, T.constant(Width, pick(8)))));
    if (pick(6) == 0)
      require(op(Op::ULt, T.ite(op(Op::ULt, X1, Y1), X1, Y1),
                 T.constant(Width, 1 + pick(4))));
  }

  TermContext &T;
  std::mt19937 Engine;
  Class Of;
  unsigned Wide;
  const Variable *Size;
};

} // namespace racemap::algebra

#endif
