// Help - see the header: the table, and the text of `racemap help`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Help.h"
#include "OptionUse.h"
#include "passes/driver/Options.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap {

using llvm::StringRef;

const StringRef ExitStatuses =
    "0: nothing was found at the level that was asked for. 1: there are "
    "findings; with --strict also anything that is unknown. 2: the request "
    "failed, and a line on standard error says why.";

/// What most people begin with.
static constexpr CommandExample FirstExamples[] = {
    {"racemap check reduce.cu -- -Iinclude", "find the races of one file"},
    {"racemap check -p build", "of a project that CMake has configured"},
    {"make NVCC=\"racemap nvcc\"", "of what a Makefile compiles with nvcc"},
    {"racemap cc --sanitize --device=cpu app.cu -o app && ./app",
     "report the races of a run; no GPU is needed"},
    {"racemap explain data-race", "what a finding means, and what to do"},
};

std::string CommandFlag::word() const {
  return Name.str() + (Name == "--format" ? "=" : "");
}

std::string CommandFlag::withValue() const {
  std::string Word = word();
  bool IsApart = !Value.empty() && Word.back() != '=';
  return Word + (IsApart ? " " : "") + Value.str();
}

static constexpr CommandFlag CheckFlags[] = {
    {"--strict", "", "what is unknown counts as a finding for the exit status"},
    {"-p", "BUILD",
     "the units of BUILD/compile_commands.json, of clang or nvcc"},
    {"-j", "N", "with -p: so many at a time; otherwise as many as cores"},
    {"--format", "github", "annotations for workflows of GitHub, too"},
    {"--fix", "",
     "insert the repairs that were verified into the source (a "
     "'__syncthreads();' that a warning's note offers)"},
    {"--confirm", "",
     "launch each finding's kernel with its witness on the cpu device, under "
     "the sanitizer, and say whether the run shows it"},
    {"--no-cache", "", "with -p: analyse what has not changed, too"},
    {"--allow-empty", "", "with -p: a project without CUDA units is no error"},
    {"--", "FLAGS", "flags of clang, or of nvcc in clang's place"},
};
static constexpr CommandExample CheckExamples[] = {
    {"racemap check reduce.cu -- -Iinclude -std=c++17", "one file"},
    {"racemap check -p build", "a project that CMake has configured"},
    {"racemap check -p build --diff origin/main", "only what a change touches"},
    {"racemap check scan.cu --confirm --json=scan.json",
     "and show that the findings are races"},
    {"racemap check scan.cu --block-dim=256 --assume='n > 0'",
     "what is known of the launch, on the command line"},
};

static constexpr CommandFlag VerifyFlags[] = {
    {"--strict", "", "what is unknown counts as a finding for the exit status"},
    {"--format", "github", "annotations for workflows of GitHub, too"},
};
static constexpr CommandExample VerifyExamples[] = {
    {"racemap check reduce.cu --emit-map=reduce.map",
     "write the protocols of a file"},
    {"racemap verify reduce.map", "decide them; no CUDA is needed"},
};

static constexpr CommandFlag CcFlags[] = {
    {"--device", "cpu", "build for the CPU device: no GPU is needed to run"},
    {"--sanitize", "", "report the races of each run (with --device=cpu)"},
    {"--check-launch", "",
     "the program tells of launches that no proof covers"},
};
static constexpr CommandExample CcExamples[] = {
    {"racemap cc -O2 app.cu -o app", "as clang++ would, with race warnings"},
    {"racemap cc --sanitize --device=cpu app.cu -o app && ./app",
     "a sanitizer build"},
};

static constexpr CommandFlag NvccFlags[] = {
    {"--sanitize", "", "first: build with the sanitizer, for a GPU"},
    {"--sanitize=gpu", "", "the same"},
    {"--sanitize=cpu", "", "first: the same for the CPU device"},
};
static constexpr CommandExample NvccExamples[] = {
    {"racemap nvcc -O2 -arch=sm_90 -c app.cu -o app.o",
     "check app.cu, then run nvcc as it is"},
    {"make NVCC=\"racemap nvcc\"", "in a Makefile"},
    {"cmake -DCMAKE_CUDA_COMPILER_LAUNCHER=\"racemap;nvcc\" ..", "with CMake"},
};

