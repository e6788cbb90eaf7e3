// Json - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Json.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace racemap::host {

using Value = nlohmann::ordered_json;

const char *kindName(Finding::Kind K) {
  switch (K) {
  case Finding::Kind::DataRace:
    return "data-race";
  case Finding::Kind::BarrierDivergence:
    return "barrier-divergence";
  case Finding::Kind::Deadlock:
    return "deadlock";
  case Finding::Kind::OutOfBounds:
    return "out-of-bounds";
  }
  return "";
}

static const char *launchesName(LaunchFate Fate) {
  switch (Fate) {
  case LaunchFate::Monitored:
    return "monitored_launches";
  case LaunchFate::Partly:
    return "partly_monitored_launches";
  case LaunchFate::Failed:
    return "failed_launches";
  case LaunchFate::Uninstrumented:
    return "uninstrumented_launches";
  }
  return "";
}

static const char *scope(fsm::Scope S) {
  switch (S) {
  case fsm::Scope::Thread:
    return "thread";
  case fsm::Scope::Warp:
    return "warp";
  case fsm::Scope::Block:
    return "block";
  case fsm::Scope::Cluster:
    return "cluster";
  case fsm::Scope::Grid:
    return "grid";
  }
  return "";
}

static const char *operation(const Site &S) {
  if (fsm::isAtomic(S.Op))
    return "atomic";
  return S.Op == fsm::Operation::Write ? "write" : "read";
}

static Value stack(const std::vector<Frame> &Frames) {
  Value All = Value::array();
  for (const Frame &F : Frames)
    All.push_back({{"function", F.Function},
                   {"file", F.File},
                   {"line", F.Line},
                   {"column", F.Column}});
  return All;
}

/// Adds FILE:LINE:COLUMN.
static void addPlace(Value &To, const SourcePlace &At) {
  if (At.File.empty())
    return;
  To["file"] = At.File;
  To["line"] = At.Line;
  To["column"] = At.Column;
}

static Value access(const Participant &P, const ModuleInfos &Modules) {
  if (!P.WaitsAt.empty()) {
    Value Wait = {{"op", "barrier"}};
    addPlace(Wait, P.place());
    Wait["waitsAt"] = P.WaitsAt;
    Wait["threads"] = 1 + P.NumMore;
    return Wait;
  }
  const Site *S = P.Site ? Modules.site(*P.Site) : nullptr;
  if (!S || S->Stack.empty()) {
    Value Unknown = {{"op", nullptr}};
    for (unsigned Number : P.OneOf)
      if (const Site *One = Modules.site(Number); One && !One->Stack.empty())
        Unknown["oneOf"].push_back({{"op", operation(*One)},
                                    {"file", One->shown().File},
                                    {"line", One->shown().Line},
                                    {"column", One->shown().Column}});
    return Unknown;
  }
  const Frame &Top = S->shown();
  return {{"op", operation(*S)}, {"file", Top.File},
          {"line", Top.Line},    {"column", Top.Column},
          {"bytes", S->Bytes},   {"stack", stack(S->Stack)}};
}

static Value thread(const Participant &P) {
  if (!P.Thread)
    return nullptr;
  return {{"blockIdx", P.Thread->BlockIdx}, {"threadIdx", P.Thread->ThreadIdx}};
}

/// The innermost call; null if none is known.
static Value hostPlace(const std::vector<Frame> &Calls) {
  if (Calls.empty())
    return nullptr;
  return {{"file", Calls.front().File}, {"line", Calls.front().Line}};
}

static Value launch(const LaunchPlace &L) {
  Value Result = {{"number", L.Number},
                  {"gridDim", L.Grid},
                  {"blockDim", L.Block},
                  {"host", hostPlace(L.Host)}};
  if (L.Seed)
    Result["seed"] = *L.Seed;
  return Result;
}

static Value memory(const Memory &M) {
  Value Result = {{"description", M.Description},
                  {"host", hostPlace(M.AllocatedAt)}};
  if (!M.DeclaredIn.empty())
    Result["declared"] = {{"file", M.DeclaredIn}, {"line", M.DeclaredAt}};
  return Result;
}

static std::string arrayOf(const Finding &F, const ModuleInfos &Modules) {
  for (const Participant &P : F.Who)
    if (const Site *S = P.Site ? Modules.site(*P.Site) : nullptr)
      if (!S->Variable.empty())
        return S->Variable;
  return F.Where ? F.Where->Variable : "";
}

static Value finding(const Finding &F, const std::string &Hidden,
                     const ModuleInfos &Modules) {
  Value Accesses = Value::array(), Threads = Value::array();
  for (const Participant &P : F.Who) {
    Accesses.push_back(access(P, Modules));
    Threads.push_back(thread(P));
  }
  Value Witness = {{"blockDim", F.Launch.Block},
                   {"gridDim", F.Launch.Grid},
                   {"threads", Threads}};
  if (F.Where && F.Where->Offset)
    Witness["address"] = *F.Where->Offset;
  Value Result = {{"kind", kindName(F.K)},
                  {"certainty", "provable"},
                  {"confirmed", true},
                  {"benign", F.IsBenign},
                  {"array", arrayOf(F, Modules)}};
  if (F.Where) {
    Result["space"] = F.Where->IsShared ? "shared" : "global";
    Result["memory"] = memory(*F.Where);
  }
  Result["scope"] = scope(F.Between);
  Result["accesses"] = Accesses;
  Result["witness"] = Witness;
  Result["needs"] = nullptr;
  Result["explanation"] = F.Explanation;
  Result["repair"] = nullptr;
  Result["kernel"] = F.Launch.Kernel;
  Result["launch"] = launch(F.Launch);
  Result["count"] = 0;
  if (!Hidden.empty())
    Result["hidden"] = Hidden;
  return Result;
}

