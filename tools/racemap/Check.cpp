// Check - `racemap check`: clang with the plugin, for analysis only.
//
// The compiler prints the diagnostics; results come back through the JSON of
// each file, are merged into what the user asked for, and counted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Commands.h"
#include "Request.h"
#include "Results.h"
#include "Toolchain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

/// A file that is removed when it goes out of scope.
class TemporaryFile {
public:
  TemporaryFile() {
    Error = llvm::sys::fs::createTemporaryFile("racemap", "json", Path);
  }
  ~TemporaryFile() { llvm::sys::fs::remove(Path); }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  llvm::SmallString<128> Path;
  std::error_code Error;
};

static std::vector<std::string> arguments(const Toolchain &T, const Request &R,
                                          llvm::StringRef File,
                                          llvm::StringRef Json) {
  std::vector<std::string> Flags = fromNvcc(R.Flags);
  std::vector<std::string> Args{"-x", "cuda", "--cuda-device-only",
                                "-fsyntax-only", "-fplugin=" + T.Plugin};
  for (const std::string &Option : R.OptionTexts)
    if (!llvm::StringRef(Option).starts_with("json="))
      Args.push_back("-fplugin-arg-racemap-" + Option);
  Args.push_back(("-fplugin-arg-racemap-json=" + Json).str());
  for (std::string &Flag : T.cudaFlags(Flags))
    Args.push_back(std::move(Flag));
  Args.insert(Args.end(), Flags.begin(), Flags.end());
  Args.push_back(File.str());
  return Args;
}

/// Analyses one file; false if that was not possible. The compiler has said
/// why.
static bool checkFile(const Toolchain &T, const Request &R,
                      const std::string &File, Results &All) {
  if (!llvm::sys::fs::exists(File)) {
    fail("no such file: " + File);
    return false;
  }
  TemporaryFile Json;
  if (Json.Error) {
    fail("cannot make a temporary file: " + Json.Error.message());
    return false;
  }
  auto Status = T.run(arguments(T, R, File, Json.Path));
  if (!Status) {
    fail(llvm::toString(Status.takeError()));
    return false;
  }
  // A warning that -Werror turned into an error still leaves results.
  if (llvm::Error E = All.add(Json.Path)) {
    fail(File + ": " +
         (*Status ? std::string("does not compile; nothing was analysed")
                  : llvm::toString(std::move(E))));
    llvm::consumeError(std::move(E));
    return false;
  }
  return true;
}

int check(const char *Argv0, Arguments Args) {
  auto R = parseRequest(Args);
  if (!R)
    return fail(llvm::toString(R.takeError()));
  if (R->Files.empty())
    return fail("no files; try: racemap check f.cu -- -Iinclude");
  auto T = Toolchain::find(Argv0);
  if (!T)
    return fail(llvm::toString(T.takeError()));
  Results All(R->O.Level);
  bool Good = true;
  for (const std::string &File : R->Files)
    Good &= checkFile(*T, *R, File, All);
  if (!R->O.Json.empty())
    if (llvm::Error E = All.write(R->O.Json)) {
      fail(llvm::toString(std::move(E)));
      Good = false;
    }
  llvm::outs() << All.summary() << "\n";
  if (!Good)
    return Failed;
  return All.findings() || (R->Strict && All.unknown()) ? Found : Clean;
}

} // namespace racemap
