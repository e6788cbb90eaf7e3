// CommandLine - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CommandLine.h"
#include "LLVMCompat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Path.h"

namespace racemap {

using namespace clangoptions;
using llvm::StringRef;
using llvm::opt::Arg;

/// What clang makes of a file by its suffix, in -x's words.
static StringRef languageOf(StringRef File) {
  return llvm::StringSwitch<StringRef>(llvm::sys::path::extension(File))
      .Case(".cu", "cuda")
      .Case(".cuh", "cuda")
      .Case(".cpp", "c++")
      .Case(".cc", "c++")
      .Case(".cxx", "c++")
      .Case(".c++", "c++")
      .Case(".C", "c++")
      .Case(".CC", "c++")
      .Case(".CPP", "c++")
      .Case(".CXX", "c++")
      .Case(".C++", "c++")
      .Case(".cp", "c++")
      .Case(".cppm", "c++-module")
      .Case(".ccm", "c++-module")
      .Case(".cxxm", "c++-module")
      .Case(".c++m", "c++-module")
      .Case(".c", "c")
      .Case(".ii", "c++-cpp-output")
      .Case(".i", "cpp-output")
      .Case(".s", "assembler")
      .Case(".S", "assembler-with-cpp")
      .Case(".ll", "ir")
      .Case(".bc", "ir")
      .Default("");
}

namespace {

/// Goes through the arguments, one after the other.
class Reader {
public:
  Reader(CommandLine &To, const llvm::opt::ArgList &Args)
      : To(To), Args(Args) {}

  void read(const Arg &A) {
    const llvm::opt::Option &O = A.getOption();
    if (O.matches(OPT_INPUT))
      readInput(A);
    else if (O.matches(OPT_x))
      Language = A.getValue();
    else if (O.matches(OPT_o))
      To.Output = A.getValue();
    else if (!readGoal(O) && !readCuda(A))
      readFlag(A);
  }

private:
  void readInput(const Arg &A) {
    StringRef File = A.getValue();
    StringRef L = Language.empty() || Language == "none" ? languageOf(File)
                                                         : StringRef(Language);
    To.Inputs.push_back({File.str(), L.str()});
    To.Link.push_back({{}, unsigned(To.Inputs.size() - 1)});
  }

  bool readGoal(const llvm::opt::Option &O) {
    using Goal = CommandLine::Goal;
    auto Ask = [&](Goal G) {
      bool Stays = To.Wanted == Goal::Other ||
                   (To.Wanted == Goal::DeviceCode && G != Goal::Other);
      To.Wanted = Stays ? To.Wanted : G;
      return true;
    };
    if (O.matches(OPT_c))
      return Ask(Goal::Object);
    if (O.matches(OPT_S)) {
      To.EmitsAssembly = true;
      return Ask(Goal::Assembly);
    }
    if (O.matches(OPT_offload_device_only))
      return Ask(Goal::DeviceCode);
    if (O.matches(OPT_emit_llvm))
      return To.EmitsLLVM = true;
    if (O.matches(OPT__HASH_HASH_HASH) || O.matches(OPT_E) ||
        O.matches(OPT_fsyntax_only) || O.matches(OPT_M) || O.matches(OPT_MM) ||
        O.matches(OPT_offload_host_only))
      return Ask(Goal::Other);
    return false;
  }

  bool readCuda(const Arg &A) {
    const llvm::opt::Option &O = A.getOption();
    if (O.matches(OPT_fgpu_rdc) || O.matches(OPT_fno_gpu_rdc)) {
      To.IsRelocatable = O.matches(OPT_fgpu_rdc);
      return true;
    }
    if (!O.matches(OPT_offload_arch_EQ))
      return O.matches(OPT_no_offload_arch_EQ);
    for (StringRef Arch : A.getValues())
      To.Architectures.push_back(Arch.str());
    return true;
  }

  void readFlag(const Arg &A) {
    const llvm::opt::Option &O = A.getOption();
    llvm::opt::ArgStringList Texts;
    A.render(Args, Texts);
    To.IsShared |= O.matches(OPT_shared);
    if (O.matches(OPT_UNKNOWN))
      To.Unknown.push_back(A.getAsString(Args));
    if (O.matches(OPT_g_Group))
      To.HasDebugInfo = !O.matches(OPT_g0);
    bool OnlyLinks =
        O.matches(OPT_Link_Group) || O.hasFlag(clangoptions::LinkerInput);
    for (const char *Text : Texts) {
      if (O.matches(OPT_M_Group))
        To.DependencyFlags.push_back(Text);
      else if (!OnlyLinks)
        To.CompileFlags.push_back(Text);
      if (!O.matches(OPT_M_Group))
        To.Link.push_back({Text, std::nullopt});
    }
  }

  CommandLine &To;
  const llvm::opt::ArgList &Args;
  std::string Language;
};

} // namespace

llvm::Expected<CommandLine>
CommandLine::parse(llvm::ArrayRef<std::string> Args) {
  std::vector<const char *> Texts;
  for (const std::string &A : Args)
    Texts.push_back(A.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  llvm::opt::InputArgList List = driverOptions().ParseArgs(
      Texts, MissingIndex, MissingCount,
      llvm::opt::Visibility(clangoptions::ClangOption));
  if (MissingCount)
    return llvm::createStringError(StringRef(Texts[MissingIndex]) +
                                   ": a value is missing");
  CommandLine C;
  Reader R(C, List);
  for (const Arg *A : List)
    R.read(*A);
  return C;
}

} // namespace racemap
