// AskedLaunch - a launch that is asked whether it keeps to what a proof
// assumes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_DRIVER_ASKEDLAUNCH_H
#define RACEMAP_UNITTESTS_DRIVER_ASKEDLAUNCH_H

#include "passes/map/Evaluate.h"
#include "runtime/host/LaunchCheck.h"
#include "unit-tests/map/RandomTerms.h"
#include <cstring>

namespace racemap {

/// A launch: its dimensions, and the bytes of each argument.
struct AskedLaunch : map::Assignment {
  explicit AskedLaunch(const map::Protocol &P, size_t Arguments = 4)
      : P(P), Bytes(Arguments) {
    for (auto &B : Bytes) {
      B.fill(0);
      Pointers.push_back(B.data());
    }
    Facts.Arguments = Pointers.data();
    Facts.RangeOf = [this](uint64_t Address) {
      for (const host::MemoryRange &R : Ranges)
        if (Address - R.Begin < R.Bytes)
          return R;
      return host::MemoryRange();
    };
  }

  void pass(unsigned Number, uint64_t Value, uint64_t Offset = 0) {
    std::memcpy(Bytes[Number].data() + Offset, &Value, sizeof Value);
  }

  /// Numbers at which terms tend to be special, for all that is passed.
  void fill(map::RandomTerms &Random) {
    auto Number = [&]() -> uint64_t {
      uint64_t Choices[] = {0,
                            1,
                            2,
                            ~uint64_t(0),
                            Random.below(300),
                            uint64_t(1) << Random.below(64)};
      return Choices[Random.below(6)];
    };
    for (unsigned I = 0; I < Bytes.size(); ++I)
      for (unsigned Offset = 0; Offset < 16; Offset += 8)
        pass(I, Number(), Offset);
    for (unsigned D = 0; D < 3; ++D) {
      Facts.BlockDim[D] = uint32_t(Number());
      Facts.GridDim[D] = uint32_t(Number());
    }
  }

  uint64_t valueOf(const map::Variable *V) override {
    if (V->role() == map::Variable::Role::Builtin) {
      unsigned I = static_cast<unsigned>(V->builtin()) -
                   static_cast<unsigned>(map::Builtin::BlockDimX);
      return I < 3 ? Facts.BlockDim[I] : Facts.GridDim[I - 3];
    }
    const map::ArgumentPart &At = P.ParameterParts.at(V);
    uint64_t Value = 0;
    std::memcpy(&Value, Bytes[At.Number].data() + At.Offset, sizeof Value);
    return Value;
  }
  uint64_t valueOf(const map::Unknown *, llvm::ArrayRef<uint64_t>) override {
    return 0;
  }

  const map::Protocol &P;
  std::vector<std::array<char, 32>> Bytes;
  std::vector<const void *> Pointers;
  std::vector<host::MemoryRange> Ranges;
  host::LaunchInputs Facts;
};

/// Parameters of several widths, which the protocol gets, and dimensions.
inline std::vector<const map::Term *> leavesOfLaunches(map::Protocol &P) {
  using map::Builtin;
  std::vector<const map::Term *> Leaves;
  for (auto [Name, Width, Number, Offset] : {std::tuple("a", 64u, 0u, 0u),
                                             {"b", 32u, 1u, 0u},
                                             {"c", 16u, 2u, 8u},
                                             {"d", 8u, 2u, 3u},
                                             {"e", 1u, 3u, 0u}}) {
    const map::Variable *V = P.terms().parameter(Name, Width);
    P.Parameters.push_back(V);
    P.ParameterParts[V] = {Number, Offset};
    Leaves.push_back(V);
  }
  for (Builtin B : {Builtin::BlockDimX, Builtin::BlockDimY, Builtin::GridDimX,
                    Builtin::GridDimZ})
    Leaves.push_back(P.terms().builtin(B));
  return Leaves;
}

} // namespace racemap

#endif
