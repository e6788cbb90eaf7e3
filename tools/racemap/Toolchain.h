// Toolchain - the clang, the CUDA toolkit, the plugin and the overlay that
// racemap runs with.
//
// clang: RACEMAP_CLANG, else clang++-<major> on PATH, else the one that RaceMap
// was built with. CUDA: --cuda-path among the flags, else CUDA_PATH, else
// beside nvcc on PATH, else /usr/local/cuda. The plugin and the overlay: ../lib
// beside the executable, in an install prefix as in a build tree.
//
// The overlay is what nvcc's headers give to host code and clang's do not. It
// is for analysis and for builds for the CPU device: what clang cannot compile
// for a GPU, it still does not compile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_TOOLCHAIN_H
#define RACEMAP_TOOLS_RACEMAP_TOOLCHAIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace racemap {

class PatchedHeaders;
class Processes;

/// The architecture of a compilation that names none.
inline constexpr const char *DefaultArch = "sm_80";

/// For the linker, with the runtime for the CPU device: GNU ld would look
/// behind it for all that libLLVM refers to, which is most of a small program's
/// link.
inline constexpr const char *LooksBehindNothing = "--allow-shlib-undefined";

/// The version of clang that RaceMap is built for: "22".
extern const char *const ClangMajor;

/// The toolkit that clang's flags name (--cuda-path); empty: none.
std::string cudaPathOf(llvm::ArrayRef<std::string> Flags);

/// "CUDA 13.0 in /usr/local/cuda", or that there is none.
std::string cudaVersion();

/// Where gcc has its own headers (<omp.h>): behind all other folders.
std::vector<std::string> gccHeaderFlags();

struct Toolchain {
  std::string Clang, Cuda, Plugin, Overlay;
  std::string Self; ///< this program
  std::shared_ptr<const PatchedHeaders> Headers;

  /// clang alone; the error says what to set.
  static llvm::Expected<std::string> findClang();
  /// Finds all of them; the error says which is missing and what to set. The
  /// toolkit can be given.
  static llvm::Expected<Toolchain> find(const char *Argv0,
                                        llvm::StringRef Cuda = {});
  /// What every CUDA compilation needs, unless Args say it themselves.
  std::vector<std::string> cudaFlags(llvm::ArrayRef<std::string> Args,
                                     llvm::StringRef Arch) const;
  /// What a host compilation needs to find CUDA's headers.
  std::vector<std::string> headerFlags() const;
  /// Where racemap/racemap.h is.
  std::string includeFolder() const;
  /// Another header of the overlay's folder.
  std::string overlayFile(llvm::StringRef Name) const;
  /// A library that programs are linked with; the error says where it is not.
  llvm::Expected<std::string> findRuntime(llvm::StringRef File) const;
  /// Puts the overlay in front of the source and of the user's own -include,
  /// and gcc's own headers (<omp.h>) behind all other folders.
  std::vector<std::string> overlayFlags() const;
  /// Is this a header of the toolkit's, clang's, RaceMap's or the system's, or
  /// of a folder that the flags of its compilation call one of a system?
  bool isSystemFile(llvm::StringRef File,
                    llvm::ArrayRef<std::string> Flags) const;
  /// Runs clang; its exit status, or an error if it cannot be run. What it
  /// says goes to the file, if one is named.
  llvm::Expected<int> run(llvm::ArrayRef<std::string> Args,
                          llvm::StringRef Said = {}) const;
  /// The same, as one of Programs; what it says is shown as it comes.
  llvm::Expected<int> runShown(std::vector<std::string> Args,
                               Processes &Programs) const;
};

} // namespace racemap

#endif
