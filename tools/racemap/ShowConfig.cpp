// ShowConfig - `racemap config FILE`: what is in force for a file, and where
// each value comes from.
//
// It is written as a .racemap.toml would have it, each value with a comment
// that names its place: the command line, the line of the configuration file,
// or the default.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClangOutput.h"
#include "Commands.h"
#include "Request.h"
#include "runtime/config/KnownOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

using llvm::StringRef;

/// A number, or a text in TOML's quotes.
static std::string literal(StringRef Value) {
  uint64_t Number = 0;
  if (!Value.getAsInteger(10, Number))
    return Value.str();
  std::string Text = "\"";
  for (char C : Value) {
    if (C == '"' || C == '\\')
      Text += '\\';
    Text += C;
  }
  return Text + "\"";
}

/// One value as it is, several as a list.
static std::string listOf(llvm::ArrayRef<std::string> All) {
  if (All.size() == 1)
    return literal(All.front());
  return "[" + llvm::join(llvm::map_range(All, literal), ", ") + "]";
}

namespace {
class Printer {
public:
  Printer(const Request &R, const std::string &File, const Options &O,
          llvm::raw_ostream &OS)
      : R(R), File(File), C(O.Config), OS(OS) {}

  void print() {
    OS << "# in force for " << File
       << (C.Path.empty() ? "; there is no configuration file"
                          : "; the configuration file is " + C.Path)
       << "\n\n[options]\n";
    for (const OptionText &O : optionTexts())
      if (llvm::is_contained(config::optionsOfFiles(),
                             std::string_view(O.Name)))
        option(O);
    for (const config::KernelFacts &K : C.Kernels)
      kernels(K);
    selection("analyse", C.Analyse);
    monitor();
    shadow();
    for (const config::Suppression &S : C.Suppressions)
      suppression(S);
  }

private:
  void row(StringRef Name, const std::string &Value, const llvm::Twine &From) {
    std::string Text = (Name + " = " + Value).str();
    OS << Text;
    OS.indent(Text.size() < Column ? Column - Text.size() : 1)
        << "# " << From << "\n";
  }
  void option(const OptionText &O);
  void kernels(const config::KernelFacts &K);
  void patterns(StringRef Name, const config::Patterns &P,
                const std::string &At) {
    if (!P.empty())
      row(Name, listOf(P), At);
  }
  /// Where a key of [analyse], [monitor] or [shadow] has its value.
  const std::string &placeOf(StringRef Table, StringRef Key) const {
    return C.Places.at((Table + "." + Key).str());
  }
  void texts(StringRef Name, const std::string &Text, const std::string &At) {
    if (!Text.empty())
      row(Name, literal(Text), At);
  }
  void selection(StringRef Name, const config::Selection &S);
  void ranges(StringRef Key, llvm::ArrayRef<config::Range> All);
  void monitor();
  void shadow();
  void suppression(const config::Suppression &S);

  static constexpr size_t Column = 34;
  const Request &R;
  const std::string &File;
  const config::Config &C;
  llvm::raw_ostream &OS;
};
} // namespace

/// The last value counts; of those that add up, all.
void Printer::option(const OptionText &O) {
  std::vector<std::pair<std::string, std::string>> Values; // from where
  auto Take = [&](const std::string &Value, const std::string &From) {
    if (!O.AddsUp)
      Values.clear();
    Values.emplace_back(Value, From);
  };
  if (!O.Default.empty())
    Take(O.Default.str(), "default");
  for (const config::Setting &S : C.optionsOf(File))
    if (S.Name == O.Name)
      Take(S.Value, S.At);
  for (StringRef Text : R.OptionTexts)
    if (auto [Name, Value] = Text.split('='); Name == O.Name)
      Take(Value.str(), "command line");
  for (const auto &[Value, From] : Values)
    row(O.Name, literal(Value), From);
  if (Values.empty())
    OS << "# " << O.Name << " is not set\n";
}

