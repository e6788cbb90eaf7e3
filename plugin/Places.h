// Places - source points of debug information as clang's locations.
//
// Debug information has presumed lines, which #line can change; clang wants
// physical ones. Where there are such directives, the files of the compilation
// are searched for the line that presents itself under the name and number.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_PLACES_H
#define RACEMAP_PLUGIN_PLACES_H

#include "passes/map/Protocol.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include <map>

namespace racemap {

class Places {
public:
  explicit Places(clang::SourceManager &Sources) : Sources(Sources) {}

  /// An invalid location if the point is in no file of the compilation.
  clang::SourceLocation find(const map::SourcePoint &P);
  /// Is the point in a system header of the compilation?
  bool isInSystemHeader(const map::SourcePoint &P);

private:
  clang::SourceLocation inFileOf(const map::SourcePoint &P) const;
  bool presents(clang::SourceLocation L, const map::SourcePoint &P) const;
  void indexPresumedLines();

  clang::SourceManager &Sources;
  bool Indexed = false;
  std::map<std::pair<std::string, unsigned>, std::pair<clang::FileID, unsigned>>
      Physical; ///< by presumed file and line
};

} // namespace racemap

#endif