static constexpr CommandFlag ReportFlags[] = {
    {"-o", "FILE",
     "write the results to this file: .html, .json or .sarif; repeatable"},
    {"--format", "github", "annotations for workflows of GitHub"},
};
static constexpr CommandExample ReportExamples[] = {
    {"racemap report build -o report.html",
     "one page of all results in and below a folder"},
    {"racemap report *.json app.o -o all.sarif", "of files and objects"},
};

static constexpr CommandFlag ReplayFlags[] = {
    {"--finding=", "N",
     "only this one: its number in what replay prints, or its fingerprint"},
    {"--orders=", "N",
     "how many other thread orders to try if the usual one shows no race "
     "(default 20)"},
    {"--emit=", "FILE",
     "do not run it; write a program that shows it, with all of the source in "
     "it, for nvcc and compute-sanitizer as well as for racemap cc"},
};
static constexpr CommandExample ReplayExamples[] = {
    {"racemap replay scan.json", "run all findings of a check's JSON"},
    {"racemap replay scan.json --finding=2 --orders=100",
     "one of them, longer"},
    {"racemap replay scan.json --finding=2 --emit=repro.cu",
     "a program for others"},
};

static constexpr CommandExample ExplainExamples[] = {
    {"racemap explain data-race", "a kind of finding"},
    {"racemap explain possible", "a certainty"},
    {"racemap explain unknown", "a verdict"},
    {"racemap explain 'unit budget exhausted'",
     "why a kernel is unknown, in the words of the remark"},
};
static constexpr CommandExample ConfigExamples[] = {
    {"racemap config src/reduce.cu", "for a check of this file"},
    {"racemap config src/reduce.cu --level=possible",
     "with an option of the command line"},
};
static constexpr CommandExample DoctorExamples[] = {
    {"racemap doctor", "after an installation, or when nothing works"},
};
static constexpr CommandExample CompletionExamples[] = {
    {"source <(racemap completion bash)", "for this shell"},
    {"racemap completion fish >~/.config/fish/completions/racemap.fish",
     "for all to come"},
};
static constexpr CommandExample ManExamples[] = {
    {"racemap man check | man -l -", "read a page that is not installed"},
};
static constexpr CommandExample VersionExamples[] = {
    {"racemap version", "what to say in a report of a bug"},
};
static constexpr CommandExample HelpExamples[] = {
    {"racemap help nvcc", "one command"},
};

static int help(const char *, Arguments Args) {
  if (Args.empty()) {
    printHelp(llvm::outs());
    return Clean;
  }
  if (const Subcommand *C = findCommand(Args.front())) {
    printHelp(*C, llvm::outs());
    return Clean;
  }
  return unknownCommand(Args.front());
}

