// Registry - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Registry.h"
#include "runtime/cpu/Arena.h"

#include <dlfcn.h>

namespace racemap::cpu {

Registry &Registry::get() {
  static Registry *R = new Registry;
  return *R;
}

/// The executable or shared library that has an address.
static const void *binaryOf(const void *Address) {
  Dl_info Info;
  return dladdr(Address, &Info) ? Info.dli_fbase : nullptr;
}

DeviceModule *Registry::addModule(const void *Image) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (DeviceModule::isSanitized(Image))
    Arena::setMonitored();
  bool IsRelocatable = DeviceModule::isRelocatable(Image);
  const void *Binary = binaryOf(Image);
  if (IsRelocatable && Relocatable.count(Binary)) {
    DeviceModule *Shared = Relocatable[Binary];
    Shared->addImage(Image);
    return Shared;
  }
  Modules.push_back(std::make_unique<DeviceModule>());
  DeviceModule *New = Modules.back().get();
  New->addImage(Image);
  if (IsRelocatable)
    Relocatable[Binary] = New;
  return New;
}

void Registry::removeModule(DeviceModule *M) {
  std::lock_guard<std::mutex> Guard(Lock);
  std::erase_if(Kernels, [&](auto &Entry) { return Entry.second.In == M; });
  std::erase_if(Variables, [&](auto &Entry) { return Entry.second.In == M; });
  std::erase_if(Relocatable, [&](auto &Entry) { return Entry.second == M; });
  if (!DeviceModule::processEnds())
    std::erase_if(Modules, [&](auto &Each) { return Each.get() == M; });
}

llvm::Error Registry::resetVariables() {
  std::lock_guard<std::mutex> Guard(Lock);
  for (const auto &M : Modules)
    if (llvm::Error E = M->resetVariables())
      return E;
  return llvm::Error::success();
}

void Registry::addKernel(const void *Host, Symbol S) {
  std::lock_guard<std::mutex> Guard(Lock);
  Kernels[Host] = std::move(S);
}

void Registry::addVariable(const void *Host, Symbol S) {
  std::lock_guard<std::mutex> Guard(Lock);
  Variables[Host] = std::move(S);
}

const Registry::Symbol *Registry::kernel(const void *Host) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Found = Kernels.find(Host);
  return Found == Kernels.end() ? nullptr : &Found->second;
}

const Registry::Symbol *Registry::variable(const void *Host) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto Found = Variables.find(Host);
  return Found == Variables.end() ? nullptr : &Found->second;
}

} // namespace racemap::cpu
