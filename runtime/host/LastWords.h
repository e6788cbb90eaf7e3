// LastWords - what a process that a signal ends says before.
//
// A time limit, Ctrl-C, an uncaught exception or a crash of the program ends it
// without the functions that run at its exit. So the text is ready at any
// moment, and the handler of such a signal does nothing but write it; then the
// signal does what it would have done. Signals that the program handles or
// ignores are left to it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_LASTWORDS_H
#define RACEMAP_RUNTIME_HOST_LASTWORDS_H

#include <string>

namespace racemap::host {

/// Before the runtime handles signals of its own.
void prepareLastWords();
/// From now on the process ends with Text, written to File; empty: with
/// nothing. One thread at a time.
void setLastWords(int File, const std::string &Text);

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_LASTWORDS_H
