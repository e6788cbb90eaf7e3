// Log - the findings of a process: told once each, counted, and written down.
//
// Findings of the same kind at the same two places in one kernel are one,
// whatever calls lead there; of threads that are stuck, those that wait at the
// same places. The first is printed
// at once, in the manner of ThreadSanitizer, and the JSON (DESIGN 8:
// `findings`) has it from then on; at the end of the process come one SUMMARY
// line, and the exit status. A process that a signal ends says a SUMMARY line,
// too (LastWords). Launches that could not be run or wholly monitored count
// like findings: what they would have shown is not known.
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
#include "runtime/host/Message.h"
#include "runtime/host/Options.h"
#include "runtime/host/Suppressions.h"
#include "runtime/launches/Launches.h"

#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <tuple>
#include <unistd.h>

namespace racemap::host {

class Log {
public:
  explicit Log(const Options &O, const ModuleInfos &Modules);
  ~Log();
  Log(const Log &) = delete;
  Log &operator=(const Log &) = delete;

  /// Or of the one that it was forked from, which tells what it knows?
  bool isOfThisProcess() const { return Owner == getpid(); }

  /// Findings that agree in it are one. Unknown sites are ~0u.
  struct Identity {
    Finding::Kind K;
    unsigned First = ~0u, Second = ~0u; ///< in any order
    /// The kernel, and the places that are no sites.
    std::string_view In;
    /// A race with nobody knows whom: not its site, and not its thread.
    bool IsOneSided = false;
  };
  /// True if it is new, or worse than it was: then the caller has to make a
  /// Finding and report it. Counts it in any case, so many times. IsBenign: a
  /// race in which both threads write the same value.
  bool count(const Identity &I, uint64_t Address, uint64_t Times = 1,
             bool IsBenign = false) {
    return count(I, Address, Times, IsBenign, /*IsOfCopy=*/false);
  }
  void report(const Finding &F, const Identity &I);

  /// A line that is said once for each Text: what the runtime cannot see.
  void warn(const std::string &Text);

  /// A kernel that is not instrumented was launched: said once of each.
  void warnOfUninstrumented(const std::string &Kernel);

  /// What was asked for, as it is.
  void say(const std::string &Text);

  /// What the JSON says beside the findings.
  void setStatistics(Numbers All) {
    std::lock_guard<std::mutex> Guard(Lock);
    Counted = std::move(All);
  }

  /// Once for each launch of a program that is to be monitored.
  void countLaunch(LaunchFate Fate);
  /// One that was counted as monitored is so in part only.
  void countPartly();
  LaunchCounts launches() const {
    std::lock_guard<std::mutex> Guard(Lock);
    return Launches;
  }

  /// What a launch gives its kernel, for the JSON.
  void noteLaunch(launches::Launch L);

  /// Writes summary and JSON for the last time. Returns the exit status for a
  /// program that would end with Status.
  int finish(int Status);

  /// This is a copy of the process: findings go to File from now on, as
  /// messages, and nowhere else. HasLostThreads: who waits may wait for threads
  /// of the host that are not in it. All that was launched is of this seed.
  void becomeCopy(int File, uint64_t Seed, bool HasLostThreads);
  /// The copy ends.
  void tellCounts();
  /// What a copy tells.
  void hear(const Message &M);
  /// A launch is run in other orders, in copies.
  void countTried();
  /// How many findings are known from copies only.
  uint64_t numOnlyInCopies() const;
  /// Nothing changes as long as it is held.
  std::unique_lock<std::mutex> hold() const {
    return std::unique_lock<std::mutex>(Lock);
  }

  /// How often anything was counted but remarks.
  uint64_t numCounted() const;

  /// Is told of everything that is counted, before it is.
  using Observer = std::function<void(Finding::Kind K, unsigned First,
                                      unsigned Second, uint64_t Address)>;
  void observe(Observer Each) { Observed = std::move(Each); }

private:
  const pid_t Owner = getpid();

  /// Of a copy of a process.
  struct Copy {
    int File;
    uint64_t Seed;
    bool HasLostThreads;
  };

  bool count(const Identity &I, uint64_t Address, uint64_t Times, bool IsBenign,
             bool IsOfCopy);
  void tell(const Message &M) const;
  bool isToTell(Finding::Kind K) const;
  using Key = std::tuple<Finding::Kind, unsigned, unsigned, std::string, bool>;
  struct Entry {
    uint64_t Count = 0;
    uint64_t Told = 0; ///< of these, what the process knows of its copy's
    bool IsNew = true;
    bool IsOfCopies = true; ///< has been seen in copies only
    bool IsBenign = true;   ///< whenever it was counted
    std::optional<Finding> First;
    std::string Hidden; ///< why it is not reported, or empty
    bool IsTold = false;
    FindingText Json; ///< of First
    /// The sites of each pair of call stacks that it was seen with.
    StackPairs Stacks;
  };
  using Entries = std::map<Key, Entry, std::less<>>;
  void tellOf(const Identity &I, Entry &E);
  Entries::iterator entryOf(const Identity &I);
  static bool has(const Entries::value_type &TwoSided,
                  const Entries::value_type &OneSided);
  const Entry *twoSided(const Entries::value_type &OneSided) const;
  bool isToldOneSided(const Entries::value_type &TwoSided) const;
  /// What is reported or hidden, with how often it was seen.
  using Counts = std::vector<std::pair<const Entry *, uint64_t>>;
  Counts all() const;
  bool isOnlyRemark(const Finding &F) const;
  std::string whyHidden(const Finding &F) const;
  void show(Entries::value_type &Found);
  void print(const std::string &Text);
  void sayOnce(const std::string &Text);
  void keep();
  void writeJson(const Counts &All);
  std::string foundIn(const Counts &All, bool SaysTimes) const;
  std::string summary(const Counts &All, bool SaysTimes) const;
  void printStacks(const Counts &All);
  void printTried(const Counts &All);
  uint64_t onlyInCopies(const Counts &All) const;
  std::pair<unsigned, unsigned> placesOf(const Identity &I) const;

  const Options &O;
  const ModuleInfos &Modules;
  Suppressions Hidden;
  Entries Known;
  std::set<std::string> Warned;
  Numbers Counted;
  Observer Observed;
  LaunchCounts Launches{};
  launches::Launches Noted;
  size_t NumWritten = 0; ///< of those
  uint64_t NumCounted = 0;
  uint64_t NumTried = 0; ///< launches, in other orders
  uint64_t Printed = 0;
  bool IsComplete = false;
  std::optional<Copy> OfCopy;
  std::FILE *Out = stderr;
  mutable std::mutex Lock;
};

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_LOG_H
