// KnownOptions - the options that a configuration file can have: those of the
// table but for what concerns a whole build, which is for the command line
// alone. A program that is run reads the same files, so it knows the same
// names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CONFIG_KNOWNOPTIONS_H
#define RACEMAP_RUNTIME_CONFIG_KNOWNOPTIONS_H

#include <algorithm>
#include <string_view>
#include <vector>

namespace racemap::config {

inline std::vector<std::string_view> optionsOfFiles() {
  std::vector<std::string_view> Names;
#define RACEMAP_OPTION(Name, Member, Kind, Default, Help) Names.push_back(Name);
#include "runtime/config/Options.def"
  for (std::string_view Other :
       {"config", "device", "sanitize", "diff", "ignorelist", "write-baseline",
        "emit-map", "json", "sarif", "arch", "confirm", "orders", "observed",
        "try"})
    Names.erase(std::remove(Names.begin(), Names.end(), Other), Names.end());
  return Names;
}

} // namespace racemap::config

#endif
