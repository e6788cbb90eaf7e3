// JsonReader - object by object, as Json.cpp writes them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/JsonReader.h"
#include "passes/report/JsonFields.h"
#include "passes/report/LaunchesJson.h"
#include <map>

namespace racemap::report {

using namespace verdict;
using llvm::StringRef;
using llvm::json::Path;
using llvm::json::Value;

namespace {
// Each reads one object of DESIGN, section 8.

void place(Fields &F, map::SourcePoint &To) {
  F.read("file", To.File);
  F.read("line", To.Line);
  F.read("column", To.Column);
}

bool call(const Value &V, Path P, map::Location::Call &To) {
  Fields F(V, P);
  F.read("function", To.Callee);
  place(F, To.Site);
  return F.isGood();
}

/// A run has whole stacks, the access itself first; those before the place that
/// is shown are of headers that the user did not write.
bool stack(Fields &F, map::Location &Where) {
  std::vector<map::Location::Call> Frames;
  F.list("stack", Frames, call);
  const map::SourcePoint &Shown = Where;
  size_t I = 0;
  while (I < Frames.size() && !(Frames[I].Site == Shown))
    ++I;
  if (I > 0 && I < Frames.size())
    Where.Into = Frames[I - 1].Callee;
  for (; I + 1 < Frames.size(); ++I)
    Where.Calls.push_back({Frames[I].Callee, Frames[I + 1].Site});
  return F.isGood();
}

bool site(const Value &V, Path P, Site &To) {
  using Role = Site::Role;
  Fields F(V, P);
  std::string Op;
  F.read("op", Op);
  // Anything else is a barrier, or where a run does not know what was done.
  To.TheRole = Role::Barrier;
  for (Role R : {Role::Read, Role::Write, Role::Atomic, Role::Exit})
    if (name(R) == Op)
      To.TheRole = R;
  place(F, To.Where);
  F.read("bytes", To.Bytes);
  F.read("into", To.Where.Into);
  F.list("calls", To.Where.Calls, call);
  return stack(F, To.Where);
}

bool thread(const Value &V, Path P, ThreadCoordinates &To) {
  if (V.kind() == Value::Null) // a run that does not know it
    return true;
  Fields F(V, P);
  F.read("blockIdx", To.BlockIdx);
  F.read("threadIdx", To.ThreadIdx);
  return F.isGood();
}

bool input(const Value &V, Path P, Witness::InputValue &To) {
  Fields F(V, P);
  F.read("array", To.Array);
  F.read("index", To.Index);
  F.read("value", To.Value);
  return F.isGood();
}

bool passage(const Value &V, Path P, Witness::Passage &To) {
  Fields F(V, P);
  place(F, To.Where);
  F.named("values", To.Values);
  return F.isGood();
}

bool way(const Value &V, Path P, std::vector<Witness::Passage> &To) {
  const llvm::json::Array *A = V.getAsArray();
  if (!A)
    return P.report("expected array"), false;
  for (const Value &X : *A)
    if (!passage(X, P.index(&X - A->data()), To.emplace_back()))
      return false;
  return true;
}

bool touch(const Value &V, Path P, Witness::Touch &To) {
  Fields F(V, P);
  F.read("site", To.Site);
  F.read("address", To.Address);
  return F.isGood() && thread(V, P, To.Who);
}

bool witness(const Value &V, Path P, Witness &To) {
  Fields F(V, P);
  F.read("blockDim", To.BlockDim);
  F.read("gridDim", To.GridDim);
  F.list("threads", To.Threads, thread);
  F.named("values", To.Values);
  F.list("inputs", To.Inputs, input);
  F.read("address", To.Address);
  F.read("extent", To.Extent);
  F.list("ways", To.Ways, way);
  F.list("touches", To.Touches, touch);
  return F.isGood();
}

bool repair(const Value &V, Path P, Repair &To) {
  Fields F(V, P);
  F.read("insert", To.Insert);
  place(F, To.Where);
  F.read("verified", To.Verified);
  return F.isGood();
}

void need(Fields &F, Finding &To) {
  if (F.isNull("needs"))
    return;
  Precondition &N = To.ThePrecondition.emplace();
  F.read("needs", N.Text);
  F.read("needsStatements", N.Statements);
  F.read("needsMetBy", N.MetBy);
}

bool confirmation(const Value &V, Path P, Confirmation &To) {
  using Status = Confirmation::Status;
  Fields F(V, P);
  F.oneOf("status", To.TheStatus,
          {Status::Confirmed, Status::Beside, Status::NotSeen, Status::NotRun});
  F.read("reason", To.Reason);
  F.read("orders", To.Orders);
  F.read("report", To.Report);
  return F.isGood();
}

bool finding(const Value &V, Path P, Finding &To) {
  using Kind = Finding::Kind;
  using map::Scope;
  Fields F(V, P);
  F.demand("kind");
  F.oneOf("kind", To.TheKind,
          {Kind::DataRace, Kind::BarrierDivergence, Kind::EarlyExit,
           Kind::OutOfBounds, Kind::Deadlock});
  F.oneOf("certainty", To.TheCertainty,
          {Certainty::Provable, Certainty::Input, Certainty::Possible});
  F.read("confirmed", To.Confirmed);
  F.object("confirmation", [&](const Value &V, Path P) {
    return confirmation(V, P, To.TheConfirmation.emplace());
  });
  F.read("benign", To.Benign);
  F.read("array", To.Array);
  std::string Space;
  F.read("space", Space);
  To.TheSpace = Space == "global" ? map::Space::Global : map::Space::Shared;
  F.read("elementBytes", To.ElementBytes);
  F.oneOf("scope", To.Relation,
          {Scope::Thread, Scope::Warp, Scope::Block, Scope::Cluster,
           Scope::Grid, Scope::System});
  F.list("accesses", To.Sites, site);
  F.object("witness", [&](const Value &V, Path P) {
    return witness(V, P, To.TheWitness);
  });
  need(F, To);
  F.read("explanation", To.Explanation);
  F.read("fingerprint", To.Fingerprint);
  F.read("hidden", To.Hidden);
  F.read("silenced", To.IsSilenced);
  F.object("repair", [&](const Value &V, Path P) {
    return repair(V, P, To.TheRepair.emplace());
  });
  if (F.isGood() && To.Sites.empty())
    return P.field("accesses").report("expected at least one"), false;
  return F.isGood();
}

bool undecidedPair(const Value &V, Path P, Undecided &To) {
  Fields F(V, P);
  F.list("accesses", To.Sites, site);
  F.read("reason", To.Reason);
  return F.isGood();
}

bool statistics(const Value &V, Path P, PairStatistics &To) {
  Fields F(V, P);
  F.read("queries", To.Asked.Queries);
  F.object("ways", [&](const Value &V, Path P) {
    Fields Ways(V, P);
    for (size_t I = 1; I < solve::NumWays; ++I)
      Ways.object(solve::name(static_cast<solve::Way>(I)),
                  [&](const Value &V, Path P) {
                    Fields Its(V, P);
                    Its.read("refuted", To.Pairs[I].Refuted);
                    Its.read("confirmed", To.Pairs[I].Confirmed);
                    Its.read("calls", To.Asked.Spent[I].Calls);
                    Its.read("steps", To.Asked.Spent[I].Steps);
                    return Its.isGood();
                  });
    return Ways.isGood();
  });
  return F.isGood();
}

bool overlap(const Value &V, Path P, ContextResult::Overlap &To) {
  Fields F(V, P);
  F.read("array", To.Array);
  F.read("within", To.Within);
  F.read("offset", To.Offset);
  return F.isGood();
}

bool context(const Value &V, Path P, ContextResult &To) {
  Fields F(V, P);
  F.read("origin", To.Context.Origin);
  F.read("represented", To.Context.IsRepresented);
  F.read("standsForOthers", To.Context.StandsForOthers);
  F.read("blockDim", To.Context.BlockDim);
  F.read("gridDim", To.Context.GridDim);
  F.read("assumptions", To.Assumptions);
  F.demand("verdict");
  F.oneOf("verdict", To.TheVerdict,
          {Verdict::RaceFree, Verdict::Racy, Verdict::Unknown});
  F.read("reason", To.Reason);
  F.object("pairs", [&](const Value &V, Path P) {
    Fields F(V, P);
    F.read("total", To.Pairs.Total);
    F.read("free", To.Pairs.Free);
    F.read("racy", To.Pairs.Racy);
    F.read("undecided", To.Pairs.Undecided);
    return F.isGood();
  });
  F.read("ms", To.Milliseconds);
  F.object("statistics", [&](const Value &V, Path P) {
    return statistics(V, P, To.Statistics.emplace());
  });
  F.list("overlaps", To.Overlaps, overlap);
  F.list("candidates", To.Candidates, witness);
  F.list("findings", To.Findings, finding);
  F.list("undecided", To.UndecidedPairs, undecidedPair);
  return F.isGood();
}

bool argument(const Value &V, Path P, LaunchRecipe::Argument &To) {
  Fields F(V, P);
  F.read("name", To.Name);
  F.read("bytes", To.Bytes);
  return F.isGood();
}

bool scalar(const Value &V, Path P, LaunchRecipe::Scalar &To) {
  Fields F(V, P);
  F.read("name", To.Name);
  F.read("argument", To.Argument);
  F.read("offset", To.Offset);
  F.read("bytes", To.Bytes);
  return F.isGood();
}

bool array(const Value &V, Path P, LaunchRecipe::Array &To) {
  using Kind = LaunchRecipe::Array::Kind;
  Fields F(V, P);
  F.read("name", To.Name);
  F.oneOf("kind", To.TheKind,
          {Kind::Pointer, Kind::Variable, Kind::Shared, Kind::Dynamic,
           Kind::Fixed, Kind::Missing});
  F.read("elementBytes", To.ElementBytes);
  F.read("argument", To.Argument);
  F.read("offset", To.Offset);
  F.read("symbol", To.Symbol);
  F.read("whyNot", To.WhyNot);
  return F.isGood();
}

bool unit(const Value &V, Path P, LaunchRecipe::Unit &To) {
  Fields F(V, P);
  F.read("file", To.File);
  F.read("arch", To.Arch);
  F.read("directory", To.Directory);
  F.read("flags", To.Flags);
  F.read("options", To.Options);
  return F.isGood();
}

/// Offsets are within the arguments: a program is made of them.
bool isSound(const LaunchRecipe &R) {
  auto Fits = [&](unsigned Argument, uint64_t Offset, uint64_t Bytes) {
    return Argument < R.Arguments.size() && Bytes <= 8 &&
           Offset <= R.Arguments[Argument].Bytes &&
           Bytes <= R.Arguments[Argument].Bytes - Offset;
  };
  for (const LaunchRecipe::Scalar &S : R.Scalars)
    if (!Fits(S.Argument, S.Offset, S.Bytes))
      return false;
  for (const LaunchRecipe::Array &A : R.Arrays)
    if (A.TheKind == LaunchRecipe::Array::Kind::Pointer &&
        !Fits(A.Argument, A.Offset, 8))
      return false;
  return true;
}

bool recipe(const Value &V, Path P, LaunchRecipe &To) {
  Fields F(V, P);
  F.read("function", To.Function);
  F.read("whyNot", To.WhyNot);
  F.list("arguments", To.Arguments, argument);
  F.list("scalars", To.Scalars, scalar);
  F.list("arrays", To.Arrays, array);
  F.read("cooperative", To.IsCooperative);
  F.read("clusterDims", To.HasClusterDims);
  F.object("unit",
           [&](const Value &V, Path P) { return unit(V, P, To.TheUnit); });
  if (F.isGood() && !isSound(To))
    return P.report("a value is outside of its argument"), false;
  return F.isGood();
}

bool kernel(const Value &V, Path P, KernelResult &To) {
  Fields F(V, P);
  F.demand("name");
  F.read("name", To.Name);
  F.read("mangled", To.Mangled);
  place(F, To.Where);
  F.demand("contexts");
  F.list("contexts", To.Contexts, context);
  F.read("remarks", To.Remarks);
  F.read("relevantInputs", To.RelevantInputs);
  F.read("accesses", To.Accesses);
  F.read("exactAccesses", To.ExactAccesses);
  F.object("recipe", [&](const Value &V, Path P) {
    return recipe(V, P, To.Recipe.emplace());
  });
  return F.isGood();
}

constexpr char NoProof[] = "a run does not show that there is no race";

/// Where a run's finding comes from: "run, launch 3 at app.cu:19".
bool launch(const Value &V, Path P, map::LaunchContext &To) {
  Fields F(V, P);
  uint64_t Number = 0;
  map::SourcePoint Host;
  F.read("number", Number);
  F.read("blockDim", To.BlockDim);
  F.read("gridDim", To.GridDim);
  F.object("host", [&](const Value &V, Path P) {
    Fields At(V, P);
    place(At, Host);
    return At.isGood();
  });
  To.Origin = "run, launch " + std::to_string(Number);
  if (!Host.File.empty())
    To.Origin += " at " + Host.File + ":" + std::to_string(Host.Line);
  return F.isGood();
}

bool runFinding(const Value &V, Path P, KernelResult &To) {
  Fields F(V, P);
  F.demand("kernel");
  F.read("kernel", To.Name);
  ContextResult &C = To.Contexts.emplace_back();
  F.object("launch",
           [&](const Value &V, Path P) { return launch(V, P, C.Context); });
  Finding &Its = C.Findings.emplace_back();
  if (!F.isGood() || !finding(V, P, Its))
    return false;
  uint64_t Count = 0;
  F.read("count", Count);
  if (Count > 1)
    Its.Explanation += (Its.Explanation.empty() ? "seen " : "; seen ") +
                       std::to_string(Count) + " times in the run";
  To.Where = Its.Sites.front().Where;
  bool IsRacy = Its.isRace() && !Its.Benign;
  C.TheVerdict = IsRacy ? Verdict::Racy : Verdict::Unknown;
  if (!IsRacy)
    C.Reason = NoProof;
  return F.isGood();
}

/// "run: accesses in code 7, sites 3, launches 1"; numbers in order of names.
bool statistics(StringRef Kernel, const Value &V, Path P, KernelResult &To) {
  const llvm::json::Object *All = V.getAsObject();
  if (!All)
    return P.report("expected object"), false;
  std::map<std::string, int64_t> Sorted;
  for (const auto &[Name, N] : *All)
    if (!fromJSON(N, Sorted[Name.str()], P.field(Name)))
      return false;
  std::string Text = "run";
  for (const auto &[Name, N] : Sorted)
    Text += (Text == "run" ? ": " : ", ") + Name + " " + std::to_string(N);
  To.Name = Kernel.str();
  To.Remarks = {Text};
  ContextResult &C = To.Contexts.emplace_back();
  C.Context.Origin = "run";
  C.Reason = NoProof;
  return true;
}

/// Of each kernel; what is of none is under "".
bool statistics(const Value &V, Path P, std::vector<KernelResult> &To) {
  const llvm::json::Object *All = V.getAsObject();
  if (!All)
    return P.report("expected object"), false;
  for (const auto &[Kernel, Its] : *All)
    if (!Kernel.str().empty() &&
        !statistics(Kernel, Its, P.field(Kernel), To.emplace_back()))
      return false;
  return true;
}

bool document(const Value &V, Path P, Document &To) {
  Fields F(V, P);
  F.list("kernels", To.Kernels, kernel);
  F.list("findings", To.Kernels, runFinding);
  F.list("launches", To.Launched, readLaunch);
  F.object("statistics", [&](const Value &V, Path P) {
    return statistics(V, P, To.Kernels);
  });
  F.read("problems", To.Problems);
  return F.isGood();
}
} // namespace

bool isResults(const Value &V) {
  const llvm::json::Object *Root = V.getAsObject();
  const llvm::json::Object *Tool = Root ? Root->getObject("tool") : nullptr;
  return Tool && Tool->getString("name") == StringRef("racemap");
}

llvm::Expected<Document> readJson(const Value &V) {
  const llvm::json::Object *Object = V.getAsObject();
  auto Version = Object ? Object->getInteger("version") : std::nullopt;
  std::string OfVersion = "its version is " +
                          (Version ? std::to_string(*Version) : "missing") +
                          ", not 1";
  // What another version calls its tool is not known.
  if (Version && *Version != 1 && !Object->get("tool"))
    return llvm::createStringError(
        OfVersion + ", and it does not say that RaceMap wrote it");
  if (!isResults(V))
    return llvm::createStringError("not written by RaceMap");
  if (Version != 1)
    return llvm::createStringError(OfVersion);
  Path::Root Root("results");
  Document D;
  if (!document(V, Root, D))
    return Root.getError();
  return D;
}

} // namespace racemap::report
