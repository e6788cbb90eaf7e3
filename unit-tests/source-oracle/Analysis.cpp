// Analysis - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis.h"
#include "Emit.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::source {

namespace json = llvm::json;
namespace fs = llvm::sys::fs;
using llvm::StringRef;

llvm::Error Analysis::compile(StringRef File, StringRef Json) const {
  std::string Output = ("-fplugin-arg-racemap-json=" + Json).str();
  std::string Load = "-fplugin=" + Plugin;
  StringRef Args[] = {Clang,
                      "-x",
                      "cuda",
                      "--cuda-device-only",
                      "-fsyntax-only",
                      "-w",
                      "-nocudainc",
                      "-nocudalib",
                      "--cuda-gpu-arch=sm_80",
                      Load,
                      "-fplugin-arg-racemap-bounds=off",
                      "-fplugin-arg-racemap-budget-ms=60000",
                      "-fplugin-arg-racemap-unit-budget-ms=0",
                      "-fplugin-arg-racemap-rlimit=300000",
                      Output,
                      File};
  std::string Why;
  int Status =
      llvm::sys::ExecuteAndWait(Clang, Args, std::nullopt, {}, 0, 0, &Why);
  if (Status)
    return llvm::createStringError(Clang + " fails on " + File.str() + ": " +
                                   Why);
  return llvm::Error::success();
}

static Dim dimOf(const json::Value *V) {
  Dim D{};
  if (const json::Array *A = V ? V->getAsArray() : nullptr)
    for (size_t I = 0; I != 3 && I != A->size(); ++I)
      D[I] = (*A)[I].getAsInteger().value_or(0);
  return D;
}

/// The number after the letter of a name such as "a1" or "k1(int*)".
static unsigned numberIn(StringRef Name) {
  unsigned N = ~0u;
  Name.drop_front().take_while(llvm::isDigit).getAsInteger(10, N);
  return N;
}

static Witness witnessOf(const json::Object &O) {
  Witness W;
  if (const json::Array *Threads = O.getArray("threads"))
    for (size_t I = 0; I != 2 && I != Threads->size(); ++I)
      if (const json::Object *T = (*Threads)[I].getAsObject()) {
        W.BlockIdx[I] = dimOf(T->get("blockIdx"));
        W.ThreadIdx[I] = dimOf(T->get("threadIdx"));
      }
  if (const json::Object *Values = O.getObject("values"))
    for (const auto &[Name, Value] : *Values)
      W.Values[Name.str()] = Value.getAsInteger().value_or(0);
  if (const json::Array *Inputs = O.getArray("inputs"))
    for (const json::Value &V : *Inputs)
      if (const json::Object *I = V.getAsObject())
        W.Inputs.push_back({numberIn(I->getString("array").value_or("a")),
                            I->getInteger("index").value_or(0),
                            I->getInteger("value").value_or(0)});
  return W;
}

/// First: the line before the kernel's text.
static Finding findingOf(const json::Object &O, unsigned First) {
  Finding F;
  F.Certainty = O.getString("certainty").value_or("").str();
  F.Benign = O.getBoolean("benign").value_or(false);
  F.IsUnexpected = F.Certainty == "possible" && O.getString("needs");
  F.Explanation = O.getString("explanation").value_or("").str();
  StringRef Scope = O.getString("scope").value_or("");
  F.Where.SameBlock = Scope == "warp" || Scope == "block";
  std::vector<Place> Places;
  if (const json::Array *Sites = O.getArray("accesses"))
    for (const json::Value &V : *Sites)
      if (const json::Object *S = V.getAsObject())
        Places.push_back(
            {static_cast<unsigned>(S->getInteger("line").value_or(0)) - First,
             S->getString("op").value_or("") != "read"});
  if (Places.size() == 2) {
    F.Where.First = std::min(Places[0], Places[1]);
    F.Where.Second = std::max(Places[0], Places[1]);
  }
  if (const json::Object *W = O.getObject("witness"))
    F.TheWitness = witnessOf(*W);
  return F;
}

