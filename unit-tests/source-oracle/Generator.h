// Generator - random kernels, small enough to be run for all parameters.
//
// In:  a seed, and how the kernels are to be typed.
// Out: a kernel. First its launch, parameters and arrays are drawn, then how
//      careful it is. A careful access keeps to what its array is used for in
//      the phase: each thread has elements of its own, or all only read, or one
//      thread alone works on it. Others go anywhere. Barriers stand where all
//      threads of the block come together, but for Typing::Loose.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_GENERATOR_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_GENERATOR_H

#include "Compare.h"
#include "Indices.h"

namespace racemap::source {

class Generator {
public:
  Generator(uint64_t Seed, Typing T);
  Kernel generate();

private:
  /// Where statements stand.
  struct Around {
    unsigned Depth = 0;
    bool Uniform = true; ///< all threads of the block come here together
  };
  using Block = std::vector<Statement>;
  enum class Use : uint8_t { None, Own, OnlyRead, OneThread };

  void drawLaunch();
  void drawParameters();
  void drawArrays();
  unsigned newVariable(bool Unsigned, bool Data = false);
  void nameThread(Block &Out);

  void sequence(Block &Out, Around At, unsigned Most);
  void statement(Block &Out, Around At);
  void access(Block &Out);
  void carefulAccess(Block &Out, unsigned Array);
  void wildAccess(Block &Out, unsigned Array);
  Statement plainAccess(unsigned Array, std::vector<Expression> Index);
  Statement readOf(unsigned Array, std::vector<Expression> Index);
  Expression payload();
  unsigned dataVariable();
  void barrier(Block &Out, Around At);
  void conditional(Block &Out, Around At);
  void loop(Block &Out, Around At);
  void drawRange(Statement &Loop, bool Uniform);
  void drawUpwards(Statement &Loop, bool Uniform);
  void drawOdd(Statement &Loop, bool Uniform);
  void drawNearTheTop(Statement &Loop);
  void halving(Block &Out);
  void readBack(Block &Out);
  void leave(Block &Out, Around At);

  Random R;
  Typing T;
  Kernel K;
  Indices Make;
  unsigned Careful = 90; ///< percent
  std::vector<Use> Uses; ///< of each array, in this phase
  std::vector<unsigned> Data;
  int Accesses = 8, Barriers = 4, Loops = 2;
  bool BarrierBehind = true; ///< one may still follow
};

} // namespace racemap::source

#endif
