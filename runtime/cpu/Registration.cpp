// Registration - what the constructors that clang writes call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Registry.h"
#include "runtime/output/Printable.h"

#include <cstdio>

using namespace racemap::cpu;

namespace {

/// What clang puts in .nvFatBinSegment.
struct FatBinary {
  int Magic, Version;
  const void *Image;
  const void *Unused;
};

DeviceModule *moduleOf(void **Handle) {
  return reinterpret_cast<DeviceModule *>(Handle);
}

void say(const std::string &Text) {
  std::string Line = racemap::output::printableLine("racemap: " + Text) + "\n";
  fputs(Line.c_str(), stderr);
}

} // namespace

extern "C" {

void **__cudaRegisterFatBinary(void *Binary) {
  auto *B = static_cast<FatBinary *>(Binary);
  return reinterpret_cast<void **>(Registry::get().addModule(B->Image));
}

void __cudaRegisterFatBinaryEnd(void **) {}

void __cudaUnregisterFatBinary(void **Handle) {
  Registry::get().removeModule(moduleOf(Handle));
}

void __cudaRegisterFunction(void **Handle, const char *Host, char *,
                            const char *Name, int, void *, void *, void *,
                            void *, int *) {
  Registry::get().addKernel(Host, {moduleOf(Handle), Name});
}

void __cudaRegisterVar(void **Handle, char *Host, char *, const char *Name, int,
                       size_t Bytes, int, int) {
  Registry::get().addVariable(Host, {moduleOf(Handle), Name, Bytes});
}

void __cudaRegisterManagedVar(void **Handle, void **Host, char *Value,
                              const char *Name, size_t Bytes,
                              unsigned Alignment) {
  *Host = moduleOf(Handle)->placeManaged(Name, Value, Bytes, Alignment);
  if (!*Host)
    say("no memory for the managed variable " + std::string(Name));
  // The host's code has the pointer's value where CUDA's has the variable.
  for (const void *Twin :
       {static_cast<const void *>(Host), static_cast<const void *>(*Host)})
    Registry::get().addVariable(Twin, {moduleOf(Handle), Name, Bytes});
}

void __cudaRegisterSurface(void **, const void *, const void **,
                           const char *Name, int, int) {
  say("surface reference " + std::string(Name) + ": the CPU device has none");
}

void __cudaRegisterTexture(void **, const void *, const void **,
                           const char *Name, int, int, int) {
  say("texture reference " + std::string(Name) + ": the CPU device has none");
}

char __cudaInitModule(void **) { return 1; }

} // extern "C"
