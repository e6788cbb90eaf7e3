// Loader - what clang loads: the plugin in a wrapper that any clang can load.
//
// The plugin takes LLVM's and clang's symbols from the clang that loads it. A
// clang of another version lacks some, and would say which: a line that nobody
// understands. So the file that clang is given needs no such symbol; it has
// the plugin in it as bytes, asks which version is here, and loads the plugin
// if that is its own. Otherwise it says one sentence, and the compilation goes
// on without the plugin. LLVM says its version since 16; before, clang does in
// a text.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/output/SizeSignal.h"
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#define RACEMAP_TEXT2(X) #X
#define RACEMAP_TEXT(X) RACEMAP_TEXT2(X)

asm(".pushsection .rodata\n"
    "racemap_code_begin:\n"
    ".incbin \"" RACEMAP_CODE "\"\n"
    "racemap_code_end:\n"
    ".popsection\n");

extern "C" {
__attribute__((visibility("hidden"))) extern const char
    CodeBegin[] asm("racemap_code_begin");
__attribute__((visibility("hidden"))) extern const char
    CodeEnd[] asm("racemap_code_end");
}

static constexpr char Major[] = RACEMAP_TEXT(RACEMAP_LLVM_MAJOR);

using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
using GetText = std::string (*)();

template <typename Function> static Function find(const char *Name) {
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, Name));
}

/// The number behind "clang version "; 0: there is none.
static unsigned majorIn(const std::string &Text) {
  static constexpr char Lead[] = "clang version ";
  size_t At = Text.find(Lead);
  return At == std::string::npos
             ? 0
             : unsigned(std::strtoul(Text.c_str() + At + sizeof(Lead) - 1,
                                     nullptr, 10));
}

/// The major version of the clang in this process; 0: it does not say.
static unsigned majorHere() {
  unsigned Here = 0, Minor = 0, Patch = 0;
  if (auto Get = find<GetVersion>("LLVMGetVersion"))
    Get(&Here, &Minor, &Patch);
  // clang::getClangFullVersion(), of a clang with the std::string of here.
  else if (auto Say = find<GetText>("_ZN5clang19getClangFullVersionB5cxx11Ev"))
    Here = majorIn(Say());
  return Here;
}

/// Gives back the memory of the bytes that were copied: who looks at what a
/// compilation takes would see them twice.
static void leaveBytes() {
  auto Size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  auto Begin =
      (reinterpret_cast<uintptr_t>(CodeBegin) + Size - 1) / Size * Size;
  auto End = reinterpret_cast<uintptr_t>(CodeEnd) / Size * Size;
  if (Begin < End)
    madvise(reinterpret_cast<void *>(Begin), End - Begin, MADV_DONTNEED);
}

/// What is wrong, or nothing.
static std::string load() {
  racemap::output::SizeSignal IsKept;
  int File = memfd_create("ClangRaceMap", MFD_CLOEXEC);
  if (File < 0)
    return std::strerror(errno);
  for (const char *At = CodeBegin; At != CodeEnd;) {
    ssize_t Written = write(File, At, size_t(CodeEnd - At));
    if (Written <= 0)
      return std::string("cannot copy it to memory: ") + std::strerror(errno);
    At += Written;
  }
  leaveBytes();
  std::string Path = "/proc/self/fd/" + std::to_string(File);
  bool IsLoaded = dlopen(Path.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr;
  std::string Why = IsLoaded ? "" : dlerror();
  close(File);
  return Why;
}

__attribute__((constructor)) static void loadOrSayWhy() {
  unsigned Here = majorHere();
  bool IsOther = Here && std::to_string(Here) != Major;
  std::string Why = IsOther ? "this is clang " + std::to_string(Here) : load();
  // What a symbol is called helps nobody.
  if (Why.find("undefined symbol") != std::string::npos)
    Why = "this is another clang";
  if (!Why.empty())
    std::fprintf(stderr,
                 "warning: racemap: ClangRaceMap-%s.so is for clang %s, so no "
                 "kernel is checked: %s\n",
                 Major, Major, Why.c_str());
}
