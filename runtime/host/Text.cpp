// Text - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Text.h"
#include "runtime/output/Printable.h"
#include "runtime/output/SourceName.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace racemap::host {

using output::printable;

const char *title(const Finding &F) {
  switch (F.K) {
  case Finding::Kind::DataRace:
    return F.IsBenign ? "same-value conflict" : "data race";
  case Finding::Kind::BarrierDivergence:
    return "barrier divergence";
  case Finding::Kind::Deadlock:
    return "deadlock";
  case Finding::Kind::OutOfBounds:
    return "out-of-bounds access";
  }
  return "";
}

static std::string triple(const Coordinates &C) {
  std::ostringstream Out;
  Out << '(' << C[0] << ',' << C[1] << ',' << C[2] << ')';
  return Out.str();
}

static std::string operation(fsm::Operation Op) {
  switch (Op) {
  case fsm::Operation::Read:
    return "read";
  case fsm::Operation::Write:
    return "write";
  case fsm::Operation::AtomicBlock:
    return "atomic access of block scope";
  case fsm::Operation::AtomicCluster:
    return "atomic access of cluster scope";
  case fsm::Operation::AtomicGrid:
    return "atomic access";
  }
  return "";
}

/// The line in the source, without what it is indented by; empty if the file is
/// not there, or is none.
static std::string sourceOf(const Frame &F) {
  constexpr size_t Most = 160;
  std::error_code Ignored;
  // #line can name a pipe, which nobody may write to.
  if (!output::isSourceName(F.File) ||
      !std::filesystem::is_regular_file(F.File, Ignored))
    return "";
  std::ifstream File(F.File);
  std::string Text;
  for (unsigned Line = 0; Line < F.Line; ++Line)
    if (!std::getline(File, Text))
      return "";
  Text.erase(Text.find_last_not_of(" \t\r") + 1);
  size_t Begin = Text.find_first_not_of(" \t");
  return Begin == std::string::npos ? "" : Text.substr(Begin, Most);
}

/// HasSource: the first level is an access in the source.
static void printStack(std::ostream &Out, std::span<const Frame> Stack,
                       bool HasSource = false) {
  unsigned Level = 0;
  for (const Frame &F : Stack) {
    Out << "    #" << Level++ << ' ' << printable(F.Function);
    if (!F.File.empty())
      Out << ' ' << printable(F.File) << ':' << F.Line;
    if (F.Column != 0)
      Out << ':' << F.Column;
    Out << '\n';
    std::string Source = HasSource && Level == 1 ? sourceOf(F) : "";
    if (!Source.empty())
      Out << "         " << printable(Source) << '\n';
  }
  if (Stack.empty())
    Out << "    (no debug information)\n";
}

/// " at a.cu:5:3, called at a.cu:12:7"
static std::string atPlace(const std::string &Place) {
  std::string Text = Place.empty() ? "" : " at ";
  for (char C : Place)
    Text += C == '\n' ? ", called at " : std::string(1, C);
  return printable(Text);
}

static std::string doing(const Participant &P, const Site *S) {
  if (!P.WaitsAt.empty())
    return (P.WaitsForNobody ? "come to " : "wait at ") + printable(P.WaitsAt) +
           atPlace(P.Place) +
           (P.NumMore ? " (and " + std::to_string(P.NumMore) + " more)" : "");
  if (!S)
    return "access";
  uint64_t Bytes = S->Bytes ? S->Bytes : P.Bytes;
  if (Bytes == 0)
    return operation(S->Op);
  return operation(S->Op) + " of " + std::to_string(Bytes) +
         (Bytes == 1 ? " byte" : " bytes");
}

