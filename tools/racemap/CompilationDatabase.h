// CompilationDatabase - the units of compile_commands.json.
//
// Each entry is a command line, perhaps with words in front that start the
// compiler (a cache, racemap itself). CUDA units are clang's and nvcc's: what
// other compilers compile is no CUDA. What is not analysed may call what is.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_COMPILATIONDATABASE_H
#define RACEMAP_TOOLS_RACEMAP_COMPILATIONDATABASE_H

#include "CallerUnit.h"

namespace racemap {

struct CompilationDatabase {
  std::string Path; ///< of the file
  /// The CUDA units that are to be analysed, each once, in the order of the
  /// file; their paths are absolute.
  std::vector<CudaUnit> Units;
  /// All other units, the same.
  std::vector<CallerUnit> Callers;
  /// What is wrong with single entries, a line each.
  std::vector<std::string> Problems;

  /// Reads the file, or that of a build folder. Without Files all CUDA units
  /// are to be analysed; an error if one of the files is in no entry.
  static llvm::Expected<CompilationDatabase>
  read(llvm::StringRef Build, llvm::ArrayRef<std::string> Files,
       const Options &O);
};

/// The whole path of a file that is named from a folder.
std::string absolutePath(llvm::StringRef Directory, llvm::StringRef File);

} // namespace racemap

#endif
