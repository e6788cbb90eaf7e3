// Pattern - the patterns of suppressions and of the configuration file.
//
// As in clang's sanitizers: a pattern is searched in a text, `*` stands for
// anything, `^` and `$` for the ends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CONFIG_PATTERN_H
#define RACEMAP_RUNTIME_CONFIG_PATTERN_H

#include <string_view>

namespace racemap::config {

/// Does the pattern occur in Text?
bool occurs(std::string_view Pattern, std::string_view Text);
/// Is it the whole of Text? There, ^ and $ are characters.
bool matches(std::string_view Pattern, std::string_view Text);

} // namespace racemap::config

#endif // RACEMAP_RUNTIME_CONFIG_PATTERN_H
