// ResultsFile - a file that has a whole document at any moment.
//
// Each text takes the place of the one before: it is written beside it and gets
// its name (rename), so that a process that is killed leaves the last one, and
// who reads the file never sees a part. What nothing takes the place of (a
// pipe, a terminal, a file of two names) gets the last text only.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_RESULTSFILE_H
#define RACEMAP_RUNTIME_HOST_RESULTSFILE_H

#include <string>

namespace racemap::host {

/// Returns what is wrong, in the system's words; empty: it is done.
std::string replaceFile(const std::string &Path, const std::string &Text,
                        bool IsLast);

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_RESULTSFILE_H
