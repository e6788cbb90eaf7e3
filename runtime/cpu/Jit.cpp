// Jit - see the header. Each module is a library of its own to ORC, so that
// names do not meet.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Jit.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"

#include <dlfcn.h>

namespace racemap::cpu {

using namespace llvm;
using namespace llvm::orc;

static Expected<JITTargetMachineBuilder> hostMachine() {
  auto Builder = JITTargetMachineBuilder::detectHost();
  if (!Builder)
    return Builder.takeError();
  Builder->setCodeGenOptLevel(CodeGenOptLevel::Default);
  Builder->setRelocationModel(Reloc::PIC_);
  // What the IR does not ask for is not fused.
  Builder->getOptions().AllowFPOpFusion = FPOpFusion::Standard;
  return Builder;
}

Expected<Jit *> Jit::get() {
  // Never destroyed: the program's destructors may launch kernels.
  static Jit *Only = nullptr;
  if (Only)
    return Only;
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Machine = hostMachine();
  if (!Machine)
    return Machine.takeError();
  auto Orc = LLJITBuilder().setJITTargetMachineBuilder(*Machine).create();
  if (!Orc)
    return Orc.takeError();
  Only = new Jit;
  Only->Orc = std::move(*Orc);
  return Only;
}

Expected<std::unique_ptr<TargetMachine>> Jit::targetMachine() {
  auto Machine = hostMachine();
  if (!Machine)
    return Machine.takeError();
  return Machine->createTargetMachine();
}

/// This library, as the dynamic linker knows it.
static void *thisLibrary() {
  static void *Handle = [] {
    Dl_info Info;
    if (!dladdr(reinterpret_cast<void *>(&Jit::get), &Info))
      return static_cast<void *>(nullptr);
    return dlopen(Info.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  }();
  return Handle;
}

/// Of this library, not of one that it depends on.
static void *ownSymbol(const std::string &Name) {
  void *Found = dlsym(thisLibrary(), Name.c_str());
  Dl_info Here, There;
  if (!Found || !dladdr(reinterpret_cast<void *>(&Jit::get), &Here) ||
      !dladdr(Found, &There) || Here.dli_fbase != There.dli_fbase)
    return nullptr;
  return Found;
}

void *Jit::find(StringRef Name) {
  if (void *Found = ownSymbol("__racemap_device_" + Name.str()))
    return Found;
  return ownSymbol(Name.str());
}

/// C functions that the backend calls where the host has no instruction.
static void *backendFunction(StringRef Name) {
  return dlsym(RTLD_DEFAULT, Name.str().c_str());
}

namespace {

class Functions : public DefinitionGenerator {
public:
  Error tryToGenerate(LookupState &, LookupKind, JITDylib &JD,
                      JITDylibLookupFlags,
                      const SymbolLookupSet &Wanted) override {
    SymbolMap Found;
    for (auto &[Name, Flags] : Wanted) {
      void *Address = Jit::find(*Name);
      if (!Address)
        Address = backendFunction(*Name);
      if (Address)
        Found[Name] = {ExecutorAddr::fromPtr(Address),
                       JITSymbolFlags::Exported | JITSymbolFlags::Callable};
    }
    return Found.empty() ? Error::success()
                         : JD.define(absoluteSymbols(std::move(Found)));
  }
};

} // namespace

Expected<Jit::Code> Jit::compile(std::unique_ptr<Module> M,
                                 std::unique_ptr<LLVMContext> Context,
                                 ArrayRef<std::string> Names) {
  auto Library =
      Orc->getExecutionSession().createJITDylib("u" + utostr(NumModules++));
  if (!Library)
    return Library.takeError();
  Library->addGenerator(std::make_unique<Functions>());
  M->setDataLayout(Orc->getDataLayout());
  ThreadSafeModule Safe(std::move(M), std::move(Context));
  if (Error E = Orc->addIRModule(*Library, std::move(Safe)))
    return std::move(E);
  Code New{{}, &*Library};
  for (const std::string &Name : Names) {
    auto Found = Orc->lookup(*Library, Name);
    if (!Found)
      return Found.takeError();
    New.Functions[Name] = Found->toPtr<void *>();
  }
  return New;
}

void Jit::remove(JITDylib &Its) {
  consumeError(Orc->getExecutionSession().removeJITDylib(Its));
}

} // namespace racemap::cpu
