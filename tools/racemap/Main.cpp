// racemap - one executable, one subcommand each for what RaceMap does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Help.h"
#include "OwnLines.h"
#include "Toolchain.h"
#include "passes/solve/Version.h"
#include "llvm/ADT/STLExtras.h"
#include <csignal>

namespace racemap {

using llvm::StringRef;

int printVersion(const char *, Arguments) {
  llvm::outs() << "racemap " << RACEMAP_VERSION << "\nLLVM "
               << LLVM_VERSION_STRING << ", Z3 " << solve::solverVersion()
               << ", " << cudaVersion() << "\n";
  return Clean;
}

static bool asksForHelp(StringRef Word) {
  return Word == "--help" || Word == "-h";
}

/// Words that go on to a compiler are the compiler's.
static bool asksForHelp(const Subcommand &C, llvm::ArrayRef<std::string> Args) {
  bool IsCompiler = C.Name == "cc" || C.Name == "nvcc";
  auto Own = IsCompiler
                 ? Args.take_front(1)
                 : Args.take_until([](StringRef A) { return A == "--"; });
  return llvm::any_of(Own, [](StringRef A) { return asksForHelp(A); });
}

static int run(int Argc, char **Argv) {
  std::vector<std::string> Args(Argv + std::min(Argc, 2), Argv + Argc);
  setColors(Args);
  StringRef Name = Argc > 1 ? Argv[1] : "";
  if (Name.empty() || asksForHelp(Name)) {
    printHelp(Name.empty() ? llvm::errs() : llvm::outs());
    return Name.empty() ? Failed : Clean;
  }
  if (Name == "--version")
    return printVersion(Argv[0], {});
  if (Name == "--takes")
    return takesOptions(Argv[0], Args);
  const Subcommand *C = findCommand(Name);
  if (!C)
    return unknownCommand(Name);
  if (!asksForHelp(*C, Args))
    return C->Run(Argv[0], Args);
  printHelp(*C, llvm::outs());
  return Clean;
}

/// What nobody can read any more is a failure.
static int checkOutput(int Status) {
  llvm::outs().flush();
  std::error_code Error = llvm::outs().error();
  llvm::outs().clear_error();
  return Error ? fail("cannot write standard output: " + Error.message())
               : Status;
}

} // namespace racemap

int main(int Argc, char **Argv) {
  // A file that may not grow (ulimit -f) is an error of who writes it.
  std::signal(SIGXFSZ, SIG_IGN);
  return racemap::checkOutput(racemap::run(Argc, Argv));
}
