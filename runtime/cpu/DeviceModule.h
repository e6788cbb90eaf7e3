// DeviceModule - the device code of one unit, or of several that share symbols.
//
// In:  images as `racemap cc` puts them into host objects (an OffloadBinary
// with
//      LLVM bitcode for nvptx64).
// Out: kernels compiled for the host, each when it is first asked for with only
//      what it reaches; variables in the arena with their initial values, each
//      when it is first reached.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_DEVICEMODULE_H
#define RACEMAP_RUNTIME_CPU_DEVICEMODULE_H

#include "runtime/cpu/ArgumentParts.h"
#include "runtime/cpu/GridRun.h"
#include "runtime/cpu/Jit.h"
#include "runtime/cpu/Variables.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace racemap::cpu {

struct CompiledKernel {
  std::string Name, Mangled;   ///< demangled, and as the module has it
  std::vector<unsigned> Units; ///< see Launch
  KernelEntry Entry = nullptr;
  /// Does each thread have a fiber? Else the entry runs all of a block.
  bool NeedsFibers = true;
  /// If the entry does: is it known which one runs?
  bool KnowsThreads = false;
  /// If it also runs blocks beside each other as one: what blockDim.x has to
  /// be; 0: anything.
  std::optional<unsigned> JoinedWidth;
  size_t StaticShared = 0;
  std::vector<SharedVariable> SharedVariables;
  unsigned MaxThreads = 1024;
  /// __cluster_dims__; all 1 without.
  Dim3 Cluster;
  struct Parameter {
    size_t Offset, Bytes;
    std::vector<ArgumentPart> Parts;
  };
  std::vector<Parameter> Parameters;
};

class DeviceModule {
public:
  /// Does the unit of this image share its symbols with others?
  static bool isRelocatable(const void *Image);
  /// Does the image have instrumented code?
  static bool isSanitized(const void *Image);

  DeviceModule() = default;
  DeviceModule(const DeviceModule &) = delete;
  DeviceModule &operator=(const DeviceModule &) = delete;
  /// Gives back its code and its variables. No kernel of it runs.
  ~DeviceModule();

  /// Then modules are unregistered, but other threads may run their kernels,
  /// and what comes later may look at their variables.
  static bool processEnds();

  void addImage(const void *Image) { Images.push_back(Image); }

  llvm::Expected<const CompiledKernel *> kernel(const std::string &Name);
  /// The names of all kernels, as kernel() takes them.
  llvm::Expected<std::vector<std::string>> kernels();
  llvm::Expected<Variables::Place> variable(const std::string &Name);
  /// Gives a managed variable its place, which the host has at once.
  char *placeManaged(const std::string &Name, const void *Value, size_t Bytes,
                     size_t Alignment);

  /// Those that have a place have their initial values again.
  llvm::Error resetVariables();

private:
  llvm::Error load();
  llvm::Error link();
  void addSites(llvm::Module &Unit);
  llvm::Expected<std::unique_ptr<llvm::Module>>
  parse(llvm::LLVMContext &Context);
  llvm::Expected<CompiledKernel> compile(const std::string &Name);

  std::vector<const void *> Images;
  size_t NumLoaded = 0;
  /// The bitcode of all images together.
  llvm::StringRef Bitcode;
  std::unique_ptr<llvm::MemoryBuffer> Linked;
  std::unique_ptr<Variables> Globals;
  std::map<std::string, Variables::Place> Managed;
  /// What is added to the numbers of sites in instrumented code.
  /// The first site of each unit. What was linked has been renumbered, so that
  /// FirstSite is 0 then.
  std::vector<unsigned> Units;
  unsigned FirstSite = 0;
  bool IsInstrumented = false;
  /// One of the images has code in which lanes advance together.
  bool IsLockstep = false;
  llvm::Error checkPointers(const std::string &Kernel,
                            const std::vector<std::string> &Functions);

  std::map<std::string, CompiledKernel> Kernels;
  std::vector<llvm::orc::JITDylib *> Compiled;
  /// Functions behind pointers that have __shared__ variables, and the kernel
  /// whose layout they know.
  std::map<std::string, std::string> SharedBehindPointers;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_DEVICEMODULE_H
