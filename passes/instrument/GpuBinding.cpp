// GpuBinding - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/GpuBinding.h"
#include "passes/instrument/Parameters.h"
#include "passes/instrument/Sites.h"
#include "passes/lift/module/LLVMCompat.h"
#include "runtime/device/Abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Transforms/Utils/Cloning.h"

// The device runtime as bitcode.
__asm__(".section .rodata\n"
        ".global RacemapGpuBitcodeBegin\n"
        ".global RacemapGpuBitcodeEnd\n"
        ".hidden RacemapGpuBitcodeBegin\n"
        ".hidden RacemapGpuBitcodeEnd\n"
        ".balign 16\n"
        "RacemapGpuBitcodeBegin:\n"
        ".incbin \"" RACEMAP_GPU_BITCODE "\"\n"
        "RacemapGpuBitcodeEnd:\n"
        ".byte 0\n"
        ".previous\n");
extern "C" const char RacemapGpuBitcodeBegin[], RacemapGpuBitcodeEnd[];

namespace racemap::instrument {

using namespace llvm;

static constexpr StringRef UnitVariable = "__racemap_unit";
static constexpr StringRef Own = "__racemap_gpu_";
/// Its first parameters are a thread's state and its launch: how large they are
/// is known from there.
static constexpr StringRef BeginName = "__racemap_gpu_begin";

StringRef declarationOfUnit() {
  return R"(
static __attribute__((device)) struct {
  const void *Info;
  unsigned long long InfoBytes;
  const void *Variables;
  unsigned long long NumVariables;
} __racemap_unit;
extern "C" void __racemap_gpu_register(const void *);
__attribute__((constructor)) static void __racemap_gpu_enter() {
  __racemap_gpu_register(&__racemap_unit);
}
)";
}

/// The unit's variable; null in a module without one.
static GlobalVariable *unitOf(Module &M) {
  auto Found = find_if(M.globals(), [](const GlobalVariable &V) {
    return V.getName().contains(UnitVariable) && !V.isDeclaration();
  });
  return Found == M.global_end() ? nullptr : &*Found;
}

/// A kernel's lean copy is one more for CUDA, known by a variable of its own.
static void registerLean(CallBase &Full, GlobalVariable &Unit) {
  constexpr unsigned Host = 1, Written = 2, Name = 3;
  StringRef Known;
  if (!getConstantStringInfo(Full.getArgOperand(Name), Known))
    return;
  Module &M = *Full.getModule();
  IRBuilder<> B(Full.getNextNode());
  Value *Its = B.CreateGlobalString((Known + device::abi::LeanSuffix).str());
  auto *Lean = new GlobalVariable(M, B.getInt8Ty(), /*isConstant=*/false,
                                  GlobalValue::InternalLinkage, B.getInt8(0),
                                  Own + "copy");
  auto *Copy = cast<CallBase>(B.Insert(Full.clone()));
  Copy->setArgOperand(Host, Lean);
  Copy->setArgOperand(Written, Its);
  Copy->setArgOperand(Name, Its);
  FunctionCallee Note =
      M.getOrInsertFunction("__racemap_gpu_lean", B.getVoidTy(), B.getPtrTy(),
                            B.getPtrTy(), B.getPtrTy());
  B.CreateCall(Note, {Full.getArgOperand(Host), Lean, &Unit});
}

static void registerLeanCopies(Module &M) {
  Function *Register = M.getFunction("__cudaRegisterFunction");
  GlobalVariable *Unit = unitOf(M);
  if (!Register || !Unit)
    return;
  for (User *U : make_early_inc_range(Register->users()))
    if (auto *Call = dyn_cast<CallBase>(U))
      if (Call->getCalledFunction() == Register)
        registerLean(*Call, *Unit);
}

