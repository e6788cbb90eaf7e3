// OptionUse - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OptionUse.h"
#include "runtime/config/KnownOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap {

using llvm::StringRef;

namespace {
struct Use {
  StringRef Option;
  StringRef Commands; ///< separated by blanks
  StringRef Purpose;  ///< for people: the option is for ...
};
} // namespace

static constexpr StringRef
    CpuBuilds = "builds; use racemap cc --device=cpu",
    Builds = "builds; use racemap cc, or clang with the plugin";

static constexpr Use Restricted[] = {
    {"write-baseline", "check", "racemap check"},
    {"confirm", "check", "racemap check"},
    {"try", "check", "racemap check"},
    {"orders", "check", "racemap check and racemap replay"},
    {"observed", "check cc nvcc", "sources; use racemap check"},
    {"device", "cc", CpuBuilds},
    {"sanitize", "cc", CpuBuilds},
    {"elide", "cc nvcc", CpuBuilds},
    {"ignorelist", "cc nvcc", CpuBuilds},
    {"check-launch", "cc", Builds},
};

static const Use *useOf(StringRef Option) {
  const Use *Found = llvm::find_if(
      Restricted, [&](const Use &U) { return U.Option == Option; });
  return Found == std::end(Restricted) ? nullptr : Found;
}

bool isOption(StringRef Name) {
  static constexpr StringRef Known[] = {
#define RACEMAP_OPTION(OptionName, Member, Kind, Default, Help) OptionName,
#include "runtime/config/Options.def"
  };
  return llvm::is_contained(Known, Name);
}

/// Shows what is in force for a file, so what a file can say, and which it is.
static bool takesOptionOfFile(StringRef Option) {
  return Option == "config" ||
         llvm::is_contained(config::optionsOfFiles(), std::string_view(Option));
}

bool takesOption(StringRef Command, StringRef Option) {
  if (Command == "config")
    return takesOptionOfFile(Option);
  const Use *Its = useOf(Option);
  return !Its || llvm::is_contained(llvm::split(Its->Commands, ' '), Command);
}

llvm::Error refuseOption(StringRef Command, StringRef Option) {
  if (takesOption(Command, Option))
    return llvm::Error::success();
  const Use *Its = useOf(Option);
  return llvm::createStringError("option " + Option + " is for " +
                                 (Its ? Its->Purpose
                                      : StringRef("what is written or "
                                                  "analysed, of which racemap "
                                                  "config shows nothing")));
}

std::string withImpliedValue(StringRef NameAndValue) {
  bool IsOn = NameAndValue == "confirm" || NameAndValue == "check-launch";
  return NameAndValue.str() + (IsOn ? "=on" : "");
}

} // namespace racemap
