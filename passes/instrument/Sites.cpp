// Sites - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Sites.h"
#include "passes/instrument/Parameters.h"
#include "passes/ptx/SymbolNames.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace racemap::instrument {

using namespace llvm;

static std::string functionName(const DISubprogram *S) {
  StringRef Linkage = S->getLinkageName();
  return Linkage.empty() ? S->getName().str() : ptx::sourceName(Linkage);
}

static json::Object frame(const std::string &Function, StringRef File,
                          unsigned Line, unsigned Column) {
  return json::Object{{"function", json::fixUTF8(Function)},
                      {"file", json::fixUTF8(File)},
                      {"line", Line},
                      {"column", Column}};
}

/// The access itself first, the kernel last.
static json::Array stackOf(const Instruction &I) {
  json::Array Stack;
  for (const DILocation *L = I.getDebugLoc().get(); L; L = L->getInlinedAt())
    Stack.push_back(frame(functionName(L->getScope()->getSubprogram()),
                          L->getFilename(), L->getLine(), L->getColumn()));
  if (Stack.empty())
    Stack.push_back(
        frame(ptx::sourceName(I.getFunction()->getName()), "", 0, 0));
  return Stack;
}

/// How many levels of the stack are in others' headers, from the access on.
static unsigned numHidden(const Instruction &I,
                          const lift::SystemFiles &Foreign) {
  const DILocation *L = I.getDebugLoc().get();
  unsigned Levels = 0;
  for (const DILocation *Shown = Foreign.shown(L); L != Shown;
       L = L->getInlinedAt())
    ++Levels;
  return Levels;
}

static StringRef operation(const Event &E) {
  switch (E.How.Op) {
  case fsm::Operation::Read:
    return "read";
  case fsm::Operation::Write:
    return "write";
  case fsm::Operation::AtomicBlock:
  case fsm::Operation::AtomicCluster:
  case fsm::Operation::AtomicGrid:
    return "atomic";
  }
  return "write";
}

static StringRef spelling(device::Space S) {
  switch (S) {
  case device::Space::Generic:
    return "generic";
  case device::Space::Global:
    return "global";
  case device::Space::Shared:
    return "shared";
  }
  return "generic";
}

static StringRef scope(fsm::Operation Atomic) {
  switch (atomicScope(Atomic)) {
  case fsm::Scope::Thread:
  case fsm::Scope::Warp:
  case fsm::Scope::Block:
    return "block";
  case fsm::Scope::Cluster:
    return "cluster";
  case fsm::Scope::Grid:
    return "grid";
  }
  return "";
}

unsigned Sites::number(const Instruction &I, const Event &E,
                       const Value *Pointer, const Objects &In) {
  json::Object Site{{"op", operation(E)},
                    {"bytes", int64_t(E.Bytes.number().value_or(0))},
                    {"space", spelling(E.How.In)},
                    {"variable", json::fixUTF8(In.nameOf(Pointer))},
                    {"stack", stackOf(I)}};
  if (unsigned Hidden = numHidden(I, Foreign))
    Site["hidden"] = Hidden;
  if (isAtomic(E.How.Op))
    Site["scope"] = scope(E.How.Op);
  if (E.UniformValue)
    Site["uniformValue"] = E.UniformValue;
  std::string Text;
  raw_string_ostream(Text) << json::Value(json::Object(Site));
  auto [At, IsNew] = Numbers.try_emplace(std::move(Text), All.size());
  if (IsNew)
    All.push_back(std::move(Site));
  auto [Range, IsFirst] =
      Ranges.try_emplace(I.getFunction(), At->second, At->second);
  Range->second.first = std::min(Range->second.first, At->second);
  Range->second.second = std::max(Range->second.second, At->second);
  return At->second;
}

/// [offset, bytes] of each.
static json::Array asJson(ArrayRef<Parameter> Parameters) {
  json::Array All;
  for (const Parameter &P : Parameters)
    All.push_back(json::Array{int64_t(P.Offset), int64_t(P.Bytes)});
  return All;
}

