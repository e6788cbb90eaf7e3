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
  S.UniformValue = number(Value, "uniformValue");
  S.NumHidden = number(Value, "hidden");
  for (const json &Level : member(Value, "stack"))
    S.Stack.push_back({text(Level, "function"), text(Level, "file"),
                       number(Level, "line"), number(Level, "column")});
  return S;
}

/// [first, last], as the module counts them; absent if the kernel has none.
static void readRange(KernelInfo &K, const json &Kernel, unsigned First) {
  const json &Range = member(Kernel, "sites");
  if (!Range.is_array() || Range.size() != 2)
    return;
  K.FirstSite = First + Range[0].get<unsigned>();
  K.NumSites = Range[1].get<unsigned>() - Range[0].get<unsigned>() + 1;
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

/// Nothing if the kernel has none, or if it is not as it should be.
static std::optional<LeanKernel> readLean(const json &Kernel) {
  const json &Value = member(Kernel, "lean");
  LeanKernel Lean{text(Value, "kernel"), {}, {}};
  for (const json &L : member(Value, "launches"))
    if (auto Check = LaunchCheck::read(L.dump()))
      Lean.Launches.push_back(std::move(*Check));
  for (const json &P : member(Value, "extents")) {
    if (!P.is_array() || P.size() != 2 || !P[0].is_number_unsigned() ||
        !P[1].is_number_unsigned())
      return std::nullopt;
    Lean.Extents.push_back({P[0].get<unsigned>(), P[1].get<uint64_t>()});
  }
  if (Lean.Mangled.empty() || Lean.Launches.empty())
    return std::nullopt;
  return Lean;
}

std::string LeanKernel::broken(const LaunchInputs &L) const {
  std::vector<std::string> Least;
  for (const LaunchCheck &C : Launches) {
    std::vector<std::string> Its = C.broken(L);
    if (Its.empty())
      return "";
    if (Least.empty() || Its.size() < Least.size())
      Least = std::move(Its);
  }
  std::string Text;
  for (const std::string &Its : Least)
    Text += (Text.empty() ? "" : "; ") + Its;
  return Text;
}

std::vector<uint64_t> LeanKernel::places(const LaunchInputs &L,
                                         uint64_t DynamicShared) const {
  std::vector<uint64_t> All{0, DynamicShared};
  for (const ArgumentPlace &P : Extents) {
    MemoryRange Its = L.RangeOf(P.pointerIn(L));
    All.insert(All.end(), {Its.Begin, Its.Bytes});
  }
  return All;
}

void ModuleInfos::noteFirsts() {
  for (unsigned I = unsigned(Firsts.size()); I < Sites.size(); ++I) {
    const Site &S = Sites[I];
    // Nobody knows where it is.
    if (S.Stack.empty() || S.shown().Line == 0) {
      Firsts.push_back(I);
      continue;
    }
    const Frame &F = S.shown();
    Access Its{S.Op, S.Bytes, S.Variable, F.File, F.Line, F.Column};
    Firsts.push_back(Known.try_emplace(std::move(Its), I).first->second);
  }
}

unsigned ModuleInfos::add(std::string_view Text, std::string &Problem) {
  if (auto Again = Removed.find(Text); Again != Removed.end()) {
    auto Its = Removed.extract(Again);
    Texts[Its.mapped()] = std::move(Its.key());
    return Its.mapped();
  }
  unsigned First = unsigned(Sites.size());
  json Info = json::parse(Text, nullptr, /*allow_exceptions=*/false);
  if (!Info.is_object() || number(Info, "version") != 1) {
    Problem = "a module was instrumented by another version of RaceMap; "
              "compile it again";
    return First;
  }
  for (const json &Value : member(Info, "sites"))
    Sites.push_back(readSite(Value));
  if (Sites.size() == First) // no other module begins there
    Sites.emplace_back();
  numberValues(First);
  noteFirsts();
  for (const json &Line : member(Info, "ignored"))
    Ignored[{text(Line, "file"), number(Line, "line"), text(Line, "check")}] =
        text(Line, "why");
  for (const auto &[Mangled, Value] : member(Info, "kernels").items()) {
    const json &Otherwise = member(Value, "ordersOtherwise");
    KernelInfo &K = Kernels[{First, Mangled}];
    K = {};
    K.Name = text(Value, "name");
    K.OrdersOtherwise = !Otherwise.is_boolean() || Otherwise.get<bool>();
    K.NumAccesses = number(Value, "accesses");
    readRange(K, Value, First);
    K.AtomicBytes = atomicBytes(K, Sites);
    K.Lean = readLean(Value);
    K.WhyFull = text(Value, "whyFull");
    K.HasGridBarriers = member(Value, "gridBarriers") == true;
    K.MonitorsShared = member(Value, "shared") != false;
    K.TakesLaunch = member(Value, "parameters").is_array();
    for (const json &P : member(Value, "parameters"))
      if (P.is_array() && P.size() == 2)
        K.Parameters.push_back({P[0].get<size_t>(), P[1].get<size_t>()});
  }
  Texts[First] = Text;
  return First;
}

void ModuleInfos::remove(unsigned First) {
  if (auto Its = Texts.extract(First); !Its.empty())
    Removed.emplace(std::move(Its.mapped()), First);
}

/// Each module counts its own from 1.
void ModuleInfos::numberValues(unsigned First) {
  unsigned Before = NumUniformValues;
  for (Site &S : std::span(Sites).subspan(First))
    if (S.UniformValue) {
      S.UniformValue += Before;
      NumUniformValues = std::max(NumUniformValues, S.UniformValue);
    }
}

const Site *ModuleInfos::site(unsigned Number) const {
  return Number < Sites.size() ? &Sites[Number] : nullptr;
}

bool ModuleInfos::storeOneValue(unsigned SiteA, unsigned SiteB) const {
  const Site *A = site(SiteA), *B = site(SiteB);
  return A && B && A->UniformValue && A->UniformValue == B->UniformValue;
}

const std::string *ModuleInfos::whyIgnored(std::string_view File, unsigned Line,
                                           std::string_view Check) const {
  auto Found = Ignored.find({std::string(File), Line, std::string(Check)});
  return Found == Ignored.end() ? nullptr : &Found->second;
}

const KernelInfo *ModuleInfos::kernel(const std::string &Mangled,
                                      const std::vector<unsigned> &Of) const {
  for (unsigned Module : Of)
    if (auto Found = Kernels.find({Module, Mangled}); Found != Kernels.end())
      return &Found->second;
  return nullptr;
}

} // namespace racemap::host
