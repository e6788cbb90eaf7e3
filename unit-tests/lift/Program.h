// Program - random kernels as IR, and what they do.
//
// A kernel of nested loops, conditionals, breaks over several levels, returns
// and small integer variables. Each store writes p[number of the store * 64 +
// (variable & 63)], and conditions read in[], so that the sequence of accesses
// shows which way the kernel went and with which values.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_LIFT_PROGRAM_H
#define RACEMAP_UNITTESTS_LIFT_PROGRAM_H

#include "llvm/IR/Function.h"
#include <random>
#include <string>
#include <vector>

namespace racemap::lift::test {

class ProgramMaker {
public:
  explicit ProgramMaker(unsigned Seed) : Random(Seed) {}
  /// A module with one kernel k(ptr p, ptr in, i32 n).
  std::string make();

private:
  struct Targets {
    std::string Break, Continue;
  };
  unsigned pick(unsigned Below) { return Random() % Below; }
  std::string fresh() { return std::to_string(NextName++); }
  void line(const std::string &Text) { Body += "  " + Text + "\n"; }
  void label(const std::string &Name) { Body += Name + ":\n"; }
  std::string variable() { return std::string("%") + "xyz"[pick(3)]; }
  std::string load(const std::string &Variable);
  std::string condition();
  void store();
  void assign();
  void statement(unsigned Depth);
  void statements(unsigned Depth);
  void conditional(unsigned Depth);
  void loop(unsigned Depth);
  void jump();

  std::mt19937 Random;
  std::string Body;
  std::vector<Targets> Loops;
  unsigned NextName = 0, NextStore = 0;
};

/// One access: to p or to in, and the byte offset.
struct Touch {
  bool Write;
  int64_t Offset;
  bool operator==(const Touch &) const = default;
};

/// What in[I] contains.
inline uint32_t inputAt(uint32_t I) { return (I * 2654435761u >> 13) & 7; }

struct Run {
  std::vector<Touch> Trace;
  bool Finished = true;       ///< within the budget
  bool MetUnmodelled = false; ///< a value it needed is not known
  bool BrokePromise = false;
};

/// Runs the kernel for one thread, at most Budget instructions.
Run execute(const llvm::Function &F, uint32_t Tid, uint32_t N, unsigned Budget);

} // namespace racemap::lift::test

#endif
