// Explain - `racemap explain NAME`: what a word of a report means and what to
// do.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Help.h"
#include "passes/driver/Options.h"
#include "runtime/config/Config.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap {

static constexpr Explanation All[] = {
    {"data-race",
     "Two threads access the same bytes, at least one of them writes, they are "
     "not both atomic at a scope that covers both threads, and no barrier lies "
     "between the two accesses. What the read returns, or which write stays, "
     "is not defined. Mend it with __syncthreads() between the accesses (all "
     "threads of the block must reach it), with an atomic, or by giving each "
     "thread its own element. Between blocks only atomics, another kernel "
     "launch or a cooperative grid.sync() help. Where the finding names what "
     "the kernel needs of its launch, say it in the source (RACEMAP_ASSUME, "
     "assert) or in .racemap.toml."},
    {"same-value",
     "Two threads write the same value to the same bytes, as in `found = 1`. "
     "It is a data race by the letter, and harmless on today's GPUs for values "
     "of up to 4 bytes: it is a remark, and does not make a kernel racy. "
     "benign=hide hides it; RACEMAP_BENIGN says it of one function or "
     "variable."},
    {"barrier-divergence",
     "Some threads of the block reach a barrier that others go past: it stands "
     "under a condition, or in a loop, that differs between threads. The "
     "behaviour is undefined. Move the barrier out of the condition, or make "
     "the condition the same for all threads of the block. Threads that have "
     "left the kernel are not waited for: see early-exit."},
    {"early-exit",
     "A thread leaves the kernel before a barrier for which others wait, by "
     "a return, or because the barrier is in the last condition. "
     "Since compute capability 7.0 exited threads do not block the others; on "
     "older GPUs, and for barriers with a fixed number of participants, it is "
     "barrier divergence. Shown with level=possible. Mend it by letting all "
     "threads reach the barrier, and guarding the work instead."},
    {"out-of-bounds",
     "A thread accesses bytes before the beginning or behind the end of an "
     "array whose size is known: a __shared__ or __device__ variable, or what "
     "cudaMalloc gave a launch in the same file. Guard the access, or make the "
     "array larger. Where no launch is in sight, what only some block or grid "
     "sizes make leave the array is shown with level=possible. bounds=off "
     "turns these findings off; verdicts do not depend on them."},
    {"deadlock",
     "In a run of a sanitizer build: threads wait for each other and none can "
     "go on. The report says at which barrier or loop each of them waits. "
     "Usually a barrier or a __shfl_sync is reached by some lanes of its mask "
     "only, or a flag is never set."},
    {"provable",
     "The certainty of a finding: nothing had to be approximated. It happens "
     "for some values of the scalar parameters that the launch leaves open; "
     "the note has them."},
    {"input",
     "The certainty of a finding: it happens for some contents of the arrays "
     "that the kernel reads; the note says which. If no program ever passes "
     "such contents, say so (RACEMAP_ASSUME, .racemap.toml), or look at it as "
     "at an index that was not checked."},
    {"possible",
     "The certainty of a finding: the analysis had to approximate something "
     "that decides it, and the note says what. It may be a false alarm, and is "
     "shown with level=possible only. A sanitizer build (racemap cc --sanitize "
     "--device=cpu) says whether it happens in a run."},
    {"race-free",
     "The verdict of a kernel in a launch context: every pair of accesses was "
     "shown not to race, for all inputs, under the assumptions that are listed "
     "with it. Writes of the same value to the same place are no race here: "
     "they are remarks."},
    {"racy",
     "The verdict of a kernel in a launch context: there is a data race that "
     "is provable or input."},
    {"unknown",
     "The verdict of a kernel in a launch context: neither shown to be "
     "race-free nor found to be racy. The reason is named: a budget that is "
     "used up (rlimit=, budget-ms=), something that is not modelled, or only "
     "possible findings. --strict lets it count as a finding."},
};

llvm::ArrayRef<Explanation> explanations() { return All; }

int explain(const char *, Arguments Args) {
  for (const Explanation &E : All)
    if (Args.size() == 1 && E.Name == Args[0]) {
      wrapText(E.Text, llvm::outs());
      return Clean;
    }
  std::vector<std::string_view> Names;
  for (const Explanation &E : All)
    Names.emplace_back(E.Name);
  std::string Like;
  if (Args.size() == 1)
    Like = config::nearest(Args[0], Names);
  return fail("name one of: " + llvm::join(Names, " ") +
              (Like.empty() ? "" : "; did you mean '" + Like + "'?"));
}

} // namespace racemap
