// ProjectPaths - names of files that are the same on all machines.
//
// A file's project begins at the nearest folder above it with .git or
// .racemap.toml. Files are named from there. Those in no project, such as the
// toolkit's headers, lie elsewhere on each machine, and the last part of their
// path is their name. Where the code that is looked at is in no project itself,
// only whole paths tell files apart.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_PROJECTPATHS_H
#define RACEMAP_PASSES_DRIVER_PROJECTPATHS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

namespace racemap {

class ProjectPaths {
public:
  std::string nameOf(llvm::StringRef File);
  /// What tells it apart from the other files that code in From can be about.
  std::string nameOf(llvm::StringRef File, llvm::StringRef From);

private:
  struct Place {
    std::string Root; ///< empty: in no project
    std::string Name; ///< from the root, or the whole path
  };
  const Place &placeOf(llvm::StringRef File);

  llvm::StringMap<Place> Known;
};

} // namespace racemap

#endif
