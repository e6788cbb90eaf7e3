// KernelFunctions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/KernelFunctions.h"

namespace racemap {

using llvm::StringRef;

bool isLaunchName(StringRef Name) {
  return Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel" ||
         Name == "cudaLaunchKernelEx" || Name == "cudaLaunchKernelExC";
}

bool isAboutKernels(StringRef Name) {
  return Name == "cudaFuncSetAttribute" || Name == "cudaFuncGetAttributes" ||
         Name == "cudaFuncSetCacheConfig" ||
         Name == "cudaOccupancyMaxActiveBlocksPerMultiprocessor" ||
         Name == "cudaOccupancyMaxPotentialBlockSize" ||
         Name == "cudaOccupancyAvailableDynamicSMemPerBlock";
}

bool addsKernelNode(StringRef Name) {
  Name.consume_back("_v2");
  return Name == "cudaGraphAddNode" || Name == "cudaGraphAddKernelNode" ||
         Name == "cuGraphAddNode" || Name == "cuGraphAddKernelNode";
}

bool changesKernelNode(StringRef Name) {
  Name.consume_back("_v2");
  if (!Name.consume_front("cudaGraph") && !Name.consume_front("cuGraph"))
    return false;
  Name.consume_front("Exec");
  return Name == "KernelNodeSetParams" || Name == "NodeSetParams" ||
         // On the device.
         Name == "KernelNodeSetParam" || Name == "KernelNodeSetGridDim" ||
         Name == "KernelNodeUpdatesApply";
}

bool looksUpKernels(StringRef Name) {
  return Name == "cuModuleGetFunction" || Name == "cuLibraryGetKernel";
}

} // namespace racemap
