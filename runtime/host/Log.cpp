// Log - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Log.h"
#include "runtime/host/Json.h"
#include "runtime/host/Text.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace racemap::host {

Log::Log(const Options &O, const ModuleInfos &Modules)
    : O(O), Modules(Modules) {
  if (!O.LogPath.empty()) {
    std::string Path = expandPath(O.LogPath);
    if (std::FILE *File = std::fopen(Path.c_str(), "w"))
      Out = File;
    else
      warn("cannot write " + Path + ": " + std::strerror(errno) +
           "; reports go to standard error");
  }
  if (O.Suppressions.empty())
    return;
  std::ifstream File(O.Suppressions);
  std::stringstream Text;
  Text << File.rdbuf();
  if (!File)
    warn("cannot read " + O.Suppressions + ": " + std::strerror(errno) +
         "; nothing is suppressed");
  std::vector<std::string> Problems;
  Hidden.parse(Text.str(), Problems);
  for (const std::string &Problem : Problems)
    warn(O.Suppressions + ": " + Problem);
}

Log::~Log() {
  if (Out != stderr)
    std::fclose(Out);
}

/// What is known already is found without a copy of its text.
Log::Entries::iterator Log::entryOf(const Identity &I) {
  auto [Low, High] = std::minmax(I.First, I.Second);
  auto Found = Known.find(std::tuple(I.K, Low, High, I.In, I.IsOneSided));
  if (Found != Known.end())
    return Found;
  return Known.try_emplace({I.K, Low, High, std::string(I.In), I.IsOneSided})
      .first;
}

bool Log::count(const Identity &I, uint64_t Address, uint64_t Times) {
  std::lock_guard<std::mutex> Guard(Lock);
  NumCounted += Times;
  if (Observed)
    Observed(I.K, I.First, I.Second, Address);
  uint64_t &Count = entryOf(I)->second.Count;
  Count += Times;
  return Count == Times;
}

uint64_t Log::numCounted() const {
  std::lock_guard<std::mutex> Guard(Lock);
  return NumCounted;
}

/// As the configuration file sees it.
static config::Suppression::Subject
subject(const Finding &F, const std::vector<const Site *> &Sites,
        const std::vector<std::string_view> &Files) {
  config::Suppression::Subject S{kindName(F.K), F.Launch.Kernel, {}, Files};
  if (F.Where && !F.Where->Variable.empty())
    S.Arrays.push_back(F.Where->Variable);
  for (const Site *Where : Sites) {
    if (!Where)
      continue;
    if (!Where->Variable.empty())
      S.Arrays.push_back(Where->Variable);
    for (const Frame &Level : Where->Stack)
      S.Files.push_back(Level.File);
  }
  return S;
}

/// As in the JSON of an analysis; empty: it is reported.
std::string Log::whyHidden(const Finding &F) const {
  std::vector<const Site *> Sites;
  std::vector<std::string_view> Files;
  for (const Participant &P : F.Who) {
    Sites.push_back(P.Site ? Modules.site(*P.Site) : nullptr);
    if (!P.file().empty())
      Files.emplace_back(P.file());
  }
  if (auto Rule = Hidden.ruleFor(F.K, Sites, F.Launch.Kernel, Files))
    return "suppressed: " + *Rule;
  const config::Suppression *S = O.File.suppression(subject(F, Sites, Files));
  return S ? "suppressed: " + S->Reason : "";
}

static bool isSameArray(const Finding &A, const Finding &B) {
  return !A.Where || !B.Where ||
         std::pair(A.Where->IsShared, A.Where->Variable) ==
             std::pair(B.Where->IsShared, B.Where->Variable);
}

/// Is the one side that is known of a race one of TwoSided's? What is reported
/// does not count with what is not.
bool Log::has(const Entries::value_type &TwoSided,
              const Entries::value_type &OneSided) {
  const auto &[KindOfTwo, Low, High, InOfTwo, IsNot] = TwoSided.first;
  const auto &[Kind, Site, None, In, Is] = OneSided.first;
  const Entry &Two = TwoSided.second, &One = OneSided.second;
  return Is && !IsNot && Kind == KindOfTwo && In == InOfTwo &&
         (Low == Site || High == Site) && One.First && Two.First &&
         (Two.Hidden.empty() || !One.Hidden.empty()) &&
         isSameArray(*One.First, *Two.First);
}

/// The finding that has both sides of the race; null if there is none.
const Log::Entry *Log::twoSided(const Entries::value_type &OneSided) const {
  if (!std::get<bool>(OneSided.first))
    return nullptr;
  for (const auto &E : Known)
    if (has(E, OneSided))
      return &E.second;
  return nullptr;
}

