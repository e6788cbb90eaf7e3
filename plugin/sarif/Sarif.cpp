// Sarif - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/sarif/Sarif.h"
#include "passes/report/Explanations.h"
#include "passes/report/Points.h"
#include "passes/report/Wording.h"
#include "plugin/sarif/SourceFiles.h"
#include "clang/Basic/Sarif.h"
#include "llvm/Support/JSON.h"

namespace racemap {

using clang::CharSourceRange;
using clang::SarifResultLevel;
using clang::ThreadFlow;
using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using verdict::ContextResult;
using verdict::Finding;
using verdict::KernelResult;

namespace {
struct Rule {
  llvm::StringLiteral Id, Text;
  llvm::StringLiteral Explained; ///< what `racemap explain` calls it
  llvm::StringLiteral Level;
  llvm::StringLiteral Example; ///< as it should be; empty: none
};

class SarifReporter : public report::Reporter {
public:
  /// Writes results into the array that J is in.
  SarifReporter(const std::vector<KernelResult> &Kernels,
                llvm::json::OStream &J);
  /// Writes what is left, closes the array, and writes the rest of the run.
  void finish();

  void findings(const KernelResult &K, const report::Group &G) override {
    show(K, G, SarifResultLevel::Warning);
  }
  void benign(const KernelResult &K, const report::Group &G) override {
    show(K, G, SarifResultLevel::Note);
  }
  void hidden(const KernelResult &K, const report::Group &G) override {
    if (!suppressions(G.first()).empty())
      show(K, G, SarifResultLevel::Note);
  }
  void undecided(const KernelResult &K, const ContextResult &C,
                 const report::Filter &Only) override {
    remark(K, K.Where, "undecided", report::undecided(K, C, Only));
  }
  void vacuous(const KernelResult &K, const ContextResult &C) override {
    remark(K, K.Where, "nothing-checked", report::vacuous(K, C));
  }
  void redundant(const KernelResult &K, const map::Location &B) override {
    remark(K, B, "redundant-barrier", report::redundant(K));
  }

private:
  void show(const KernelResult &K, const report::Group &G,
            SarifResultLevel Level);
  static Array suppressions(const Finding &F);
  void remark(const KernelResult &K, const map::SourcePoint &P, StringRef Id,
              const std::string &Text);
  /// The first steps of the flow are the first thread's, so many.
  void add(StringRef Id, const map::SourcePoint &P, const std::string &Text,
           SarifResultLevel Level, llvm::ArrayRef<ThreadFlow> Flow,
           size_t OfFirst, Object More);
  void step(std::vector<ThreadFlow> &Flow, const map::SourcePoint &P,
            const std::string &Text, bool IsGoal = false);
  std::vector<ThreadFlow> way(const Finding &F, size_t Thread);
  Array relatedLocations(const std::vector<report::Note> &Notes);

  /// What the writer does not know of a result.
  struct Addition {
    Object Keys;
    size_t FirstThread; ///< steps of the flow that are the first thread's
  };

  void begin();
  void flush();
  void setIndices(Value &V) const;

