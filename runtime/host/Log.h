// Log - the findings of a process: told once each, counted, and written down.
//
// Findings of the same kind at the same two sites in one kernel are one; of
// threads that are stuck, those at the same places. The first is printed
// at once, in the manner of ThreadSanitizer; at the end of the process come one
// SUMMARY line, the JSON (DESIGN 8: `findings`), and the exit status. Launches
// that could not be run or monitored count like findings: what they would have
// shown is not known.
//
// A race of which only one side is known is told if there is no finding yet
// with that side and another one, on the same array; a program that is killed
// has told it. At the end, it counts with the finding that has both.
//
// Threads may call this at the same time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_LOG_H
#define RACEMAP_RUNTIME_HOST_LOG_H

#include "runtime/host/Finding.h"
#include "runtime/host/Json.h"
#include "runtime/host/Options.h"
#include "runtime/host/Suppressions.h"

#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <tuple>

namespace racemap::host {

class Log {
public:
  explicit Log(const Options &O, const ModuleInfos &Modules);
  ~Log();
  Log(const Log &) = delete;
  Log &operator=(const Log &) = delete;

  /// Findings that agree in it are one. Unknown sites are ~0u.
  struct Identity {
    Finding::Kind K;
    unsigned First = ~0u, Second = ~0u; ///< in any order
    /// The kernel, and the places that are no sites.
    std::string_view In;
    /// A race with nobody knows whom: not its site, and not its thread.
    bool IsOneSided = false;
  };
  /// True if it is new: then the caller has to make a Finding and report it.
  /// Counts it in any case, so many times.
  bool count(const Identity &I, uint64_t Address, uint64_t Times = 1);
  void report(const Finding &F, const Identity &I);

  /// A line that is said once for each Text: what the runtime cannot see.
  void warn(const std::string &Text);

  /// A kernel that is not instrumented was launched: said once of each.
  void warnOfUninstrumented(const std::string &Kernel);

  /// What was asked for, as it is.
  void say(const std::string &Text);

  /// What the JSON says beside the findings.
  void setStatistics(Numbers All) { Counted = std::move(All); }

  /// Once for each launch of a program that is to be monitored.
  void countLaunch(LaunchFate Fate);
  const LaunchCounts &launches() const { return Launches; }

  /// Writes summary and JSON. Returns the exit status for a program that would
  /// end with Status.
  int finish(int Status);

  /// How often anything was counted.
  uint64_t numCounted() const;

  /// Is told of everything that is counted, before it is.
  using Observer = std::function<void(Finding::Kind K, unsigned First,
                                      unsigned Second, uint64_t Address)>;
  void observe(Observer Each) { Observed = std::move(Each); }

private:
  using Key = std::tuple<Finding::Kind, unsigned, unsigned, std::string, bool>;
  struct Entry {
    uint64_t Count = 0;
    std::optional<Finding> First;
    std::string Hidden; ///< why it is not reported, or empty
    bool IsTold = false;
  };
  using Entries = std::map<Key, Entry, std::less<>>;
  Entries::iterator entryOf(const Identity &I);
  static bool has(const Entries::value_type &TwoSided,
                  const Entries::value_type &OneSided);
  const Entry *twoSided(const Entries::value_type &OneSided) const;
  bool isToldOneSided(const Entries::value_type &TwoSided) const;
  std::vector<CountedFinding> all() const;
  std::string whyHidden(const Finding &F) const;
  void print(const std::string &Text);
  void writeJson(const std::vector<CountedFinding> &All);
  std::string summary(const std::vector<CountedFinding> &All) const;

  const Options &O;
  const ModuleInfos &Modules;
  Suppressions Hidden;
  Entries Known;
  std::set<std::string> Warned;
  Numbers Counted;
  Observer Observed;
  LaunchCounts Launches{};
  uint64_t NumCounted = 0;
  uint64_t Printed = 0;
  std::FILE *Out = stderr;
  mutable std::mutex Lock;
};

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_LOG_H
