// KnownOptions - the names of the options, and which of them a configuration
// file can have: all but for what concerns a whole build, which is for the
// command line alone. A program that is run reads the same files, so it knows
// the same names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CONFIG_KNOWNOPTIONS_H
#define RACEMAP_RUNTIME_CONFIG_KNOWNOPTIONS_H

#include <algorithm>
#include <string_view>
#include <vector>

namespace racemap::config {

/// All of the table.
inline std::vector<std::string_view> optionNames() {
  return {
#define RACEMAP_OPTION(Name, Member, Kind, Default, Help) Name,
#include "runtime/config/Options.def"
  };
}

inline bool isOption(std::string_view Name) {
  std::vector<std::string_view> All = optionNames();
  return std::find(All.begin(), All.end(), Name) != All.end();
}

/// For what those are that have code run under the sanitizer, or elsewhere.
inline constexpr std::string_view OfDeviceBuilds =
    "builds; use racemap cc --sanitize --device=cpu, or racemap nvcc "
    "--sanitize=cpu";

inline std::vector<std::string_view> optionsOfFiles() {
  std::vector<std::string_view> Names = optionNames();
  for (std::string_view Other :
       {"config", "device", "sanitize", "diff", "ignorelist", "write-baseline",
        "emit-map", "json", "sarif", "arch", "confirm", "orders", "observed",
        "try"})
    Names.erase(std::remove(Names.begin(), Names.end(), Other), Names.end());
  return Names;
}

} // namespace racemap::config

#endif
