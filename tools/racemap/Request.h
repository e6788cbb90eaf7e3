// Request - a command line of `check`, `verify` or `cc`, split into its parts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_REQUEST_H
#define RACEMAP_TOOLS_RACEMAP_REQUEST_H

#include "CommandLine.h"
#include "passes/driver/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

struct Request {
  Options O;
  std::vector<std::string> OptionTexts; ///< as NAME=VALUE, for the plugin
  std::vector<std::string> Given;       ///< names of options
  bool Strict = false;                  ///< unknown counts as a finding
  std::vector<std::string> Files;
  std::string Build;        ///< -p: the build folder whose units are checked
  unsigned Jobs = 0;        ///< -j; 0: as many as there are cores
  bool ForGithub = false;   ///< --format=github: annotations, too
  bool NoCache = false;     ///< --no-cache: nothing is kept for the next run
  bool Fixes = false;       ///< --fix: repairs are inserted into the source
  bool AllowsEmpty = false; ///< --allow-empty: a project may have no CUDA unit
  /// Behind --, or all of them for cc; in clang's words.
  std::vector<std::string> Flags;

  /// Takes one NAME=VALUE, or the NAME of a switch that is on then.
  llvm::Error take(llvm::StringRef NameAndValue);
  /// An error if an option was given of which the command has no use.
  llvm::Error refuseOthers(llvm::StringRef Command) const;
  /// Of an analysis of File, with its configuration file. An error names the
  /// first mistake in that.
  llvm::Expected<Options> optionsOf(llvm::StringRef File) const;
  /// An error if diff= names a revision that git does not know of the CUDA
  /// files of a command line, or if git knows none of them.
  llvm::Error checkDiff(const CommandLine &Line) const;
  /// Options for the plugin, and that File is checked and not built: so it has
  /// a larger budget, unless one is asked for.
  std::vector<std::string>
  withCheckBudget(llvm::StringRef File, std::vector<std::string> Others) const;
};

/// Reads the value of --format=: github or text.
llvm::Error readFormat(llvm::StringRef Value, bool &ForGithub);

/// Where the summary line goes: standard output, unless something else is asked
/// to be written there.
llvm::raw_ostream &summaryStream(const Options &O);

/// --NAME=VALUE, --strict and --format=github are racemap's, the rest are
/// files; everything behind -- goes to the compiler. Of "check" also -p, -j,
/// --no-cache, --fix and --allow-empty.
llvm::Expected<Request> parseRequest(llvm::ArrayRef<std::string> Args,
                                     llvm::StringRef Command);

/// How many words in front name a compiler whose name begins so, with what
/// starts it (a cache); 0: none does.
size_t compilerWords(llvm::ArrayRef<std::string> Words, llvm::StringRef Name);

/// For cc: only flags whose name is in the table are racemap's. A compiler that
/// is named in front of the flags, as build systems do, is left out.
llvm::Expected<Request> parseCompilerRequest(llvm::ArrayRef<std::string> Args);

} // namespace racemap

#endif
