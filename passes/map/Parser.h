// Parser - reads the MAP language (docs/map-language.md).
//
// In:  text with one or more protocols.
// Out: the protocols, numbered and checked (Verifier.h), or the first error as
//      one line "FILE:LINE:COL: what, and what to do".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_PARSER_H
#define RACEMAP_PASSES_MAP_PARSER_H

#include "passes/map/Protocol.h"
#include "llvm/Support/Error.h"

namespace racemap::map {

/// FileName is for error messages only. The terms are made in Terms, which
/// must outlive the protocols.
llvm::Expected<std::vector<Protocol>> parseProtocols(llvm::StringRef Text,
                                                     llvm::StringRef FileName,
                                                     TermContext &Terms);

/// A condition over the parameters of P, the built-ins and the arrays that P
/// only reads, as a person types it: with the types, suffixes, casts and
/// conversions of C as well. The names of unsigned parameters and built-ins are
/// unsigned as long as nothing beside them is signed. An error names no place.
llvm::Expected<const Term *> parseCondition(llvm::StringRef Text,
                                            const Protocol &P);

/// An error if the text is no condition whatever its names are. It names no
/// place.
llvm::Error checkSyntax(llvm::StringRef Condition);

/// The names that a condition mentions, in order.
std::vector<llvm::StringRef> namesIn(llvm::StringRef Condition);

} // namespace racemap::map

#endif
