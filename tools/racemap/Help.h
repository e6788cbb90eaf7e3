// Help - what there is to say about racemap's commands, in one table.
//
// `racemap help`, `racemap COMMAND --help`, the pages for man and the
// completions of shells are written from it, and the commands are run from it.
// Options are in a table of their own (runtime/config/Options.def).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_HELP_H
#define RACEMAP_TOOLS_RACEMAP_HELP_H

#include "Commands.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

struct CommandFlag {
  llvm::StringRef Name;  ///< "-p"
  llvm::StringRef Value; ///< "BUILD", or empty
  llvm::StringRef Text;

  /// "-p BUILD", "--format=github"
  std::string withValue() const;
  /// What is typed before a value: "-p", "--format=".
  std::string word() const;
};

struct CommandExample {
  llvm::StringRef Line, Text;
};

struct Subcommand {
  using Function = int (*)(const char *Argv0, Arguments Args);

  llvm::StringRef Name;
  llvm::StringRef Forms; ///< one form a line
  llvm::StringRef Summary;
  llvm::StringRef Text; ///< paragraphs, an empty line between them
  llvm::ArrayRef<CommandFlag> Flags;
  llvm::ArrayRef<CommandExample> Examples;
  /// What stands before the name of an option: "--", "--racemap-"; empty: it
  /// takes none.
  llvm::StringRef OptionPrefix;
  Function Run;
};

llvm::ArrayRef<Subcommand> commands();
/// Null if there is none of this name.
const Subcommand *findCommand(llvm::StringRef Name);
/// Says so, and which one may have been meant; returns Failed.
int unknownCommand(llvm::StringRef Name);

void printHelp(llvm::raw_ostream &OS);
void printHelp(const Subcommand &C, llvm::raw_ostream &OS);

/// Lines of at most 80 columns.
void wrapText(llvm::StringRef Text, llvm::raw_ostream &OS);

/// A name, and beside it what it is, in lines of at most 80 columns.
void printRow(llvm::StringRef Name, llvm::StringRef Text,
              llvm::raw_ostream &OS);

/// What all commands share, for people: "exit status ...".
extern const llvm::StringRef ExitStatuses;

} // namespace racemap

#endif