static void printParticipant(std::ostream &Out, const Participant &P,
                             bool IsEarlier, const Finding &F,
                             const ModuleInfos &Modules) {
  const Site *S = P.Site ? Modules.site(*P.Site) : nullptr;
  std::string Doing = doing(P, S);
  if (IsEarlier)
    Doing = "Previous " + Doing;
  else
    Doing[0] = char(std::toupper(Doing[0]));
  Out << "  " << Doing;
  if (F.Where && !IsEarlier)
    Out << " at 0x" << std::hex << F.Where->Address << std::dec;
  if (P.Thread)
    Out << " by thread " << triple(P.Thread->ThreadIdx) << " of block "
        << triple(P.Thread->BlockIdx) << ", warp " << P.Thread->Warp << " lane "
        << P.Thread->Lane;
  else if (F.K == Finding::Kind::DataRace)
    Out << " by a thread that the shadow does not know any more";
  if (!S && !P.OneOf.empty())
    Out << (P.OneOf.size() == 1 ? ", at" : ", at one of these places");
  Out << (S || !P.OneOf.empty() ? ":\n" : "\n");
  for (unsigned Number : S ? std::vector<unsigned>() : P.OneOf)
    if (const Site *One = Modules.site(Number); One && !One->Stack.empty())
      printStack(Out, One->shownStack().first(1), /*HasSource=*/true);
  if (S)
    printStack(Out, S->shownStack(), /*HasSource=*/true);
  Out << '\n';
}

static void printMemory(std::ostream &Out, const Memory &M) {
  if (M.Description.empty())
    return;
  Out << "  Location is ";
  if (M.Offset)
    Out << *M.Offset << (*M.Offset == 1 ? " byte" : " bytes") << " into ";
  Out << printable(M.Description);
  if (!M.DeclaredIn.empty())
    Out << ", declared at " << printable(M.DeclaredIn) << ':' << M.DeclaredAt;
  if (!M.AllocatedAt.empty()) {
    Out << ", allocated at\n";
    printStack(Out, M.AllocatedAt);
  } else {
    Out << '\n';
  }
  Out << '\n';
}

static void printLaunch(std::ostream &Out, const LaunchPlace &L) {
  Out << "  Launch " << L.Number << ": " << printable(L.Kernel) << " <<<"
      << triple(L.Grid) << ", " << triple(L.Block) << ">>>";
  if (L.Seed)
    Out << ", in the order of seed=" << *L.Seed << ",";
  if (L.Host.empty()) {
    Out << '\n';
    return;
  }
  Out << " at\n";
  printStack(Out, L.Host);
}

/// "a.cu:3:10"
static std::string placeOf(const Site *S) {
  if (!S || S->Stack.empty())
    return "an unknown place";
  const Frame &F = S->shown();
  return printable(F.File) + ":" + std::to_string(F.Line) +
         (F.Column ? ":" + std::to_string(F.Column) : "");
}

std::string otherStacks(const Finding &F, const StackPairs &All,
                        const ModuleInfos &Modules) {
  std::ostringstream Out;
  std::pair<unsigned, unsigned> Its = F.stacks();
  Out << "RaceMap: the " << title(F) << " at "
      << placeOf(Modules.site(Its.first));
  if (Modules.site(Its.second))
    Out << " and " << placeOf(Modules.site(Its.second));
  Out << " was also seen with these call stacks:\n";
  for (const auto &Pair : All) {
    if (Pair == Its)
      continue;
    for (unsigned Number : {Pair.first, Pair.second})
      if (const Site *S = Modules.site(Number))
        printStack(Out, S->shownStack());
    Out << '\n';
  }
  return Out.str();
}

std::string text(const Finding &F, const ModuleInfos &Modules, bool IsRemark) {
  std::ostringstream Out;
  bool IsFreed = F.Where && F.Where->IsFreed;
  Out << "==================\n"
      << (IsRemark ? "REMARK" : "WARNING")
      << ": RaceMap: " << (IsFreed ? "use after free" : title(F))
      << " (pid=" << getpid() << ")\n";
  if (IsRemark)
    Out << "  Both threads store the same value; this does not decide the exit "
           "status (benign=report)\n\n";
  if (!F.Explanation.empty())
    Out << "  " << printable(F.Explanation) << "\n\n";
  bool IsRace = F.K == Finding::Kind::DataRace;
  for (size_t I = 0; I < F.Who.size(); ++I)
    printParticipant(Out, F.Who[I], IsRace && I > 0, F, Modules);
  if (F.Where)
    printMemory(Out, *F.Where);
  printLaunch(Out, F.Launch);
  Out << "==================\n";
  return Out.str();
}

} // namespace racemap::host
