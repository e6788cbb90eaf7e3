// PatchedHeaders - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PatchedHeaders.h"
#include "passes/driver/Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

using llvm::StringRef;
namespace json = llvm::json;

static constexpr StringRef Name = "cuda/__barrier/barrier_block_scope.h";
static constexpr StringRef Destructor = "~barrier()";

/// A virtual file.
static json::Value virtualFile(StringRef Path, StringRef Contents) {
  json::Object File{{"name", llvm::sys::path::filename(Path).str()},
                    {"type", "file"},
                    {"external-contents", Contents.str()}};
  return json::Object{{"name", llvm::sys::path::parent_path(Path).str()},
                      {"type", "directory"},
                      {"contents", json::Array{std::move(File)}}};
}

static bool write(const TemporaryFile &To, StringRef Text) {
  llvm::Error E =
      writeFile(To.path(), [&](llvm::raw_ostream &OS) { OS << Text; });
  return !llvm::errorToBool(std::move(E));
}

void PatchedHeaders::replace(StringRef Path, StringRef Text) {
  const TemporaryFile &Copy = Headers.emplace_back("h");
  llvm::consumeError(Copy.error());
  if (write(Copy, Text))
    Files.push_back(virtualFile(Path, Copy.path()));
}

bool PatchedHeaders::patchBarrier(StringRef Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text || !(*Text)->getBuffer().contains(Destructor))
    return false;
  auto [Before, After] = (*Text)->getBuffer().split(Destructor);
  replace(Path, (Before + "void __racemap_destroy()" + After).str());
  return true;
}

/// clang's own headers use one of its types.
void PatchedHeaders::patchDriver(StringRef Path, StringRef Place) {
  static constexpr StringRef Version = "#define CUDA_VERSION ";
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return;
  StringRef Number =
      (*Text)->getBuffer().split(Version).second.split('\n').first;
  if (!Number.empty())
    replace(Place, ("#ifndef CUDA_VERSION\n" + Version + Number +
                    "\n#include <stdint.h>\ntypedef uint32_t cuuint32_t;"
                    "\n#else\n#include \"" +
                    Path + "\"\n#endif\n")
                       .str());
}

static constexpr StringRef TwisterName = "/curand_mtgp32_kernel.h";
/// Names in these headers that are not reserved, and that what nvcc includes
/// does not use.
static constexpr StringRef Hidden =
    "MAT N V X X1 X2 Y bid c2 c4 constants d2 discrete_distribution f2 f4 "
    "generator high32 i2 i4 lambda ll2 low32 mean num num_dimensions nv o "
    "o_f o_u op_type order outputPtr pIdx para_rec param_tbl pos pos_tbl "
    "rng_type rv s2 s4 seed set sh1_tbl sh2_tbl shiftWidth stddev str "
    "temper temper_tbl uc2 uc4 ui2 ui4 ull2 us2 us4 vectors version";

void PatchedHeaders::hideMacros(StringRef Place, StringRef Text) {
  std::string Before, After;
  for (StringRef Name : llvm::split(Hidden, ' ')) {
    std::string Quoted = ("(\"" + Name + "\")\n").str();
    Before += "#pragma push_macro" + Quoted + ("#undef " + Name + "\n").str();
    After += "#pragma pop_macro" + Quoted;
  }
  replace(Place, Before + "#line 1\n" + Text.str() + After);
}

PatchedHeaders::PatchedHeaders(StringRef Cuda, StringRef OfClang) {
  llvm::consumeError(Overlay.error());
  for (StringRef Folder : {"/include/cccl/", "/include/"})
    if (patchBarrier((Cuda + Folder + Name).str()))
      break;
  if (llvm::sys::fs::is_directory(OfClang)) {
    patchDriver((Cuda + "/include/cuda.h").str(), (OfClang + "/cuda.h").str());
    for (StringRef File :
         {"/__clang_cuda_intrinsics.h", "/__clang_cuda_texture_intrinsics.h"})
      if (auto Text = llvm::MemoryBuffer::getFile(OfClang + File))
        hideMacros((OfClang + File).str(), (*Text)->getBuffer());
    std::string Twister = (Cuda + "/include" + TwisterName).str();
    if (llvm::sys::fs::exists(Twister))
      hideMacros((OfClang + TwisterName).str(),
                 "#include \"" + Twister + "\"\n");
  }
  std::string Json;
  llvm::raw_string_ostream(Json)
      << json::Value(json::Object{{"version", 0},
                                  {"use-external-names", false},
                                  {"roots", std::move(Files)}});
  IsWritten = write(Overlay, Json);
}

std::vector<std::string> PatchedHeaders::flags() const {
  if (!IsWritten)
    return {};
  return {"-ivfsoverlay", Overlay.path()};
}

} // namespace racemap
