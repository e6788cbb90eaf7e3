// racemap - one executable, one subcommand each for what RaceMap does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "passes/driver/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

int fail(const llvm::Twine &Text) {
  llvm::errs() << "racemap: error: " << Text << "\n";
  return Failed;
}

static void printHelp(llvm::raw_ostream &OS) {
  OS << "usage: racemap COMMAND ...\n"
        "\n"
        "  check FILES... [--NAME=VALUE ...] [--strict] [-- CLANG FLAGS]\n"
        "             look for data races and barrier divergence\n"
        "  check -p BUILD [-j N] [--no-cache] [FILES...] [--NAME=VALUE ...]\n"
        "             the same for the units of BUILD/compile_commands.json\n"
        "  verify FILES.map... [--NAME=VALUE ...] [--strict]\n"
        "             the same for memory access protocols as text\n"
        "  cc ARGS... clang++ with the plugin and the flags CUDA needs\n"
        "  nvcc [NVCC] ARGS...\n"
        "             check what nvcc compiles, then run nvcc; "
        "--racemap-NAME=VALUE\n"
        "             and --sanitize=cpu in front of ARGS are racemap's\n"
        "  explain KIND\n"
        "             what a kind of finding means and what to do\n"
        "  help       this text; --version the version\n"
        "\n"
        "exit status of check and verify: 0 nothing found at the level asked\n"
        "for, 1 findings (with --strict also anything unknown), 2 the "
        "request\n"
        "failed\n"
        "\n"
        "options:\n";
  printOptions(OS);
}

static int run(int Argc, char **Argv) {
  std::vector<std::string> Args(Argv + std::min(Argc, 2), Argv + Argc);
  llvm::StringRef Command = Argc > 1 ? Argv[1] : "";
  if (Command == "check")
    return check(Argv[0], Args);
  if (Command == "verify")
    return verifyMaps(Args);
  if (Command == "cc")
    return compile(Argv[0], Args);
  if (Command == "nvcc")
    return nvcc(Argv[0], Args);
  if (Command == "explain")
    return explain(Args);
  if (Command == "help" || Command == "--help" || Command == "-h") {
    printHelp(llvm::outs());
    return Clean;
  }
  if (Command == "--version") {
    llvm::outs() << "racemap " << RACEMAP_VERSION << "\n";
    return Clean;
  }
  if (Command.empty()) {
    printHelp(llvm::errs());
    return Failed;
  }
  if (llvm::is_contained({"report", "replay"}, Command))
    return fail("'" + Command + "' is not available in this version");
  return fail("unknown command '" + Command + "'; see racemap help");
}

} // namespace racemap

int main(int Argc, char **Argv) { return racemap::run(Argc, Argv); }
