// Shrink - a smaller protocol with the same disagreement.
//
// Works on the text: as long as something is gained, drops statements, drops
// blocks, takes the body out of a block, and makes numbers smaller; whatever
// no longer parses or no longer disagrees in the same way is taken back.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_SHRINK_H
#define RACEMAP_UNITTESTS_ORACLE_SHRINK_H

#include "llvm/ADT/StringRef.h"
#include <functional>
#include <string>

namespace racemap::oracle {

/// Text with one statement a line, as the printer writes it.
std::string shrink(llvm::StringRef Text,
                   const std::function<bool(llvm::StringRef)> &StillFails);

} // namespace racemap::oracle

#endif
