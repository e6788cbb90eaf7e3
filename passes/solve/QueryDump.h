// QueryDump - writes the costly queries of a run as SMT-LIB, to measure
// solvers.
//
// In:  each query that Z3 was asked, what it cost and what came out.
// Out: one file NUMBER-ENCODING-ANSWER-*.smt2 for each that cost at least
//      LeastUnits; its first lines are comments with encoding, answer, units
//      and the limit on them. A file that cannot be written is left out:
//      nothing that is decided depends on it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_QUERYDUMP_H
#define RACEMAP_PASSES_SOLVE_QUERYDUMP_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <string>

namespace racemap::solve {

class QueryDump {
public:
  /// Z3 resource units: about 2 ms.
  static constexpr uint64_t LeastUnits = 5'000;

  struct Query {
    llvm::StringRef Encoding; ///< a word
    llvm::StringRef Answer;   ///< sat, unsat or unknown
    uint64_t Units = 0, MostUnits = 0;
  };

  /// Folder: an existing one, or empty: nothing is written.
  explicit QueryDump(std::string Folder) : Folder(std::move(Folder)) {}
  /// ToText gives the query as SMT-LIB, with (check-sat).
  void add(const Query &Q, const std::function<std::string()> &ToText);

private:
  std::string Folder;
  unsigned Number = 0;
};

} // namespace racemap::solve

#endif
