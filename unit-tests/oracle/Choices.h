// Choices - all values of what a launch leaves open.
//
// A run asks for a parameter, or for the contents of an input array at some
// place; the first time, that is a choice, which takes its first possible
// value. next() goes to the following combination, the last choice first, as
// an odometer does; runs are deterministic, so a run that agrees on the choices
// before comes to the same next one.
//
// What is possible: of a parameter, the small numbers that the assumptions
// about it alone allow; of an unknown, the numbers below the masks that all
// its uses are cut with, or what the launch says of an element. isComplete()
// says whether that is everything.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_CHOICES_H
#define RACEMAP_UNITTESTS_ORACLE_CHOICES_H

#include "Executor.h"
#include "llvm/Support/ErrorHandling.h"
#include <map>

namespace racemap::oracle {

/// What can be chosen from.
struct Domain {
  std::vector<uint64_t> Values;
  bool Complete = false;
};

/// The possible values of every parameter and unknown of a protocol.
class Domains {
public:
  explicit Domains(const map::Protocol &P);
  const Domain &operator[](const map::Term *T) const {
    auto At = Known.find(T);
    if (At == Known.end())
      llvm::report_fatal_error("a term that forEachTerm() does not come to");
    return At->second;
  }
  /// What the protocol's launch says is in arrays.
  llvm::ArrayRef<map::LaunchContext::Content> contents() const {
    return Contents;
  }

private:
  void visit(const map::Term *T);
  void addParameter(const map::Protocol &P, const map::Variable *V);

  std::map<const map::Term *, uint64_t> Masks;
  std::map<const map::Term *, bool> Masked;
  std::map<const map::Term *, Domain> Known;
  std::vector<map::LaunchContext::Content> Contents;
};

class Choices : public Contents {
public:
  explicit Choices(const Domains &D) : D(D) {}

  /// False when all combinations were tried.
  bool next();
  /// Whether what was asked for so far was asked for exhaustively.
  bool isComplete() const { return Complete; }
  std::string describe() const;

  uint64_t parameter(const map::Variable *V) override;
  uint64_t unknown(const map::Unknown *U, unsigned Thread,
                   llvm::ArrayRef<uint64_t> Operands) override;
  uint64_t returned(const map::Unknown *U, unsigned First,
                    uint64_t Time) override;
  /// All that the input can be at this offset, if the launch says anything of
  /// it.
  std::optional<Domain> said(const map::Unknown *U, uint64_t Offset);

private:
  /// Which parameter or unknown, of which thread (-1: all), with which
  /// operands.
  using Key = std::tuple<const void *, std::string, int64_t, unsigned,
                         std::vector<uint64_t>>;
  struct Choice {
    Key TheKey;
    const Domain *From;
    size_t Index = 0;
  };
  uint64_t choose(Key K, const Domain &From);

  const Domains &D;
  std::vector<Choice> Made;
  std::map<Key, size_t> Places;
  std::map<Key, Domain> Said;
  bool Complete = true;
};

/// Calls See for every term of the statements and assumptions.
void forEachTerm(const map::Protocol &P,
                 llvm::function_ref<void(const map::Term *)> See);

} // namespace racemap::oracle

#endif
