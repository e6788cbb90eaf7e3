// Explanations - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/Explanations.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::report {

static constexpr llvm::StringLiteral Kinds = "kinds of findings",
                                     Certainties = "certainties",
                                     Verdicts = "verdicts",
                                     Reasons = "why a kernel is unknown";

static constexpr Explanation All[] = {
    {"data-race", Kinds,
     "Two threads access the same bytes, at least one of them writes, they are "
     "not both atomic at a scope that covers both threads, and no barrier lies "
     "between the two accesses. What the read returns, or which write stays, "
     "is not defined. Mend it with __syncthreads() between the accesses (all "
     "threads of the block must reach it), with an atomic, or by giving each "
     "thread its own element. Between blocks only atomics, another kernel "
     "launch or a cooperative grid.sync() help. Where the finding names what "
     "the kernel needs of its launch, say it in the source (RACEMAP_ASSUME, "
     "assert) or in .racemap.toml."},
    {"same-value", Kinds,
     "Two threads write the same value to the same bytes, as in `found = 1`. "
     "Formally it is a data race, and harmless on today's GPUs for values "
     "of up to 4 bytes: it is a remark, and does not make a kernel racy. "
     "benign=hide hides it; RACEMAP_BENIGN hides it for one function, "
     "statement or variable."},
    {"barrier-divergence", Kinds,
     "Some threads of the block reach a barrier that others go past: it stands "
     "under a condition, or in a loop, that differs between threads. The "
     "behaviour is undefined. Move the barrier out of the condition, or make "
     "the condition the same for all threads of the block. Threads that have "
     "left the kernel are not waited for: see early-exit."},
    {"early-exit", Kinds,
     "A thread leaves the kernel before a barrier for which others wait, by "
     "a return, or because the barrier is in the last condition. "
     "Since compute capability 7.0 exited threads do not block the others; on "
     "older GPUs, and for barriers with a fixed number of participants, it is "
     "barrier divergence. Shown with level=possible. Mend it by letting all "
     "threads reach the barrier, and guarding the work instead."},
    {"out-of-bounds", Kinds,
     "A thread accesses bytes before the beginning or behind the end of an "
     "array whose size is known: a __shared__ or __device__ variable, or what "
     "cudaMalloc gave a launch in the same file. Guard the access, or make the "
     "array larger. Where no launch is in sight, what only some block or grid "
     "sizes make leave the array is shown with level=possible. bounds=off "
     "turns these findings off; verdicts do not depend on them.",
     "that no launch in sight uses"},
    {"deadlock", Kinds,
     "In a run of a sanitizer build: threads wait for each other and none can "
     "go on. The report says at which barrier or loop each of them waits. "
     "Usually a barrier or a __shfl_sync is reached by some lanes of its mask "
     "only, or a flag is never set."},
    {"redundant-barrier", Kinds,
     "The kernel stays race-free without this barrier, so it only costs time. "
     "It is looked for with redundant=on, and is a remark. Of several "
     "redundant barriers of a kernel, all that are named can go together."},
    {"provable", Certainties,
     "The certainty of a finding: nothing had to be approximated. It happens "
     "for some values of the scalar parameters that the launch leaves open; "
     "the note has them."},
    {"input", Certainties,
     "The certainty of a finding: it happens for some contents of the arrays "
     "that the kernel reads; the note says which. If no program ever passes "
     "such contents, say so (RACEMAP_ASSUME, .racemap.toml); otherwise treat "
     "it as an unchecked index."},
    {"possible", Certainties,
     "The certainty of a finding: the analysis had to approximate something "
     "that decides it, and the note says what. It may be a false alarm, and is "
     "shown with level=possible only. A sanitizer build (racemap cc --sanitize "
     "--device=cpu) says whether it happens in a run."},
    {"race-free", Verdicts,
     "The verdict of a kernel in a launch context: every pair of accesses was "
     "shown not to race, for all inputs, under the assumptions that are listed "
     "with it. Writes of the same value to the same place are no race here: "
     "they are remarks."},
    {"racy", Verdicts,
     "The verdict of a kernel in a launch context: there is a data race that "
     "is provable or input."},
    {"no-accesses", Verdicts,
     "Beside the verdict race-free: the kernel accesses no memory that another "
     "thread could access, so there was nothing to decide.",
     "no accesses"},
    {"unknown", Verdicts,
     "The verdict of a kernel in a launch context: neither shown to be "
     "race-free nor found to be racy. The reason is named: a budget that is "
     "used up (rlimit=, budget-ms=), something that is not modelled, or only "
     "possible findings. --strict lets it count as a finding."},
    {"budget", Reasons,
     "The budget ended before the analysis had an answer. rlimit= is for one "
     "question to the solver, budget-ms= for one kernel, unit-budget-ms= for "
     "all kernels of a file; a larger one may decide the kernel. In a build "
     "the "
     "budget of a file is small: racemap check allows more. It also helps to "
     "say what is known of the launch: block-dim=, assume=, or a launch in "
     "the same file. Pairs of accesses that are left aside in a racy kernel "
     "need nothing: mend the race that was found first.",
     "exhausted|left aside|budget|not decided to the end"},
    {"too-large", Reasons,
     "Conditions, loops or expressions of the kernel are nested deeper, or a "
     "row of else if is longer, than the analysis follows; the reason has the "
     "limit. Other kernels of the file are decided as ever. Nothing is known "
     "of this one: split it, or use a sanitizer build (racemap cc --sanitize "
     "--device=cpu), which has no such limit.",
     "kernel too large"},
    {"no-answer", Reasons,
     "The solver gave an answer to none of the questions that would decide "
     "the kernel, without having used up its budget; the reason has its words. "
     "It may help to say what is known of the launch: block-dim=, assume=, "
     "or a launch in the same file. A sanitizer build (racemap cc --sanitize "
     "--device=cpu) says what happens in a run.",
     "solver:|does not stand up to evaluation|no integer encoding|no common "
     "factors|no model under a guess|not refuted by algebra|enough was asked|"
     "stays in its array"},
    {"stopped-by-the-clock", Reasons,
     "The kernel took 30 times as long as its budget allows on an ordinary "
     "machine, and was ended. On a machine that is less busy, it may be "
     "decided. Such a result is not kept for the next run.",
     "stopped by the clock"},
    {"precondition", Reasons,
     "There is a race, but only in launches that nobody is expected to make, "
     "as with rows that are longer than their pitch. The reason names the "
     "condition ('race if pitch < width'). If launches never have it, say so: "
     "with RACEMAP_ASSUME or assert in the kernel, or with assume in "
     ".racemap.toml. level=possible shows the findings.",
     "no launch in sight rules that out"},
    {"only-possible-findings", Reasons,
     "There are findings, but each rests on an approximation, so that it may "
     "be a false alarm. level=possible shows them, and a note says what was "
     "approximated. A sanitizer build (racemap cc --sanitize --device=cpu) "
     "says whether one of them happens in a run.",
     "only possible findings"},
    {"divergent-barrier", Reasons,
     "A barrier is not shown to be reached by all threads together, so it is "
     "not taken to order anything. If barrier-divergence is reported, mend "
     "that first. Otherwise make the condition around the barrier one that "
     "is the same for all threads of the block, for example by reading it from "
     "a parameter instead of memory, or say so with RACEMAP_ASSUME.",
     "divergent barrier|pass the barrier separately|barrier is convergent|"
     "barrier's threads|the barrier's number|masks name those|threads may part "
     "before|masked warp barrier|mask "
     "of a warp barrier|has the number of this one|at which some only arrive"},
    {"contradiction", Reasons,
     "What is assumed of the launch, in the source, in .racemap.toml or on the "
     "command line, cannot be true all at once, so that there was nothing to "
     "check. The remark lists the assumptions; correct the wrong one.",
     "contradictory assumptions|can keep to what is assumed|assumptions of the "
     "analysis contradict"},
    {"irreducible-control-flow", Reasons,
     "A loop of the kernel can be entered at more than one place, as goto or a "
     "switch into a loop make it. Nothing is known of such a loop. Write it "
     "with for, while or do, or use a sanitizer build (racemap cc --sanitize "
     "--device=cpu), which runs it as it is.",
     "irreducible control flow"},
    {"unfinished-copy", Reasons,
     "A thread starts an asynchronous copy (cp.async, cuda::memcpy_async) and "
     "does not wait for it before it ends, so what the copy still reads and "
     "writes is not ordered with anything. Wait for all copies at the end: "
     "__pipeline_wait_prior(0), cuda::pipeline::consumer_wait or "
     "cooperative_groups::wait.",
     "asynchronous copy is not waited for"},
    {"malformed-protocol", Reasons,
     "RaceMap's model of the kernel is inconsistent. This is a bug in RaceMap: "
     "please report it with the source. Other kernels of the file are decided "
     "as ever.",
     "malformed protocol"},
    {"block-too-large", Reasons,
     "A memcpy or memset (or a loop that clang turned into one) covers 2^63 "
     "bytes or more. Mostly the size is a negative number that was taken as "
     "unsigned: correct how it is computed. If the size cannot be that at run "
     "time, say so before it (RACEMAP_ASSUME, assert).",
     "2^63 bytes or more"},
    {"not-modelled", Reasons,
     "The kernel does something whose effect on memory or on other threads "
     "RaceMap does not know: a call that it cannot follow, a pointer that was "
     "found in memory, inline assembly, an intrinsic. The reason names it. If "
     "another unit defines the function, define it in a header. The other "
     "accesses of the kernel are decided, and their races are reported. A "
     "sanitizer build (racemap cc --sanitize --device=cpu) sees what the "
     "kernel does in a run.",
     "not modelled|unknown function|indirect call|recursion|inline assembly|"
     "device-side|pointer|escapes|unaccounted|cuda::barrier|warp matrix|"
     "intrinsic|no memory|asynchronous cop|surface|another block of the "
     "cluster|barrier object"},
};

llvm::ArrayRef<Explanation> explanations() { return All; }

llvm::StringRef Explanation::firstSentence() const {
  size_t End = Text.find(". ");
  return End == llvm::StringRef::npos ? Text : Text.take_front(End + 1);
}

const Explanation *explanationOf(llvm::StringRef Words) {
  for (const Explanation &E : All)
    if (E.Name == Words)
      return &E;
  for (const Explanation &E : All)
    for (llvm::StringRef Part : llvm::split(E.Said, '|'))
      if (!Part.empty() && Words.contains(Part))
        return &E;
  return nullptr;
}

} // namespace racemap::report
