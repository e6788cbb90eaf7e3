// Configured - the options of one file: those of the configuration file, which
// the command line overrides.
//
// A list (assume=) of the command line adds to that of the file. What
// concerns a whole build is for the command line alone.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Options.h"
#include "passes/map/Parser.h"
#include "runtime/config/KnownOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace racemap {

using llvm::StringRef;

/// The path that is asked for, else the nearest; empty: no file.
std::string Options::configOf(StringRef File,
                              llvm::ArrayRef<std::string> Args) {
  for (StringRef A : llvm::reverse(Args))
    if (A.consume_front("config=") && !A.empty())
      return A == "none" ? std::string() : A.str();
  return config::Config::find(File.str()).value_or("");
}

Options Options::of(StringRef File, llvm::ArrayRef<std::string> NamesAndValues,
                    std::vector<std::string> &Problems) {
  Options O;
  auto Note = [&](llvm::Error E, const std::string &At) {
    if (E)
      Problems.push_back(At + llvm::toString(std::move(E)));
  };
  if (std::string Path = configOf(File, NamesAndValues); !Path.empty()) {
    O.Config = config::Config::read(Path, config::optionsOfFiles(), Problems);
    for (const config::Setting &S : O.Config.optionsOf(File.str()))
      Note(O.set(S.Name + "=" + S.Value), S.At + ": ");
    for (config::KernelFacts &K : O.Config.Kernels)
      llvm::erase_if(K.Assume, [&](const config::Text &T) {
        llvm::Error E = map::checkSyntax(T.Value);
        bool IsWrong = bool(E);
        Note(std::move(E), T.At + ": assume '" + T.Value + "': ");
        return IsWrong;
      });
  }
  for (const std::string &Text : NamesAndValues)
    Note(O.set(Text), "");
  return O;
}

} // namespace racemap
