// PatchedHeaders - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PatchedHeaders.h"
#include "passes/driver/Driver.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

using llvm::StringRef;
namespace json = llvm::json;

static constexpr StringRef Name = "cuda/__barrier/barrier_block_scope.h";
static constexpr StringRef Destructor = "~barrier()";

/// A virtual file system in the place of the header alone.
static json::Value overlay(StringRef Path, StringRef Contents) {
  json::Object File{{"name", llvm::sys::path::filename(Path)},
                    {"type", "file"},
                    {"external-contents", Contents}};
  json::Object Folder{{"name", llvm::sys::path::parent_path(Path)},
                      {"type", "directory"},
                      {"contents", json::Array{std::move(File)}}};
  return json::Object{{"version", 0},
                      {"use-external-names", false},
                      {"roots", json::Array{std::move(Folder)}}};
}

static bool write(const TemporaryFile &To, StringRef Text) {
  llvm::Error E =
      writeFile(To.path(), [&](llvm::raw_ostream &OS) { OS << Text; });
  return !llvm::errorToBool(std::move(E));
}

PatchedHeaders::PatchedHeaders(StringRef Cuda) {
  llvm::consumeError(Header.error());
  llvm::consumeError(Overlay.error());
  for (StringRef Folder : {"/include/cccl/", "/include/"}) {
    std::string Path = (Cuda + Folder + Name).str();
    auto Text = llvm::MemoryBuffer::getFile(Path);
    if (!Text || !(*Text)->getBuffer().contains(Destructor))
      continue;
    auto [Before, After] = (*Text)->getBuffer().split(Destructor);
    std::string Json;
    llvm::raw_string_ostream(Json) << overlay(Path, Header.path());
    IsWritten =
        write(Header, (Before + "void __racemap_destroy()" + After).str()) &&
        write(Overlay, Json);
    return;
  }
}

std::vector<std::string> PatchedHeaders::flags() const {
  if (!IsWritten)
    return {};
  return {"-ivfsoverlay", Overlay.path()};
}

} // namespace racemap
