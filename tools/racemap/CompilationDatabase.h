// CompilationDatabase - the CUDA units of compile_commands.json.
//
// Each entry is a command line of clang's or of nvcc's, perhaps with words in
// front that start the compiler (a cache, racemap itself). What other compilers
// compile is no CUDA.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_COMPILATIONDATABASE_H
#define RACEMAP_TOOLS_RACEMAP_COMPILATIONDATABASE_H

#include "CudaUnit.h"

namespace racemap {

struct CompilationDatabase {
  std::string Path; ///< of the file
  /// Each once, in the order of the file; their paths are absolute.
  std::vector<CudaUnit> Units;
  /// What is wrong with single entries, a line each.
  std::vector<std::string> Problems;

  /// Reads the file, or that of a build folder. Without Files all CUDA units;
  /// an error if one of the files is in no entry.
  static llvm::Expected<CompilationDatabase>
  read(llvm::StringRef Build, llvm::ArrayRef<std::string> Files,
       const Options &O);
};

/// The whole path of a file that is named from a folder.
std::string absolutePath(llvm::StringRef Directory, llvm::StringRef File);

} // namespace racemap

#endif
