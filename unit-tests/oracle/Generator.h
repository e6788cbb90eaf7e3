// Generator - random protocols, small enough to be run exhaustively.
//
// In:  a seed and a mode.
// Out: the text of one protocol. A profile is drawn first: how many threads
//      and blocks, how careful its accesses are, whether its barriers stand in
//      nested loops or just anywhere, which kinds of terms and barriers it
//      has. Statements follow from the top down within a budget. Every
//      access and every barrier has a line of its own, by which findings are
//      matched. Loops end after a few iterations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_GENERATOR_H
#define RACEMAP_UNITTESTS_ORACLE_GENERATOR_H

#include "Terms.h"
#include <set>

namespace racemap::oracle {

enum class Mode : uint8_t {
  Concrete,   ///< the launch is known
  Open,       ///< its dimensions are open
  Unmodelled, ///< some values are not modelled
  Lockstep,   ///< the threads of a warp advance together
  Handover,   ///< warps arrive at barriers without waiting (Handovers.h)
  Butterflies ///< loops that halve or double, and indices masked by them
};

class Generator {
public:
  Generator(uint64_t Seed, Mode M);
  std::string generate();

private:
  struct ArrayName {
    std::string Name;
    unsigned ElementSize;
    bool Shared;
    bool Distributed = false;
  };
  /// Where a statement stands.
  struct Place {
    unsigned Depth = 0;
    bool Uniform = true; ///< all threads of the block come here together
    bool Conditional = false;
    bool InLoop = false;
  };

  void drawProfile(Mode M);
  void declare();
  void declareArrays();
  std::string contents() const;
  void line(const std::string &Text);
  std::string location() { return " @ " + std::to_string(++NextLine) + ";"; }

  void sequence(Place At, unsigned Most);
  void statement(Place At);
  void access(Place At);
  void barrier(Place At, bool MayReturn = false);
  std::string returned();
  bool vote();
  std::string threadCount();
  std::string numbered();
  std::string tile();
  void oneForEachWarp();
  void conditional(Place At);
  void loop(Place At);
  void leave(Place At);
  void nest(Place At);
  void phases(Place At);
  void loosen(Place At);
  std::string loopHeader(Place &Body);
  std::string geometricRange(const std::string &V);
  std::string range(const std::string &V, bool Uniform);
  /// Whether a barrier may stand here.
  bool wantsBarrier(const Place &At) const {
    return At.Uniform ? Is.Loose || !At.Conditional : Is.Loose;
  }

  uint64_t Seed;
  Random R;
  Profile Is;
  Terms Make;
  std::vector<ArrayName> Arrays;
  std::vector<std::string> Enclosing; ///< loops, by their variable
  std::string Text;
  std::set<std::string> Counters; ///< of these, those that are counted
  unsigned Indent = 1, NextLine = 0, NextLoop = 0, NextResult = 2;
  int Accesses = 6, Barriers = 4, LoopsLeft = 3;
};

} // namespace racemap::oracle

#endif
