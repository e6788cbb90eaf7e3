// Options - what RACEMAP_OPTIONS and __racemap_default_options() say.
//
// As with the sanitizers of clang: name=value, separated by colons or blanks;
// a value in quotes may have both in it. The program's own
// `extern "C" const char *__racemap_default_options()` comes first, the
// environment overrides it. What is wrong is one line on standard error, and
// the option keeps its default.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_OPTIONS_H
#define RACEMAP_RUNTIME_HOST_OPTIONS_H

#include "runtime/config/Config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace racemap::host {

/// What becomes of races in which both threads store the same value.
enum class SameValues { Remark, Report, Hide };

struct Options {
#define RACEMAP_RUNTIME_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP)               \
  TYPE FIELD = DEFAULT;
#include "runtime/host/Options.def"
  /// What the configuration file says.
  config::Config File;

  /// Takes over what Text says. Returns a line for each option that is unknown
  /// or has a value that it cannot have.
  std::vector<std::string> parse(std::string_view Text);
  /// A line per option: name, default, help.
  static std::string help();
};

/// The options of the process, read when first asked for.
const Options &options();
/// Overrides the option from now on; not while a kernel runs.
void setSeed(uint64_t Seed);

/// Path with %p replaced by the number of the process.
std::string expandPath(std::string_view Path);

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_OPTIONS_H
