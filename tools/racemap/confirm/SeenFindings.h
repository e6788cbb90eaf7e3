// SeenFindings - what a run says of a finding.
//
// In:  the JSON of a run, a kernel's results.
// Out: for each of its findings, whether the run reports the same one, another
//      pair of accesses to the same memory, or nothing of the kind.
//
// Of several pairs that race on a word, the sanitizer meets one first, and then
// the word begins anew: so a finding whose own pair is not reported may be seen
// beside. The run has whole paths where the analysis has names as the compiler
// was given them; reports are in the analysis' names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CONFIRM_SEENFINDINGS_H
#define RACEMAP_TOOLS_RACEMAP_CONFIRM_SEENFINDINGS_H

#include "passes/verdict/finding/Finding.h"
#include "llvm/Support/Error.h"
#include <map>

namespace racemap {

class SeenFindings {
public:
  /// Where arrays begin in the memory that they have: bytes, by name.
  using Begins = std::map<std::string, int64_t>;
  /// Directory: where relative names of K's files are.
  SeenFindings(const verdict::KernelResult &K, std::string Directory,
               Begins Where);

  /// Adds what a run has written; the error says what is wrong with it.
  llvm::Error read(const std::string &Path);
  /// Confirmed, Beside (each with a report), or NotSeen.
  verdict::Confirmation judge(const verdict::Finding &F) const;
  /// Races but those of equal values, a finding each, and what is said of them.
  std::vector<verdict::KernelResult> races() const;
  std::string text() const;
  /// Has an access left its array?
  bool leavesMemory() const;

private:
  std::string report(const verdict::KernelResult &Of) const;
  bool isSamePair(const verdict::Finding &A, const verdict::Finding &B) const;
  bool isBeside(const verdict::Finding &A, const verdict::Finding &B) const;

  std::string Directory;
  Begins Where;
  std::map<std::string, std::string> Spelling; ///< by the whole path
  std::vector<verdict::KernelResult> Seen;     ///< a finding each
};

} // namespace racemap

#endif
