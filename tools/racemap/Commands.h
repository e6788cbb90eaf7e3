// Commands - the subcommands of racemap. Each returns the exit status.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_COMMANDS_H
#define RACEMAP_TOOLS_RACEMAP_COMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace racemap {

/// Exit statuses of check and verify (DESIGN, section 1).
/// Interrupted is a shell's for a program that Ctrl-C ended.
enum ExitStatus : int { Clean = 0, Found = 1, Failed = 2, Interrupted = 130 };

using Arguments = llvm::ArrayRef<std::string>;

int check(const char *Argv0, Arguments Args);
int verifyMaps(const char *Argv0, Arguments Args);
int compile(const char *Argv0, Arguments Args);
int nvcc(const char *Argv0, Arguments Args);
int reportResults(const char *Argv0, Arguments Args);
/// Runs the witnesses of findings again.
int replay(const char *Argv0, Arguments Args);
/// What is in force for a file, and from where.
int showConfig(const char *Argv0, Arguments Args);
/// Whether all is there that a check needs.
int doctor(const char *Argv0, Arguments Args);
/// For build systems: does a command, or "plugin", take these options?
int takesOptions(const char *Argv0, Arguments CommandAndOptions);
int explain(const char *Argv0, Arguments Args);
int completion(const char *Argv0, Arguments Args);
int manPage(const char *Argv0, Arguments Args);
/// Of racemap, and of what it is built with and works with.
int printVersion(const char *Argv0, Arguments Args);

/// "racemap: error: …" on standard error; returns Failed.
int fail(const llvm::Twine &Text);

} // namespace racemap

#endif
