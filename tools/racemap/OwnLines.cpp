// OwnLines - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OwnLines.h"
#include "runtime/output/Printable.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <optional>

namespace racemap {

using llvm::StringRef;

static bool &theColors() {
  static bool HasColors = false;
  return HasColors;
}

bool hasColors() { return theColors(); }

void setColors(Arguments CommandLine) {
  const char *NoColor = std::getenv("NO_COLOR");
  bool IsRefused = NoColor && *NoColor;
  theColors() = !IsRefused && llvm::sys::Process::StandardErrHasColors();
  std::optional<bool> Asked;
  for (StringRef Word : CommandLine)
    Asked = llvm::StringSwitch<std::optional<bool>>(Word)
                .Case("-fcolor-diagnostics", true)
                .Case("-fdiagnostics-color", true)
                .Case("-fdiagnostics-color=always", true)
                .Case("-fno-color-diagnostics", false)
                .Case("-fno-diagnostics-color", false)
                .Case("-fdiagnostics-color=never", false)
                .Default(Asked);
  if (Asked)
    theColors() = *Asked;
}

namespace {
struct Style {
  StringRef Word, Begin; ///< Begin is clang's code for its colour
};
} // namespace

static Style styleOf(Severity S) {
  switch (S) {
  case Severity::Error:
    return {"error: ", "\x1b[0;1;31m"};
  case Severity::Warning:
    return {"warning: ", "\x1b[0;1;35m"};
  case Severity::Remark:
    return {"remark: ", "\x1b[0;1;34m"};
  case Severity::Note:
    return {"note: ", "\x1b[0;1;36m"};
  }
  return {};
}

std::string lineAt(const llvm::Twine &Place, Severity S,
                   const llvm::Twine &Text) {
  constexpr StringRef End = "\x1b[0m";
  Style Its = styleOf(S);
  std::string Begin = output::printableLine((Place + ": ").str());
  std::string Line = output::printableLine(Text.str());
  if (!hasColors())
    return (Begin + Its.Word + Line).str();
  return (Begin + Its.Begin + Its.Word + End + Line).str();
}

void say(Severity S, const llvm::Twine &Text) {
  llvm::errs() << lineAt("racemap", S, Text) << "\n";
}

int fail(const llvm::Twine &Text) {
  say(Severity::Error, Text);
  return Failed;
}

} // namespace racemap
