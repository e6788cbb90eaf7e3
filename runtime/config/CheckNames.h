// CheckNames - how a check is named: "data-race", or "racemap-data-race", as
// warnings end. Wherever one is named, both are taken.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CONFIG_CHECKNAMES_H
#define RACEMAP_RUNTIME_CONFIG_CHECKNAMES_H

#include <string_view>

namespace racemap::config {

/// "data-race" of both.
inline std::string_view plainCheckName(std::string_view Name) {
  constexpr std::string_view Mark = "racemap-";
  return Name.starts_with(Mark) ? Name.substr(Mark.size()) : Name;
}

} // namespace racemap::config

#endif
