// Config - what .racemap.toml says.
//
// One reader for both halves: the analysis takes options, kernels, what to
// analyse and suppressions from it, the runtime what to monitor, the division
// of shadow cells and suppressions. The whole file is checked by both, so that
// a mistake is found by whoever reads it first; only the values of options are
// for the analysis, whose table has them.
//
// Names are patterns (Pattern.h). Every key that nobody knows is a problem that
// names the nearest one, every value of the wrong type one that says what is
// expected; both name the file, the line and the column.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CONFIG_CONFIG_H
#define RACEMAP_RUNTIME_CONFIG_CONFIG_H

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace racemap::config {

using Patterns = std::vector<std::string>;

/// Where something stands: FILE:LINE:COLUMN.
struct Text {
  std::string Value, At;
};

/// An option of the analysis, as its table has it.
struct Setting {
  std::string Name, Value, At;
};

/// [[paths]]: options of some files. Patterns are for the whole path from the
/// file's folder; one that ends with / is for all that is in there.
struct PathOptions {
  Patterns Match;
  std::vector<Setting> Options;
};

/// A launch of a kernel; what is not said is not known.
struct Launch {
  using Sizes = std::array<uint32_t, 3>;
  std::optional<Sizes> Block, Grid, Cluster;
  std::string At;
};

/// [[kernels]]: what is known of some kernels.
struct KernelFacts {
  Patterns Match;
  std::string At; ///< of Match
  std::vector<Text> Assume;
  std::vector<Launch> Launches;

  bool concerns(std::string_view Kernel) const;
};

/// [analyse] and [monitor]: all that is named, or everything if nothing is,
/// but for what is to be skipped.
struct Selection {
  Patterns Kernels, SkipKernels, Arrays, SkipArrays;

  bool hasKernel(std::string_view Name) const;
  /// A name may be empty: of memory that has none.
  bool hasArray(std::string_view Name) const;
  /// Those of Kernels that fit none of the names.
  Patterns withoutKernel(const std::vector<std::string> &Names) const;
};

/// First to Last, both included.
struct Range {
  uint64_t First = 0, Last = 0;
};

struct MonitoredPart : Selection {
  /// Linear numbers of blocks in the grid and of threads in the block; empty:
  /// all.
  std::vector<Range> Blocks, Threads;

  bool hasThread(uint64_t Block, uint64_t Thread) const;
  /// Is a thread of such a launch selected? Both are at least 1.
  bool hasAnyOf(uint64_t NumBlocks, uint64_t NumThreads) const;
};

/// [shadow]: the bits of a cell that count barriers, and those of them that
/// count warp barriers. Unset: as is best for the launch.
struct ShadowBits {
  std::optional<unsigned> ClockBits, WarpBits;
};

/// [[suppress]]: a finding to which all that is said applies is not shown.
struct Suppression {
  std::string Kind, Kernel, Array, File; ///< empty: any
  std::string Reason;                    ///< never empty
  std::string Until; ///< YYYY-MM-DD, its last day; empty: it has none
  std::string At;    ///< where it stands

  struct Subject {
    std::string_view Kind; ///< "data-race"
    std::string_view Kernel;
    std::vector<std::string_view> Arrays, Files;
  };
  bool hides(const Subject &S) const;
  /// Is its last day over, in the time zone of this machine?
  bool isOver() const;
};

struct Config {
  std::string Path; ///< as it was given
  std::vector<Setting> Options;
  std::vector<PathOptions> Paths;
  std::vector<KernelFacts> Kernels;
  Selection Analyse;
  MonitoredPart Monitor;
  ShadowBits Shadow;
  std::vector<Suppression> Suppressions;
  /// Where [analyse], [monitor] and [shadow] say what: "monitor.threads".
  std::map<std::string, std::string> Places;

  /// Those of the file's own, then those of each path that fits: later ones
  /// override earlier ones.
  std::vector<Setting> optionsOf(std::string_view File) const;
  /// The first that hides it and is not over, or null.
  const Suppression *suppression(const Suppression::Subject &S) const;

  /// KnownOptions: the names of the analysis; empty: not checked. What is
  /// wrong is a line each in Problems, and the rest is read.
  static Config parse(std::string_view Text, std::string Path,
                      const std::vector<std::string_view> &KnownOptions,
                      std::vector<std::string> &Problems);
  static Config read(const std::string &Path,
                     const std::vector<std::string_view> &KnownOptions,
                     std::vector<std::string> &Problems);
  /// The nearest .racemap.toml in the folder of the file or above it.
  static std::optional<std::string> find(const std::string &File);
};

/// "; did you mean 'kernel'?", of the name that is most like it; empty if each
/// differs in more than a third of the letters.
std::string didYouMean(std::string_view Name,
                       const std::vector<std::string_view> &Known);

} // namespace racemap::config

#endif // RACEMAP_RUNTIME_CONFIG_CONFIG_H
