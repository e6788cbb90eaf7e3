// UnitSource - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitSource.h"
#include "passes/driver/Driver.h"

namespace racemap {

Command clangIn(const std::string &Directory, const Toolchain &T,
                llvm::ArrayRef<std::string> Args, llvm::StringRef Said) {
  Command C{{T.Clang}, Directory, Said.str()};
  C.Words.insert(C.Words.end(), Args.begin(), Args.end());
  return C;
}

std::unique_ptr<llvm::MemoryBuffer> preprocess(const std::string &File,
                                               const std::string &Directory,
                                               const Toolchain &T,
                                               std::vector<std::string> Args,
                                               Processes &Programs) {
  TemporaryFile Source("cui"), Said("txt");
  if (llvm::errorToBool(Source.error()) || llvm::errorToBool(Said.error()))
    return nullptr;
  Args.insert(Args.end(), {"-E", File, "-o", Source.path()});
  auto Status = Programs.run(clangIn(Directory, T, Args, Said.path()));
  if (!Status) {
    llvm::consumeError(Status.takeError());
    return nullptr;
  }
  auto Text = llvm::MemoryBuffer::getFile(Source.path());
  return *Status || !Text ? nullptr : std::move(*Text);
}

llvm::Error tell(const TemporaryFile &To, const llvm::json::Value &What) {
  return writeFile(To.path(), [&](llvm::raw_ostream &OS) { OS << What; });
}

} // namespace racemap
