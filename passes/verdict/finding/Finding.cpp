// Finding - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/finding/Finding.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace racemap::verdict {

static std::string negated(llvm::StringRef Comparison) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Signs[] =
      {{" >= ", " < "},  {" <= ", " > "}, {" == ", " != "},
       {" != ", " == "}, {" > ", " <= "}, {" < ", " >= "}};
  for (const auto &[Written, Opposite] : Signs)
    if (size_t At = Comparison.find(Written); At != llvm::StringRef::npos)
      return Comparison.take_front(At).str() + Opposite.str() +
             Comparison.drop_front(At + Written.size()).str();
  return "!(" + Comparison.str() + ")";
}

std::string broken(llvm::StringRef Condition) {
  llvm::SmallVector<llvm::StringRef> Parts;
  Condition.split(Parts, " && ");
  std::string Broken;
  for (llvm::StringRef Part : Parts)
    Broken += (Broken.empty() ? "" : " || ") + negated(Part);
  return Broken;
}

void Finding::doubt(UnmeantLaunches Only) {
  TheCertainty = Certainty::Possible;
  Explanation += std::string(Only.MaybeOthers ? " (" : " (only ") + "if " +
                 Only.text() + ")";
  OnlyIn = std::move(Only);
}

} // namespace racemap::verdict
