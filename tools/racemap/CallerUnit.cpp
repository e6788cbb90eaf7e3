// CallerUnit - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CallerUnit.h"
#include "LLVMCompat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Path.h"

namespace racemap {

using llvm::StringRef;

/// Does it say how the source is read?
static bool isOfParsing(const llvm::opt::Arg &A) {
  namespace options = clangoptions;
  const llvm::opt::Option &O = A.getOption();
  for (auto Other :
       {options::OPT_UNKNOWN, options::OPT_W_Group, options::OPT_pedantic_Group,
        options::OPT__analyze, options::OPT__serialize_diags})
    if (O.matches(Other))
      return false;
  StringRef Text = A.getSpelling();
  return llvm::none_of(
      std::initializer_list<StringRef>{"-save-temps", "--save-temps", "-ftime-",
                                       "-fprofile-", "-fcs-profile-",
                                       "-fplugin"},
      [&](StringRef Begin) { return Text.starts_with(Begin); });
}

static std::vector<std::string>
flagsOfParsing(llvm::ArrayRef<std::string> Flags) {
  std::vector<const char *> Texts;
  for (const std::string &Flag : Flags)
    Texts.push_back(Flag.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  llvm::opt::InputArgList List = driverOptions().ParseArgs(
      Texts, MissingIndex, MissingCount,
      llvm::opt::Visibility(clangoptions::ClangOption));
  std::vector<std::string> Kept;
  for (const llvm::opt::Arg *A : List)
    if (isOfParsing(*A)) {
      llvm::opt::ArgStringList Words;
      A->render(List, Words);
      Kept.insert(Kept.end(), Words.begin(), Words.end());
    }
  return Kept;
}

std::string CallerUnit::identity() const {
  return Directory + "\n" + File + "\n" + Language + "\n" + Arch + "\n" +
         llvm::join(Flags, "\n");
}

bool CallerUnit::isOfClang() const {
  return llvm::is_contained({"c", "c++", "c++-module", "cuda"}, Language);
}

bool CallerUnit::hasModules() const {
  return llvm::any_of(Flags, [](StringRef Flag) {
    return Flag.starts_with("-fmodule") ||
           Flag.starts_with("-fprebuilt-module") ||
           Flag.starts_with("-fimplicit-module");
  });
}

std::vector<std::string> CallerUnit::flags(const Toolchain &T) const {
  if (isCuda())
    return CudaUnit{File, Arch, Flags, Directory}.flags(T);
  std::vector<std::string> All{"-x", Language};
  All.insert(All.end(), Flags.begin(), Flags.end());
  for (const std::vector<std::string> &More :
       {T.headerFlags(), gccHeaderFlags()})
    All.insert(All.end(), More.begin(), More.end());
  // Errors that are warnings to other compilers are none.
  All.insert(All.end(), {"-w", "-Wno-everything"});
  return All;
}

std::vector<std::string> CallerUnit::question(const Toolchain &T,
                                              StringRef Told,
                                              StringRef Answer) const {
  const std::string Plugin = "-fplugin-arg-racemap-";
  std::vector<std::string> Args{"-fplugin=" + T.Plugin,
                                Plugin + "emit-calls=" + Answer.str()};
  if (!Told.empty())
    Args.push_back(Plugin + "calls=" + Told.str());
  if (isCuda())
    Args.push_back(Plugin + "arch=" + Arch);
  for (std::string &Flag : flags(T))
    Args.push_back(std::move(Flag));
  Args.insert(Args.end(), {"-fsyntax-only", File});
  return Args;
}

/// In a language that calls C's functions, of which clang's driver knows
/// nothing?
static bool isForeignSource(StringRef File) {
  static constexpr StringRef Suffixes[] = {".f",   ".for", ".f90",  ".f95",
                                           ".f03", ".f08", ".m",    ".mm",
                                           ".hip", ".rs",  ".swift"};
  return llvm::is_contained(Suffixes, llvm::sys::path::extension(File).lower());
}

std::vector<CallerUnit> hostUnitsOf(const CommandLine &C, bool TakesCAsCxx) {
  std::vector<CallerUnit> Units;
  for (const CommandLine::Input &In : C.Inputs) {
    bool IsHeader = StringRef(In.Language).ends_with("header");
    if (In.isCuda() || IsHeader ||
        (In.isForLinker() && !isForeignSource(In.File)))
      continue;
    CallerUnit U;
    U.File = In.File;
    U.Language = TakesCAsCxx && In.Language == "c" ? "c++" : In.Language;
    U.Flags = flagsOfParsing(C.CompileFlags);
    Units.push_back(std::move(U));
  }
  return Units;
}

} // namespace racemap
