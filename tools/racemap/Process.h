// Process - programs that run beside this one, from several threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_PROCESS_H
#define RACEMAP_TOOLS_RACEMAP_PROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace racemap {

struct Command {
  std::vector<std::string> Words; ///< the program, found on PATH, comes first
  std::string Directory;          ///< where it runs; empty: here
  std::string Said;               ///< file for standard error; empty: ours
  int SaidTo = -1;                ///< or an open one
  /// What it writes to standard output is thrown away, and it has no input.
  bool IsQuiet = false;
  /// NAME=VALUE, before what is in our environment.
  std::vector<std::string> Environment = {};
  /// It is ended, with all that it has started, after so many seconds; 0: it
  /// may take any time.
  unsigned Seconds = 0;
};

class Processes {
public:
  /// Runs a program to its end: its exit status, or an error if it cannot be
  /// run, was ended by a signal, or took too long. Signals that this thread
  /// blocks are not blocked there.
  llvm::Expected<int> run(const Command &C);
  /// Ends what runs; nothing is run any more.
  void interrupt();
  bool isInterrupted();

private:
  llvm::Expected<int> start(const Command &C);

  std::mutex Lock;
  std::set<int> Running; ///< negative: a group of processes, as kill() has it
  bool Interrupted = false;
};

} // namespace racemap

#endif
