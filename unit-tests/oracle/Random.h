// Random - numbers by chance, the same on every machine (SplitMix64).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_RANDOM_H
#define RACEMAP_UNITTESTS_ORACLE_RANDOM_H

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace racemap::oracle {

class Random {
public:
  /// Mixed first: streams of neighbouring seeds would be shifts of each other.
  explicit Random(uint64_t Seed) : State(Seed) { State = bits(); }

  uint64_t bits() {
    uint64_t Z = State += 0x9e3779b97f4a7c15;
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
    return Z ^ (Z >> 31);
  }
  /// 0 to N - 1.
  unsigned below(unsigned N) { return static_cast<unsigned>(bits() % N); }
  unsigned between(unsigned Low, unsigned High) {
    return Low + below(High - Low + 1);
  }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  template <typename T> const T &pick(const std::vector<T> &Of) {
    return Of[below(Of.size())];
  }
  std::string pick(std::initializer_list<const char *> Of) {
    return Of.begin()[below(Of.size())];
  }

private:
  uint64_t State;
};

} // namespace racemap::oracle

#endif
