// DeviceModule - see the header.
//
// The bitcode is parsed again for each kernel, with bodies of functions read
// when they are reached: a module of many kernels costs what the launched ones
// need.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/DeviceModule.h"
#include "passes/ptx/SymbolNames.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/Jit.h"
#include "runtime/cpu/KernelNotes.h"
#include "runtime/cpu/Monitor.h"
#include "runtime/cpu/lower/Lower.h"
#include "runtime/device/Abi.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <atomic>
#include <cstdlib>

namespace racemap::cpu {

using namespace llvm;
using object::OffloadBinary;

static std::atomic<bool> IsEnding = false;

bool DeviceModule::processEnds() { return IsEnding; }

DeviceModule::~DeviceModule() {
  // What was compiled, the one of the process has.
  for (orc::JITDylib *Code : Compiled)
    cantFail(Jit::get())->remove(*Code);
  for (unsigned First : Units)
    monitor::removeModule(First);
  if (Globals)
    Globals->free();
  for (const auto &[Name, Place] : Managed)
    Arena::get().free(Place.Begin);
}

/// The image at an address: it says itself how long it is.
static Expected<std::unique_ptr<OffloadBinary>> open(const void *Image) {
  auto *Bytes = static_cast<const char *>(Image);
  StringRef Magic(Bytes, 4);
  if (Magic != StringRef("\x10\xFF\x10\xAD", 4))
    return createStringError(
        "this program's device code is not for the CPU device: compile it with "
        "`racemap cc --device=cpu`");
  uint64_t Size = 0;
  memcpy(&Size, Bytes + 8, sizeof Size);
  MemoryBufferRef Buffer(StringRef(Bytes, Size), "device code");
  return OffloadBinary::create(Buffer);
}

/// Is this said of the image to be true? False if it cannot be read.
static bool isSaid(const void *Image, StringRef What) {
  auto Binary = open(Image);
  if (!Binary) {
    consumeError(Binary.takeError());
    return false;
  }
  return (*Binary)->getString(What) == "true";
}

bool DeviceModule::isRelocatable(const void *Image) {
  return isSaid(Image, "rdc");
}

bool DeviceModule::isSanitized(const void *Image) {
  return isSaid(Image, "sanitized");
}

Expected<std::unique_ptr<Module>> DeviceModule::parse(LLVMContext &Context) {
  auto M =
      getLazyBitcodeModule(MemoryBufferRef(Bitcode, "device code"), Context);
  if (M) {
    nameVariables(**M);
    joinStatics(**M);
    resolveAliases(**M);
  }
  return M;
}

/// The text that instrumented code tells about its sites.
static StringRef moduleInfo(const Module &M) {
  const GlobalVariable *V = M.getNamedGlobal(device::abi::ModuleInfo);
  if (!V || !V->hasInitializer())
    return "";
  auto *Text = dyn_cast<ConstantDataSequential>(V->getInitializer());
  return Text && Text->isString() ? Text->getAsString() : "";
}

/// Each unit numbers its sites from 0; here all of the program's are different.
void DeviceModule::addSites(Module &Unit) {
  StringRef Info = moduleInfo(Unit);
  if (Info.empty())
    return;
  IsInstrumented = true;
  Units.push_back(monitor::addModule(Info));
  renumberSites(Unit, Units.back());
  GlobalVariable *Told = Unit.getNamedGlobal(device::abi::ModuleInfo);
  removeFromUsedLists(Unit, [&](Constant *C) { return C == Told; });
  Told->eraseFromParent();
}

/// Several units that share symbols become one.
Error DeviceModule::link() {
  LLVMContext Context;
  Module All("device code", Context);
  Linker Links(All);
  for (const void *Image : Images) {
    auto Binary = open(Image);
    if (!Binary)
      return Binary.takeError();
    auto M = parseBitcodeFile(
        MemoryBufferRef((*Binary)->getImage(), "device code"), Context);
    if (!M)
      return M.takeError();
    addSites(**M);
    joinStatics(**M);
    if (Links.linkInModule(std::move(*M)))
      return createStringError("the units' device code cannot be linked");
  }
  SmallString<0> Bytes;
  raw_svector_ostream OS(Bytes);
  WriteBitcodeToFile(All, OS);
  Linked = MemoryBuffer::getMemBufferCopy(Bytes);
  Bitcode = Linked->getBuffer();
  return Error::success();
}

Error DeviceModule::load() {
  if (NumLoaded == Images.size())
    return Error::success();
  if (NumLoaded)
    return createStringError("device code was registered after its program "
                             "had begun to use it");
  NumLoaded = Images.size();
  // Functions that are to run at the end do so in reverse: this one comes
  // before the one that unregisters the module.
  std::atexit([] { IsEnding = true; });
  IsLockstep = llvm::any_of(
      Images, [](const void *Image) { return isSaid(Image, "lockstep"); });
  if (Images.size() == 1) {
    auto Binary = open(Images.front());
    if (!Binary)
      return Binary.takeError();
    Bitcode = (*Binary)->getImage();
  } else if (Error E = link()) {
    return E;
  }
  auto Context = std::make_unique<LLVMContext>();
  auto M = parse(*Context);
  if (!M)
    return M.takeError();
  if (StringRef Info = moduleInfo(**M); !Info.empty()) {
    IsInstrumented = true;
    FirstSite = monitor::addModule(Info);
    Units = {FirstSite};
  }
  Globals = std::make_unique<Variables>(std::move(Context), std::move(*M));
  Globals->keep(Managed);
  return Error::success();
}

char *DeviceModule::placeManaged(const std::string &Name, const void *Value,
                                 size_t Bytes, size_t Alignment) {
  char *Begin = Arena::get().allocate(Bytes, Allocation::Kind::Managed, {},
                                      ptx::sourceName(Name),
                                      std::max<size_t>(256, Alignment));
  if (!Begin)
    return nullptr;
  memcpy(Begin, Value, Bytes);
  Managed[Name] = {Begin, Bytes, Value};
  return Begin;
}

Error DeviceModule::resetVariables() {
  for (const auto &[Name, Place] : Managed)
    memcpy(Place.Begin, Place.Value, Place.Bytes);
  return Globals ? Globals->reset() : Error::success();
}

Expected<Variables::Place> DeviceModule::variable(const std::string &Name) {
  if (Error E = load())
    return std::move(E);
  return Globals->place(Name);
}

static void describe(const Function &Kernel, CompiledKernel &Out) {
  const DataLayout &Layout = Kernel.getParent()->getDataLayout();
  Out.Mangled = Kernel.getName().str();
  Out.Name = ptx::sourceName(Kernel.getName());
  Out.MaxThreads = maxThreads(Kernel);
  Out.Cluster = clusterDims(Kernel);
  size_t End = 0;
  for (const Argument &A : Kernel.args()) {
    Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
    Align Alignment = A.hasByValAttr() ? A.getParamAlign().valueOrOne()
                                       : Layout.getABITypeAlign(T);
    End = alignTo(End, Alignment);
    Out.Parameters.push_back(
        {End, Layout.getTypeAllocSize(T), partsOf(T, Layout)});
    End += Layout.getTypeAllocSize(T);
  }
}

/// The pointer that a kernel finds may be another kernel's, whose shared memory
/// has another layout.
Error DeviceModule::checkPointers(const std::string &Kernel,
                                  const std::vector<std::string> &Functions) {
  for (const std::string &F : Functions) {
    const std::string &First =
        SharedBehindPointers.emplace(F, Kernel).first->second;
    if (First != Kernel)
      return createStringError(
          "kernel " + ptx::sourceName(Kernel) + ": " + ptx::sourceName(F) +
          " has __shared__ variables and is called through a pointer, also by "
          "kernel " +
          ptx::sourceName(First) + ": the CPU device cannot do that");
  }
  return Error::success();
}

Expected<CompiledKernel> DeviceModule::compile(const std::string &Name) {
  auto Engine = Jit::get();
  if (!Engine)
    return Engine.takeError();
  auto Machine = (*Engine)->targetMachine();
  if (!Machine)
    return Machine.takeError();
  auto Context = std::make_unique<LLVMContext>();
  // What LLVM could not optimise is nothing to tell the user.
  Context->setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
  auto M = parse(*Context);
  if (!M)
    return M.takeError();
  Function *Kernel = (*M)->getFunction(Name);
  if (!Kernel || Kernel->isDeclaration())
    return createStringError("no device code for the kernel " +
                             ptx::sourceName(Name));
  CompiledKernel Out;
  Out.Units = Units;
  describe(*Kernel, Out);
  auto Place = [&](StringRef Variable) -> Expected<char *> {
    auto Found = Globals->place(Variable);
    if (!Found)
      return Found.takeError();
    return Found->Begin;
  };
  auto Has = [](StringRef F) { return Jit::find(F) != nullptr; };
  Lowering L{**M, *Kernel,        **Machine, Place,
             Has, IsInstrumented, FirstSite, IsLockstep};
  if (Error E = lower(L))
    return std::move(E);
  if (Error E = checkPointers(Name, L.SharedBehindPointers))
    return std::move(E);
  Out.NeedsFibers = L.needsFibers();
  Out.KnowsThreads = L.KnowsThreads;
  Out.JoinedWidth = L.JoinedWidth;
  Out.StaticShared = L.StaticShared;
  Out.SharedVariables = std::move(L.SharedVariables);
  std::vector<std::string> Wanted = {EntryName};
  std::map<std::string, void *> Library;
  for (const std::string &F : L.FunctionsInVariables) {
    Function *Found = (*M)->getFunction(F);
    if (Found && !Found->isDeclaration())
      Wanted.push_back(F);
    else if (void *Address = Jit::find(F))
      Library[F] = Address;
  }
  auto Code = (*Engine)->compile(std::move(*M), std::move(Context), Wanted);
  if (!Code)
    return Code.takeError();
  Compiled.push_back(Code->Its);
  Globals->fill(Library);
  Out.Entry = reinterpret_cast<KernelEntry>(Code->Functions[EntryName]);
  Globals->fill(Code->Functions);
  return Out;
}

Expected<const CompiledKernel *> DeviceModule::kernel(const std::string &Name) {
  if (Error E = load())
    return std::move(E);
  auto Known = Kernels.find(Name);
  if (Known != Kernels.end())
    return &Known->second;
  auto New = compile(Name);
  if (!New)
    return New.takeError();
  return &Kernels.emplace(Name, std::move(*New)).first->second;
}

Expected<std::vector<std::string>> DeviceModule::kernels() {
  if (Error E = load())
    return std::move(E);
  LLVMContext Context;
  auto M = parse(Context);
  if (!M)
    return M.takeError();
  std::vector<std::string> Names;
  for (const Function &F : **M)
    if (F.getCallingConv() == CallingConv::PTX_Kernel && !F.isDeclaration())
      Names.push_back(F.getName().str());
  return Names;
}

} // namespace racemap::cpu
