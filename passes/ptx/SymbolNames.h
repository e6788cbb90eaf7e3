// SymbolNames - what functions and variables are called in the source.
//
// With relocatable device code, clang makes static kernels and variables
// visible to the host: it appends __intern__ or __static__ and a hash of the
// unit to their names. PTX's names have no dots, so no demangler knows that
// this is a suffix. It is no part of the source's name, and another one in each
// folder that the source is compiled in.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_PTX_SYMBOLNAMES_H
#define RACEMAP_PASSES_PTX_SYMBOLNAMES_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

namespace racemap::ptx {

/// The mangled name as it is without relocatable device code.
inline llvm::StringRef sourceSymbol(llvm::StringRef Symbol) {
  for (llvm::StringRef Mark : {"__intern__", "__static__"}) {
    size_t At = Symbol.rfind(Mark);
    if (At == llvm::StringRef::npos)
      continue;
    llvm::StringRef Hash = Symbol.substr(At + Mark.size());
    if (!Hash.empty() && llvm::all_of(Hash, llvm::isHexDigit))
      return Symbol.take_front(At);
  }
  return Symbol;
}

/// "shift(int*)" for what is mangled, other names as they are.
inline std::string sourceName(llvm::StringRef Symbol) {
  return llvm::demangle(sourceSymbol(Symbol));
}

} // namespace racemap::ptx

#endif
