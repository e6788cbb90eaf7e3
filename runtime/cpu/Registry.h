// Registry - what the program's constructors registered.
//
// Kernels and variables by the address of their host twin, each with the module
// that has it. Modules that share device symbols (relocatable device code, all
// of one executable or shared library) are one DeviceModule.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_REGISTRY_H
#define RACEMAP_RUNTIME_CPU_REGISTRY_H

#include "runtime/cpu/DeviceModule.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace racemap::cpu {

class Registry {
public:
  static Registry &get();

  struct Symbol {
    DeviceModule *In = nullptr;
    std::string Name; ///< mangled
    size_t Bytes = 0; ///< of a variable
  };

  DeviceModule *addModule(const void *Image);
  /// Nothing of it is known any more.
  void removeModule(DeviceModule *M);
  /// Variables of all modules have their initial values again.
  llvm::Error resetVariables();
  void addKernel(const void *Host, Symbol S);
  void addVariable(const void *Host, Symbol S);
  const Symbol *kernel(const void *Host);
  const Symbol *variable(const void *Host);

private:
  std::mutex Lock;
  std::vector<std::unique_ptr<DeviceModule>> Modules;
  std::map<const void *, DeviceModule *> Relocatable; ///< by executable
  std::map<const void *, Symbol> Kernels, Variables;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_REGISTRY_H
