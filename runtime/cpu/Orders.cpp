// Orders - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Orders.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/Pool.h"
#include "runtime/cpu/api/Ranges.h"
#include "runtime/host/Log.h"
#include "runtime/output/Printable.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace racemap::cpu {

namespace {

/// One that runs, as the process sees it.
struct Copy {
  pid_t Id = 0;
  int From = -1;
  uint64_t Seed = 0;
  std::string Bytes; ///< that it has told so far
};

class Trial {
public:
  Trial(const std::string &Kernel, const std::function<void()> &Once)
      : Kernel(Kernel), Once(Once) {}
  void run();

private:
  bool start(uint64_t Seed);
  [[noreturn]] void runCopy(int To, uint64_t Seed, bool HasLostThreads) const;
  void listen();
  bool hear(Copy &C);
  void end(const Copy &C);
  void showProgress() const;

  const std::string &Kernel;
  const std::function<void()> &Once;
  std::vector<Copy> Running;
  uint64_t NumDone = 0;
};

} // namespace

static uint64_t NumLaunches = 0;

/// Are there others than the one that launches and the workers?
static bool hasOtherThreads() {
  std::error_code Ignored;
  std::filesystem::directory_iterator All("/proc/self/task", Ignored), End;
  return size_t(std::distance(All, End)) > 1 + Pool::get().numThreads();
}

void Trial::runCopy(int To, uint64_t Seed, bool HasLostThreads) const {
  // What the launch prints is printed once, by the process.
  if (int Null = open("/dev/null", O_RDWR); Null >= 0)
    for (int File : {STDOUT_FILENO, STDERR_FILENO})
      dup2(Null, File);
  host::setSeed(Seed);
  host::Log &Log = monitor::log();
  Log.becomeCopy(To, Seed, HasLostThreads);
  Once();
  Log.tellCounts();
  _exit(0);
}

/// Nobody has a lock that a copy may need: its other threads are gone.
static pid_t copyProcess() {
  auto NoLaunch = Pool::get().hold();
  auto NoFinding = monitor::log().hold();
  auto NoRange = api::holdRanges();
  auto NoAllocation = Arena::get().hold();
  return fork();
}

bool Trial::start(uint64_t Seed) {
  int Ends[2];
  bool HasLostThreads = hasOtherThreads();
  pid_t Id = pipe2(Ends, O_CLOEXEC) == 0 ? copyProcess() : -1;
  if (Id < 0) {
    monitor::log().warn(std::string("orders: the process cannot be copied: ") +
                        std::strerror(errno));
    return false;
  }
  if (Id == 0)
    runCopy(Ends[1], Seed, HasLostThreads);
  close(Ends[1]);
  Running.push_back({Id, Ends[0], Seed, {}});
  return true;
}

/// False when it has told all.
bool Trial::hear(Copy &C) {
  char Some[1 << 16];
  ssize_t Bytes = read(C.From, Some, sizeof Some);
  if (Bytes < 0 && errno == EINTR)
    return true;
  C.Bytes.append(Some, size_t(std::max<ssize_t>(Bytes, 0)));
  while (auto M = host::decode(C.Bytes))
    monitor::log().hear(*M);
  return Bytes > 0;
}

void Trial::end(const Copy &C) {
  int Status = 0;
  close(C.From);
  pid_t Done = 0;
  do
    Done = waitpid(C.Id, &Status, 0);
  while (Done < 0 && errno == EINTR);
  ++NumDone;
  if (Done == C.Id && Status != 0)
    monitor::log().warn(
        "orders: " + Kernel + " has not come to its end in the order of seed=" +
        std::to_string(C.Seed) + "; what was found until then is reported");
}

void Trial::listen() {
  std::vector<pollfd> Files;
  for (const Copy &C : Running)
    Files.push_back({C.From, POLLIN, 0});
  if (poll(Files.data(), Files.size(), -1) < 0)
    return;
  for (size_t I = Files.size(); I-- > 0;)
    if (Files[I].revents && !hear(Running[I])) {
      end(Running[I]);
      Running.erase(Running.begin() + ptrdiff_t(I));
      showProgress();
    }
}

/// On a line that is written over.
void Trial::showProgress() const {
  if (!isatty(STDERR_FILENO))
    return;
  std::string Line = "racemap: launch " + std::to_string(NumLaunches) + ", " +
                     Kernel + ": " + std::to_string(NumDone) + " of " +
                     std::to_string(host::options().Orders) + " orders, " +
                     std::to_string(monitor::log().numOnlyInCopies()) +
                     " findings of other orders only";
  bool IsLast = NumDone == host::options().Orders;
  fprintf(stderr, "\r\033[K%s",
          IsLast ? "" : output::printable(Line).substr(0, 78).c_str());
}

void Trial::run() {
  uint64_t Next = 1, Last = host::options().Orders;
  size_t Most = std::max(1u, std::thread::hardware_concurrency());
  while (Next <= Last || !Running.empty()) {
    while (Next <= Last && Running.size() < Most)
      Next = start(Next) ? Next + 1 : Last + 1;
    if (!Running.empty())
      listen();
  }
}

void tryOrders(const std::string &Kernel, const std::function<void()> &Once) {
  if (host::options().Orders == 0 || !Arena::monitored())
    return;
  ++NumLaunches;
  monitor::log().countTried();
  Trial(Kernel, Once).run();
}

} // namespace racemap::cpu
