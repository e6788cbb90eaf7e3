// Log - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Log.h"
#include "runtime/host/Json.h"
#include "runtime/host/LastWords.h"
#include "runtime/host/ResultsFile.h"
#include "runtime/host/Text.h"
#include "runtime/output/Printable.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace racemap::host {

/// Of one finding, so many pairs of call stacks are kept.
static constexpr size_t MostStacks = 16;

Log::Log(const Options &O, const ModuleInfos &Modules)
    : O(O), Modules(Modules) {
  prepareLastWords();
  if (!O.LogPath.empty()) {
    std::string Path = expandPath(O.LogPath);
    if (std::FILE *File = std::fopen(Path.c_str(), "w"))
      Out = File;
    else
      warn("cannot write " + Path + ": " + std::strerror(errno) +
           "; reports go to standard error");
  }
  if (O.Launches && O.Json.empty())
    warn("launches=1 writes launches to the JSON: give json=FILE, too");
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
  setLastWords(-1, "");
  if (Out != stderr)
    std::fclose(Out);
}

/// By the accesses in the source, in any order.
std::pair<unsigned, unsigned> Log::placesOf(const Identity &I) const {
  return std::minmax({Modules.firstOf(I.First), Modules.firstOf(I.Second)});
}

/// What is known already is found without a copy of its text.
Log::Entries::iterator Log::entryOf(const Identity &I) {
  auto [Low, High] = placesOf(I);
  auto Found = Known.find(std::tuple(I.K, Low, High, I.In, I.IsOneSided));
  if (Found != Known.end())
    return Found;
  return Known.try_emplace({I.K, Low, High, std::string(I.In), I.IsOneSided})
      .first;
}

bool Log::count(const Identity &I, uint64_t Address, uint64_t Times,
                bool IsBenign, bool IsOfCopy) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!IsBenign || O.Benign == SameValues::Report)
    NumCounted += Times;
  if (Observed)
    Observed(I.K, I.First, I.Second, Address);
  Entry &E = entryOf(I)->second;
  bool IsWorse = E.IsBenign && !IsBenign;
  E.Count += Times;
  E.IsBenign &= IsBenign;
  E.IsOfCopies &= IsOfCopy;
  if (E.Stacks.size() < MostStacks)
    E.Stacks.insert(std::minmax(I.First, I.Second));
  return std::exchange(E.IsNew, false) || IsWorse;
}

/// It does not decide the exit status.
bool Log::isOnlyRemark(const Finding &F) const {
  return F.IsBenign && O.Benign != SameValues::Report;
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

/// Why a comment at one of its places says to ignore it; null: none does.
static const std::string *whyIgnored(const Finding &F,
                                     const ModuleInfos &Modules) {
  std::string_view Check = F.IsBenign ? "same-value" : kindName(F.K);
  for (const Participant &P : F.Who) {
    SourcePlace At = P.place();
    if (const Site *S = P.Site ? Modules.site(*P.Site) : nullptr;
        S && !S->Stack.empty())
      At = {S->shown().File, S->shown().Line, S->shown().Column};
    if (const std::string *Why = Modules.whyIgnored(At.File, At.Line, Check))
      return Why;
  }
  return nullptr;
}

/// As in the JSON of an analysis; empty: it is reported.
std::string Log::whyHidden(const Finding &F) const {
  std::vector<const Site *> Sites;
  std::vector<std::string_view> Files;
  for (const Participant &P : F.Who) {
    Sites.push_back(P.Site ? Modules.site(*P.Site) : nullptr);
    if (SourcePlace At = P.place(); !At.File.empty())
      Files.emplace_back(At.File);
  }
  if (const std::string *Why = whyIgnored(F, Modules))
    return "ignored: " + *Why;
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
         (Two.Hidden.empty() || !One.Hidden.empty()) && !Two.First->IsBenign &&
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

void Log::show(Entries::value_type &Found) {
  Entry &E = Found.second;
  if (isOnlyRemark(*E.First) && O.Benign == SameValues::Hide)
    return;
  if (E.IsTold)
    print(
        "RaceMap: in the race that follows, both threads wrote the same value "
        "when it was told above; now they do not\n");
  E.IsTold = ++Printed <= O.PrintLimit;
  if (E.IsTold && isToldOneSided(Found))
    print("RaceMap: of the race that follows, a report above has one side; "
          "they count as one\n");
  if (E.IsTold)
    print(text(*E.First, Modules, isOnlyRemark(*E.First)));
  if (Printed == O.PrintLimit + 1)
    print("RaceMap: more findings are counted, but not printed (print_limit=" +
          std::to_string(O.PrintLimit) + ")\n");
}

void Log::report(const Finding &F, const Identity &I) {
  std::unique_lock<std::mutex> Guard(Lock);
  Entries::value_type &Found = *entryOf(I);
  Entry &E = Found.second;
  // Another thread has told it meanwhile.
  if (E.First && !E.First->IsBenign)
    return;
  E.First = F;
  if (OfCopy)
    return tellOf(I, E);
  E.Hidden = whyHidden(F);
  E.Json = json(F, E.Hidden, Modules);
  bool IsShown = E.Hidden.empty() && !twoSided(Found);
  bool Halts = IsShown && O.HaltOnError && !isOnlyRemark(F);
  if (IsShown)
    show(Found);
  keep();
  Guard.unlock();
  if (Halts) {
    std::fflush(stdout);
    _exit(finish(O.ExitCode));
  }
}

void Log::warn(const std::string &Text) {
  std::lock_guard<std::mutex> Guard(Lock);
  sayOnce(Text);
}

void Log::sayOnce(const std::string &Text) {
  if (!Warned.insert(Text).second)
    return;
  Message M;
  M.Text = Text;
  if (OfCopy)
    tell(M);
  else
    print("racemap: warning: " + output::printable(Text) + "\n");
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
  std::string Shown = output::withoutCommands(Text);
  std::fwrite(Shown.data(), 1, Shown.size(), Out);
  std::fflush(Out);
}

static std::string several(uint64_t Number, const std::string &Noun) {
  bool IsSibilant = Noun.back() == 's' || Noun.ends_with("ch");
  const char *Ending = Number == 1 ? "" : IsSibilant ? "es" : "s";
  return std::to_string(Number) + " " + Noun + Ending;
}

/// A program may have very many launches: its results are brought up to date
/// ever more seldom.
void Log::countLaunch(LaunchFate Fate) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (OfCopy)
    return;
  if (std::has_single_bit(++Launches[size_t(Fate)]))
    keep();
}

void Log::countPartly() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (OfCopy)
    return;
  --Launches[size_t(LaunchFate::Monitored)];
  if (std::has_single_bit(++Launches[size_t(LaunchFate::Partly)]))
    keep();
}