void Sites::addLean(const Function &Full, const Function &Copy,
                    const json::Array &Launches, json::Array Extents) {
  (*Kernels.get(Full.getName())->getAsObject())["lean"] =
      json::Object{{"kernel", Copy.getName()},
                   {"launches", json::Array(Launches)},
                   {"extents", std::move(Extents)}};
}

void Sites::addIgnored(StringRef File, unsigned Line, StringRef Check,
                       StringRef Why) {
  Ignored.push_back(json::Object{{"file", json::fixUTF8(File)},
                                 {"line", Line},
                                 {"check", Check},
                                 {"why", json::fixUTF8(Why)}});
}

void Sites::addWhyFull(StringRef Kernel, StringRef Why) {
  if (json::Value *Known = Kernels.get(Kernel); Known && !Why.empty())
    (*Known->getAsObject())["whyFull"] = json::fixUTF8(Why);
}

void Sites::addKernel(const Function &F, bool OrdersOtherwise,
                      const Function *Of) {
  json::Object Kernel{{"name", ptx::sourceName((Of ? Of : &F)->getName())},
                      {"ordersOtherwise", OrdersOtherwise}};
  if (auto Parameters = parametersOf(F); haveRoom(Parameters))
    Kernel["parameters"] = asJson(Parameters);
  Kernels[F.getName()] = std::move(Kernel);
}

/// Its name, which is not copied, must not be in the table any more.
void Sites::removeKernel(const Function &F) {
  Kernels.erase(F.getName());
  Ranges.erase(&F);
}

/// Has the function, which is instrumented, a barrier of the grid?
static bool hasGridBarrier(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || Callee->getName() != device::abi::Barrier)
      return false;
    const auto *Scope = dyn_cast<ConstantInt>(Call->getArgOperand(0));
    return !Scope || Scope->getZExtValue() == unsigned(fsm::Scope::Grid);
  });
}

/// The calls with which it announces accesses.
static SmallVector<const CallBase *> announcements(const Function &F) {
  SmallVector<const CallBase *> All;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && (Callee->getName() == device::abi::Access ||
                   Callee->getName() == device::abi::Store))
      All.push_back(Call);
  }
  return All;
}

bool mayAccessShared(const Function &F) {
  return any_of(announcements(F), [](const CallBase *Call) {
    const auto *How = dyn_cast<ConstantInt>(Call->getArgOperand(2));
    return !How || device::Descriptor::of(unsigned(How->getZExtValue())).In !=
                       device::Space::Global;
  });
}

void Sites::finish(const Function &F, unsigned Accesses) {
  json::Value *Known = Kernels.get(F.getName());
  if (!Known)
    return;
  json::Object &Kernel = *Known->getAsObject();
  Kernel["accesses"] = Accesses;
  Kernel["gridBarriers"] = hasGridBarrier(F) && !announcements(F).empty();
  Kernel["shared"] = mayAccessShared(F);
  auto Own = Ranges.find(&F);
  if (Own != Ranges.end())
    Kernel["sites"] = json::Array{Own->second.first, Own->second.second};
}

void Sites::store(Module &M) {
  std::string Text;
  raw_string_ostream(Text) << json::Value(
      json::Object{{"version", 1},
                   {"unit", json::fixUTF8(M.getSourceFileName())},
                   {"sites", std::move(All)},
                   {"ignored", std::move(Ignored)},
                   {"kernels", std::move(Kernels)}});
  Constant *Bytes = ConstantDataArray::getString(M.getContext(), Text,
                                                 /*AddNull=*/false);
  auto *Info = new GlobalVariable(
      M, Bytes->getType(), /*isConstant=*/true, GlobalValue::InternalLinkage,
      Bytes, device::abi::ModuleInfo, /*InsertBefore=*/nullptr,
      GlobalValue::NotThreadLocal, /*AddressSpace=*/1);
  appendToCompilerUsed(M, {Info});
}

} // namespace racemap::instrument
