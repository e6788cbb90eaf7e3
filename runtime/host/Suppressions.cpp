// Suppressions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Suppressions.h"
#include "runtime/config/Pattern.h"

#include <algorithm>

namespace racemap::host {

using config::occurs;

static const char *name(Finding::Kind K) {
  switch (K) {
  case Finding::Kind::DataRace:
    return "race";
  case Finding::Kind::BarrierDivergence:
  case Finding::Kind::Deadlock:
    return "barrier";
  case Finding::Kind::OutOfBounds:
    return "bounds";
  }
  return "";
}

void Suppressions::parse(std::string_view Text,
                         std::vector<std::string> &Problems) {
  while (!Text.empty()) {
    std::string_view Line = Text.substr(0, Text.find('\n'));
    Text.remove_prefix(std::min(Line.size() + 1, Text.size()));
    Line = Line.substr(0, Line.find_last_not_of(" \t\r") + 1);
    if (Line.empty() || Line[0] == '#')
      continue;
    size_t Colon = Line.find(':');
    std::string Kind(Line.substr(0, Colon));
    bool Known = Kind == "race" || Kind == "barrier" || Kind == "bounds";
    if (Colon == std::string_view::npos || !Known)
      Problems.push_back("'" + std::string(Line) +
                         "' is no suppression; write race:PATTERN, "
                         "barrier:PATTERN or bounds:PATTERN");
    else
      Rules.push_back({Kind, std::string(Line.substr(Colon + 1))});
  }
}

static bool concerns(std::string_view Pattern, const Site &S) {
  return occurs(Pattern, S.Variable) ||
         std::any_of(S.Stack.begin(), S.Stack.end(), [&](const Frame &F) {
           return occurs(Pattern, F.Function) || occurs(Pattern, F.File);
         });
}

std::optional<std::string>
Suppressions::ruleFor(Finding::Kind K, const std::vector<const Site *> &Sites,
                      const std::string &Kernel,
                      const std::vector<std::string_view> &Files) const {
  auto Fits = [&](const Rule &R) {
    if (R.Kind != name(K))
      return false;
    return occurs(R.Pattern, Kernel) ||
           std::any_of(
               Files.begin(), Files.end(),
               [&](std::string_view F) { return occurs(R.Pattern, F); }) ||
           std::any_of(Sites.begin(), Sites.end(), [&](const Site *S) {
             return S && concerns(R.Pattern, *S);
           });
  };
  auto First = std::find_if(Rules.begin(), Rules.end(), Fits);
  if (First == Rules.end())
    return std::nullopt;
  return First->Kind + ":" + First->Pattern;
}

} // namespace racemap::host
