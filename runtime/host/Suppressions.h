// Suppressions - findings that the user does not want to hear of.
//
// A line `KIND:PATTERN` each, as for clang's sanitizers: race, barrier or
// bounds; the pattern is searched in the names of functions, files and
// variables of the finding, `*` stands for anything, `^` and `$` for the ends.
// Empty lines and those that begin with # do not count.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_SUPPRESSIONS_H
#define RACEMAP_RUNTIME_HOST_SUPPRESSIONS_H

#include "runtime/host/Finding.h"

namespace racemap::host {

class Suppressions {
public:
  /// Reads the lines. What is no suppression is said in Problems, one each.
  void parse(std::string_view Text, std::vector<std::string> &Problems);
  /// The first line that hides a finding of this kind whose participants have
  /// these sites, or wait in these files.
  std::optional<std::string>
  ruleFor(Finding::Kind K, const std::vector<const Site *> &Sites,
          const std::string &Kernel,
          const std::vector<std::string_view> &Files = {}) const;

private:
  struct Rule {
    std::string Kind, Pattern;
  };
  std::vector<Rule> Rules;
};

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_SUPPRESSIONS_H
