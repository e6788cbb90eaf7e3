// Wording - findings in the words that people read, for all back ends.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_WORDING_H
#define RACEMAP_PASSES_REPORT_WORDING_H

#include "passes/report/Filter.h"
#include "passes/report/Group.h"

namespace racemap::report {

/// "data-race", "barrier-divergence", "early-exit", "out-of-bounds",
/// "deadlock"
llvm::StringRef name(verdict::Finding::Kind K);
/// "provable", "input", "possible"
llvm::StringRef name(verdict::Certainty C);
/// "race-free", "racy", "unknown"
llvm::StringRef name(verdict::Verdict V);
/// "warp", "block", "cluster", "grid"
llvm::StringRef name(map::Scope S);
/// The name by which users turn findings of this kind off: that of the kind,
/// or "same-value".
llvm::StringRef checkName(const verdict::Finding &F);
llvm::ArrayRef<llvm::StringRef> checkNames();
bool isCheck(llvm::StringRef Name);
/// "pointer", "variable", "shared", "dynamic", "fixed", "missing"
llvm::StringRef name(verdict::LaunchRecipe::Array::Kind K);
/// "confirmed", "beside", "not-seen", "not-run"
llvm::StringRef name(verdict::Confirmation::Status S);
/// " [racemap-data-race]": how a warning ends.
std::string checkMark(const verdict::Finding &F);
/// "read", "write", "atomic", "barrier", "exit"
llvm::StringRef name(verdict::Site::Role R);

/// "data race on 'sdata' in kernel 'k': this write and a read of another
/// thread of the block (provable)"; with a condition "data race on 'out' in
/// kernel 'k': race if width < 64; no launch in sight rules that out
/// (provable)"
std::string headline(const verdict::KernelResult &K, const Group &G);
/// "confirmed by a run of its witness", "not confirmed: it has no witness"
std::string outcome(const verdict::Confirmation &C);
/// "the usual order of threads and 20 others": in which it was run.
std::string ordersOf(const verdict::Confirmation &C);
/// What a finding has to say beside its headline.
struct Note {
  map::SourcePoint Where;
  std::string Text;
  std::string Insert; ///< source text that mends it at Where, or empty
  /// Insert belongs at the beginning of the kernel's body.
  bool AtBody = false;
};
/// In this order: the calls that lead to the first site; the second site and
/// its calls, if it is another; "for example thread (0,0,0) and thread (16,0,0)
/// of block (0,0,0), s = 16, byte 64 of 'sdata'; blockDim (256,1,1), gridDim
/// (64,1,1)"; why the two threads meet; how many more there are, here
/// and in other instances of a template; what a run of its witness has come to;
/// how to state what it needs; the repair.
std::vector<Note> notes(const verdict::KernelResult &K, const Group &G);
/// "kernel 'k' is undecided: …; …what to do next, where Only is what is shown"
std::string undecided(const verdict::KernelResult &K,
                      const verdict::ContextResult &C, const Filter &Only);
/// "kernel 'k', launch f.cu:9: contradictory assumptions, so nothing was
/// checked: n > 0, n < 0, and 2 longer"
std::string vacuous(const verdict::KernelResult &K,
                    const verdict::ContextResult &C);
/// "this barrier is redundant: kernel 'k' stays race-free without it"
std::string redundant(const verdict::KernelResult &K);
/// What hides a finding, of Finding::Hidden: "RACEMAP_BENIGN", "comments",
/// "disable=", "suppressions", "[analyse]", "the baseline", "--diff".
std::string hider(llvm::StringRef Hidden);

} // namespace racemap::report

#endif
