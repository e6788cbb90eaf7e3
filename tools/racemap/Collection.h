// Collection - the results of many files as one.
//
// In:  JSON of the analysis and of sanitizer runs, what `check -p` has kept,
//      object files that carry some, folders of all these.
// Out: every kernel once, with each of its contexts once, in the order of files
//      and lines, whatever order they were read in.
//
// A kernel of a header is analysed by every unit that includes it, and by every
// architecture: contexts that say the same but for the time they took are one.
// What a run found stands with the kernel of that name, and confirms what the
// analysis says of the same places. What runs have launched (launches=1) is
// merged as one run would have it. The work for a file
// depends on that file alone.
//
// Files are named as the compiler was given them, perhaps from another folder:
// a relative name is looked up here, then in the folders around the file that
// mentions it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_COLLECTION_H
#define RACEMAP_TOOLS_RACEMAP_COLLECTION_H

#include "passes/report/JsonReader.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace racemap {

class Collection {
public:
  /// Reads a file, or all files of a folder and those in it that are RaceMap's.
  /// What cannot be read becomes a problem; the rest is taken.
  void add(const std::string &Path);

  /// One line each: which file, and what is wrong with it.
  const std::vector<std::string> &problems() const { return Problems; }
  /// How many documents have been read.
  unsigned documents() const { return Count; }
  /// What the runs have launched, each way of launching a kernel once.
  std::vector<launches::Launch> launches() const;
  /// The kernels; nothing is left here.
  std::vector<verdict::KernelResult> take();

private:
  enum class From : uint8_t { Named, Folder };
  void addFolder(const std::string &Path);
  void addFile(const std::string &Path, From Where);
  llvm::Error read(llvm::StringRef Text, llvm::StringRef Path, From Where);
  void merge(report::Document D, llvm::StringRef Path);
  void merge(verdict::KernelResult K);
  verdict::KernelResult &entryOf(const verdict::KernelResult &K);
  void mergeRuns();
  void find(std::string &Source, llvm::StringRef Folder);

  std::vector<verdict::KernelResult> Kernels, Runs;
  llvm::StringMap<size_t> Known; ///< into Kernels
  llvm::StringSet<> Contexts;
  llvm::StringMap<std::string> Sources; ///< by folder and name
  std::vector<std::string> Problems;
  std::vector<launches::Launch> Launched;
  unsigned Count = 0;
};

} // namespace racemap

#endif
