// Options - reads one NAME=VALUE by the kind its table row names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Options.h"
#include "passes/map/Parser.h"
#include "passes/report/Wording.h"
#include "runtime/config/CheckNames.h"
#include "runtime/config/KnownOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

namespace racemap {

using llvm::Error;
using llvm::StringRef;

static Error wrong(StringRef Name, StringRef Value, const llvm::Twine &Want) {
  return llvm::createStringError("option " + Name + "=" + Value + ": " + Want);
}

/// What a value of this kind of option is one of; empty: anything else. Of two
/// words, the first is the one that sets the member.
static llvm::ArrayRef<StringRef> wordsOf(StringRef Kind) {
  static constexpr StringRef Switch[] = {"on", "off"}, Flag[] = {"1", "0"},
                             Benign[] = {"hide", "report"},
                             WarpSync[] = {"lockstep", "independent"},
                             Device[] = {"cpu", "gpu"},
                             Sanitize[] = {"gpu", "cpu", "off"},
                             Level[] = {"provable", "input", "possible"};
  return llvm::StringSwitch<llvm::ArrayRef<StringRef>>(Kind)
      .Case("Switch", Switch)
      .Case("Flag", Flag)
      .Case("Benign", Benign)
      .Case("WarpSync", WarpSync)
      .Case("Device", Device)
      .Case("Sanitize", Sanitize)
      .Case("Level", Level)
      .Case("Checks", report::checkNames())
      .Default({});
}

namespace {
/// Readers, one per kind of the table.
struct Read {
  StringRef Name, Value;

