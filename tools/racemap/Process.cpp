// Process - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Process.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>

namespace racemap {

static llvm::Error cannotRun(const Command &C, const llvm::Twine &Why) {
  return llvm::createStringError("cannot run " + C.Words.front() + ": " + Why);
}

static std::vector<char *> pointersTo(const std::vector<std::string> &Texts) {
  std::vector<char *> All;
  for (const std::string &Text : Texts)
    All.push_back(const_cast<char *>(Text.c_str()));
  return All;
}

/// A child with the environment, the folder and the files of the command.
llvm::Expected<int> Processes::start(const Command &C) {
  std::vector<char *> Argv = pointersTo(C.Words);
  Argv.push_back(nullptr);
  // Of two with the same name, the first one counts.
  std::vector<char *> Environment = pointersTo(C.Environment);
  for (char **Ours = environ; *Ours; ++Ours)
    Environment.push_back(*Ours);
  Environment.push_back(nullptr);
  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  if (!C.Said.empty())
    posix_spawn_file_actions_addopen(&Files, 2, C.Said.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (C.SaidTo >= 0)
    posix_spawn_file_actions_adddup2(&Files, C.SaidTo, 2);
  if (C.IsQuiet) {
    posix_spawn_file_actions_addopen(&Files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&Files, 1, "/dev/null", O_WRONLY, 0);
  }
  if (!C.Directory.empty())
    posix_spawn_file_actions_addchdir_np(&Files, C.Directory.c_str());
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  sigset_t None;
  sigemptyset(&None);
  posix_spawnattr_setsigmask(&Attributes, &None);
  int Flags = POSIX_SPAWN_SETSIGMASK;
  if (C.Seconds)
    Flags |= POSIX_SPAWN_SETPGROUP; // a new one
  posix_spawnattr_setflags(&Attributes, static_cast<short>(Flags));
  pid_t Child = 0;
  int Error = posix_spawnp(&Child, Argv[0], &Files, &Attributes, Argv.data(),
                           Environment.data());
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Files);
  if (Error)
    return cannotRun(C, std::generic_category().message(Error));
  return Child;
}

/// Waits until the child has ended, and leaves it to be waited for: its number
/// is its own until then. False if it has not within the seconds.
static bool waitFor(pid_t Child, unsigned Seconds) {
  siginfo_t Ended{};
  int Flags = WEXITED | WNOWAIT;
  if (!Seconds) {
    while (waitid(P_PID, Child, &Ended, Flags) && errno == EINTR)
      ;
    return true;
  }
  using Clock = std::chrono::steady_clock;
  constexpr auto Step = std::chrono::milliseconds(5);
  auto End = Clock::now() + std::chrono::seconds(Seconds);
  while (waitid(P_PID, Child, &Ended, Flags | WNOHANG) == 0 && !Ended.si_pid) {
    if (Clock::now() > End)
      return false;
    std::this_thread::sleep_for(Step);
  }
  return true;
}

/// Ends a group of processes: first they may remove what they have made.
static void endGroup(pid_t Leader) {
  constexpr unsigned ToCleanUp = 2;
  kill(-Leader, SIGTERM);
  waitFor(Leader, ToCleanUp);
  kill(-Leader, SIGKILL);
}

llvm::Expected<int> Processes::run(const Command &C) {
  pid_t Child = 0, Target = 0;
  {
    std::lock_guard Guard(Lock);
    if (Interrupted)
      return cannotRun(C, "interrupted");
    auto Started = start(C);
    if (!Started)
      return Started.takeError();
    Child = *Started;
    Target = C.Seconds ? -Child : Child;
    Running.insert(Target);
  }
  // The number is the child's until it is waited for, so that interrupt()
  // never ends another process.
  bool IsInTime = waitFor(Child, C.Seconds);
  if (!IsInTime)
    endGroup(Child);
  else if (C.Seconds)
    kill(Target, SIGKILL); // what it has left behind
  std::lock_guard Guard(Lock);
  Running.erase(Target);
  int Status = 0;
  waitpid(Child, &Status, 0);
  if (!IsInTime)
    return llvm::createStringError("it did not end within " +
                                   llvm::Twine(C.Seconds) + " seconds");
  if (WIFEXITED(Status))
    return WEXITSTATUS(Status);
  return cannotRun(C,
                   "it was ended by signal " + llvm::Twine(WTERMSIG(Status)));
}

void Processes::interrupt() {
  std::lock_guard Guard(Lock);
  Interrupted = true;
  for (int Child : Running)
    kill(Child, SIGTERM);
}

bool Processes::isInterrupted() {
  std::lock_guard Guard(Lock);
  return Interrupted;
}

} // namespace racemap
