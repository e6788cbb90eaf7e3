// Printer - protocols and terms as text.
//
// print() writes the MAP language (docs/map-language.md), everything that a
// Protocol carries; Parser reads it back. The text depends on the structure of
// the protocol only: printing what was parsed gives the same bytes. Terms that
// are used several times are named once by a `let`, so the text is linear in
// the size of the term graph.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_PRINTER_H
#define RACEMAP_PASSES_MAP_PRINTER_H

#include "passes/map/Protocol.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace racemap::map {

/// Writes a protocol for which check() (Verifier.h) finds nothing wrong.
void print(const Protocol &P, llvm::raw_ostream &OS);

/// A term as a CUDA programmer would write it, for diagnostics and for the
/// texts of assumptions: promises, widening casts and the signedness of
/// operators are left out, and a very large term is cut with "...". Not meant
/// to be parsed.
std::string toText(const Term *T);

/// "a, b and c", with "and" for Last.
std::string inWords(llvm::ArrayRef<std::string> Names, llvm::StringRef Last);

} // namespace racemap::map

#endif
