// SourceFiles - the files that findings mention, as clang's writer wants them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_SARIF_SOURCEFILES_H
#define RACEMAP_PLUGIN_SARIF_SOURCEFILES_H

#include "passes/map/Protocol.h"
#include "plugin/sarif/LLVMCompat.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringMap.h"

namespace racemap {

class SourceFiles {
public:
  SourceFiles();
  const clang::SourceManager &manager() const { return Sources; }
  /// To be called with all points before the first at().
  void expect(const map::SourcePoint &P);
  /// One character at P, or at the beginning of its line; of a file that
  /// cannot be read, a place with these numbers. Invalid without a file.
  clang::CharSourceRange at(map::SourcePoint P);
  /// From the root: the writer loses the first folder of other names.
  static std::string wholeName(llvm::StringRef File);

private:
  clang::FileID open(const map::SourcePoint &P);
  clang::FileID invent(const map::SourcePoint &P);

  struct Extent {
    unsigned Lines = 1, Columns = 1;
  };

  llvm::StringMap<Extent> Extents; ///< by whole name
  compat::SilentDiagnostics Diags;
  clang::FileManager Files;
  clang::SourceManager Sources;
};

} // namespace racemap

#endif
