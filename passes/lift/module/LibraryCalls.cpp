// LibraryCalls - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/module/LibraryCalls.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace racemap::lift {

using namespace llvm;

static std::string text(char *Demangled) {
  std::string Result = Demangled ? Demangled : "";
  std::free(Demangled);
  return Result;
}

/// "cuda::__4::pipeline<2>" becomes "cuda::pipeline".
static std::string shorten(StringRef Name) {
  std::string Plain;
  unsigned Depth = 0;
  for (char C : Name) {
    Depth += C == '<';
    if (Depth == 0)
      Plain += C;
    Depth -= C == '>';
  }
  SmallVector<StringRef, 4> Parts;
  StringRef(Plain).split(Parts, "::");
  erase_if(Parts, [](StringRef Part) { return Part.starts_with("__"); });
  return join(Parts, "::");
}

std::string libraryCallOf(const Instruction &I) {
  std::string Outermost;
  for (const DILocation *At = I.getDebugLoc().get(); At;
       At = At->getInlinedAt()) {
    const DISubprogram *S = At->getScope()->getSubprogram();
    std::string Mangled = S ? S->getLinkageName().str() : "";
    ItaniumPartialDemangler Parts;
    if (Parts.partialDemangle(Mangled.c_str()) || !Parts.isFunction())
      continue;
    std::string In = text(Parts.getFunctionDeclContextName(nullptr, nullptr));
    StringRef Within = In;
    if (Within.starts_with("cuda::") ||
        Within.starts_with("cooperative_groups"))
      Outermost = shorten(
          In + "::" + text(Parts.getFunctionBaseName(nullptr, nullptr)));
  }
  return Outermost;
}

} // namespace racemap::lift
