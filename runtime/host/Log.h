// Log - the findings of a process: told once each, counted, and written down.
//
// Findings of the same kind at the same two sites are one. The first is printed
// at once, in the manner of ThreadSanitizer; at the end of the process come one
// SUMMARY line, the JSON (DESIGN 8: `findings`), and the exit status.
//
// Threads may call this at the same time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_LOG_H
#define RACEMAP_RUNTIME_HOST_LOG_H

#include "runtime/host/Finding.h"
#include "runtime/host/Options.h"
#include "runtime/host/Suppressions.h"

#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <set>

namespace racemap::host {

class Log {
public:
  explicit Log(const Options &O, const ModuleInfos &Modules);
  ~Log();
  Log(const Log &) = delete;
  Log &operator=(const Log &) = delete;

  /// True if it is new: then the caller has to make a Finding and report it.
  /// Counts it in any case. Unknown sites are ~0u.
  bool count(Finding::Kind K, unsigned First, unsigned Second,
             uint64_t Address);
  void report(const Finding &F, unsigned First, unsigned Second);

  /// A line that is said once for each Text: what the runtime cannot see.
  void warn(const std::string &Text);

  /// What was asked for, as it is.
  void say(const std::string &Text);

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
  struct Key {
    Finding::Kind K;
    unsigned Low, High;
    bool operator<(const Key &O) const {
      return std::tie(K, Low, High) < std::tie(O.K, O.Low, O.High);
    }
  };
  struct Entry {
    uint64_t Count = 0;
    std::optional<Finding> First;
    bool IsSuppressed = false;
  };
  static Key key(Finding::Kind K, unsigned First, unsigned Second) {
    return {K, std::min(First, Second), std::max(First, Second)};
  }
  void print(const std::string &Text);

  const Options &O;
  const ModuleInfos &Modules;
  Suppressions Hidden;
  std::map<Key, Entry> Entries;
  std::set<std::string> Warned;
  Observer Observed;
  uint64_t NumCounted = 0;
  uint64_t Printed = 0;
  std::FILE *Out = stderr;
  mutable std::mutex Lock;
};

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_LOG_H
