// RoundTrip - helpers of tests that print and parse.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_MAP_ROUNDTRIP_H
#define RACEMAP_UNITTESTS_MAP_ROUNDTRIP_H

#include "passes/map/Parser.h"
#include "passes/map/Printer.h"
#include "passes/map/RoundTrip.h"
#include "passes/map/TermContext.h"
#include "passes/map/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace racemap::map {

inline std::string printed(const Protocol &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(P, OS);
  return Text;
}

/// The message of the error, "" for success.
inline std::string message(llvm::Error E) {
  return E ? llvm::toString(std::move(E)) : "";
}

/// The error that parsing Text gives, "" if there is none.
inline std::string errorOf(llvm::StringRef Text) {
  TermContext Terms;
  auto Parsed = parseProtocols(Text, "f.map", Terms);
  return Parsed ? "" : llvm::toString(Parsed.takeError());
}

inline void expectRoundTrip(const Protocol &P) {
  ASSERT_EQ(message(check(P)), "");
  TermContext Fresh;
  for (TermContext *Terms : {&Fresh, &P.terms()})
    EXPECT_EQ(message(checkRoundTrip(P, *Terms)), "");
}

} // namespace racemap::map

#endif
