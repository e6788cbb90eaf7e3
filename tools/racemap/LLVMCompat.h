// LLVMCompat - the differences between versions of clang that the tool meets.
//
// The only place of this folder that asks for LLVM's version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_LLVMCOMPAT_H
#define RACEMAP_TOOLS_RACEMAP_LLVMCOMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Option/OptTable.h"
#if LLVM_VERSION_MAJOR >= 22
#include "clang/Options/Options.h"
#else
#include "clang/Driver/Options.h"
#endif

namespace racemap {

#if LLVM_VERSION_MAJOR >= 22
namespace clangoptions = clang::options;
inline const llvm::opt::OptTable &driverOptions() {
  return clang::getDriverOptTable();
}
#else
namespace clangoptions = clang::driver::options;
inline const llvm::opt::OptTable &driverOptions() {
  return clang::driver::getDriverOptTable();
}
#endif

} // namespace racemap

#endif
