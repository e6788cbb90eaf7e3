// Indices - random indices and conditions of a kernel.
//
// own() gives different threads different elements, in one of several ways that
// an array keeps; anything() is what an index may be otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_INDICES_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_INDICES_H

#include "Kernel.h"
#include "unit-tests/oracle/Random.h"
#include <optional>

namespace racemap::source {

using oracle::Random;

class Indices {
public:
  Indices(Random &R, const Kernel &K) : R(R), K(K) {}

  /// How the elements of an array are dealt out to the threads.
  struct Deal {
    bool LastFirst = false; ///< the last dimension varies fastest
    bool Reversed = false;
    unsigned Stride = 1;
    std::optional<unsigned> Base; ///< a parameter that is added
  };
  std::vector<Deal> Deals; ///< of each array

  Deal drawDeal();
  /// The thread's own element: its number in its block or, of a global array,
  /// in the grid.
  std::vector<Expression> own(unsigned Array);
  std::vector<Expression> anything(unsigned Array);
  /// The same for all threads of a block.
  Expression uniform();
  Expression uniformCondition();
  Expression threadCondition();
  /// True for one thread of those that share the array.
  Expression oneThread(bool Shared);
  /// A value read from memory, as an index of an ill-typed kernel.
  Expression dataIndex();
  Expression dataCondition();

  Expression threadNumber(bool LastFirst = false);
  Expression thread() { return Named ? variable(*Named) : threadNumber(); }
  Expression variable(unsigned V) const {
    return {Op::Variable, K.Variables[V].isReadUnsigned(), V, {}};
  }

  struct Loop {
    unsigned Variable;
    bool Uniform;
    bool FromZero; ///< in steps of one
  };
  std::vector<Loop> Enclosing;
  std::vector<unsigned> Data;    ///< variables that may be used as indices
  std::optional<unsigned> Named; ///< the variable that has threadNumber()
  bool Unsigned = false;         ///< threadIdx and its like stay unsigned

private:
  Expression built(Op Which, unsigned Dimension);
  Expression size(Op Which, unsigned Dimension);
  Expression numberIn(Op Index, Op Size, const Dim &D, bool LastFirst);
  Expression gridNumber(bool LastFirst);
  Expression parameter(unsigned P) const {
    return {Op::Parameter, K.Parameters[P].Unsigned, P, {}};
  }
  Expression scalar();
  Expression small(unsigned Most) { return number(R.below(Most + 1)); }
  Expression compare(Expression A, Expression B);

  Random &R;
  const Kernel &K;
};

} // namespace racemap::source

#endif
