// Compile - `racemap cc`: clang++ with the plugin and what CUDA needs.
//
// The exit status is the compiler's: a finding never stops a build.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "CpuBuild.h"
#include "GpuBuild.h"
#include "OptionUse.h"
#include "OwnLines.h"
#include "Request.h"
#include "Toolchain.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap {

static bool links(llvm::ArrayRef<std::string> Flags) {
  return llvm::none_of(Flags, [](llvm::StringRef F) {
    return F == "-c" || F == "-S" || F == "-E" || F == "-fsyntax-only" ||
           F == "-M" || F == "-MM" || F == "--cuda-device-only";
  });
}

/// clang will say that it does not know them, but not what of ours is meant.
static void noteMisspelt(const CommandLine &Line) {
  for (llvm::StringRef Flag : Line.Unknown) {
    if (!Flag.consume_front("--"))
      continue;
    llvm::StringRef Name = Flag.split('=').first;
    if (std::string Meant = meantFlag("cc", Name); !Meant.empty())
      say(Severity::Note, "racemap cc has no option '" + Name + "'" + Meant);
  }
}

int compile(const char *Argv0, Arguments Args) {
  auto R = parseCompilerRequest(Args);
  if (!R)
    return fail(llvm::toString(R.takeError()));
  if (R->Flags.empty())
    return fail("no files; try: racemap cc f.cu -o f");
  auto T = Toolchain::find(Argv0, cudaPathOf(R->Flags));
  if (!T)
    return fail(llvm::toString(T.takeError()));
  const std::vector<std::string> &Flags = R->Flags;
  auto Line = CommandLine::parse(Flags);
  if (!Line)
    return fail(llvm::toString(Line.takeError()));
  noteMisspelt(*Line);
  if (llvm::Error E = R->checkDiff(*Line))
    return fail(llvm::toString(std::move(E)));
  if (R->O.ForCpu) {
    if (Line->Wanted != CommandLine::Goal::Other) {
      auto Status = CpuBuild(*T, *R, std::move(*Line)).run();
      return Status ? *Status : fail(llvm::toString(Status.takeError()));
    }
  }
  std::vector<std::string> All = pluginFlags(*T, *R);
  for (std::string &Flag : T->cudaFlags(Flags, DefaultArch))
    All.push_back(std::move(Flag));
  All.insert(All.end(), Flags.begin(), Flags.end());
  if (links(Flags) && R->O.Sanitize == Options::Sanitizer::Gpu) {
    auto Runtime = T->findRuntime(GpuRuntime);
    if (!Runtime)
      return fail(llvm::toString(Runtime.takeError()));
    All.push_back(*Runtime);
  }
  if (links(Flags))
    All.insert(All.end(), {"-L" + T->Cuda + "/lib64", "-lcudart_static", "-ldl",
                           "-lrt", "-pthread"});
  auto Status = T->run(All);
  return Status ? *Status : fail(llvm::toString(Status.takeError()));
}

} // namespace racemap
