// DeviceImage - what a host object carries of its unit for the CPU device.
//
// The bitcode of the device module in an OffloadBinary, which knows its own
// size. Its strings: "triple", "arch", and "rdc", which is "true" if the unit
// shares its device symbols with others of the same program; and "sanitized",
// which is "true" if it is instrumented; and "lockstep", which is "true" if the
// threads of a warp advance together.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_DEVICEIMAGE_H
#define RACEMAP_TOOLS_RACEMAP_DEVICEIMAGE_H

#include "llvm/Support/Error.h"
#include <string>

namespace racemap {

struct DeviceImage {
  std::string Bitcode; ///< a path
  std::string Arch;
  bool IsRelocatable = false, IsSanitized = false, IsLockstep = false;

  llvm::Error write(llvm::StringRef Path) const;
};

} // namespace racemap

#endif
