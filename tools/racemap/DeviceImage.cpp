// DeviceImage - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceImage.h"
#include "passes/driver/Driver.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

using llvm::object::OffloadBinary;

llvm::Error DeviceImage::write(llvm::StringRef Path) const {
  auto Buffer = llvm::MemoryBuffer::getFile(Bitcode);
  if (!Buffer)
    return llvm::createStringError(
        Bitcode + ": cannot read: " + Buffer.getError().message());
  OffloadBinary::OffloadingImage Image;
  Image.TheImageKind = llvm::object::IMG_Bitcode;
  Image.TheOffloadKind = llvm::object::OFK_Cuda;
  Image.StringData["triple"] = "nvptx64-nvidia-cuda";
  Image.StringData["arch"] = Arch;
  Image.StringData["rdc"] = IsRelocatable ? "true" : "false";
  Image.StringData["sanitized"] = IsSanitized ? "true" : "false";
  Image.StringData["lockstep"] = IsLockstep ? "true" : "false";
  Image.Image = std::move(*Buffer);
  llvm::SmallString<0> Bytes = OffloadBinary::write(Image);
  return writeFile(Path.str(), [&](llvm::raw_ostream &OS) { OS << Bytes; });
}

} // namespace racemap
