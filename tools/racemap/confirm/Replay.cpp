// Replay - `racemap replay`: findings of a JSON file, run again, or one of them
// as a program of its own.
//
// The JSON of a check has for each kernel how it is launched and what it is
// compiled with (LaunchRecipe), so nothing is analysed anew; the source has to
// be where it was.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "passes/report/JsonReader.h"
#include "passes/report/JsonText.h"
#include "passes/report/Reporter.h"
#include "passes/report/Wording.h"
#include "tools/racemap/ClangOutput.h"
#include "tools/racemap/Commands.h"
#include "tools/racemap/InterruptWatch.h"
#include "tools/racemap/confirm/Confirmer.h"
#include "tools/racemap/confirm/WholeSource.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

using llvm::StringRef;
using verdict::Finding;
using verdict::KernelResult;
using verdict::LaunchRecipe;

namespace {
struct ReplayRequest {
  std::string File;
  std::string Finding; ///< a number or a fingerprint; empty: all
  std::string Emit;    ///< a file, or empty
  Options O;

  static llvm::Expected<ReplayRequest> parse(Arguments Args);
};

/// The findings of a document, numbered from 1 in its order.
class Replays {
public:
  Replays(report::Document D, const Toolchain &T, const ReplayRequest &R);
  /// What --finding= means.
  llvm::Error select();
  int run();
  llvm::Error emit();

private:
  std::string comment(const Trial &One, WholeSource &Source) const;
  int show();

  report::Document D;
  const Toolchain &T;
  const ReplayRequest &R;
  std::vector<Trial> All;
  std::vector<size_t> Numbers; ///< of All
};
} // namespace

llvm::Expected<ReplayRequest> ReplayRequest::parse(Arguments Args) {
  ReplayRequest R;
  for (StringRef A : Args) {
    if (A.consume_front("--finding="))
      R.Finding = A.str();
    else if (A.consume_front("--emit="))
      R.Emit = A.str();
    else if (A.starts_with("--orders=")) {
      if (llvm::Error E = R.O.set(A.drop_front(2)))
        return std::move(E);
      continue;
    } else if (A.starts_with("-"))
      return llvm::createStringError("unknown flag " + A +
                                     "; try: racemap replay finding.json "
                                     "--orders=50");
    else if (R.File.empty())
      R.File = A.str();
    else
      return llvm::createStringError("one file at a time, not " + R.File +
                                     " and " + A);
    if (A.empty())
      return llvm::createStringError("a value is missing, as in: racemap "
                                     "replay finding.json --finding=1 "
                                     "--emit=repro.cu");
  }
  if (R.File.empty())
    return llvm::createStringError(
        "no file; try: racemap check f.cu --json=finding.json, then racemap "
        "replay finding.json");
  return R;
}

Replays::Replays(report::Document Read, const Toolchain &T,
                 const ReplayRequest &R)
    : D(std::move(Read)), T(T), R(R) {
  for (const KernelResult &K : D.Kernels)
    for (const verdict::ContextResult &C : K.Contexts)
      for (const Finding &F : C.Findings)
        if (!report::isOfRun(C) && F.TheKind != Finding::Kind::EarlyExit) {
          All.push_back({&K, &C, &F});
          Numbers.push_back(All.size());
        }
}

llvm::Error Replays::select() {
  if (All.empty())
    return llvm::createStringError(R.File +
                                   ": it has no finding that could be run");
  if (R.Finding.empty())
    return llvm::Error::success();
  size_t Number = 0;
  bool IsNumber = !StringRef(R.Finding).getAsInteger(10, Number) &&
                  Number >= 1 && Number <= All.size();
  for (size_t I = All.size(); I-- > 0;) {
    bool IsIt = IsNumber ? I + 1 == Number
                         : All[I].TheFinding->Fingerprint == R.Finding;
    if (IsIt)
      continue;
    All.erase(All.begin() + ptrdiff_t(I));
    Numbers.erase(Numbers.begin() + ptrdiff_t(I));
  }
  if (All.empty())
    return llvm::createStringError("--finding=" + R.Finding + ": " + R.File +
                                   " has none of this number "
                                   "or fingerprint");
  return llvm::Error::success();
}

/// Bugs of RaceMap, and requests of which nothing could be run, are failures.
int Replays::show() {
  ConfirmationCounts Counts;
  int Status = Clean;
  for (size_t I = 0; I < All.size(); ++I) {
    llvm::outs() << Numbers[I] << ": "
                 << harmless(describe(All[I]), /*HasColors=*/false);
    Counts.add(All[I].Result);
    if (std::string Bug = bugIn(All[I]); !Bug.empty())
      Status = fail(Bug);
  }
  llvm::outs() << Counts.text() << "\n";
  if (Status == Failed || Counts.NotRun == Counts.total())
    return Failed;
  return Counts.Confirmed + Counts.Beside ? Found : Clean;
}

