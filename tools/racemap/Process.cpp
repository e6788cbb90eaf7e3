// Process - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Process.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

namespace racemap {

static llvm::Error cannotRun(const Command &C, const llvm::Twine &Why) {
  return llvm::createStringError("cannot run " + C.Words.front() + ": " + Why);
}

/// A child with the environment, the folder and the files of the command.
llvm::Expected<int> Processes::start(const Command &C) {
  std::vector<char *> Argv;
  for (const std::string &Word : C.Words)
    Argv.push_back(const_cast<char *>(Word.c_str()));
  Argv.push_back(nullptr);
  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  if (!C.Said.empty())
    posix_spawn_file_actions_addopen(&Files, 2, C.Said.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (!C.Directory.empty())
    posix_spawn_file_actions_addchdir_np(&Files, C.Directory.c_str());
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  sigset_t None;
  sigemptyset(&None);
  posix_spawnattr_setsigmask(&Attributes, &None);
  posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t Child = 0;
  int Error =
      posix_spawnp(&Child, Argv[0], &Files, &Attributes, Argv.data(), environ);
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Files);
  if (Error)
    return cannotRun(C, std::generic_category().message(Error));
  return Child;
}

llvm::Expected<int> Processes::run(const Command &C) {
  pid_t Child = 0;
  {
    std::lock_guard Guard(Lock);
    if (Interrupted)
      return cannotRun(C, "interrupted");
    auto Started = start(C);
    if (!Started)
      return Started.takeError();
    Child = *Started;
    Running.insert(Child);
  }
  // The number is the child's until it is waited for, so that interrupt()
  // never ends another process.
  siginfo_t Ended;
  while (waitid(P_PID, Child, &Ended, WEXITED | WNOWAIT) && errno == EINTR)
    ;
  std::lock_guard Guard(Lock);
  Running.erase(Child);
  int Status = 0;
  waitpid(Child, &Status, 0);
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