  Error readPath(std::string &To) const { return readText(To); }
  Error readText(std::string &To) const {
    if (Value.empty())
      return wrong(Name, Value, "a value is missing");
    To = Value.str();
    return Error::success();
  }
  Error readRevision(std::string &To) const {
    if (Value.starts_with("-"))
      return wrong(Name, Value, "give a revision, as in diff=HEAD");
    return readText(To);
  }
  Error readArch(std::string &To) const {
    if (!Value.starts_with("sm_"))
      return wrong(Name, Value, "give the name of a GPU, as in sm_80");
    To = Value.str();
    return Error::success();
  }
  Error readList(std::vector<std::string> &To) const {
    std::string One;
    if (Error E = readText(One))
      return E;
    To.push_back(One);
    return Error::success();
  }
  Error readConditions(std::vector<std::string> &To) const {
    if (!Value.empty())
      if (Error E = map::checkSyntax(Value))
        return wrong(Name, Value, llvm::toString(std::move(E)));
    return readList(To);
  }
  Error readChecks(std::set<std::string> &To) const {
    for (StringRef Check : llvm::split(Value, ',')) {
      Check = config::plainCheckName(Check.trim());
      if (!report::isCheck(Check))
        return wrong(Name, Value,
                     "give one or more of " +
                         llvm::join(report::checkNames(), ", "));
      To.insert(Check.str());
    }
    return Error::success();
  }
  Error readRegex(std::string &To) const {
    std::string Why;
    if (!llvm::Regex(Value).isValid(Why))
      return wrong(Name, Value, "not a regular expression: " + Why);
    To = Value.str();
    return Error::success();
  }
  Error readNumber(uint64_t &To) const {
    uint64_t N;
    if (Value.getAsInteger(10, N))
      return wrong(Name, Value, "give a number, 0 or larger");
    To = N;
    return Error::success();
  }
  Error readNumber(std::optional<uint64_t> &To) const {
    uint64_t N = 0;
    if (Error E = readNumber(N))
      return E;
    To = N;
    return Error::success();
  }
  Error readDim(std::optional<map::LaunchContext::Dim> &To) const {
    llvm::SmallVector<StringRef, 3> Parts;
    Value.split(Parts, ',');
    map::LaunchContext::Dim D{1, 1, 1};
    bool Good = Parts.size() <= 3;
    for (size_t I = 0; Good && I < Parts.size(); ++I)
      Good = !Parts[I].trim().getAsInteger(10, D[I]) && D[I] > 0;
    if (!Good)
      return wrong(Name, Value, "give X, X,Y or X,Y,Z with numbers from 1");
    To = D;
    return Error::success();
  }
  Error readBlock(std::optional<map::LaunchContext::Dim> &To) const {
    std::optional<map::LaunchContext::Dim> D;
    if (Error E = readDim(D))
      return E;
    uint64_t Threads = uint64_t((*D)[0]) * (*D)[1];
    if (Threads > 1024 || Threads * (*D)[2] > 1024 || (*D)[2] > 64)
      return wrong(Name, Value, "a block has at most 1024 threads and 64 in z");
    To = D;
    return Error::success();
  }
  /// The place of the value among the words of its kind.
  llvm::Expected<size_t> choose(StringRef Kind) const {
    llvm::ArrayRef<StringRef> Words = wordsOf(Kind);
    const StringRef *Word = llvm::find(Words, Value);
    if (Word == Words.end())
      return wrong(Name, Value,
                   "give " + llvm::join(Words.drop_back(), ", ") + " or " +
                       Words.back());
    return Word - Words.begin();
  }
  /// Is it the first of two words?
  template <class Truth> Error choose(Truth &To, StringRef Kind) const {
    llvm::Expected<size_t> Place = choose(Kind);
    if (Place)
      To = *Place == 0;
    return Place.takeError();
  }
  Error readSwitch(bool &To) const { return choose(To, "Switch"); }
  Error readFlag(bool &To) const { return choose(To, "Flag"); }
  Error readBenign(bool &To) const { return choose(To, "Benign"); }
  Error readWarpSync(std::optional<bool> &To) const {
    return choose(To, "WarpSync");
  }
  Error readDevice(bool &To) const { return choose(To, "Device"); }
  Error readSanitize(Options::Sanitizer &To) const {
    using Kind = Options::Sanitizer;
    llvm::Expected<size_t> Place = choose("Sanitize");
    if (Place)
      To = std::array{Kind::Gpu, Kind::Cpu, Kind::Off}[*Place];
    return Place.takeError();
  }
  Error readLevel(verdict::Certainty &To) const {
    using verdict::Certainty;
    llvm::Expected<size_t> Place = choose("Level");
    if (Place)
      To = std::array{Certainty::Provable, Certainty::Input,
                      Certainty::Possible}[*Place];
    return Place.takeError();
  }
};
} // namespace

static Error unknownOption(StringRef Name) {
  return llvm::createStringError(
      "unknown option '" + Name + "'" +
      config::didYouMean(Name, config::optionNames()));
}

// Rows of the table are no expressions that could take parentheses.
// NOLINTBEGIN(bugprone-macro-parentheses)
Error Options::set(StringRef NameAndValue) {
  auto [Name, Value] = NameAndValue.split('=');
#define RACEMAP_OPTION(OptionName, Member, Kind, Default, Help)                \
  if (Name == OptionName)                                                      \
    return Read{Name, Value}.read##Kind(Member);
#include "runtime/config/Options.def"
  return unknownOption(Name);
}

// NOLINTEND(bugprone-macro-parentheses)

Error Options::checkForAnalysis() const {
  StringRef Name = Sanitize != Sanitizer::Off ? "sanitize"
                   : ForCpu                   ? "device"
                   : !IgnoreLists.empty()     ? "ignorelist"
                   : !Elide                   ? "elide"
                                              : "";
  if (Name.empty())
    return Error::success();
  return llvm::createStringError("option " + Name + " is for " +
                                 config::OfDeviceBuilds);
}

Error Options::checkForPlugin() const {
  Options Rest;
  Rest.ForCpu = ForCpu;
  if (Sanitize != Sanitizer::Gpu) {
    Rest.Sanitize = Sanitize;
    Rest.IgnoreLists = IgnoreLists;
    Rest.Elide = Elide;
  }
  return Rest.checkForAnalysis();
}

bool Options::wants(StringRef Mangled, StringRef Demangled) const {
  llvm::Regex Wanted(Kernel);
  return Config.Analyse.hasKernel(Demangled) &&
         (Kernel.empty() || Wanted.match(Mangled) || Wanted.match(Demangled));
}

verdict::Settings Options::settings() const {
  verdict::Settings S;
  S.GridLevel = Grid;
  S.ResourceLimit = ResourceLimit;
  S.KernelBudgetMs = BudgetMs;
  S.DumpQueries = DumpQueries;
  S.Bounds = Bounds;
  S.HideBenign = HideBenign;
  S.Redundant = Redundant;
  S.Statistics = Statistics;
  S.Proofs = Proofs;
  S.GeneralProofs = CheckLaunch;
  S.Lockstep = Lockstep.value_or(false);
  return S;
}

bool Options::isLockstep(StringRef ForArch) const {
  constexpr unsigned Volta = 70;
  unsigned Number = 0;
  bool IsBefore = ForArch.consume_front("sm_") &&
                  !ForArch.consumeInteger(10, Number) && Number < Volta;
  return Lockstep.value_or(IsBefore);
}

llvm::ArrayRef<OptionText> optionTexts() {
  static const std::vector<OptionText> All = [] {
    std::vector<OptionText> Rows;
    StringRef Topic;
    // As readList, readConditions and readChecks do.
    auto AddsUp = [](StringRef Kind) {
      return Kind == "List" || Kind == "Conditions" || Kind == "Checks";
    };
#define RACEMAP_TOPIC(Text) Topic = Text;
#define RACEMAP_OPTION(Name, Member, Kind, Default, Help)                      \
  Rows.push_back({Name, Default, Help, Topic, wordsOf(#Kind), AddsUp(#Kind)});
#include "runtime/config/Options.def"
    return Rows;
  }();
  return All;
}

} // namespace racemap