  llvm::json::OStream &J;
  SourceFiles Files;
  std::optional<clang::SarifDocumentWriter> Writer;
  llvm::StringMap<size_t> Rules;
  std::vector<Addition> Additions; ///< of each result of this writer
  llvm::StringMap<size_t> IndexOf; ///< of an artifact, by its URI
  Array Artifacts;
  Object LastRun; ///< what else a run has
};
} // namespace

/// Results that are in memory at once: of ten thousand files they would take
/// gigabytes.
static constexpr size_t MostAtOnce = 200;

static constexpr Rule AllRules[] = {
    {"data-race",
     "Two threads access the same memory, at least one of them writes, and "
     "nothing orders them.",
     "data-race", "warning",
     "tile[threadIdx.x] = in[i];\n"
     "__syncthreads(); // without it, the next line reads what others write\n"
     "out[i] = tile[blockDim.x - 1 - threadIdx.x];"},
    {"same-value", "Two threads write the same value to the same memory.",
     "same-value", "note",
     "if (in[i] > limit)\n"
     "  *found = 1; // whichever thread is last, it is 1"},
    {"barrier-divergence", "Some threads reach a barrier that others go past.",
     "barrier-divergence", "warning",
     "if (threadIdx.x < 32)\n"
     "  tile[threadIdx.x] = in[i];\n"
     "__syncthreads(); // here, and not in the condition"},
    {"early-exit", "A thread returns before a barrier for which others wait.",
     "early-exit", "warning",
     "bool isInside = i < n; // in place of: if (i >= n) return;\n"
     "tile[threadIdx.x] = isInside ? in[i] : 0;\n"
     "__syncthreads();"},
    {"out-of-bounds", "An access can leave its array.", "out-of-bounds",
     "warning",
     "if (i < n) // the grid is rounded up to whole blocks\n"
     "  out[i] = 2 * in[i];"},
    {"deadlock", "A thread waits for ever.", "deadlock", "warning",
     "if (threadIdx.x < 16)\n"
     "  __syncwarp(0x0000ffff); // the mask names those that come, no others"},
    {"undecided", "Whether the kernel has a race could not be decided.",
     "unknown", "note", ""},
    {"nothing-checked", "The assumptions on a launch contradict each other.",
     "contradiction", "note",
     "RACEMAP_ASSUME(width >= 64);\n"
     "RACEMAP_ASSUME(width < 64); // not both"},
    {"redundant-barrier", "The kernel stays race-free without this barrier.",
     "redundant-barrier", "note", ""},
};

SarifReporter::SarifReporter(const std::vector<KernelResult> &Kernels,
                             llvm::json::OStream &J)
    : J(J) {
  for (const KernelResult &K : Kernels)
    report::eachPoint(K, [&](const map::SourcePoint &P) { Files.expect(P); });
  begin();
}

void SarifReporter::begin() {
  Writer.emplace(Files.manager());
  Writer->createRun("RaceMap", "RaceMap, data races in CUDA kernels",
                    RACEMAP_VERSION);
  for (const Rule &R : AllRules)
    Rules[R.Id] = Writer->createRule(
        clang::SarifRule::create().setRuleId(R.Id).setName(R.Id).setDescription(
            R.Text));
}

/// As plain text: "[text](where)" would be a link (SARIF, 3.11.6).
static std::string plainText(StringRef Text) {
  std::string Out;
  bool HasLink = Text.contains("](");
  for (char C : llvm::json::fixUTF8(Text)) {
    if (HasLink && StringRef("[]\\").contains(C))
      Out += '\\';
    Out += C;
  }
  return Out;
}

static Object content(StringRef Text) {
  return Object{{"text", llvm::json::fixUTF8(Text)}};
}

static Object message(StringRef Text) { return content(plainText(Text)); }

static Object artifact(StringRef File) {
  std::string Name = SourceFiles::wholeName(File);
  return Object{{"uri", compat::fileNameToURI(Name)}};
}

static Object region(const map::SourcePoint &P) {
  Object R{{"startLine", std::max(P.Line, 1u)}};
  if (P.Column)
    R["startColumn"] = P.Column;
  return R;
}

void SarifReporter::step(std::vector<ThreadFlow> &Flow,
                         const map::SourcePoint &P, const std::string &Text,
                         bool IsGoal) {
  CharSourceRange R = Files.at(P);
  if (R.isValid())
    Flow.push_back(
        ThreadFlow::create()
            .setRange(R)
            .setMessage(plainText(Text))
            .setImportance(IsGoal ? clang::ThreadFlowImportance::Essential
                                  : clang::ThreadFlowImportance::Important));
}

static std::string coordinates(const std::array<uint32_t, 3> &A) {
  return "(" + std::to_string(A[0]) + "," + std::to_string(A[1]) + "," +
         std::to_string(A[2]) + ")";
}

/// The barriers that a thread passes, the calls that lead to its access, and
/// that.
std::vector<ThreadFlow> SarifReporter::way(const Finding &F, size_t Thread) {
  std::vector<ThreadFlow> Flow;
  const verdict::Site &S = F.Sites[std::min(Thread, F.Sites.size() - 1)];
  if (Thread < F.TheWitness.Ways.size())
    for (const verdict::Witness::Passage &P : F.TheWitness.Ways[Thread])
      step(Flow, P.Where, "passes this barrier");
  for (const map::Location::Call &C : llvm::reverse(S.Where.Calls))
    step(Flow, C.Site, "calls '" + C.Callee + "'");
  const verdict::ThreadCoordinates &Who = F.TheWitness.Threads[Thread];
  step(Flow, S.Where,
       "thread " + coordinates(Who.ThreadIdx) + " of block " +
           coordinates(Who.BlockIdx) + ": " + report::name(S.TheRole).str(),
       /*IsGoal=*/true);
  return Flow;
}

Array SarifReporter::relatedLocations(const std::vector<report::Note> &Notes) {
  Array All;
  for (const report::Note &N : Notes)
    if (!N.Where.File.empty())
      All.push_back(Object{{"id", static_cast<int64_t>(All.size())},
                           {"physicalLocation",
                            Object{{"artifactLocation", artifact(N.Where.File)},
                                   {"region", region(N.Where)}}},
                           {"message", message(N.Text)}});
  return All;
}

/// A statement in front of another, on a line of its own.
static Array fixes(const std::vector<report::Note> &Notes) {
  Array All;
  for (const report::Note &N : Notes) {
    if (N.Insert.empty() || N.AtBody)
      continue;
    Object Deleted = region(N.Where);
    Deleted["endLine"] = Deleted["startLine"];
    Deleted["endColumn"] = Deleted["startColumn"];
    std::string Text =
        N.Insert + "\n" + std::string(std::max(N.Where.Column, 1u) - 1, ' ');
    Array Replacements{Object{{"deletedRegion", std::move(Deleted)},
                              {"insertedContent", content(Text)}}};
    Array Changes{Object{{"artifactLocation", artifact(N.Where.File)},
                         {"replacements", std::move(Replacements)}}};
    All.push_back(Object{{"description", message(N.Text)},
                         {"artifactChanges", std::move(Changes)}});
  }
  return All;
}

void SarifReporter::add(StringRef Id, const map::SourcePoint &P,
                        const std::string &Text, SarifResultLevel Level,
                        llvm::ArrayRef<ThreadFlow> Flow, size_t OfFirst,
                        Object More) {
  auto Result = clang::SarifResult::create(Rules.lookup(Id))
                    .setRuleId(Id)
                    .setDiagnosticMessage(plainText(Text))
                    .setDiagnosticLevel(Level)
                    .setThreadFlows(Flow);
  CharSourceRange R = Files.at(P);
  if (R.isValid())
    Result = compat::withLocation(Result, R);
  Writer->appendResult(Result);
  Additions.push_back({std::move(More), OfFirst});
  if (Additions.size() == MostAtOnce)
    flush();
}

void SarifReporter::remark(const KernelResult &K, const map::SourcePoint &P,
                           StringRef Id, const std::string &Text) {
  add(Id, P.File.empty() ? K.Where : P, Text, SarifResultLevel::Note, {}, 0,
      Object{{"properties", Object{{"kernel", llvm::json::fixUTF8(K.Name)}}}});
}

/// What somebody has said of it, and why; other reasons not to show a finding
/// are of one run.
Array SarifReporter::suppressions(const Finding &F) {
  auto [By, Why] = StringRef(F.Hidden).split(": ");
  bool IsInSource = By == "benign" || By == "ignored";
  if (!IsInSource && By != "suppressed" && By != "baseline")
    return {};
  Object Its{{"kind", IsInSource ? "inSource" : "external"}};
  Its["justification"] =
      llvm::json::fixUTF8(Why.empty() ? StringRef("in the baseline") : Why);
  return Array{std::move(Its)};
}

void SarifReporter::show(const KernelResult &K, const report::Group &G,
                         SarifResultLevel Level) {
  const Finding &F = G.first();
  std::vector<report::Note> Notes = report::notes(K, G);
  Object More{
      {"properties", Object{{"kernel", llvm::json::fixUTF8(K.Name)},
                            {"certainty", report::name(F.TheCertainty)}}}};
  if (Array Related = relatedLocations(Notes); !Related.empty())
    More["relatedLocations"] = std::move(Related);
  if (Array Fixes = fixes(Notes); !Fixes.empty())
    More["fixes"] = std::move(Fixes);
  if (Array Known = suppressions(F); !Known.empty())
    More["suppressions"] = std::move(Known);
  if (!F.Fingerprint.empty())
    More["partialFingerprints"] = Object{{"racemap/v1", F.Fingerprint}};
  std::vector<ThreadFlow> Flow;
  size_t OfFirst = 0;
  for (size_t I = 0; I < F.TheWitness.Threads.size() && I < 2; ++I) {
    std::vector<ThreadFlow> Mine = way(F, I);
    Flow.insert(Flow.end(), Mine.begin(), Mine.end());
    if (I == 0)
      OfFirst = Mine.size();
  }
  const map::SourcePoint &First = F.Sites.front().Where;
  add(report::checkName(F), First.File.empty() ? K.Where : First,
      report::headline(K, G), Level, Flow, OfFirst, std::move(More));
}

/// The writer makes one thread of all steps.
static void separateThreads(Object &Result, size_t OfFirst) {
  Array *Flows = Result.getArray("codeFlows");
  if (!Flows)
    return;
  Object &Flow = *Flows->front().getAsObject();
  Array *All = Flow.getArray("threadFlows")
                   ->front()
                   .getAsObject()
                   ->getArray("locations");
  Array Threads;
  for (size_t Begin : {size_t(0), OfFirst}) {
    size_t End = Begin == 0 ? OfFirst : All->size();
    Array Steps;
    for (size_t I = Begin; I < End; ++I)
      Steps.push_back(std::move((*All)[I]));
    if (!Steps.empty())
      Threads.push_back(
          Object{{"id", "thread " + std::to_string(Threads.size() + 1)},
                 {"locations", std::move(Steps)}});
  }
  Flow["threadFlows"] = std::move(Threads);
}

/// Each writer has its own numbers for artifacts.
void SarifReporter::setIndices(Value &V) const {
  if (Array *A = V.getAsArray())
    for (Value &X : *A)
      setIndices(X);
  Object *O = V.getAsObject();
  if (!O)
    return;
  if (auto Uri = O->getString("uri"); Uri && O->get("index"))
    (*O)["index"] = static_cast<int64_t>(IndexOf.lookup(*Uri));
  for (auto &[Key, X] : *O)
    setIndices(X);
}

void SarifReporter::flush() {
  Object Document = Writer->createDocument();
  LastRun = std::move(*Document.getArray("runs")->front().getAsObject());
  if (Array *Its = LastRun.getArray("artifacts"))
    for (Value &A : *Its) {
      StringRef Uri = *A.getAsObject()->getObject("location")->getString("uri");
      if (IndexOf.try_emplace(Uri, Artifacts.size()).second)
        Artifacts.push_back(std::move(A));
    }
  for (auto [V, Its] :
       llvm::zip_equal(*LastRun.getArray("results"), Additions)) {
    Object &Result = *V.getAsObject();
    separateThreads(Result, Its.FirstThread);
    if (const Array *None = Result.getArray("codeFlows"); None && None->empty())
      Result.erase("codeFlows");
    for (auto &[Key, X] : Its.Keys)
      Result[Key] = std::move(X);
    setIndices(V);
    J.value(V);
  }
  Additions.clear();
  begin();
}

/// What the writer does not know of a rule: what it means, what to do, and how
/// much it matters. What it says of all tools, the address of clang's manual,
/// is not about this one.
static Value withRules(Value Tool) {
  Object *Driver = Tool.getAsObject()->getObject("driver");
  Array *All = Driver ? Driver->getArray("rules") : nullptr;
  if (!All)
    return Tool;
  Driver->erase("informationUri");
  for (const auto &[V, Its] : llvm::zip_equal(*All, AllRules)) {
    Object &Rule = *V.getAsObject();
    Rule["shortDescription"] = Object{{"text", Its.Text}};
    if (Object *Default = Rule.getObject("defaultConfiguration"))
      (*Default)["level"] = Its.Level;
    const report::Explanation *E = report::explanationOf(Its.Explained);
    std::string Markdown = ("**" + Its.Id + "**: " + E->Text).str();
    if (!Its.Example.empty())
      Markdown += ("\n\n```cuda\n" + Its.Example + "\n```").str();
    Rule["help"] = Object{{"text", E->Text}, {"markdown", std::move(Markdown)}};
  }
  return Tool;
}

void SarifReporter::finish() {
  flush();
  J.arrayEnd();
  J.attributeEnd();
  Value All = std::move(Artifacts);
  setIndices(All);
  J.attribute("artifacts", All);
  for (StringRef Key : {"columnKind", "tool"})
    if (const Value *V = LastRun.get(Key))
      J.attribute(Key, Key == "tool" ? withRules(*V) : *V);
}

void writeSarif(const std::vector<KernelResult> &Kernels,
                const report::Filters &Only, llvm::raw_ostream &OS) {
  llvm::json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/"
                           "cos02/schemas/sarif-schema-2.1.0.json");
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] {
      J.object([&] {
        J.attributeBegin("results");
        J.arrayBegin();
        SarifReporter Sarif(Kernels, J);
        report::report(Kernels, Only, Sarif);
        Sarif.finish();
      });
    });
  });
  OS << "\n";
}

llvm::Error writeSarif(const std::vector<KernelResult> &Kernels,
                       const report::Filters &Only, const Options &O,
                       const Unit &U) {
  if (O.Sarif.empty())
    return llvm::Error::success();
  return writeOutput(O.Sarif, ".sarif", U, [&](llvm::raw_ostream &OS) {
    writeSarif(Kernels, Only, OS);
  });
}

} // namespace racemap
