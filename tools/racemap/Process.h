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
};

class Processes {
public:
  /// Runs a program to its end: its exit status, or an error if it cannot be
  /// run, or was ended by a signal. Signals that this thread blocks are not
  /// blocked there.
  llvm::Expected<int> run(const Command &C);
  /// Ends what runs; nothing is run any more.
  void interrupt();
  bool isInterrupted();

private:
  llvm::Expected<int> start(const Command &C);

  std::mutex Lock;
  std::set<int> Running;
  bool Interrupted = false;
};

} // namespace racemap

#endif
