// Explain - `racemap explain KIND`: what a finding means and what to do.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

namespace {
struct Explanation {
  llvm::StringRef Kind, Text;
};
} // namespace

static constexpr Explanation All[] = {
    {"data-race",
     "Two threads access the same bytes, at least one of them writes, they "
     "are\n"
     "not both atomic at a scope that covers both threads, and no barrier "
     "lies\n"
     "between the two accesses. What the read returns, or which write stays, "
     "is\n"
     "not defined.\n"
     "  provable  it happens for some values of the scalar parameters\n"
     "  input     it happens for some contents of the input arrays\n"
     "  possible  the analysis had to approximate; the note says where\n"
     "Mend it with __syncthreads() between the accesses (all threads of the\n"
     "block must reach it), with an atomic, or by giving each thread its own\n"
     "element. Between blocks only atomics, another kernel launch or a\n"
     "cooperative grid.sync() help.\n"},
    {"barrier-divergence",
     "Some threads of the block reach a barrier that others go past: it "
     "stands\n"
     "under a condition, or in a loop, that differs between threads. The\n"
     "behaviour is undefined. Move the barrier out of the condition, or make\n"
     "the condition the same for all threads of the block.\n"},
    {"early-exit",
     "A thread returns from the kernel before a barrier for which others "
     "wait.\n"
     "Since compute capability 7.0 exited threads do not block the others; on\n"
     "older GPUs, and for barriers with a fixed number of participants, it is\n"
     "barrier divergence. Shown with level=possible.\n"},
    {"out-of-bounds",
     "A thread accesses bytes before the beginning or behind the end of an\n"
     "array whose size is known: a __shared__ or __device__ variable, or what\n"
     "cudaMalloc gave a launch in the same file. Guard the access, or make "
     "the\n"
     "array larger. Where no launch is in sight, what only some block or grid\n"
     "sizes make leave the array is shown with level=possible. bounds=off "
     "turns\n"
     "these findings off; verdicts do not depend on them.\n"},
};

int explain(Arguments Args) {
  for (const Explanation &E : All)
    if (Args.size() == 1 && E.Kind == Args[0]) {
      llvm::outs() << E.Text;
      return Clean;
    }
  std::string Kinds;
  for (const Explanation &E : All)
    Kinds += " " + E.Kind.str();
  return fail("name one kind of finding:" + Kinds);
}

} // namespace racemap
