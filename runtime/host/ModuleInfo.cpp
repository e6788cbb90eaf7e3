// ModuleInfo - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/ModuleInfo.h"

#include <nlohmann/json.hpp>

namespace racemap::host {

using nlohmann::json;

/// The member of an object, or an empty value.
static const json &member(const json &Object, const char *Name) {
  static const json Nothing;
  auto Found = Object.find(Name);
  return Found == Object.end() ? Nothing : *Found;
}

static std::string text(const json &Object, const char *Name) {
  const json &Value = member(Object, Name);
  return Value.is_string() ? Value.get<std::string>() : std::string();
}

static unsigned number(const json &Object, const char *Name) {
  const json &Value = member(Object, Name);
  return Value.is_number_unsigned() ? Value.get<unsigned>() : 0;
}

static fsm::Operation operation(const json &Site) {
  std::string Op = text(Site, "op"), Scope = text(Site, "scope");
  if (Op == "write")
    return fsm::Operation::Write;
  if (Op != "atomic")
    return fsm::Operation::Read;
  if (Scope == "block")
    return fsm::Operation::AtomicBlock;
  return Scope == "cluster" ? fsm::Operation::AtomicCluster
                            : fsm::Operation::AtomicGrid;
}

static Site readSite(const json &Value) {
  Site S;
  S.Op = operation(Value);
  S.Bytes = number(Value, "bytes");
  S.Variable = text(Value, "variable");
  for (const json &Level : member(Value, "stack"))
    S.Stack.push_back({text(Level, "function"), text(Level, "file"),
                       number(Level, "line"), number(Level, "column")});
  return S;
}

/// The range that has all sites whose outermost function is the kernel's.
static void findSites(KernelInfo &K, const std::vector<Site> &Sites,
                      size_t First) {
  for (size_t I = First; I < Sites.size(); ++I) {
    const std::vector<Frame> &Stack = Sites[I].Stack;
    if (Stack.empty() || Stack.back().Function != K.Name)
      continue;
    if (K.NumSites == 0)
      K.FirstSite = unsigned(I);
    K.NumSites = unsigned(I) - K.FirstSite + 1;
  }
}

static unsigned atomicBytes(const KernelInfo &K,
                            const std::vector<Site> &Sites) {
  unsigned Bytes = 0;
  for (unsigned I = K.FirstSite; I < K.FirstSite + K.NumSites; ++I) {
    const Site &S = Sites[I];
    if (!isAtomic(S.Op))
      continue;
    if (S.Bytes == 0 || (Bytes != 0 && Bytes != S.Bytes))
      return 0;
    Bytes = S.Bytes;
  }
  return Bytes;
}

unsigned ModuleInfos::add(std::string_view Text, std::string &Problem) {
  unsigned First = unsigned(Sites.size());
  json Info = json::parse(Text, nullptr, /*allow_exceptions=*/false);
  if (!Info.is_object() || number(Info, "version") != 1) {
    Problem = "a module was instrumented by another version of RaceMap; "
              "compile it again";
    return First;
  }
  for (const json &Value : member(Info, "sites"))
    Sites.push_back(readSite(Value));
  for (const auto &[Mangled, Value] : member(Info, "kernels").items()) {
    const json &Otherwise = member(Value, "ordersOtherwise");
    KernelInfo &K = Kernels[{First, Mangled}];
    K = {text(Value, "name"), !Otherwise.is_boolean() || Otherwise.get<bool>()};
    K.NumAccesses = number(Value, "accesses");
    findSites(K, Sites, First);
    K.AtomicBytes = atomicBytes(K, Sites);
  }
  return First;
}

const Site *ModuleInfos::site(unsigned Number) const {
  return Number < Sites.size() ? &Sites[Number] : nullptr;
}

const KernelInfo *ModuleInfos::kernel(const std::string &Mangled,
                                      const std::vector<unsigned> &Of) const {
  for (unsigned Module : Of)
    if (auto Found = Kernels.find({Module, Mangled}); Found != Kernels.end())
      return &Found->second;
  return nullptr;
}

} // namespace racemap::host
