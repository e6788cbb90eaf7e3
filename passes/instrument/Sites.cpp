// Sites - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Sites.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace racemap::instrument {

using namespace llvm;

static std::string functionName(const DISubprogram *S) {
  StringRef Linkage = S->getLinkageName();
  return Linkage.empty() ? S->getName().str() : demangle(Linkage);
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
    Stack.push_back(frame(demangle(I.getFunction()->getName()), "", 0, 0));
  return Stack;
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
  if (isAtomic(E.How.Op))
    Site["scope"] = scope(E.How.Op);
  std::string Text;
  raw_string_ostream(Text) << json::Value(json::Object(Site));
  auto [At, IsNew] = Numbers.try_emplace(std::move(Text), All.size());
  if (IsNew)
    All.push_back(std::move(Site));
  return At->second;
}

void Sites::addKernel(const Function &F, bool OrdersOtherwise) {
  Kernels[F.getName()] = json::Object{{"name", demangle(F.getName())},
                                      {"ordersOtherwise", OrdersOtherwise}};
}

void Sites::count(const Function &F, unsigned Accesses) {
  if (json::Value *Kernel = Kernels.get(F.getName()))
    (*Kernel->getAsObject())["accesses"] = Accesses;
}

void Sites::store(Module &M) {
  std::string Text;
  raw_string_ostream(Text) << json::Value(
      json::Object{{"version", 1},
                   {"unit", json::fixUTF8(M.getSourceFileName())},
                   {"sites", std::move(All)},
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