bool redirectHostCalls(Module &M, bool WithLeanCopies) {
  if (WithLeanCopies)
    registerLeanCopies(M);
  static constexpr StringRef Names[] = {
#define RACEMAP_GPU_CALL(NAME) #NAME,
#include "runtime/device/HostCalls.def"
  };
  SmallPtrSet<Function *, 16> Callers;
  bool Changed = false;
  for (StringRef Name : Names)
    for (StringRef Variant : {"", "_ptsz", "_ptds"}) {
      Function *F = M.getFunction((Name + Variant).str());
      if (!F || !F->isDeclaration())
        continue;
      for (User *U : F->users())
        if (auto *I = dyn_cast<Instruction>(U))
          Callers.insert(I->getFunction());
      F->setName("__racemap_" + Name + Variant);
      Changed = true;
    }
  // Headers have templates that call them. Those of this unit are its own, so
  // that the linker does not take another unit's.
  for (Function *F : Callers)
    if (F->hasLinkOnceLinkage()) {
      F->setLinkage(GlobalValue::InternalLinkage);
      F->setComdat(nullptr);
    }
  return Changed;
}

namespace {

class Binding {
public:
  Binding(Module &M, function_ref<bool(const Function &)> OrdersOtherwise,
          const LeanExtents &Extents, Remarks &Said)
      : M(M), OrdersOtherwise(OrdersOtherwise), Extents(Extents), Said(Said) {}

  Error run();

private:
  Error link();
  void leaveAlone(Function &F);
  bool mayMeetOutside(Function &Kernel) const;
  void bind(Function &Kernel);
  Function *withLaunch(Function &Kernel);
  void describeUnit();
  Constant *text(StringRef Text);

  Constant *codeOf(const Function &Kernel);

  Module &M;
  function_ref<bool(const Function &)> OrdersOtherwise;
  const LeanExtents &Extents;
  Remarks &Said;
};

} // namespace

static bool isCallOfAbi(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && F->getName().starts_with("__racemap_") &&
         !F->getName().starts_with(Own);
}

static bool isCallOf(const Instruction &I, StringRef Name) {
  return isCallOfAbi(I) &&
         cast<CallBase>(I).getCalledFunction()->getName() == Name;
}

/// Removes what the pass has put into a function.
void Binding::leaveAlone(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isCallOfAbi(I))
      I.eraseFromParent();
}

/// Does a kernel call anything that may have a barrier and is not a part of it?
bool Binding::mayMeetOutside(Function &Kernel) const {
  SetVector<Function *> Reached;
  Reached.insert(&Kernel);
  for (unsigned N = 0; N < Reached.size(); ++N)
    for (Instruction &I : instructions(*Reached[N])) {
      if (N > 0 && isCallOf(I, device::abi::Barrier))
        return true;
      auto *Call = dyn_cast<CallBase>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (Callee && !Callee->isDeclaration())
        Reached.insert(Callee);
    }
  return false;
}

/// The kernel with one more parameter, in the place of it.
Function *Binding::withLaunch(Function &Kernel) {
  FunctionType *Old = Kernel.getFunctionType();
  SmallVector<Type *> Parameters(Old->params());
  LLVMContext &C = M.getContext();
  Parameters.push_back(PointerType::getUnqual(C));
  auto *Its = FunctionType::get(Old->getReturnType(), Parameters, false);
  Function *New = Function::Create(Its, Kernel.getLinkage(),
                                   Kernel.getAddressSpace(), "", &M);
  New->copyAttributesFrom(&Kernel);
  New->setComdat(Kernel.getComdat());
  New->copyMetadata(&Kernel, 0);
  // The checks take registers; a block of any size has to get enough of them.
  // Of a lean copy, the host asks whether it has.
  auto Lean = Extents.find(&Kernel);
  bool IsLean = Lean != Extents.end();
  if (!New->hasFnAttribute("nvvm.maxntid") &&
      !New->hasFnAttribute("nvvm.reqntid") && !IsLean)
    New->addFnAttr("nvvm.maxntid", "1024");
  // Given by value, where it lies: no thread has a copy.
  const Function &Begin = *M.getFunction(BeginName);
  auto *Bytes =
      ArrayType::get(Type::getInt8Ty(C),
                     Begin.getParamDereferenceableBytes(1) +
                         (IsLean ? Lean->second * 2 * sizeof(uint64_t) : 0));
  AttrBuilder Launch(C);
  Launch.addByValAttr(Bytes);
  Launch.addAlignmentAttr(Begin.getParamAlign(1));
  Launch.addAttribute(Attribute::NoAlias);
  Launch.addAttribute(Attribute::ReadOnly);
  Launch.addAttribute("nvvm.grid_constant");
  New->addParamAttrs(Old->getNumParams(), Launch);
  New->splice(New->begin(), &Kernel);
  for (unsigned I = 0; I < Old->getNumParams(); ++I) {
    New->getArg(I)->takeName(Kernel.getArg(I));
    Kernel.getArg(I)->replaceAllUsesWith(New->getArg(I));
  }
  New->takeName(&Kernel);
  Kernel.replaceAllUsesWith(New);
  Kernel.eraseFromParent();
  return New;
}

