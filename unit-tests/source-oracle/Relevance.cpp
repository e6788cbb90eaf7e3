// Relevance - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Relevance.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace racemap::source {

namespace {

/// Byte, line, whether it writes, block, thread, phase.
using Touched = std::set<
    std::tuple<uint64_t, unsigned, bool, unsigned, unsigned, unsigned>>;

class Changes {
public:
  Changes(const Kernel &K, Typing T, const Said &S) : K(K), T(T), S(S) {}
  std::string find();

private:
  bool isRelevant(char Kind, size_t Number) const {
    return llvm::is_contained(S.Relevant, Kind + std::to_string(Number));
  }
  bool differs(const std::vector<int64_t> &Parameters,
               const Contents &Other) const;

  const Kernel &K;
  Typing T;
  const Said &S;
  std::vector<int64_t> Usual;
  Contents Given;
};

} // namespace

static Touched touchedIn(const Run &R) {
  Touched All;
  for (const auto &[Key, B] : R.Bytes)
    for (const Touch &X : B.Touches)
      All.insert({Key, X.Line, X.Writes, X.Block, X.Thread, X.Phase});
  return All;
}

bool Changes::differs(const std::vector<int64_t> &Parameters,
                      const Contents &Other) const {
  Run A = run(K, Usual, Given), B = run(K, Parameters, Other);
  bool Counts = !A.Undefined && !A.Endless && !B.Undefined && !B.Endless;
  return Counts && touchedIn(A) != touchedIn(B);
}

std::string Changes::find() {
  bool Small = T == Typing::Ill;
  for (const Parameter &P : K.Parameters)
    Usual.push_back(P.Low);
  Given = sample(1, Small);
  for (size_t I = 0; I != K.Parameters.size(); ++I) {
    auto Others = Usual;
    Others[I] = K.Parameters[I].High;
    if (!isRelevant('n', I) && differs(Others, Given))
      return "n" + std::to_string(I) + " changes accesses";
  }
  for (size_t I = 0; I != K.Arrays.size(); ++I)
    for (unsigned N = 2; N != 6 && !isRelevant('a', I); ++N) {
      Contents Changed = sample(N, Small);
      auto Other = [&](unsigned Array, unsigned Instance, int64_t Element) {
        return (Array == I ? Changed : Given)(Array, Instance, Element);
      };
      if (!K.Arrays[I].Shared && differs(Usual, Other))
        return "a" + std::to_string(I) + " changes accesses";
    }
  return "";
}

std::string changedByIrrelevant(const Kernel &K, Typing T, const Said &S) {
  std::string Which = Changes(K, T, S).find();
  return Which.empty() ? "" : "said not to matter: " + Which + "\n";
}

} // namespace racemap::source
