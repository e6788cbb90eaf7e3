// Code - a kernel's statements one after the other, with jumps.
//
// A thread that waits at a barrier is then no more than a number and the
// values of its variables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_CODE_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_CODE_H

#include "Kernel.h"

namespace racemap::source {

struct Instruction {
  enum class Kind : uint8_t {
    Do,     ///< a statement without a body
    Assign, ///< the loop's variable gets Value
    Step,   ///< the loop's variable makes its step
    Unless, ///< goes to Target if Condition is false
    Jump,
  };
  Kind TheKind = Kind::Do;
  const Statement *S = nullptr;
  const Expression *Condition = nullptr;
  size_t Target = 0;
};

std::vector<Instruction> compile(const std::vector<Statement> &Body);

} // namespace racemap::source

#endif