/// Is the kernel's address used by code of the device, that is, launched?
static bool isUsedByCode(const Function &F) {
  return any_of(F.users(), [](const User *U) { return isa<Instruction>(U); });
}

/// gpu::Code.
Constant *Binding::codeOf(const Function &Kernel) {
  unsigned First = ~0u, Last = 0;
  for (const Instruction &I : instructions(Kernel))
    if (isCallOf(I, device::abi::Access)) {
      const auto *Site = cast<ConstantInt>(cast<CallBase>(I).getArgOperand(3));
      First = std::min(First, unsigned(Site->getZExtValue()));
      Last = std::max(Last, unsigned(Site->getZExtValue()));
    }
  auto *Pointer = PointerType::getUnqual(M.getContext());
  auto *Int = Type::getInt32Ty(M.getContext());
  GlobalVariable *Unit = unitOf(M);
  Constant *Fields[] = {
      Unit ? ConstantExpr::getPointerBitCastOrAddrSpaceCast(Unit, Pointer)
           : ConstantPointerNull::get(Pointer),
      ConstantInt::get(Int, First),
      ConstantInt::get(Int, First == ~0u ? 0 : Last - First + 1)};
  Constant *Value =
      ConstantStruct::get(StructType::get(Pointer, Int, Int), Fields);
  auto *Code = new GlobalVariable(
      M, Value->getType(), /*isConstant=*/true, GlobalValue::InternalLinkage,
      Value, Own + "code", /*InsertBefore=*/nullptr,
      GlobalValue::NotThreadLocal, /*AddressSpace=*/1);
  return ConstantExpr::getPointerBitCastOrAddrSpaceCast(Code, Pointer);
}

static void atReturns(Function &F, function_ref<void(IRBuilder<> &)> Insert) {
  for (BasicBlock &B : F)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator())) {
      IRBuilder<> At(Return);
      Insert(At);
    }
}

/// Loads of the places of arrays: a parameter, of which the code may make a
/// copy first, is not there all the time.
static void mayBeWritten(Instruction &Extents) {
  for (User *Place : Extents.users())
    for (User *U : Place->users())
      if (auto *Load = dyn_cast<LoadInst>(U))
        Load->setMetadata(LLVMContext::MD_invariant_load, nullptr);
}

