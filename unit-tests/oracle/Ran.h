// Ran - one run of a kernel's text, for the tests of the executor.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_RAN_H
#define RACEMAP_UNITTESTS_ORACLE_RAN_H

#include "Executor.h"
#include "RacingPairs.h"
#include "passes/map/Parser.h"
#include "passes/map/TermContext.h"
#include <gtest/gtest.h>

namespace racemap::oracle {

/// Parameters by name, and the contents of inputs by element.
struct Given : public Contents {
  std::map<std::string, uint64_t> Parameters;
  std::vector<uint64_t> Elements;

  uint64_t parameter(const map::Variable *V) override {
    return Parameters.at(V->name().str());
  }
  uint64_t unknown(const map::Unknown *U, unsigned,
                   llvm::ArrayRef<uint64_t> Operands) override {
    return Elements.at(Operands.back() / U->array()->ElementSize);
  }
  /// The first time 0, then 1 and so on.
  uint64_t returned(const map::Unknown *, unsigned, uint64_t Time) override {
    return Time;
  }
};

using Numbers = std::set<unsigned>;
using Values = std::vector<int64_t>;

/// One run of a kernel's text; the launch is the text's.
class Ran {
public:
  explicit Ran(const std::string &Body, Given G = Given()) {
    auto Parsed =
        map::parseProtocols("kernel k {\n" + Body + "\n}\n", "t.map", Terms);
    if (!Parsed) {
      ADD_FAILURE() << llvm::toString(Parsed.takeError());
      return;
    }
    Protocols = std::move(*Parsed);
    const map::LaunchContext &C = Protocols.front().Contexts.front();
    L = {*C.BlockDim.whole(), *C.GridDim.whole(),
         C.ClusterDim.whole().value_or(Dim{1, 1, 1})};
    R = Executor(Protocols.front(), L, G).run();
  }

  /// "0-1" for a race of accesses 0 and 1 within a block, "0=1" between two.
  std::string races() const {
    std::string Text;
    for (const auto &[Key, Pair] : racingPairs(R, L))
      Text += (Text.empty() ? "" : " ") + std::to_string(Key.First) +
              (Key.SameBlock ? "-" : "=") + std::to_string(Key.Second);
    return Text;
  }
  /// The bytes that a thread touches, in order.
  Values offsets(unsigned Thread) const {
    Values All;
    for (const Event &E : R.Events)
      if (E.Thread == Thread)
        All.push_back(E.Offset);
    return All;
  }

  Run R;

private:
  map::TermContext Terms;
  std::vector<map::Protocol> Protocols;
  Launch L;
};

/// Two threads, one block; a is an array of bytes of the launch.
inline std::string two(const std::string &Body) {
  return "global a of 1 byte; launch \"l\" block 2 grid 1; " + Body;
}
inline std::string threads(const std::string &Block, const std::string &Body) {
  return "global a of 1 byte; launch \"l\" block " + Block + " grid 1; " + Body;
}

} // namespace racemap::oracle

#endif