/// Of few launches each is written at once. Of many that differ, the last ones,
/// an eighth at most, wait for others: writing all of them takes time.
void Log::noteLaunch(launches::Launch L) {
  constexpr size_t Few = 64, Waiting = 8;
  std::lock_guard<std::mutex> Guard(Lock);
  if (OfCopy || !Noted.add(std::move(L)))
    return;
  if (Noted.size() <= Few ||
      Noted.size() >= NumWritten + NumWritten / (Waiting - 1))
    keep();
}

void Log::writeJson(const Counts &All) {
  if (O.Json.empty())
    return;
  RunResults Results;
  for (const auto &[E, Count] : All)
    Results.Findings.push_back(
        {&E->Json, Count,
         E->Stacks.size() > 1 ? otherStacksJson(*E->First, E->Stacks, Modules)
                              : ""});
  Results.Launches = Launches;
  Results.Noted = O.Launches ? &Noted : nullptr;
  NumWritten = Noted.size();
  Results.Counted = Counted;
  Results.Summary = summary(All, /*SaysTimes=*/true);
  Results.IsComplete = IsComplete;
  std::string Path = expandPath(O.Json);
  std::string Wrong = replaceFile(Path, json(Results), IsComplete);
  if (!Wrong.empty())
    sayOnce("cannot write " + Path + ": " + Wrong);
}

/// "1 data race, 2 deadlocks, seen 7 times"; empty if nothing is reported.
std::string Log::foundIn(const Counts &All, bool SaysTimes) const {
  uint64_t Times = 0;
  std::map<std::string, uint64_t> ByTitle;
  for (const auto &[E, Count] : All) {
    if (!E->Hidden.empty() || isOnlyRemark(*E->First))
      continue;
    Times += Count;
    ++ByTitle[title(*E->First)];
  }
  std::string Text;
  for (const auto &[Title, Number] : ByTitle)
    Text += (Text.empty() ? "" : ", ") + several(Number, Title);
  return Text.empty() || !SaysTimes ? Text
                                    : Text + ", seen " + several(Times, "time");
}

/// Empty if all launches were monitored.
static std::string lostLaunches(const LaunchCounts &Launches) {
  uint64_t Lost = Launches[size_t(LaunchFate::Failed)] +
                  Launches[size_t(LaunchFate::Uninstrumented)];
  uint64_t Partly = Launches[size_t(LaunchFate::Partly)];
  std::string Text;
  if (Lost)
    Text = several(Lost, "launch") + " could not be run or monitored";
  if (Partly)
    Text += (Lost ? ", " : "") + several(Partly, "launch") +
            " could be monitored in part only";
  return Text;
}

std::string Log::summary(const Counts &All, bool SaysTimes) const {
  std::string Found = foundIn(All, SaysTimes), Lost = lostLaunches(Launches);
  return Found + (Found.empty() || Lost.empty() ? "" : "; ") + Lost;
}