void Binding::bind(Function &Old) {
  if (!haveRoom(parametersOf(Old)))
    return leaveAlone(Old);
  bool IsLeftAlone = OrdersOtherwise(Old);
  Function *Kernel = withLaunch(Old);
  if (IsLeftAlone)
    return leaveAlone(*Kernel);
  if (mayMeetOutside(*Kernel)) {
    Said.push_back({Kernel->getName().str(),
                    "this kernel is not monitored on the GPU: it calls a "
                    "function with a barrier that cannot be inlined"});
    leaveAlone(*Kernel);
    return;
  }
  BasicBlock &Entry = Kernel->getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  Function *Begin = M.getFunction(BeginName);
  AllocaInst *State = B.CreateAlloca(
      ArrayType::get(B.getInt8Ty(), Begin->getParamDereferenceableBytes(0)),
      nullptr, "racemap.thread");
  State->setAlignment(Begin->getParamAlign(0).valueOrOne());
  Value *Thread = B.CreatePointerBitCastOrAddrSpaceCast(State, B.getPtrTy());
  Value *Launch = Kernel->getArg(Kernel->arg_size() - 1);
  B.SetInsertPoint(Entry.getFirstNonPHIOrDbgOrAlloca());
  bool UsesShared = mayAccessShared(*Kernel);
  B.CreateCall(
      Begin, {Thread, Launch, codeOf(*Kernel), B.getInt32(UsesShared ? 1 : 0)});
  if (UsesShared)
    atReturns(*Kernel, [&](IRBuilder<> &At) {
      At.CreateCall(M.getFunction("__racemap_gpu_end"), {Thread});
    });
  bool HasAccesses = any_of(instructions(*Kernel), [](const Instruction &I) {
    return isCallOf(I, device::abi::Access);
  });
  for (Instruction &I : make_early_inc_range(instructions(*Kernel))) {
    if (!isCallOfAbi(I))
      continue;
    auto &Call = cast<CallBase>(I);
    StringRef Name = Call.getCalledFunction()->getName();
    bool IsIdle = Name == device::abi::Barrier && !HasAccesses;
    if (Name == device::abi::Extents)
      mayBeWritten(Call);
    Name.consume_front("__racemap_");
    if (Function *Ours = M.getFunction((Own + Name).str()); Ours && !IsIdle) {
      SmallVector<Value *> Arguments{Thread};
      Arguments.append(Call.arg_begin(), Call.arg_end());
      B.SetInsertPoint(&Call);
      Call.replaceAllUsesWith(B.CreateCall(Ours, Arguments));
    }
    Call.eraseFromParent();
  }
}

/// clang's scopes mean nothing on this target. The host looks at what is loaded
/// and stored only.
static void setScope(Instruction &I, SyncScope::ID Device) {
  if (auto *Swap = dyn_cast<AtomicCmpXchgInst>(&I))
    Swap->setSyncScopeID(Device);
  else if (auto *Change = dyn_cast<AtomicRMWInst>(&I))
    Change->setSyncScopeID(Device);
}

/// Links the runtime, whose functions are the unit's own.
Error Binding::link() {
  StringRef Bytes(RacemapGpuBitcodeBegin,
                  RacemapGpuBitcodeEnd - RacemapGpuBitcodeBegin);
  auto Runtime = parseBitcodeFile(MemoryBufferRef(Bytes, "device runtime"),
                                  M.getContext());
  if (!Runtime)
    return Runtime.takeError();
  (*Runtime)->setDataLayout(M.getDataLayout());
  (*Runtime)->setTargetTriple(M.getTargetTriple());
  StripDebugInfo(**Runtime);
  SyncScope::ID Device = M.getContext().getOrInsertSyncScopeID("device");
  for (Function &F : **Runtime) {
    F.removeFnAttr("target-cpu");
    F.removeFnAttr("target-features");
    for (Instruction &I : instructions(F))
      setScope(I, Device);
  }
  if (NamedMDNode *Flags = (*Runtime)->getModuleFlagsMetadata())
    Flags->eraseFromParent();
  std::vector<std::string> Names;
  for (Function &F : **Runtime)
    if (!F.isDeclaration())
      Names.push_back(F.getName().str());
  if (Linker::linkModules(M, std::move(*Runtime)))
    return createStringError("the device runtime does not fit the module");
  for (const std::string &Name : Names)
    if (Function *F = M.getFunction(Name)) {
      F->setLinkage(GlobalValue::InternalLinkage);
      F->setComdat(nullptr);
    }
  return Error::success();
}

/// A variable with these characters, not ended by a 0.
Constant *Binding::text(StringRef Text) {
  Constant *Bytes =
      ConstantDataArray::getString(M.getContext(), Text, /*AddNull=*/false);
  return new GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                            GlobalValue::InternalLinkage, Bytes, Own + "text",
                            /*InsertBefore=*/nullptr,
                            GlobalValue::NotThreadLocal, /*AddressSpace=*/1);
}

