// Relevance - do inputs that are said not to matter change an access?
//
// In:  a kernel, and which of its parameters and arrays the analysis says
// decide
//      where it accesses memory (relevantInputs in the JSON).
// Out: an input that is not among them, and with another value of which a
//      thread touches other bytes, at another line or in another phase.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_RELEVANCE_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_RELEVANCE_H

#include "Compare.h"

namespace racemap::source {

/// A line, or nothing if no input of K that S leaves out changes an access.
std::string changedByIrrelevant(const Kernel &K, Typing T, const Said &S);

} // namespace racemap::source

#endif
