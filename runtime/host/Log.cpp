// Log - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Log.h"
#include "runtime/host/Json.h"
#include "runtime/host/Text.h"

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
    warn("cannot read " + O.Suppressions + "; nothing is suppressed");
  std::vector<std::string> Problems;
  Hidden.parse(Text.str(), Problems);
  for (const std::string &Problem : Problems)
    warn(O.Suppressions + ": " + Problem);
}

Log::~Log() {
  if (Out != stderr)
    std::fclose(Out);
}

bool Log::count(Finding::Kind K, unsigned First, unsigned Second,
                uint64_t Address) {
  std::lock_guard<std::mutex> Guard(Lock);
  ++NumCounted;
  if (Observed)
    Observed(K, First, Second, Address);
  return ++Entries[key(K, First, Second)].Count == 1;
}

uint64_t Log::numCounted() const {
  std::lock_guard<std::mutex> Guard(Lock);
  return NumCounted;
}

void Log::report(const Finding &F, unsigned First, unsigned Second) {
  std::unique_lock<std::mutex> Guard(Lock);
  Entry &E = Entries[key(F.K, First, Second)];
  E.First = F;
  std::vector<const Site *> Sites;
  for (const Participant &P : F.Who)
    Sites.push_back(P.Site ? Modules.site(*P.Site) : nullptr);
  E.IsSuppressed = Hidden.hide(F.K, Sites, F.Launch.Kernel);
  if (E.IsSuppressed)
    return;
  if (++Printed <= O.PrintLimit)
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

void Log::say(const std::string &Text) {
  std::lock_guard<std::mutex> Guard(Lock);
  print(Text);
}

void Log::print(const std::string &Text) {
  std::fwrite(Text.data(), 1, Text.size(), Out);
  std::fflush(Out);
}

static std::string several(uint64_t Number, const std::string &Noun) {
  const char *Ending = Number == 1 ? "" : Noun.back() == 's' ? "es" : "s";
  return std::to_string(Number) + " " + Noun + Ending;
}

int Log::finish(int Status) {
  std::lock_guard<std::mutex> Guard(Lock);
  std::vector<CountedFinding> Shown;
  uint64_t Times = 0;
  std::map<std::string, uint64_t> ByTitle;
  for (const auto &[K, E] : Entries) {
    if (!E.First || E.IsSuppressed)
      continue;
    Shown.push_back({&*E.First, E.Count});
    Times += E.Count;
    ++ByTitle[title(E.First->K)];
  }
  if (!O.Json.empty()) {
    std::string Path = expandPath(O.Json);
    std::ofstream File(Path);
    if (!(File << host::json(Shown, Modules)).flush())
      print("racemap: warning: cannot write " + Path + "\n");
  }
  if (Shown.empty())
    return Status;
  std::string Line = "SUMMARY: RaceMap: ";
  for (const auto &[Title, Number] : ByTitle)
    Line += (Line.back() == ' ' ? "" : ", ") + several(Number, Title);
  print(Line + ", seen " + several(Times, "time") + "\n");
  return O.ExitCode == 0 ? Status : O.ExitCode;
}

} // namespace racemap::host
