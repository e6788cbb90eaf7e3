// CpuTime - what this thread has computed so far, and an alarm on it.
//
// The backstop of budgets, which count steps (passes/map/Steps.h): even that
// is what a thread computes, not how long it waits for a processor.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_CPUTIME_H
#define RACEMAP_PASSES_SOLVE_CPUTIME_H

#include <chrono>
#include <condition_variable>
#include <ctime>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace racemap::solve {

/// A clock of the calling thread, in the sense of <chrono>.
struct CpuTime {
  using duration = std::chrono::duration<double, std::milli>;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<CpuTime>;
  static constexpr bool is_steady = true; // NOLINT: the name of <chrono>
  static time_point now();
};

/// Calls a function once a thread has computed for so long. One at a time.
class CpuAlarm {
public:
  CpuAlarm() = default;
  ~CpuAlarm();
  CpuAlarm(const CpuAlarm &) = delete;
  CpuAlarm &operator=(const CpuAlarm &) = delete;

  class Setting {
  public:
    explicit Setting(CpuAlarm &A) : A(A) {}
    ~Setting() { A.clear(); }
    Setting(const Setting &) = delete;
    Setting &operator=(const Setting &) = delete;

  private:
    CpuAlarm &A;
  };
  /// Ring runs in another thread once the calling one has computed for Most
  /// more, but not after the setting is gone.
  [[nodiscard]] Setting set(CpuTime::duration Most, std::function<void()> Ring);

private:
  void clear();
  void watch();

  std::mutex Lock;
  std::condition_variable Changed;
  std::optional<clockid_t> Watched; ///< of the thread that set it
  CpuTime::duration At{};
  std::function<void()> Ring;
  bool IsOver = false;
  /// When the watcher looks again by itself: a new setting wakes it only if
  /// that is too late.
  std::chrono::steady_clock::time_point Wakes = Never;
  static constexpr auto Never = std::chrono::steady_clock::time_point::max();
  std::thread Watcher; ///< from the first setting on
};

} // namespace racemap::solve

#endif
