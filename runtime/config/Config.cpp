// Config - see the header: what it means. How it is read is in Reader.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/config/Config.h"
#include "runtime/config/Pattern.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <utility>

namespace racemap::config {

namespace fs = std::filesystem;

static bool anyOccurs(const Patterns &All, std::string_view Name) {
  return std::any_of(All.begin(), All.end(), [&](const std::string &Pattern) {
    return occurs(Pattern, Name);
  });
}

static bool selects(const Patterns &Only, const Patterns &Skip,
                    std::string_view Name) {
  return (Only.empty() || anyOccurs(Only, Name)) && !anyOccurs(Skip, Name);
}

bool KernelFacts::concerns(std::string_view Kernel) const {
  return anyOccurs(Match, Kernel);
}

bool Selection::hasKernel(std::string_view Name) const {
  return selects(Kernels, SkipKernels, Name);
}

bool Selection::hasArray(std::string_view Name) const {
  return selects(Arrays, SkipArrays, Name);
}

Patterns Selection::withoutKernel(const std::vector<std::string> &Names) const {
  Patterns Without;
  for (const std::string &Pattern : Kernels)
    if (std::none_of(Names.begin(), Names.end(), [&](const std::string &Name) {
          return occurs(Pattern, Name);
        }))
      Without.push_back(Pattern);
  return Without;
}

static bool isIn(const std::vector<Range> &All, uint64_t Number) {
  return All.empty() || std::any_of(All.begin(), All.end(), [&](Range R) {
           return R.First <= Number && Number <= R.Last;
         });
}

bool MonitoredPart::hasThread(uint64_t Block, uint64_t Thread) const {
  return isIn(Blocks, Block) && isIn(Threads, Thread);
}

static bool beginsBelow(const std::vector<Range> &All, uint64_t Number) {
  return All.empty() || std::any_of(All.begin(), All.end(),
                                    [&](Range R) { return R.First < Number; });
}

bool MonitoredPart::hasAnyOf(uint64_t NumBlocks, uint64_t NumThreads) const {
  return beginsBelow(Blocks, NumBlocks) && beginsBelow(Threads, NumThreads);
}

bool Suppression::hides(const Subject &S) const {
  auto Any = [](const std::string &Pattern,
                const std::vector<std::string_view> &Names) {
    return std::any_of(Names.begin(), Names.end(), [&](std::string_view Name) {
      return occurs(Pattern, Name);
    });
  };
  return (Kind.empty() || Kind == S.Kind) &&
         (Kernel.empty() || occurs(Kernel, S.Kernel)) &&
         (Array.empty() || Any(Array, S.Arrays)) &&
         (File.empty() || Any(File, S.Files));
}

bool Suppression::isOver() const {
  if (Until.empty())
    return false;
  std::time_t Now = std::time(nullptr);
  std::tm Today{};
  localtime_r(&Now, &Today);
  char Text[sizeof "YYYY-MM-DD"];
  std::strftime(Text, sizeof Text, "%Y-%m-%d", &Today);
  return Until < Text;
}

const Suppression *Config::suppression(const Suppression::Subject &S) const {
  for (const Suppression &One : Suppressions)
    if (One.hides(S) && !One.isOver())
      return &One;
  return nullptr;
}

static fs::path wholePath(const std::string &File) {
  std::error_code Ignored;
  return fs::absolute(File, Ignored).lexically_normal();
}

std::vector<Setting> Config::optionsOf(std::string_view File) const {
  fs::path Folder = wholePath(Path).parent_path();
  std::string Relative =
      wholePath(std::string(File)).lexically_relative(Folder).generic_string();
  std::vector<Setting> All = Options;
  for (const PathOptions &P : Paths) {
    bool Fits =
        std::any_of(P.Match.begin(), P.Match.end(), [&](std::string Pattern) {
          if (Pattern.ends_with("/"))
            Pattern += "*";
          return matches(Pattern, Relative);
        });
    if (Fits)
      All.insert(All.end(), P.Options.begin(), P.Options.end());
  }
  return All;
}

std::optional<std::string> Config::find(const std::string &File) {
  std::error_code Ignored;
  fs::path Folder = wholePath(File).parent_path();
  while (true) {
    fs::path Candidate = Folder / ".racemap.toml";
    if (fs::exists(fs::symlink_status(Candidate, Ignored))) // and if unreadable
      return Candidate.string();
    if (!Folder.has_relative_path())
      return std::nullopt;
    Folder = Folder.parent_path();
  }
}

/// How many characters have to be changed, added, left out or swapped with the
/// next.
static size_t distance(std::string_view A, std::string_view B) {
  std::vector<size_t> Older, Last, Row(B.size() + 1);
  for (size_t J = 0; J <= B.size(); ++J)
    Row[J] = J;
  for (size_t I = 1; I <= A.size(); ++I) {
    Older = std::exchange(Last, Row);
    Row[0] = I;
    for (size_t J = 1; J <= B.size(); ++J) {
      bool IsSame = A[I - 1] == B[J - 1];
      Row[J] = std::min(
          {Last[J - 1] + (IsSame ? 0 : 1), Last[J] + 1, Row[J - 1] + 1});
      bool IsSwapped =
          I > 1 && J > 1 && A[I - 1] == B[J - 2] && A[I - 2] == B[J - 1];
      if (IsSwapped)
        Row[J] = std::min(Row[J], Older[J - 2] + 1);
    }
  }
  return Row[B.size()];
}

std::string didYouMean(std::string_view Name,
                       const std::vector<std::string_view> &Known) {
  std::string_view Found;
  size_t Least = (Name.size() + 2) / 3 + 1; // as clang has it for names
  for (std::string_view K : Known)
    if (size_t D = distance(Name, K); D < Least && D < Name.size()) {
      Least = D;
      Found = K;
    }
  return Found.empty() ? "" : "; did you mean '" + std::string(Found) + "'?";
}

} // namespace racemap::config