int Replays::run() {
  Processes Programs;
  InterruptWatch Watch(Programs);
  ReplayRun Runs(T, Programs, R.O.Orders);
  static const LaunchRecipe::Unit None;
  auto UnitOf = [](const Trial &One) -> const LaunchRecipe::Unit & {
    return One.Kernel->Recipe ? One.Kernel->Recipe->TheUnit : None;
  };
  for (llvm::MutableArrayRef<Trial> Rest = All; !Rest.empty();) {
    const LaunchRecipe::Unit &U = UnitOf(Rest.front());
    size_t Count = 1;
    while (Count < Rest.size() && UnitOf(Rest[Count]) == U)
      ++Count;
    if (llvm::Error E = Runs.run(U, Rest.take_front(Count)))
      return fail(llvm::toString(std::move(E)));
    if (Programs.isInterrupted())
      return Interrupted;
    Rest = Rest.drop_front(Count);
  }
  return show();
}

/// Of a // comment; a backslash at its end would go on with the next line.
static std::string line(const llvm::Twine &Text) {
  std::string Line = Text.str();
  for (char &C : Line)
    if (C == '\n' || C == '\r' || C == '\\')
      C = ' ';
  return "// " + Line + "\n";
}

std::string Replays::comment(const Trial &One, WholeSource &Source) const {
  const Finding &F = *One.TheFinding;
  std::string Name = llvm::sys::path::filename(R.Emit).str(),
              Flags = Source.flags();
  report::Group Alone{One.Context, {&F}, 0};
  std::string Text =
      line(Name + " - " + report::headline(*One.Kernel, Alone)) + "//\n";
  for (const report::Note &N : report::notes(*One.Kernel, Alone))
    Text += line(N.Text);
  Text += "//\n" +
          line("Written by racemap replay --emit from the results of " +
               One.Kernel->Recipe->TheUnit.File +
               ", whose source follows; "
               "main is at the end.") +
          line("On a GPU:") +
          line("  nvcc -g -lineinfo -arch=" + One.Kernel->Recipe->TheUnit.Arch +
               Flags + " " + Name + " -o repro") +
          line("  compute-sanitizer --tool racecheck ./repro") +
          line("racecheck sees races in shared memory only; synccheck looks "
               "for divergent barriers.") +
          line("Without one, for every kind of memory:") +
          line("  racemap cc --sanitize --device=cpu -g" + Flags + " " + Name +
               " -o repro") +
          line("  RACEMAP_OPTIONS=orders=20 ./repro") + "\n";
  return Text;
}

llvm::Error Replays::emit() {
  if (All.size() > 1)
    return llvm::createStringError(
        R.File + " has " + llvm::Twine(All.size()) +
        " findings; say which one, as in: --finding=1 (racemap replay " +
        R.File + " numbers them)");
  const Trial &One = All.front();
  auto Case = ReplayCase::of(*One.Kernel, *One.Context, *One.TheFinding);
  if (!Case)
    return llvm::createStringError("no program can show this finding: " +
                                   llvm::toString(Case.takeError()));
  if (One.Kernel->Recipe->TheUnit.File.empty())
    return llvm::createStringError(
        R.File + ": it does not say what the kernel is compiled with; "
                 "racemap check --json= does");
  WholeSource Source(T, One.Kernel->Recipe->TheUnit);
  auto Text = Source.text();
  if (!Text)
    return Text.takeError();
  ReplayProgram P{
      std::move(*Text),
      "The kernel has run. What a checker should have reported: " +
          report::headline(*One.Kernel,
                           report::Group{One.Context, {One.TheFinding}, 0}) +
          "\n"};
  return writeFile(R.Emit, [&](llvm::raw_ostream &OS) {
    OS << comment(One, Source);
    P.write({*Case}, OS);
  });
}

static llvm::Expected<report::Document> readFindings(const std::string &File) {
  auto Text = llvm::MemoryBuffer::getFileOrSTDIN(File);
  if (!Text)
    return llvm::createStringError(
        File + ": cannot read: " + Text.getError().message());
  auto Value = report::parseJson((*Text)->getBuffer(), File);
  if (!Value)
    return Value.takeError();
  auto Document = report::readJson(*Value);
  if (!Document)
    return llvm::createStringError(File + ": " +
                                   llvm::toString(Document.takeError()));
  return Document;
}

int replay(const char *Argv0, Arguments Args) {
  auto R = ReplayRequest::parse(Args);
  if (!R)
    return fail(llvm::toString(R.takeError()));
  auto Document = readFindings(R->File);
  if (!Document)
    return fail(llvm::toString(Document.takeError()));
  auto T = Toolchain::find(Argv0);
  if (!T)
    return fail(llvm::toString(T.takeError()));
  Replays All(std::move(*Document), *T, *R);
  if (llvm::Error E = All.select())
    return fail(llvm::toString(std::move(E)));
  if (R->Emit.empty())
    return All.run();
  if (llvm::Error E = All.emit())
    return fail(llvm::toString(std::move(E)));
  return Clean;
}

} // namespace racemap
