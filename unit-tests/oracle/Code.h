// Code - a protocol as a list of instructions for one thread.
//
// The tree is flattened, so that a thread is a program counter and the values
// of its loop variables, and can stop at a barrier and go on later. Every
// instruction knows its place in the tree: the steps from the root, where a
// loop's step is taken in some iteration.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_CODE_H
#define RACEMAP_UNITTESTS_ORACLE_CODE_H

#include "passes/map/Protocol.h"

namespace racemap::oracle {

struct Step {
  enum class Kind : uint8_t { Index, Branch, Iteration };
  Kind TheKind;
  unsigned Number = 0;                ///< of Index and Branch
  const map::Loop *TheLoop = nullptr; ///< of Iteration
};

struct Instruction {
  enum class Kind : uint8_t {
    Access,
    Barrier,
    Given,
    Group,     ///< of asynchronous accesses: commit or wait
    Vote,      ///< of lanes that all get the same
    Branch,    ///< to Target if the condition of If is false
    EnterLoop, ///< first iteration
    TestLoop,  ///< to Target if the loop is done
    NextLoop,  ///< next iteration, then to Target
    Jump,
    Return,
  };
  Kind TheKind;
  const map::Stmt *TheStmt = nullptr;
  size_t Target = 0;
  std::vector<Step> Place;
};

struct Code {
  explicit Code(const map::Protocol &P);
  std::vector<Instruction> Instructions; ///< the last one is a Return with
                                         ///< no statement: the end

private:
  void flatten(const map::Sequence &S);
  void flatten(const map::Stmt *S);
  void flatten(const map::If *I);
  void flatten(const map::Loop *L);
  size_t emit(Instruction::Kind K, const map::Stmt *S);

  std::vector<Step> Here;
  std::vector<std::pair<size_t, const map::Loop *>> Exits; ///< to be patched
};

} // namespace racemap::oracle

#endif
