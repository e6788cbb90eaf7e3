// SourceName - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/output/SourceName.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

namespace racemap::output {

bool isSourceName(std::string_view File) {
  static constexpr std::string_view Known[] = {
      ".cu",    ".cuh", ".c",   ".cc",   ".cp",   ".cpp", ".cxx",     ".c++",
      ".h",     ".hh",  ".hp",  ".hpp",  ".hxx",  ".h++", ".inc",     ".inl",
      ".ipp",   ".ixx", ".tcc", ".tpp",  ".txx",  ".icc", ".impl",    ".hip",
      ".i",     ".ii",  ".def", ".cl",   ".in",   ".y",   ".yy",      ".l",
      ".jinja", ".j2",  ".m4",  ".mako", ".tmpl", ".tpl", ".template"};
  std::filesystem::path Path(File);
  std::string Extension = Path.extension().string();
  for (char &C : Extension)
    C = char(std::tolower(static_cast<unsigned char>(C)));
  return Extension.empty()
             ? std::ranges::find(Path, "include") != Path.end()
             : std::ranges::find(Known, Extension) != std::end(Known);
}

} // namespace racemap::output
