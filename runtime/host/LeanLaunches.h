// LeanLaunches - which launches of a kernel run its lean copy, and why others
// do not, for RACEMAP_OPTIONS=stats=1.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_LEANLAUNCHES_H
#define RACEMAP_RUNTIME_HOST_LEANLAUNCHES_H

#include <cstdint>
#include <map>
#include <string>

namespace racemap::host {

class LeanLaunches {
public:
  /// One more launch; WhyNot is empty if it runs the lean copy.
  void count(const std::string &WhyNot) {
    ++(WhyNot.empty() ? Lean : InFull[WhyNot]);
  }
  uint64_t number() const { return Lean; }
  /// A line for each reason.
  std::string text(const std::string &Kernel) const;

private:
  uint64_t Lean = 0;
  std::map<std::string, uint64_t> InFull; ///< how often, by the reason
};

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_LEANLAUNCHES_H