static Said saidOf(const json::Object &Kernel, unsigned First) {
  Said S;
  const json::Array *Contexts = Kernel.getArray("contexts");
  if (!Contexts || Contexts->size() != 1)
    return S;
  const json::Object &C = *Contexts->front().getAsObject();
  S.Verdict = C.getString("verdict").value_or("").str();
  S.Reason = C.getString("reason").value_or("").str();
  S.Milliseconds = C.getNumber("ms").value_or(0);
  if (const json::Array *Assumptions = C.getArray("assumptions"))
    for (const json::Value &V : *Assumptions)
      S.Assumptions.push_back(V.getAsString().value_or("").str());
  if (const json::Array *Names = Kernel.getArray("relevantInputs"))
    for (const json::Value &V : *Names)
      S.Relevant.push_back(V.getAsString().value_or("").str());
  S.LacksBudget = StringRef(S.Reason).contains("budget");
  if (const json::Array *Undecided = C.getArray("undecided"))
    for (const json::Value &V : *Undecided)
      if (const json::Object *U = V.getAsObject())
        S.LacksBudget |= U->getString("reason").value_or("").contains("budget");
  if (const json::Array *Findings = C.getArray("findings"))
    for (const json::Value &V : *Findings)
      if (const json::Object *F = V.getAsObject())
        if (F->getString("kind") == "data-race")
          S.Found.push_back(findingOf(*F, First));
  return S;
}

/// FirstLines: of each kernel's text the line before.
static llvm::Expected<std::vector<Said>>
readJson(StringRef Path, const std::vector<unsigned> &FirstLines) {
  auto File = llvm::MemoryBuffer::getFile(Path);
  if (!File)
    return llvm::createStringError("the plugin wrote nothing");
  auto Root = json::parse((*File)->getBuffer());
  if (!Root)
    return Root.takeError();
  std::vector<Said> All(FirstLines.size());
  size_t Seen = 0;
  const json::Object *Top = Root->getAsObject();
  if (const json::Array *Kernels = Top ? Top->getArray("kernels") : nullptr)
    for (const json::Value &V : *Kernels)
      if (const json::Object *K = V.getAsObject()) {
        unsigned N = numberIn(K->getString("name").value_or("k"));
        if (N < All.size() && ++Seen)
          All[N] = saidOf(*K, FirstLines[N]);
      }
  if (Seen != All.size())
    return llvm::createStringError("the plugin judged other kernels");
  return All;
}

static llvm::Error write(StringRef Path, StringRef Text) {
  std::error_code Why;
  llvm::raw_fd_ostream OS(Path, Why);
  if (!Why)
    OS << Text;
  return llvm::errorCodeToError(Why);
}

llvm::Expected<std::vector<Said>>
Analysis::judge(std::vector<Kernel> &Kernels) const {
  std::string Text = prelude();
  std::vector<unsigned> FirstLines;
  for (auto [N, K] : llvm::enumerate(Kernels)) {
    FirstLines.push_back(StringRef(Text).count('\n'));
    Text += emit(K, N);
  }
  llvm::SmallString<128> File, Json;
  if (auto Why = fs::createTemporaryFile("source-oracle", "cu", File))
    return llvm::errorCodeToError(Why);
  auto RemoveFile = llvm::scope_exit([&] { fs::remove(File); });
  if (auto Why = fs::createTemporaryFile("source-oracle", "json", Json))
    return llvm::errorCodeToError(Why);
  auto RemoveJson = llvm::scope_exit([&] { fs::remove(Json); });
  if (llvm::Error E = write(File, Text))
    return std::move(E);
  if (llvm::Error E = compile(File, Json))
    return std::move(E);
  return readJson(Json, FirstLines);
}

} // namespace racemap::source
