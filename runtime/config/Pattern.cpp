// Pattern - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/config/Pattern.h"

#include <string>

namespace racemap::config {

bool matches(std::string_view Pattern, std::string_view Text) {
  size_t P = 0, T = 0, Star = std::string_view::npos, After = 0;
  while (T < Text.size()) {
    if (P < Pattern.size() && Pattern[P] == '*') {
      Star = P++;
      After = T;
    } else if (P < Pattern.size() && Pattern[P] == Text[T]) {
      ++P;
      ++T;
    } else if (Star != std::string_view::npos) {
      P = Star + 1;
      T = ++After;
    } else {
      return false;
    }
  }
  return Pattern.find_first_not_of('*', P) == std::string_view::npos;
}

bool occurs(std::string_view Pattern, std::string_view Text) {
  std::string Whole(Pattern);
  if (!Whole.empty() && Whole.front() == '^')
    Whole.erase(0, 1);
  else
    Whole.insert(0, "*");
  if (!Whole.empty() && Whole.back() == '$')
    Whole.pop_back();
  else
    Whole += '*';
  return matches(Whole, Text);
}

} // namespace racemap::config