static constexpr Subcommand All[] = {
    {"check",
     "FILES... [--OPTION=VALUE...] [--strict] [-- FLAGS]\n"
     "-p BUILD [-j N] [--no-cache] [FILES...] [--OPTION=VALUE...]",
     "look for data races and barrier divergence",
     "Analyses the CUDA kernels of files, or of a whole project, without "
     "generating code. Findings are warnings of clang with a concrete case; "
     "a summary line follows.\n\n"
     "With -p, results are kept in BUILD/.racemap, and only what has changed "
     "is analysed again.",
     CheckFlags, CheckExamples, "--", check},
    {"verify", "FILES.map... [--OPTION=VALUE...] [--strict]",
     "decide memory access protocols from their text",
     "Reads what emit-map= writes, or what a person wrote "
     "(docs/map-language.md), and decides it as check does.",
     VerifyFlags, VerifyExamples, "--", verifyMaps},
    {"cc", "ARGS...", "clang++ with the plugin and the flags CUDA needs",
     "Takes clang's flags, and nvcc's -arch, -gencode, -rdc and kin. The exit "
     "status is the compiler's: a finding never stops a build.",
     CcFlags, CcExamples, "--", compile},
    {"nvcc", "[--sanitize[=gpu|cpu]] [NVCC] ARGS...",
     "check what nvcc compiles, then run nvcc",
     "nvcc's own command line. Each CUDA file is analysed first; then nvcc "
     "runs with the same arguments, and the exit status is its own.\n\n"
     "RACEMAP_NVCC names the nvcc to run, RACEMAP_CHECK_OPTIONS has options "
     "as NAME=VALUE, separated by spaces.",
     NvccFlags, NvccExamples, "--racemap-", nvcc},
    {"report", "FILES... [-o FILE] [--format=github] [--OPTION=VALUE...]",
     "results of many units as one",
     "Reads JSON files, objects that were compiled with the plugin, and "
     "folders with such.",
     ReportFlags, ReportExamples, "--", reportResults},
    {"replay", "FINDING.json [--finding=N] [--orders=N] [--emit=FILE]",
     "run what a check has found",
     "Reads what racemap check --json= writes, and launches the kernel of each "
     "finding with its witness on the cpu device, under the sanitizer. The "
     "source has to be where it was; it is compiled, so replay only what you "
     "would build. The exit status is 1 if a run shows a finding, 0 if none "
     "does, 2 if nothing could be run or RaceMap is wrong.",
     ReplayFlags, ReplayExamples, "", replay},
    {"explain",
     "[NAME|REASON]",
     "what a finding, a certainty, a verdict or a reason means",
     "Says what it means and what to do. Without a name, it lists all that can "
     "be explained.",
     {},
     ExplainExamples,
     "",
     explain},
    {"config",
     "FILE [--OPTION=VALUE...]",
     "what is in force for a file, and where it comes from",
     "Reads the .racemap.toml that counts for the file, and prints each option "
     "with its value and its place: the command line, a line of that file, or "
     "the default. What the file says of kernels, what is monitored and what "
     "is suppressed follows.",
     {},
     ConfigExamples,
     "--",
     showConfig},
    {"doctor",
     "",
     "check the installation",
     "Looks for clang, the CUDA toolkit, nvcc and RaceMap's own files, "
     "analyses "
     "a small kernel, and says what to do where something is missing. The exit "
     "status is 0 if a check can work, else 2.",
     {},
     DoctorExamples,
     "",
     doctor},
    {"completion",
     "bash|zsh|fish",
     "completions for a shell",
     "Writes them to standard output.",
     {},
     CompletionExamples,
     "",
     completion},
    {"man",
     "[COMMAND]",
     "a page for man",
     "Writes it to standard output; without a command, that of racemap "
     "itself. An installation has them all.",
     {},
     ManExamples,
     "",
     manPage},
    {"version",
     "",
     "versions of racemap and of what it works with",
     "Those of racemap, LLVM, Z3 and the CUDA toolkit that is found, and where "
     "that is. racemap --version says the same.",
     {},
     VersionExamples,
     "",
     printVersion},
    {"help",
     "[COMMAND]",
     "this text, or that of a command",
     "",
     {},
     HelpExamples,
     "",
     help},
};

llvm::ArrayRef<Subcommand> commands() { return All; }

const Subcommand *findCommand(StringRef Name) {
  const Subcommand *C =
      llvm::find_if(All, [&](const Subcommand &C) { return C.Name == Name; });
  return C == std::end(All) ? nullptr : C;
}

int unknownCommand(StringRef Name) {
  std::vector<std::string_view> Names{"--help", "--version"};
  for (const Subcommand &C : All)
    Names.push_back(C.Name);
  return fail("unknown command '" + Name + "'; see racemap help" +
              config::didYouMean(Name, Names));
}

/// A blank at which no line ends.
static constexpr char Glue = '\t';

