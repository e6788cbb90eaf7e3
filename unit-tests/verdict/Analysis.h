// Analysis - runs the analysis on a kernel's text, for the tests.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNIT_TESTS_VERDICT_ANALYSIS_H
#define RACEMAP_UNIT_TESTS_VERDICT_ANALYSIS_H

#include "passes/map/Parser.h"
#include "passes/map/TermContext.h"
#include "passes/verdict/advice/Redundancy.h"
#include "passes/verdict/advice/Repairs.h"
#include <gtest/gtest.h>

namespace racemap::verdict {

/// Runs the analysis on a kernel's text; keeps everything alive.
class Analysis {
public:
  explicit Analysis(const std::string &Body, Settings S = Settings()) {
    auto Parsed =
        map::parseProtocols("kernel k {\n" + Body + "\n}\n", "t.map", Terms);
    if (!Parsed) {
      ADD_FAILURE() << llvm::toString(Parsed.takeError());
      return;
    }
    Protocols = std::move(*Parsed);
    map::Protocol &P = Protocols.front();
    Result = verify(P, S);
    findRepairs(P, S, statementsByLine(P), Result);
    if (S.Redundant)
      findRedundantBarriers(P, S, Result);
  }

  const ContextResult &context(unsigned I = 0) const {
    return Result.Contexts.at(I);
  }
  std::string verdict(unsigned I = 0) const {
    switch (context(I).TheVerdict) {
    case Verdict::RaceFree:
      return "race-free";
    case Verdict::Racy:
      return "racy";
    case Verdict::Unknown:
      return "unknown";
    }
    return "";
  }
  unsigned count(Finding::Kind K, unsigned I = 0) const {
    return llvm::count_if(context(I).Findings,
                          [&](const Finding &F) { return F.TheKind == K; });
  }
  const Finding &first(Finding::Kind K) const {
    for (const Finding &F : context().Findings)
      if (F.TheKind == K)
        return F;
    ADD_FAILURE() << "no such finding";
    static const Finding None;
    return None;
  }

  const map::Protocol &protocol() const { return Protocols.front(); }

  KernelResult Result;

private:
  map::TermContext Terms;
  std::vector<map::Protocol> Protocols;
};

inline constexpr auto Race = Finding::Kind::DataRace;
inline constexpr auto Divergence = Finding::Kind::BarrierDivergence;
inline constexpr auto EarlyExit = Finding::Kind::EarlyExit;

inline std::string shared(const std::string &Body) {
  return "shared s[1024] of 4 bytes; launch \"l\" block 256 grid 4;" + Body;
}

inline bool assumes(const Analysis &A, const char *Text) {
  return llvm::is_contained(A.context().Assumptions, Text);
}

} // namespace racemap::verdict

#endif
