// GithubReporter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/GithubReporter.h"
#include "passes/report/Wording.h"
#include "runtime/output/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace racemap::report {

using namespace verdict;

/// What ends a command, or (with Also) one of its properties, as %XX.
static std::string escaped(llvm::StringRef Text, llvm::StringRef Also = "") {
  static constexpr char Digits[] = "0123456789ABCDEF";
  std::string Out;
  for (char C : Text) {
    if (!llvm::StringRef("%\r\n").contains(C) && !Also.contains(C)) {
      Out += C;
      continue;
    }
    Out += '%';
    Out += Digits[static_cast<unsigned char>(C) >> 4];
    Out += Digits[C & 15];
  }
  return Out;
}

GithubReporter GithubReporter::ofWorkflow(llvm::raw_ostream &OS) {
  llvm::SmallString<128> Root;
  if (auto Folder = llvm::sys::Process::GetEnv("GITHUB_WORKSPACE"))
    Root = *Folder;
  else
    llvm::sys::fs::current_path(Root);
  return {OS, Root.str().str()};
}

std::string GithubReporter::nameOf(llvm::StringRef File) const {
  llvm::SmallString<128> Whole(File), Folder(Root);
  for (llvm::SmallString<128> *Path : {&Whole, &Folder}) {
    llvm::sys::fs::make_absolute(*Path);
    llvm::sys::path::remove_dots(*Path, /*remove_dot_dot=*/true);
  }
  Folder += "/";
  llvm::StringRef Rest = Whole;
  return Rest.consume_front(Folder) ? Rest.str() : File.str();
}

void GithubReporter::command(const KernelResult &K,
                             const map::SourcePoint &Known,
                             llvm::StringRef Level, llvm::StringRef Title,
                             llvm::ArrayRef<std::string> Lines) {
  static constexpr llvm::StringLiteral Ends = ":,";
  const map::SourcePoint &P = Known.File.empty() ? K.Where : Known;
  OS << "::" << Level
     << " file=" << escaped(output::printableLine(nameOf(P.File)), Ends);
  if (P.Line)
    OS << ",line=" << P.Line;
  if (P.Column)
    OS << ",col=" << P.Column;
  auto Printable = llvm::map_range(Lines, output::printableLine);
  OS << ",title=" << escaped(Title, Ends)
     << "::" << escaped(llvm::join(Printable, "\n")) << "\n";
}

void GithubReporter::show(const KernelResult &K, const Group &G,
                          llvm::StringRef Level) {
  std::vector<std::string> Lines{headline(K, G)};
  for (const Note &N : notes(K, G)) {
    std::string Place =
        N.Where.File.empty()
            ? ""
            : nameOf(N.Where.File) + ":" + std::to_string(N.Where.Line) + ": ";
    Lines.push_back(Place + N.Text);
  }
  command(K, G.first().Sites.front().Where, Level,
          "RaceMap: " + name(G.first().TheKind).str(), Lines);
}

void GithubReporter::findings(const KernelResult &K, const Group &G) {
  show(K, G, "warning");
}

void GithubReporter::benign(const KernelResult &K, const Group &G) {
  show(K, G, "notice");
}

void GithubReporter::undecided(const KernelResult &K, const ContextResult &C,
                               const Filter &Only) {
  command(K, K.Where, "notice", "RaceMap: undecided",
          report::undecided(K, C, Only));
}

void GithubReporter::vacuous(const KernelResult &K, const ContextResult &C) {
  command(K, K.Where, "notice", "RaceMap: nothing checked",
          report::vacuous(K, C));
}

void GithubReporter::redundant(const KernelResult &K,
                               const map::Location &Barrier) {
  command(K, Barrier, "notice", "RaceMap: redundant barrier",
          report::redundant(K));
}

} // namespace racemap::report