/// What is one-sided counts with the finding that has both sides.
Log::Counts Log::all() const {
  Counts All;
  std::map<const Entry *, uint64_t> OneSided;
  for (const auto &E : Known)
    if (const Entry *Both = twoSided(E))
      OneSided[Both] += E.second.Count;
  for (const auto &E : Known)
    if (E.second.First && !twoSided(E))
      All.emplace_back(&E.second, E.second.Count + OneSided[&E.second]);
  return All;
}

/// Whatever ends the process from now on, what has been found is there.
void Log::keep() {
  Counts All = all();
  writeJson(All);
  // How often things were seen changes with each access.
  std::string Summary = summary(All, /*SaysTimes=*/false);
  setLastWords(fileno(Out), Summary.empty()
                                ? ""
                                : "SUMMARY: RaceMap: " + Summary +
                                      "; a signal has ended the program\n");
}

void Log::becomeCopy(int File, uint64_t Seed, bool HasLostThreads) {
  OfCopy = {File, Seed, HasLostThreads};
  for (auto &[Its, E] : Known)
    E.Told = E.Count;
}

/// Who hears it ends when the copy does.
void Log::tell(const Message &M) const {
  std::string Bytes = encode(M);
  for (size_t At = 0; At < Bytes.size();) {
    ssize_t Written = write(OfCopy->File, &Bytes[At], Bytes.size() - At);
    if (Written < 0 && errno != EINTR)
      return;
    At += size_t(std::max<ssize_t>(Written, 0));
  }
}

static Message messageOf(Message::Kind What, const Log::Identity &I,
                         bool IsBenign) {
  Message M;
  M.What = What;
  M.K = I.K;
  M.First = I.First;
  M.Second = I.Second;
  M.In = I.In;
  M.IsOneSided = I.IsOneSided;
  M.IsBenign = IsBenign;
  return M;
}

bool Log::isToTell(Finding::Kind K) const {
  return K != Finding::Kind::Deadlock || !OfCopy->HasLostThreads;
}

void Log::tellOf(const Identity &I, Entry &E) {
  Message M = messageOf(Message::Kind::Found, I, E.First->IsBenign);
  M.Times = 1;
  M.Its = *E.First;
  M.Its.Launch.Seed = OfCopy->Seed;
  ++E.Told;
  if (isToTell(I.K))
    tell(M);
}

void Log::tellCounts() {
  std::lock_guard<std::mutex> Guard(Lock);
  for (const auto &[Its, E] : Known) {
    const auto &[K, Low, High, In, IsOneSided] = Its;
    if (E.Count <= E.Told || !isToTell(K))
      continue;
    Message M = messageOf(Message::Kind::Seen, {K, Low, High, In, IsOneSided},
                          E.IsBenign);
    M.Times = E.Count - E.Told;
    tell(M);
  }
}

void Log::hear(const Message &M) {
  if (M.What == Message::Kind::Warning)
    return warn(M.Text);
  Identity I{M.K, M.First, M.Second, M.In, M.IsOneSided};
  bool IsToTell = count(I, 0, M.Times, M.IsBenign, /*IsOfCopy=*/true);
  if (IsToTell && M.What == Message::Kind::Found)
    report(M.Its, I);
}

void Log::countTried() {
  std::lock_guard<std::mutex> Guard(Lock);
  ++NumTried;
}

uint64_t Log::numOnlyInCopies() const {
  std::lock_guard<std::mutex> Guard(Lock);
  return onlyInCopies(all());
}

void Log::printTried(const Counts &All) {
  if (NumTried != 0)
    print("RaceMap: orders=" + std::to_string(O.Orders) + ": " +
          several(NumTried, "launch") + " in so many other orders; " +
          several(onlyInCopies(All), "finding") + " in these only\n");
}

uint64_t Log::onlyInCopies(const Counts &All) const {
  return uint64_t(std::count_if(All.begin(), All.end(), [&](const auto &C) {
    return C.first->IsOfCopies && C.first->Hidden.empty() &&
           !isOnlyRemark(*C.first->First);
  }));
}

/// The first pair of call stacks has been told with the finding.
void Log::printStacks(const Counts &All) {
  for (const auto &[E, Count] : All)
    if (E->IsTold && E->Stacks.size() > 1)
      print(otherStacks(*E->First, E->Stacks, Modules));
}

int Log::finish(int Status) {
  std::lock_guard<std::mutex> Guard(Lock);
  IsComplete = true;
  Counts All = all();
  writeJson(All);
  setLastWords(-1, "");
  printStacks(All);
  printTried(All);
  std::string Summary = summary(All, /*SaysTimes=*/true);
  if (Summary.empty())
    return Status;
  print("SUMMARY: RaceMap: " + Summary + "\n");
  return O.ExitCode == 0 ? Status : O.ExitCode;
}

} // namespace racemap::host
