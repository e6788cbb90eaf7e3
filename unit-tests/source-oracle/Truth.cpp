// Truth - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Truth.h"
#include "unit-tests/oracle/Random.h"

namespace racemap::source {

static bool races(const Touch &A, const Touch &B) {
  if (!A.Writes && !B.Writes)
    return false;
  if (A.Block != B.Block)
    return true;
  return A.Thread != B.Thread && A.Phase == B.Phase;
}

void forEachRace(
    const Run &R,
    const std::function<void(const Touch &, const Touch &)> &Each) {
  for (const auto &[Key, B] : R.Bytes)
    for (size_t I = 0; I != B.Touches.size(); ++I)
      for (size_t J = I + 1; J != B.Touches.size(); ++J)
        if (races(B.Touches[I], B.Touches[J]))
          Each(B.Touches[I], B.Touches[J]);
}

Pair pairOf(const Touch &A, const Touch &B) {
  Place X{A.Line, A.Writes}, Y{B.Line, B.Writes};
  return {std::min(X, Y), std::max(X, Y), A.Block == B.Block};
}

static std::string text(const Touch &T) {
  return "thread " + std::to_string(T.Thread) + " of block " +
         std::to_string(T.Block);
}

static std::string describe(const std::vector<int64_t> &Parameters) {
  std::string Out;
  for (size_t I = 0; I != Parameters.size(); ++I)
    Out +=
        "n" + std::to_string(I) + " = " + std::to_string(Parameters[I]) + ", ";
  return Out;
}

static void add(Truth &T, const Run &R,
                const std::vector<int64_t> &Parameters) {
  forEachRace(R, [&](const Touch &A, const Touch &B) {
    auto [Entry, IsNew] = T.Found.try_emplace(pairOf(A, B));
    Race &X = Entry->second;
    bool Benign = A.Writes && B.Writes && A.Value == B.Value;
    if (IsNew || (X.Benign && !Benign))
      X.Example = describe(Parameters) + text(A) + " and " + text(B);
    X.Benign &= Benign;
  });
}

/// The next values of the parameters; false after the last.
static bool advance(const Kernel &K, std::vector<int64_t> &Parameters) {
  for (size_t I = 0; I != Parameters.size(); ++I) {
    if (++Parameters[I] <= K.Parameters[I].High)
      return true;
    Parameters[I] = K.Parameters[I].Low;
  }
  return false;
}

Truth findTruth(const Kernel &K, const Contents &At) {
  Truth T;
  std::vector<int64_t> Parameters;
  for (const Parameter &P : K.Parameters)
    Parameters.push_back(P.Low);
  do {
    Run R = run(K, Parameters, At);
    T.Endless |= R.Endless;
    T.UndefinedRuns += R.Undefined;
    bool IsExcluded = R.Wraps && !K.MayWrap;
    T.UndefinedRuns += IsExcluded;
    if (R.Undefined || R.Endless || IsExcluded)
      continue;
    ++T.Runs;
    T.Divergent |= R.Divergent;
    add(T, R, Parameters);
  } while (advance(K, Parameters));
  return T;
}

Contents sample(unsigned N, bool Small) {
  return [=](unsigned Array, unsigned Instance, int64_t Element) -> uint64_t {
    uint64_t Seed = static_cast<uint64_t>(Element) * 0x10001 + Array * 7919ull +
                    Instance * 104729ull + N * 1000003ull;
    uint64_t Bits = oracle::Random(Seed).bits();
    if (!Small)
      return Bits;
    if (N == 0)
      return 0;
    if (N == 1)
      return static_cast<uint64_t>(Element);
    return Bits % (2 + N % 5);
  };
}

} // namespace racemap::source
