// Reader - the TOML of .racemap.toml, key by key.
//
// Who reads a table asks for each key that it may have; what is left over in
// the end is a mistake. So the names that are known stand where they are read,
// and nowhere else.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define TOML_EXCEPTIONS 0
#include "runtime/config/CheckNames.h"
#include "runtime/config/Config.h"
#include "runtime/config/KnownOptions.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

// Of some texts toml++ asserts, or without assertions has the compiler assume,
// what it would report as an error in the next line ("[=x]").
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(CONDITION) static_cast<void>(0)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace racemap::config {

namespace {

/// What all tables of a file need.
struct Source {
  const std::string &Path;
  std::vector<std::string> &Problems;

  std::string place(const toml::source_region &At) const {
    return Path + ":" + std::to_string(At.begin.line) + ":" +
           std::to_string(At.begin.column);
  }
  void complain(const toml::source_region &At, const std::string &What) {
    Problems.push_back(place(At) + ": " + What);
  }
};

class Table {
public:
  Table(const toml::table &T, std::string Name, Source &S)
      : T(T), Name(std::move(Name)), S(S) {}

  const toml::node *take(std::string_view Key) {
    Known.push_back(Key);
    return T.get(Key);
  }
  void wrong(const toml::node &N, std::string_view Key,
             const std::string &Want) {
    S.complain(N.source(), std::string(Key) + ": give " + Want);
  }
  /// A text that is not empty.
  void text(std::string_view Key, std::string &To) {
    const toml::node *N = take(Key);
    if (!N)
      return;
    To = N->value_exact<std::string>().value_or("");
    if (To.empty())
      wrong(*N, Key, "a text in quotes");
  }
  /// A day, as YYYY-MM-DD.
  void date(std::string_view Key, std::string &To);
  void number(std::string_view Key, unsigned Least, unsigned Most,
              std::optional<unsigned> &To) {
    const toml::node *N = take(Key);
    if (!N)
      return;
    auto Value = N->value_exact<int64_t>();
    if (!Value || *Value < Least || *Value > Most)
      wrong(*N, Key,
            "a number from " + std::to_string(Least) + " to " +
                std::to_string(Most));
    else
      To = unsigned(*Value);
  }
  /// A text, or a list of them.
  void texts(std::string_view Key, std::vector<Text> &To) {
    forEach(Key, [&](const toml::node &N) {
      auto Value = N.value_exact<std::string>();
      if (Value && !Value->empty())
        To.push_back({*Value, S.place(N.source())});
      else
        wrong(N, Key, "a text in quotes, or a list of them");
    });
  }
  void patterns(std::string_view Key, Patterns &To) {
    std::vector<Text> Found;
    texts(Key, Found);
    for (Text &F : Found)
      To.push_back(std::move(F.Value));
  }
  void ranges(std::string_view Key, std::vector<Range> &To);
  void sizes(std::string_view Key, std::optional<Launch::Sizes> &To);
  /// Calls Read for each table of a list of tables.
  template <typename Function> void tables(std::string_view Key, Function Read);
  template <typename Function> void table(std::string_view Key, Function Read);
  std::vector<Setting> settings(const std::vector<std::string_view> &Names);
  /// Complains about each key that was not asked for. Options are the names
  /// that have a table of their own.
  void finish(const std::vector<std::string_view> &Options = {});
  const toml::table &raw() const { return T; }
  Source &source() { return S; }

private:
  template <typename Function>
  void forEach(std::string_view Key, Function Each) {
    const toml::node *N = take(Key);
    const toml::array *All = N ? N->as_array() : nullptr;
    if (N && !All)
      Each(*N);
    for (size_t I = 0; All && I < All->size(); ++I)
      Each((*All)[I]);
  }
  std::string meantKey(std::string_view Key) const {
    bool IsKind = Key == "check" || Key == "checks";
    bool HasKind = std::find(Known.begin(), Known.end(), "kind") != Known.end();
    return didYouMean(IsKind && HasKind ? "kind" : Key, Known);
  }
  void setting(std::string_view Name, const toml::node &N,
               std::vector<Setting> &To);

  const toml::table &T;
  std::string Name;
  Source &S;
  std::vector<std::string_view> Known;
};

} // namespace

void Table::date(std::string_view Key, std::string &To) {
  const toml::node *N = take(Key);
  if (!N)
    return;
  auto Day = N->value_exact<toml::date>();
  if (!Day)
    return wrong(*N, Key, "a day without quotes, as in 2030-12-31");
  char Text[16];
  std::snprintf(Text, sizeof Text, "%04u-%02u-%02u", unsigned(Day->year),
                unsigned(Day->month), unsigned(Day->day));
  To = Text;
}

static bool parseNumber(std::string_view Text, uint64_t &To) {
  auto [End, Wrong] =
      std::from_chars(Text.data(), Text.data() + Text.size(), To);
  return Wrong == std::errc() && End == Text.data() + Text.size();
}

/// 3, "3" or "0-31".
static std::optional<Range> rangeOf(const toml::node &N) {
  if (auto Number = N.value_exact<int64_t>(); Number && *Number >= 0)
    return Range{uint64_t(*Number), uint64_t(*Number)};
  std::string Text = N.value_exact<std::string>().value_or("");
  std::string_view First = Text, Last = Text;
  if (size_t Dash = Text.find('-'); Dash != std::string::npos) {
    First = First.substr(0, Dash);
    Last = Last.substr(Dash + 1);
  }
  Range R;
  if (parseNumber(First, R.First) && parseNumber(Last, R.Last) &&
      R.First <= R.Last)
    return R;
  return std::nullopt;
}

void Table::ranges(std::string_view Key, std::vector<Range> &To) {
  forEach(Key, [&](const toml::node &N) {
    if (auto R = rangeOf(N))
      To.push_back(*R);
    else
      wrong(N, Key, "numbers from 0, and ranges such as \"0-31\"");
  });
}

/// 256 or [16, 16], the rest is 1.
static std::optional<Launch::Sizes> sizesOf(const toml::node &N) {
  Launch::Sizes Sizes{1, 1, 1};
  const toml::array *All = N.as_array();
  size_t Count = All ? All->size() : 1;
  for (size_t I = 0; I < Count; ++I) {
    auto Value = (All ? (*All)[I] : N).value_exact<int64_t>();
    if (I >= Sizes.size() || !Value || *Value < 1 || *Value > INT32_MAX)
      return std::nullopt;
    Sizes[I] = uint32_t(*Value);
  }
  return Count ? std::optional(Sizes) : std::nullopt;
}

void Table::sizes(std::string_view Key, std::optional<Launch::Sizes> &To) {
  const toml::node *N = take(Key);
  if (N && !(To = sizesOf(*N)))
    wrong(*N, Key, "X, [X, Y] or [X, Y, Z] with numbers from 1");
}

template <typename Function>
void Table::tables(std::string_view Key, Function Read) {
  const toml::node *N = take(Key);
  const toml::array *All = N ? N->as_array() : nullptr;
  if (N && !All)
    wrong(*N, Key, "a list of tables, [[" + std::string(Key) + "]]");
  for (size_t I = 0; All && I < All->size(); ++I) {
    if (const toml::table *Entry = (*All)[I].as_table()) {
      Table One(*Entry, "[[" + std::string(Key) + "]]", S);
      Read(One);
      One.finish();
    } else {
      wrong((*All)[I], Key, "a list of tables, [[" + std::string(Key) + "]]");
    }
  }
}

template <typename Function>
void Table::table(std::string_view Key, Function Read) {
  const toml::node *N = take(Key);
  const toml::table *Entry = N ? N->as_table() : nullptr;
  if (N && !Entry)
    wrong(*N, Key, "a table, [" + std::string(Key) + "]");
  if (!Entry)
    return;
  Table One(*Entry, "[" + std::string(Key) + "]", S);
  Read(One);
  One.finish();
}

/// In the words of the command line: on and off, X,Y,Z; of a list of texts, an
/// option each.
void Table::setting(std::string_view Key, const toml::node &N,
                    std::vector<Setting> &To) {
  auto Add = [&](std::string Value, const toml::node &From) {
    To.push_back({std::string(Key), std::move(Value), S.place(From.source())});
  };
  if (auto Value = N.value_exact<std::string>())
    return Add(*Value, N);
  if (auto Value = N.value_exact<bool>())
    return Add(*Value ? "on" : "off", N);
  if (auto Value = N.value_exact<int64_t>())
    return Add(std::to_string(*Value), N);
  const toml::array *All = N.as_array();
  if (All && !All->empty() && All->is_homogeneous<std::string>()) {
    for (const toml::node &One : *All)
      Add(*One.value_exact<std::string>(), One);
  } else if (auto Sizes = All ? sizesOf(N) : std::nullopt) {
    Add(std::to_string((*Sizes)[0]) + "," + std::to_string((*Sizes)[1]) + "," +
            std::to_string((*Sizes)[2]),
        N);
  } else {
    wrong(N, Key, "a text, a number, true or false, or a list");
  }
}

/// Options are known by the names that are given; without any, all are.
std::vector<Setting>
Table::settings(const std::vector<std::string_view> &Names) {
  Known.insert(Known.end(), Names.begin(), Names.end());
  std::vector<Setting> All;
  for (const auto &[Key, N] : T) {
    if (Names.empty())
      Known.push_back(Key.str());
    else if (std::find(Names.begin(), Names.end(), Key.str()) != Names.end())
      setting(Key.str(), N, All);
  }
  return All;
}

void Table::finish(const std::vector<std::string_view> &Options) {
  for (const auto &[Key, N] : T) {
    if (std::find(Known.begin(), Known.end(), Key.str()) != Known.end())
      continue;
    bool IsOfFiles =
        std::find(Options.begin(), Options.end(), Key.str()) != Options.end();
    bool IsKnown = isOption(Key.str()) && !IsOfFiles;
    std::string Text =
        (IsKnown ? "option '" : "unknown key '") + std::string(Key.str()) + "'";
    if (!Name.empty())
      Text += " in " + Name;
    if (IsKnown)
      Text += ": it is for the command line alone";
    else if (IsOfFiles)
      Text += "; options stand in [options]";
    else if (Key.str() == "launches")
      Text += "; launches stand in [[kernels]], beside the 'match' that says "
              "whose they are";
    else
      Text += meantKey(Key.str());
    S.complain(Key.source(), Text);
  }
}

static void readSelection(Table &T, Selection &To) {
  T.patterns("kernels", To.Kernels);
  T.patterns("skip-kernels", To.SkipKernels);
  T.patterns("arrays", To.Arrays);
  T.patterns("skip-arrays", To.SkipArrays);
}

static void readMatch(Table &T, Patterns &To) {
  T.patterns("match", To);
  if (!T.raw().get("match"))
    T.source().complain(T.raw().source(), "'match' is missing");
}

static bool isBlock(const Launch::Sizes &S) {
  uint64_t Threads = uint64_t(S[0]) * S[1];
  return Threads <= 1024 && Threads * S[2] <= 1024 && S[2] <= 64;
}

static KernelFacts readKernels(Table &T) {
  KernelFacts K;
  readMatch(T, K.Match);
  if (const toml::node *Match = T.raw().get("match"))
    K.At = T.source().place(Match->source());
  T.texts("assume", K.Assume);
  T.tables("launches", [&](Table &One) {
    Launch L;
    L.At = One.source().place(One.raw().source());
    One.sizes("block", L.Block);
    if (L.Block && !isBlock(*L.Block))
      One.wrong(*One.raw().get("block"), "block",
                "at most 1024 threads, and 64 in z");
    One.sizes("grid", L.Grid);
    One.sizes("cluster", L.Cluster);
    K.Launches.push_back(std::move(L));
  });
  return K;
}

static Suppression readSuppression(Table &T) {
  static const std::vector<std::string_view> Kinds{
      "data-race", "barrier-divergence", "early-exit", "deadlock",
      "out-of-bounds"};
  Suppression R;
  T.text("kind", R.Kind);
  R.Kind = plainCheckName(R.Kind);
  T.text("kernel", R.Kernel);
  T.text("array", R.Array);
  T.text("file", R.File);
  T.text("reason", R.Reason);
  T.date("until", R.Until);
  const toml::source_region &At = T.raw().source();
  R.At = T.source().place(At);
  if (!T.raw().get("reason"))
    T.source().complain(At, "a suppression needs a 'reason'");
  size_t NoCondition = T.raw().contains("reason") + T.raw().contains("until");
  if (T.raw().size() == NoCondition && !R.Reason.empty())
    T.source().complain(At, "this would suppress everything; name a kind, "
                            "kernel, array or file");
  bool IsKnown = std::find(Kinds.begin(), Kinds.end(), R.Kind) != Kinds.end();
  if (!R.Kind.empty() && !IsKnown)
    T.wrong(*T.raw().get("kind"), "kind",
            "data-race, barrier-divergence, early-exit, deadlock or "
            "out-of-bounds" +
                didYouMean(R.Kind, Kinds));
  return R;
}

static void readShadow(Table &T, ShadowBits &To) {
  T.number("clock-bits", 8, 25, To.ClockBits);
  T.number("warp-bits", 1, 24, To.WarpBits);
  if (To.ClockBits && To.WarpBits && *To.WarpBits >= *To.ClockBits)
    T.source().complain(T.raw().get("warp-bits")->source(),
                        "warp-bits: give less than clock-bits, which block "
                        "barriers need some of");
}

Config Config::parse(std::string_view Text, std::string Path,
                     const std::vector<std::string_view> &KnownOptions,
                     std::vector<std::string> &Problems) {
  Config C;
  C.Path = std::move(Path);
  Source S{C.Path, Problems};
  toml::parse_result Parsed = toml::parse(Text);
  if (!Parsed) {
    S.complain(Parsed.error().source(),
               std::string(Parsed.error().description()));
    return C;
  }
  Table Root(Parsed.table(), "", S);
  Root.table("options",
             [&](Table &T) { C.Options = T.settings(KnownOptions); });
  Root.tables("paths", [&](Table &T) {
    PathOptions P;
    readMatch(T, P.Match);
    P.Options = T.settings(KnownOptions);
    C.Paths.push_back(std::move(P));
  });
  Root.tables("kernels",
              [&](Table &T) { C.Kernels.push_back(readKernels(T)); });
  Root.table("analyse", [&](Table &T) { readSelection(T, C.Analyse); });
  Root.table("monitor", [&](Table &T) {
    readSelection(T, C.Monitor);
    T.ranges("blocks", C.Monitor.Blocks);
    T.ranges("threads", C.Monitor.Threads);
  });
  Root.table("shadow", [&](Table &T) { readShadow(T, C.Shadow); });
  Root.tables("suppress",
              [&](Table &T) { C.Suppressions.push_back(readSuppression(T)); });
  for (std::string Name : {"analyse", "monitor", "shadow"})
    if (const toml::table *Its = Parsed.table()[Name].as_table())
      for (const auto &[Key, Node] : *Its)
        C.Places[Name + "." + std::string(Key.str())] = S.place(Node.source());
  Root.finish(KnownOptions);
  return C;
}

Config Config::read(const std::string &Path,
                    const std::vector<std::string_view> &KnownOptions,
                    std::vector<std::string> &Problems) {
  std::ifstream File(Path);
  std::error_code Ignored;
  if (std::filesystem::is_directory(Path, Ignored))
    errno = EISDIR;
  else if (File) {
    std::stringstream Text;
    Text << File.rdbuf();
    return parse(Text.str(), Path, KnownOptions, Problems);
  }
  Problems.push_back(Path + ": cannot read: " + std::strerror(errno));
  Config C;
  C.Path = Path;
  return C;
}

} // namespace racemap::config
