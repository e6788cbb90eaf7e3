// Describe - effects as one line of text, for tests to compare with.
//
// In:  assembly text.
// Out: "read shared 4 weak @$1+8 -> $0; barrier block sync id 0 aligned", the
//      silent effects left out; "error: ..." if the text does not parse.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef RACEMAP_UNITTESTS_PTX_DESCRIBE_H
#define RACEMAP_UNITTESTS_PTX_DESCRIBE_H

#include "passes/ptx/Effect.h"

namespace racemap::ptx::test {

/// All effects of the text but the silent ones, separated by "; ".
std::string effectsOf(llvm::StringRef AsmText);
/// What the text leaves in asm operand Index; "not written" if it does not.
std::string outputOf(llvm::StringRef AsmText, unsigned Index);
/// The kinds of all effects, silent ones included: "value none".
std::string kindsOf(llvm::StringRef AsmText);

std::string describe(const Effect &E);
std::string describe(const KnownValue &V);

/// A row of a table of examples.
struct Example {
  const char *AsmText;
  const char *Expected;
};

} // namespace racemap::ptx::test

#endif // RACEMAP_UNITTESTS_PTX_DESCRIBE_H
