// ReplayBuild - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/confirm/ReplayBuild.h"
#include "passes/driver/Driver.h"
#include "tools/racemap/CommandLine.h"
#include "tools/racemap/confirm/UnitOf.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

using llvm::StringRef;
using verdict::LaunchRecipe;

/// A compilation that takes longer is given up.
static constexpr unsigned MostSeconds = 600;

std::string sourceOf(const LaunchRecipe::Unit &U) {
  return wholePath(U.Directory, U.File);
}

llvm::Expected<std::vector<std::string>>
compileFlagsOf(const LaunchRecipe::Unit &U) {
  std::vector<std::string> All = U.Flags;
  All.insert(All.end(), {"-fsyntax-only", U.File});
  auto Line = CommandLine::parse(All);
  if (!Line)
    return Line.takeError();
  std::vector<std::string> Flags = std::move(Line->CompileFlags);
  if (Line->IsRelocatable)
    Flags.push_back("-fgpu-rdc");
  return Flags;
}

/// The compiler's first error, without the path of what it compiled.
static std::string firstError(const std::string &Log) {
  auto Text = llvm::MemoryBuffer::getFile(Log);
  if (!Text)
    return "its compiler says nothing";
  for (StringRef Line : llvm::split((*Text)->getBuffer(), '\n'))
    for (StringRef Mark : {"error: ", "undefined symbol"})
      if (size_t At = Line.find(Mark); At != StringRef::npos)
        return Line.trim().str();
  return (*Text)->getBuffer().split('\n').first.str();
}

llvm::Expected<std::string> buildReplay(const Toolchain &T, Processes &Programs,
                                        const LaunchRecipe::Unit &U,
                                        llvm::ArrayRef<ReplayCase> Cases,
                                        const TemporaryFolder &Folder) {
  std::string Source = sourceOf(U), Text = Folder.file("replay.cu"),
              Program = Folder.file("replay"), Log = Folder.file("build.txt");
  if (!llvm::sys::fs::exists(Source))
    return llvm::createStringError("no such file: " + Source);
  if (StringRef(Source).contains('"'))
    return llvm::createStringError("no #include can name " + Source);
  ReplayProgram P{"#include \"" + Source + "\"", ""};
  if (llvm::Error E =
          writeFile(Text, [&](llvm::raw_ostream &OS) { P.write(Cases, OS); }))
    return std::move(E);
  auto Flags = compileFlagsOf(U);
  if (!Flags)
    return Flags.takeError();
  Command C{{T.Self, "cc", "--sanitize", "--device=cpu", "--kernel=^$",
             "--config=none", "--arch=" + U.Arch},
            U.Directory,
            Log};
  for (const std::string &Option : U.Options)
    C.Words.push_back("--" + Option);
  C.Words.insert(C.Words.end(), Flags->begin(), Flags->end());
  // What the unit's own main needs may be anywhere; it is not run. Programs
  // that can be loaded anywhere do not load without it.
  C.Words.insert(C.Words.end(), {"-w", "-g", Text, "-o", Program, "-no-pie",
                                 "-Wl,--unresolved-symbols=ignore-all"});
  C.IsQuiet = true;
  C.Seconds = MostSeconds;
  auto Status = Programs.run(C);
  if (!Status)
    return Status.takeError();
  if (*Status)
    return llvm::createStringError(firstError(Log));
  return Program;
}

} // namespace racemap
