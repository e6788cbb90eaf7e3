// Printable - texts of the program as a terminal may be given them.
//
// Names of kernels and files can be any bytes. Control characters, among them
// the ends of lines and the codes that a terminal obeys, and marks that turn
// the direction of letters are written as <U+001B>; bytes that are no UTF-8 as
// <9B>. As passes/report/Printable.h, without LLVM.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_HOST_PRINTABLE_H
#define RACEMAP_RUNTIME_HOST_PRINTABLE_H

#include <string>
#include <string_view>

namespace racemap::host {

/// Text on one line.
std::string printable(std::string_view Text);

} // namespace racemap::host

#endif // RACEMAP_RUNTIME_HOST_PRINTABLE_H