/// A file name that is not UTF-8 is no reason to lose the findings.
static std::string textOf(const Value &V) {
  return V.dump(1, ' ', false, Value::error_handler_t::replace);
}

/// As an element of a list that is a member of the document.
static std::string indented(const std::string &Text) {
  std::string Result = "  ";
  for (char C : Text) {
    Result += C;
    if (C == '\n')
      Result += "  ";
  }
  return Result;
}

FindingText json(const Finding &F, const std::string &Hidden,
                 const ModuleInfos &Modules) {
  std::string Text = indented(textOf(finding(F, Hidden, Modules)));
  constexpr std::string_view Count = "\n   \"count\": ";
  size_t At = Text.rfind(Count) + Count.size();
  return {Text.substr(0, At), Text.substr(At + 1)};
}

std::string otherStacksJson(const Finding &F, const StackPairs &All,
                            const ModuleInfos &Modules) {
  Value Others = Value::array();
  for (auto [First, Second] : All) {
    if (std::pair(First, Second) == F.stacks())
      continue;
    Value Both = Value::array();
    for (unsigned Number : {First, Second})
      if (const Site *S = Modules.site(Number))
        Both.push_back(stack(S->Stack));
    Others.push_back(Both);
  }
  return "\"otherStacks\": " + textOf(Others);
}

/// A number, or two.
static Value range(const launches::Range &R) {
  return R.isOne() ? Value(R.Low) : Value({R.Low, R.High});
}

static Value sizes(const std::array<launches::Range, 3> &Its) {
  return {range(Its[0]), range(Its[1]), range(Its[2])};
}

static Value pointer(const launches::Pointer &P) {
  Value Result = {
      {"argument", P.Argument}, {"offset", P.Offset}, {"object", P.Object}};
  if (P.At)
    Result["at"] = *P.At;
  if (P.Bytes)
    Result["bytes"] = *P.Bytes;
  if (!P.Variables.empty())
    Result["variables"] = P.Variables;
  if (P.IsElsewhere)
    Result["elsewhere"] = true;
  return Result;
}

/// As passes/report/LaunchesJson.cpp reads and writes it.
static Value launched(const launches::Launch &L) {
  Value Values = Value::array(), Pointers = Value::array(),
        Places = Value::array();
  for (const launches::Value &V : L.Values)
    Values.push_back({{"argument", V.Argument},
                      {"offset", V.Offset},
                      {"bytes", V.Bytes},
                      {"value", range(V.In)}});
  for (const launches::Pointer &P : L.Pointers)
    Pointers.push_back(pointer(P));
  for (const launches::Place &P : L.Places)
    Places.push_back({{"file", P.File}, {"line", P.Line}});
  Value Result = {{"kernel", L.Kernel},
                  {"mangled", L.Mangled},
                  {"number", L.Number},
                  {"count", L.Count},
                  {"gridDim", sizes(L.Grid)},
                  {"blockDim", sizes(L.Block)},
                  {"clusterDim", sizes(L.Cluster)},
                  {"values", Values},
                  {"pointers", Pointers},
                  {"host", Places}};
  if (L.IsFolded)
    Result["folded"] = true;
  return Result;
}

static std::string listOf(const RunResults &Of) {
  std::string All;
  for (const auto &[Text, Count, Stacks] : Of.Findings)
    All += (All.empty() ? "\n" : ",\n") + Text->Head + std::to_string(Count) +
           (Stacks.empty() ? "" : ",\n   " + Stacks) + Text->Tail;
  return All.empty() ? "[]" : "[" + All + "\n ]";
}

std::string json(const RunResults &Of) {
  constexpr std::string_view Place = "\"findings\": ";
  Value Result = {{"version", 1},
                  {"tool", {{"name", "racemap"}, {"version", RACEMAP_VERSION}}},
                  {"findings", 0}};
  for (LaunchFate Fate : {LaunchFate::Monitored, LaunchFate::Partly,
                          LaunchFate::Failed, LaunchFate::Uninstrumented})
    Result[launchesName(Fate)] = Of.Launches[size_t(Fate)];
  Result["summary"] = Of.Summary;
  Result["complete"] = Of.IsComplete;
  if (Of.Noted) {
    Value &All = Result["launches"] = Value::array();
    for (const launches::Launch &L : Of.Noted->all())
      All.push_back(launched(L));
  }
  for (const auto &[Kernel, All] : Of.Counted)
    for (const auto &[What, Number] : All)
      Result["statistics"][Kernel][What] = Number;
  std::string Text = textOf(Result) + "\n";
  return Text.replace(Text.find(Place) + Place.size(), 1, listOf(Of));
}

} // namespace racemap::host
