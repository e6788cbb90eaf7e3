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
static void addPlace(Value &To, const std::string &Place) {
  size_t Column = Place.rfind(':'), Line = Place.rfind(':', Column - 1);
  if (Place.empty() || Line == std::string::npos)
    return;
  To["file"] = Place.substr(0, Line);
  To["line"] = std::atoi(Place.c_str() + Line + 1);
  To["column"] = std::atoi(Place.c_str() + Column + 1);
}

static Value access(const Participant &P, const ModuleInfos &Modules) {
  if (!P.WaitsAt.empty()) {
    Value Wait = {{"op", "barrier"}};
    addPlace(Wait, P.Place);
    Wait["waitsAt"] = P.WaitsAt;
    Wait["threads"] = 1 + P.NumMore;
    return Wait;
  }
  const Site *S = P.Site ? Modules.site(*P.Site) : nullptr;
  if (!S || S->Stack.empty())
    return {{"op", nullptr}};
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
  return {{"number", L.Number},
          {"gridDim", L.Grid},
          {"blockDim", L.Block},
          {"host", hostPlace(L.Host)}};
}

static Value memory(const Memory &M) {
  return {{"description", M.Description}, {"host", hostPlace(M.AllocatedAt)}};
}

static std::string arrayOf(const Finding &F, const ModuleInfos &Modules) {
  for (const Participant &P : F.Who)
    if (const Site *S = P.Site ? Modules.site(*P.Site) : nullptr)
      if (!S->Variable.empty())
        return S->Variable;
  return F.Where ? F.Where->Variable : "";
}

static Value finding(const CountedFinding &C, const ModuleInfos &Modules) {
  const Finding &F = *C.TheFinding;
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
                  {"benign", false},
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
  Result["count"] = C.Count;
  if (!C.Hidden.empty())
    Result["hidden"] = C.Hidden;
  return Result;
}

std::string json(const std::vector<CountedFinding> &Findings,
                 const ModuleInfos &Modules, const LaunchCounts &Launches,
                 const Numbers &Counted) {
  Value All = Value::array();
  for (const CountedFinding &C : Findings)
    All.push_back(finding(C, Modules));
  Value Result = {{"version", 1},
                  {"tool", {{"name", "racemap"}, {"version", RACEMAP_VERSION}}},
                  {"findings", All}};
  for (LaunchFate Fate :
       {LaunchFate::Monitored, LaunchFate::Failed, LaunchFate::Uninstrumented})
    Result[launchesName(Fate)] = Launches[size_t(Fate)];
  for (const auto &[Kernel, All] : Counted)
    for (const auto &[What, Number] : All)
      Result["statistics"][Kernel][What] = Number;
  // A file name that is not UTF-8 is no reason to lose the findings.
  return Result.dump(1, ' ', false, Value::error_handler_t::replace) + "\n";
}

} // namespace racemap::host