/// Has one side of the race been told?
bool Log::isToldOneSided(const Entries::value_type &TwoSided) const {
  return std::any_of(Known.begin(), Known.end(), [&](const auto &E) {
    return has(TwoSided, E) && E.second.IsTold;
  });
}

void Log::report(const Finding &F, const Identity &I) {
  std::unique_lock<std::mutex> Guard(Lock);
  Entries::value_type &Found = *entryOf(I);
  Entry &E = Found.second;
  E.First = F;
  E.Hidden = whyHidden(F);
  if (!E.Hidden.empty() || twoSided(Found))
    return;
  E.IsTold = ++Printed <= O.PrintLimit;
  if (E.IsTold && isToldOneSided(Found))
    print("RaceMap: of the race that follows, a report above has one side; "
          "they count as one\n");
  if (E.IsTold)
    print(text(F, Modules));
  if (Printed == O.PrintLimit + 1)
    print("RaceMap: more findings are counted, but not printed (print_limit=" +
          std::to_string(O.PrintLimit) + ")\n");
  Guard.unlock();
  if (O.HaltOnError) {
    std::fflush(stdout);
    _exit(finish(O.ExitCode));
  }
}

void Log::warn(const std::string &Text) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Warned.insert(Text).second)
    print("racemap: warning: " + Text + "\n");
}

void Log::warnOfUninstrumented(const std::string &Kernel) {
  warn(Kernel + " is not monitored: its unit was compiled without --sanitize; "
                "if that is meant, name it in skip-kernels of [monitor] in a "
                "configuration file (config=)");
}

void Log::say(const std::string &Text) {
  std::lock_guard<std::mutex> Guard(Lock);
  print(Text);
}

void Log::print(const std::string &Text) {
  std::fwrite(Text.data(), 1, Text.size(), Out);
  std::fflush(Out);
}

static std::string several(uint64_t Number, const std::string &Noun) {
  bool IsSibilant = Noun.back() == 's' || Noun.ends_with("ch");
  const char *Ending = Number == 1 ? "" : IsSibilant ? "es" : "s";
  return std::to_string(Number) + " " + Noun + Ending;
}

void Log::countLaunch(LaunchFate Fate) {
  std::lock_guard<std::mutex> Guard(Lock);
  ++Launches[size_t(Fate)];
}

void Log::writeJson(const std::vector<CountedFinding> &All) {
  if (O.Json.empty())
    return;
  std::string Path = expandPath(O.Json);
  std::string Text = host::json(All, Modules, Launches, Counted);
  std::ofstream File(Path);
  if (!(File << Text).flush())
    print("racemap: warning: cannot write " + Path + ": " +
          std::strerror(errno) + "\n");
}

/// "1 data race, 2 deadlocks, seen 7 times"; empty if nothing is reported.
static std::string findings(const std::vector<CountedFinding> &All) {
  uint64_t Times = 0;
  std::map<std::string, uint64_t> ByTitle;
  for (const CountedFinding &C : All) {
    if (!C.Hidden.empty())
      continue;
    Times += C.Count;
    ++ByTitle[title(C.TheFinding->K)];
  }
  std::string Text;
  for (const auto &[Title, Number] : ByTitle)
    Text += several(Number, Title) + ", ";
  return Text.empty() ? Text : Text + "seen " + several(Times, "time");
}

/// Empty if all launches were monitored.
static std::string lostLaunches(const LaunchCounts &Launches) {
  uint64_t Lost = Launches[size_t(LaunchFate::Failed)] +
                  Launches[size_t(LaunchFate::Uninstrumented)];
  return Lost ? several(Lost, "launch") + " could not be run or monitored" : "";
}

std::string Log::summary(const std::vector<CountedFinding> &All) const {
  std::string Found = findings(All), Lost = lostLaunches(Launches);
  return Found + (Found.empty() || Lost.empty() ? "" : "; ") + Lost;
}

/// What is one-sided counts with the finding that has both sides.
std::vector<CountedFinding> Log::all() const {
  std::vector<CountedFinding> All;
  std::map<const Entry *, uint64_t> OneSided;
  for (const auto &E : Known)
    if (const Entry *Both = twoSided(E))
      OneSided[Both] += E.second.Count;
  for (const auto &E : Known)
    if (E.second.First && !twoSided(E))
      All.push_back({&*E.second.First, E.second.Count + OneSided[&E.second],
                     E.second.Hidden});
  return All;
}

int Log::finish(int Status) {
  std::lock_guard<std::mutex> Guard(Lock);
  std::vector<CountedFinding> All = all();
  writeJson(All);
  std::string Summary = summary(All);
  if (Summary.empty())
    return Status;
  print("SUMMARY: RaceMap: " + Summary + "\n");
  return O.ExitCode == 0 ? Status : O.ExitCode;
}

} // namespace racemap::host
