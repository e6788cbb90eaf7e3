// ReplayProgram - cases as a CUDA program.
//
// In:  the text that brings in the unit's source, and cases.
// Out: the source, whose main has another name, and behind it a main that
//      launches the case whose number it is given. Being behind the source, it
//      can name kernels of nameless namespaces, static ones, and instances of
//      templates.
//
// It is C++11 and uses the runtime API alone, so that clang and nvcc compile
// it. What the runtime refuses is a line "replay: …" and exit status 3.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CONFIRM_REPLAYPROGRAM_H
#define RACEMAP_TOOLS_RACEMAP_CONFIRM_REPLAYPROGRAM_H

#include "tools/racemap/confirm/ReplayCase.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

struct ReplayProgram {
  std::string Source;   ///< text: an #include, or all of the unit
  std::string Expected; ///< what it prints when it has run, or empty

  void write(llvm::ArrayRef<ReplayCase> Cases, llvm::raw_ostream &OS) const;
};

/// What a failed call of the runtime makes it end with.
constexpr int ReplayRefused = 3;
constexpr llvm::StringLiteral ReplaySays = "replay: ";

/// As a string literal of C.
std::string quoted(llvm::StringRef Text);

} // namespace racemap

#endif