void Printer::kernels(const config::KernelFacts &K) {
  OS << "\n[[kernels]]\n";
  patterns("match", K.Match, K.At);
  for (const config::Text &T : K.Assume)
    texts("assume", T.Value, T.At);
  for (const config::Launch &L : K.Launches) {
    std::vector<std::string> Parts;
    auto Add = [&](StringRef Name, const auto &Sizes) {
      if (Sizes)
        Parts.push_back((Name + " = [" + llvm::Twine((*Sizes)[0]) + ", " +
                         llvm::Twine((*Sizes)[1]) + ", " +
                         llvm::Twine((*Sizes)[2]) + "]")
                            .str());
    };
    Add("grid", L.Grid);
    Add("block", L.Block);
    Add("cluster", L.Cluster);
    row("launches", "{ " + llvm::join(Parts, ", ") + " }", L.At);
  }
}

static bool isEmpty(const config::Selection &S) {
  return S.Kernels.empty() && S.SkipKernels.empty() && S.Arrays.empty() &&
         S.SkipArrays.empty();
}

void Printer::selection(StringRef Name, const config::Selection &S) {
  if (isEmpty(S))
    return;
  OS << "\n[" << Name << "]\n";
  for (auto [Key, Its] : {std::pair("kernels", &S.Kernels),
                          std::pair("skip-kernels", &S.SkipKernels),
                          std::pair("arrays", &S.Arrays),
                          std::pair("skip-arrays", &S.SkipArrays)})
    if (!Its->empty())
      patterns(Key, *Its, placeOf(Name, Key));
}

void Printer::ranges(StringRef Key, llvm::ArrayRef<config::Range> All) {
  std::vector<std::string> Texts;
  for (const config::Range &R : All)
    Texts.push_back(R.First == R.Last ? std::to_string(R.First)
                                      : std::to_string(R.First) + "-" +
                                            std::to_string(R.Last));
  if (!Texts.empty())
    row(Key, listOf(Texts), placeOf("monitor", Key));
}

void Printer::monitor() {
  const config::MonitoredPart &M = C.Monitor;
  if (isEmpty(M) && M.Blocks.empty() && M.Threads.empty())
    return;
  if (isEmpty(M))
    OS << "\n[monitor]\n";
  selection("monitor", M);
  ranges("blocks", M.Blocks);
  ranges("threads", M.Threads);
}

void Printer::shadow() {
  if (!C.Shadow.ClockBits && !C.Shadow.WarpBits)
    return;
  OS << "\n[shadow]\n";
  if (C.Shadow.ClockBits)
    row("clock-bits", std::to_string(*C.Shadow.ClockBits),
        placeOf("shadow", "clock-bits"));
  if (C.Shadow.WarpBits)
    row("warp-bits", std::to_string(*C.Shadow.WarpBits),
        placeOf("shadow", "warp-bits"));
}

void Printer::suppression(const config::Suppression &S) {
  OS << "\n[[suppress]]\n";
  texts("kind", S.Kind, S.At);
  texts("kernel", S.Kernel, S.At);
  texts("array", S.Array, S.At);
  texts("file", S.File, S.At);
  texts("reason", S.Reason, S.At);
  if (!S.Until.empty())
    row("until", S.Until, S.At + (S.isOver() ? ", which is over" : ""));
}

int showConfig(const char *, Arguments Args) {
  auto R = parseRequest(Args, "config");
  if (!R)
    return fail(llvm::toString(R.takeError()));
  if (R->Files.size() != 1)
    return fail("name one file, as in: racemap config src/reduce.cu");
  const std::string &File = R->Files.front();
  if (!llvm::sys::fs::exists(File))
    return fail("no such file: " + File);
  if (llvm::sys::fs::is_directory(File))
    return fail(File + " is a folder; name one file, as in: racemap config "
                       "src/reduce.cu");
  auto O = R->optionsOf(File);
  if (!O)
    return fail(llvm::toString(O.takeError()));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Printer(*R, File, *O, OS).print();
  llvm::outs() << harmless(Text, /*HasColors=*/false);
  return Clean;
}

} // namespace racemap
