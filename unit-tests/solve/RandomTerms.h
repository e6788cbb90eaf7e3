// RandomTerms - truth terms over a few narrow names, promises included.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNIT_TESTS_SOLVE_RANDOMTERMS_H
#define RACEMAP_UNIT_TESTS_SOLVE_RANDOMTERMS_H

#include "passes/map/TermContext.h"
#include <random>

namespace racemap::solve {

using namespace map;

class RandomTerms {
public:
  /// Terms of one seed differ in their promises only.
  RandomTerms(TermContext &T, unsigned Seed, bool ShiftsByTerms,
              unsigned PromiseSeed = 0)
      : T(T), Engine(Seed), Promise(PromiseSeed + Seed),
        ShiftsByTerms(ShiftsByTerms) {
    for (const char *Name : {"a", "b", "c"})
      Names.push_back(T.parameter(Name, Width));
  }

  const Term *truth(unsigned Depth) {
    switch (pick(Depth ? 6 : 3)) {
    case 3:
      return T.logicalAnd(truth(Depth - 1), truth(Depth - 1));
    case 4:
      return T.logicalOr(truth(Depth - 1), truth(Depth - 1));
    case 5:
      return T.logicalNot(truth(Depth - 1));
    default:
      return comparison(Depth);
    }
  }

  static constexpr unsigned Width = 5;
  std::vector<const Variable *> Names;

private:
  unsigned pick(unsigned N) { return Engine() % N; }

  const Term *comparison(unsigned Depth) {
    Op Ops[] = {Op::Eq, Op::Ne, Op::ULt, Op::ULe, Op::SLt, Op::SLe};
    bool Wide = pick(3) == 0;
    const Term *A = value(Depth), *B = value(Depth);
    if (Wide) {
      Op Extend = pick(2) ? Op::ZExt : Op::SExt;
      A = T.cast(Extend, A, 8);
      B = T.add(T.cast(Extend, B, 8), T.constant(8, Engine() % 7), promises());
    }
    return T.make(Ops[pick(6)], {A, B});
  }

  const Term *value(unsigned Depth) {
    if (!Depth || pick(4) == 0)
      return pick(3) ? static_cast<const Term *>(Names[pick(3)])
                     : T.constant(Width, Engine());
    const Term *A = value(Depth - 1);
    switch (pick(8)) {
    case 0:
    case 1: {
      Op Ops[] = {Op::Add, Op::Sub, Op::Mul};
      return T.make(Ops[pick(3)], {A, value(Depth - 1)}, promises());
    }
    case 2: {
      Op Ops[] = {Op::UDiv, Op::SDiv, Op::URem, Op::SRem};
      const Term *By = pick(3) ? T.constant(Width, Engine()) : value(Depth - 1);
      return T.make(Ops[pick(4)], {A, By});
    }
    case 3: {
      Op Ops[] = {Op::Shl, Op::LShr, Op::AShr};
      bool Known = !ShiftsByTerms || pick(4);
      const Term *By =
          Known ? T.constant(Width, Engine() % 7) : value(Depth - 1);
      return T.make(Ops[pick(3)], {A, By});
    }
    case 4: {
      Op Ops[] = {Op::And, Op::Or, Op::Xor};
      const Term *By =
          pick(2) ? T.constant(Width, (1u << pick(5)) - 1) : value(Depth - 1);
      return T.make(Ops[pick(3)], {A, By});
    }
    case 5:
      return T.resizeUnsigned(T.cast(Op::Trunc, A, 3, promises()), Width);
    case 6:
      return T.ite(truth(Depth - 1), A, value(Depth - 1));
    default:
      return T.resizeSigned(T.cast(Op::Trunc, A, 2), Width);
    }
  }

  uint8_t promises() {
    return Promise() % 3 ? NoPromise : uint8_t(Promise() % 4);
  }

  TermContext &T;
  std::mt19937 Engine, Promise;
  bool ShiftsByTerms; ///< integers have no encoding for them
};

} // namespace racemap::solve

#endif
