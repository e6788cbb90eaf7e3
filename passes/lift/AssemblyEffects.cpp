// AssemblyEffects - inline PTX, through passes/ptx.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/MemoryEffects.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

namespace racemap::lift {

using namespace llvm;

static std::string oneLine(StringRef Text) {
  std::string Line;
  for (char C : Text.trim())
    if (!isSpace(C))
      Line += C;
    else if (Line.back() != ' ')
      Line += ' ';
  return Line;
}

SmallVector<Effect, 2> effectsOfAssembly(const CallBase &Call) {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  if (!Call.mayReadOrWriteMemory() && !Asm->hasSideEffects())
    return {};
  StringRef Text = Asm->getAsmString();
  if (Text.trim().empty())
    return {};
  return {Effect::unknown("inline assembly: " + oneLine(Text))};
}

} // namespace racemap::lift
