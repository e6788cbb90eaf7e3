// OptionUse - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OptionUse.h"
#include "Help.h"
#include "passes/driver/Options.h"
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

static constexpr StringRef Builds =
    "builds with clang, whose host code it changes; use racemap cc";

static constexpr Use Restricted[] = {
    {"write-baseline", "check", "racemap check"},
    {"confirm", "check", "racemap check"},
    {"try", "check", "racemap check"},
    {"orders", "check", "racemap check and racemap replay"},
    {"observed", "check cc nvcc plugin", "sources; use racemap check"},
    {"device", "cc", config::OfDeviceBuilds},
    {"sanitize", "cc", config::OfDeviceBuilds},
    {"elide", "cc nvcc", config::OfDeviceBuilds},
    {"ignorelist", "cc nvcc", config::OfDeviceBuilds},
    {"check-launch", "cc plugin", Builds},
};

static const Use *useOf(StringRef Option) {
  const Use *Found = llvm::find_if(
      Restricted, [&](const Use &U) { return U.Option == Option; });
  return Found == std::end(Restricted) ? nullptr : Found;
}

bool isOption(StringRef Name) { return config::isOption(Name); }

/// Shows what is in force for a file, so what a file can say, and which it is.
static bool takesOptionOfFile(StringRef Option) {
  return Option == "config" ||
         llvm::is_contained(config::optionsOfFiles(), std::string_view(Option));
}

bool takesOption(StringRef Command, StringRef Option) {
  if (Command == "config")
    return takesOptionOfFile(Option);
  if (Command == "report")
    return Option == "level" || Option == "benign";
  const Use *Its = useOf(Option);
  return !Its || llvm::is_contained(llvm::split(Its->Commands, ' '), Command);
}

llvm::Error refuseOption(StringRef Command, StringRef Option) {
  if (takesOption(Command, Option))
    return llvm::Error::success();
  const Use *Its = useOf(Option);
  if (Command == "config")
    return llvm::createStringError("racemap config does not take " + Option +
                                   "; it shows what a configuration file can "
                                   "set");
  if (Command == "report")
    return llvm::createStringError("option " + Option +
                                   " is not for report: level and benign are");
  return llvm::createStringError("option " + Option + " is for " +
                                 Its->Purpose);
}

bool impliesOn(StringRef Name) {
  return Name == "confirm" || Name == "check-launch";
}

static const CommandFlag *flagOf(const Subcommand &C, StringRef Flag) {
  const CommandFlag *F = llvm::find_if(
      C.Flags, [&](const CommandFlag &F) { return F.Name.rtrim('=') == Flag; });
  return F == C.Flags.end() ? nullptr : F;
}

llvm::Error checkFlag(StringRef Command, StringRef Flag, bool HasValue) {
  if (const CommandFlag *F = flagOf(*findCommand(Command), Flag)) {
    bool NeedsValue = !F->Value.empty() && F->Name.size() > 2;
    if (HasValue && F->Value.empty())
      return llvm::createStringError(Flag + " takes no value");
    if (!HasValue && NeedsValue)
      return llvm::createStringError(Flag + " needs a value: " + F->Value);
    return llvm::Error::success();
  }
  std::vector<std::string> Others;
  for (const Subcommand &C : commands())
    if (flagOf(C, Flag))
      Others.push_back("racemap " + C.Name.str());
  if (Others.empty())
    return llvm::Error::success();
  return llvm::createStringError(Flag + " is for " +
                                 llvm::join(Others, " and "));
}

std::string meantFlag(StringRef Command, StringRef Name) {
  std::vector<std::string_view> Names{"help"};
  for (const CommandFlag &F : findCommand(Command)->Flags)
    if (StringRef Flag = F.Name; Flag.consume_front("--"))
      Names.push_back(Flag);
  for (const OptionText &O : optionTexts())
    if (takesOption(Command, O.Name))
      Names.push_back(O.Name);
  return config::didYouMean(Name, Names);
}

} // namespace racemap
