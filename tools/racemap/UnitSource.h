// UnitSource - how clang is run on a unit, and what its preprocessor makes of
// one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_UNITSOURCE_H
#define RACEMAP_TOOLS_RACEMAP_UNITSOURCE_H

#include "Process.h"
#include "Toolchain.h"
#include "passes/driver/TemporaryFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

/// clang in a unit's folder. Said: the file for what it says.
Command clangIn(const std::string &Directory, const Toolchain &T,
                llvm::ArrayRef<std::string> Args, llvm::StringRef Said);

/// The source of a file, with all that it includes; Args say how. Null if it
/// does not come together: clang will say why when it compiles it.
std::unique_ptr<llvm::MemoryBuffer> preprocess(const std::string &File,
                                               const std::string &Directory,
                                               const Toolchain &T,
                                               std::vector<std::string> Args,
                                               Processes &Programs);

/// Writes what a run of the plugin is told.
llvm::Error tell(const TemporaryFile &To, const llvm::json::Value &What);

} // namespace racemap

#endif