/// Words of Text, in lines of at most 80 columns that begin with Indent blanks;
/// the first line goes on at column At.
static void wrap(StringRef Text, unsigned Indent, unsigned At,
                 llvm::raw_ostream &OS) {
  for (StringRef Word : llvm::split(Text, ' ')) {
    if (At > Indent && At + Word.size() + 1 > 80) {
      OS << "\n";
      At = 0;
    }
    OS.indent(At < Indent ? Indent - At : At > Indent ? 1 : 0);
    for (char C : Word)
      OS << (C == Glue ? ' ' : C);
    At = unsigned((At < Indent   ? Indent
                   : At > Indent ? At + 1
                                 : At) +
                  Word.size());
  }
  OS << "\n";
}

void wrapText(StringRef Text, llvm::raw_ostream &OS) { wrap(Text, 0, 0, OS); }

void printRow(StringRef Name, StringRef Text, llvm::raw_ostream &OS) {
  constexpr unsigned Column = 18;
  OS << "  " << Name;
  unsigned At = unsigned(Name.size()) + 2;
  if (At >= Column) {
    OS << "\n";
    At = 0;
  }
  wrap(Text, Column, At, OS);
}

static void options(const Subcommand &C, llvm::raw_ostream &OS) {
  OS << "\noptions, as " << C.OptionPrefix << "NAME=VALUE:\n";
  StringRef Topic;
  for (const OptionText &O : optionTexts()) {
    if (!takesOption(C.Name, O.Name))
      continue;
    if (O.Topic != Topic)
      OS << "\n " << O.Topic << ":\n";
    Topic = O.Topic;
    std::string Text = O.Help.str();
    if (!O.Default.empty())
      Text += " (default" + std::string(1, Glue) + O.Default.str() + ")";
    printRow(O.Name, Text, OS);
  }
}

static void examples(llvm::ArrayRef<CommandExample> All,
                     llvm::raw_ostream &OS) {
  OS << "\nexamples:\n";
  for (const CommandExample &E : All)
    OS << "  " << E.Line << "\n      " << E.Text << "\n";
}

/// Names of options, by topic.
static void optionNames(llvm::raw_ostream &OS) {
  OS << "\noptions by topic, as --NAME=VALUE (racemap help check describes "
        "them):\n";
  llvm::ArrayRef<OptionText> All = optionTexts();
  while (!All.empty()) {
    auto Its = All.take_while(
        [&](const OptionText &O) { return O.Topic == All.front().Topic; });
    std::string Names;
    for (const OptionText &O : Its)
      Names += (Names.empty() ? "" : ", ") + O.Name.str();
    OS << "  " << Its.front().Topic << ":\n";
    printRow("", Names, OS);
    All = All.drop_front(Its.size());
  }
}

void printHelp(llvm::raw_ostream &OS) {
  OS << "usage: racemap COMMAND ...\n\n"
        "Finds data races and barrier divergence in CUDA kernels.\n";
  examples(FirstExamples, OS);
  OS << "\ncommands (racemap COMMAND --help says more):\n";
  for (const Subcommand &C : All)
    printRow(C.Name, C.Summary, OS);
  OS << "\nexit status of check and verify:\n";
  wrap(ExitStatuses, 2, 0, OS);
  optionNames(OS);
}

void printHelp(const Subcommand &C, llvm::raw_ostream &OS) {
  StringRef Lead = "usage: racemap ";
  for (StringRef Form : llvm::split(C.Forms, '\n')) {
    OS << Lead << C.Name << (Form.empty() ? "" : " ") << Form << "\n";
    Lead = "       racemap ";
  }
  OS << "\n";
  wrap(C.Summary, 0, 0, OS);
  for (StringRef Paragraph : llvm::split(C.Text, "\n\n"))
    if (!Paragraph.empty()) {
      OS << "\n";
      wrap(Paragraph, 0, 0, OS);
    }
  if (!C.Flags.empty())
    OS << "\nflags:\n";
  for (const CommandFlag &F : C.Flags)
    printRow(F.withValue(), F.Text, OS);
  examples(C.Examples, OS);
  if (!C.OptionPrefix.empty())
    options(C, OS);
}

} // namespace racemap
