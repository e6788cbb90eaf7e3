// Printable - texts of programs and sources as a terminal, and GitHub's runner,
// may be given them.
//
// Names of files, kernels and arrays, and what a source says in strings, can be
// any bytes. Control characters, among them the ends of lines and the codes
// that a terminal obeys, and marks that are not seen or turn the direction of
// letters are written as <U+001B>, as clang does; bytes that are no UTF-8 as
// <9B>.
//
// GitHub's runner takes commands from all that a job prints: `##[` anywhere,
// and
// `::` where a line begins, behind blanks of any kind.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_OUTPUT_PRINTABLE_H
#define RACEMAP_RUNTIME_OUTPUT_PRINTABLE_H

#include <string>
#include <string_view>

namespace racemap::output {

/// Text on one line.
std::string printable(std::string_view Text);

/// What of Text has so many bytes at most: no character is cut in two.
std::string_view beginOf(std::string_view Text, size_t Bytes);

/// Lines whose texts are printable, without commands of GitHub's runner.
std::string withoutCommands(std::string Lines);

/// Text as a line of its own.
std::string printableLine(std::string_view Text);

} // namespace racemap::output

#endif // RACEMAP_RUNTIME_OUTPUT_PRINTABLE_H