static bool isVariable(const GlobalVariable &V) {
  return V.getAddressSpace() == 1 && !isTable(V) && !V.isDeclaration() &&
         !V.getName().contains("__racemap_") &&
         !V.getName().starts_with("llvm.");
}

/// Fills in the unit's variable. A module without it has no host part.
void Binding::describeUnit() {
  GlobalVariable *Info =
      M.getGlobalVariable(device::abi::ModuleInfo, /*AllowInternal=*/true);
  GlobalVariable *Unit = unitOf(M);
  if (!Info || !Unit)
    return;
  Info->setName(Own + "info");
  auto *Pointer = PointerType::getUnqual(M.getContext());
  auto *Long = Type::getInt64Ty(M.getContext());
  auto Generic = [&](Constant *C) {
    return ConstantExpr::getPointerBitCastOrAddrSpaceCast(C, Pointer);
  };
  auto Size = [&](const GlobalVariable &V) {
    return ConstantInt::get(
        Long, M.getDataLayout().getTypeAllocSize(V.getValueType()));
  };
  SmallVector<GlobalVariable *> Variables;
  for (GlobalVariable &V : M.globals())
    if (isVariable(V))
      Variables.push_back(&V);
  auto *Row = StructType::get(Pointer, Long, Pointer, Long);
  SmallVector<Constant *> Rows;
  for (GlobalVariable *V : Variables) {
    std::string Name = demangle(V->getName());
    Rows.push_back(ConstantStruct::get(Row, Generic(V), Size(*V),
                                       Generic(text(Name)),
                                       ConstantInt::get(Long, Name.size())));
  }
  auto *Table = ArrayType::get(Row, Rows.size());
  auto *All = new GlobalVariable(
      M, Table, /*isConstant=*/true, GlobalValue::InternalLinkage,
      ConstantArray::get(Table, Rows), Own + "variables",
      /*InsertBefore=*/nullptr, GlobalValue::NotThreadLocal,
      /*AddressSpace=*/1);
  auto *Record = cast<StructType>(Unit->getValueType());
  Unit->setInitializer(
      ConstantStruct::get(Record, Generic(Info), Size(*Info), Generic(All),
                          ConstantInt::get(Long, Rows.size())));
}

Error Binding::run() {
  if (Error E = link())
    return E;
  SmallVector<Function *> Kernels;
  for (Function &F : M)
    if (!F.isDeclaration() && lift::hasKernelConvention(F))
      Kernels.push_back(&F);
  for (Function *F : Kernels)
    if (isUsedByCode(*F)) {
      ValueToValueMapTy Map;
      Function *Plain = CloneFunction(F, Map);
      Plain->setName(F->getName() + "__racemap_plain");
      leaveAlone(*Plain);
      F->replaceUsesWithIf(
          Plain, [](Use &U) { return isa<Instruction>(U.getUser()); });
    }
  for (Function *F : Kernels)
    bind(*F);
  for (Function &F : M)
    if (any_of(instructions(F), isCallOfAbi)) {
      if (!F.getName().ends_with("__racemap_plain") &&
          any_of(instructions(F), [](const Instruction &I) {
            return isCallOf(I, device::abi::Access);
          }))
        Said.push_back({demangle(F.getName()),
                        "this function is not monitored on the GPU, as it "
                        "cannot be inlined into its kernels"});
      leaveAlone(F);
    }
  describeUnit();
  StripDebugInfo(M);
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() &&
        F.getName().starts_with("__racemap_"))
      F.eraseFromParent();
  return Error::success();
}

Error bindToGpuRuntime(Module &M,
                       function_ref<bool(const Function &)> OrdersOtherwise,
                       const LeanExtents &Extents, Remarks &Said) {
  return Binding(M, OrdersOtherwise, Extents, Said).run();
}

} // namespace racemap::instrument
