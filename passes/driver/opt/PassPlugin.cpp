// PassPlugin - LLVMRaceMap: the analysis as passes of opt.
//
//   opt -load-pass-plugin=LLVMRaceMap-22.so -passes='print<racemap-map>'
//   opt -load-pass-plugin=LLVMRaceMap-22.so -passes=racemap-check
//   opt -load-pass-plugin=LLVMRaceMap-22.so -passes=racemap-instrument
//
// The first two work on any device module and leave it as it is; the last one
// makes a sanitizer build of it. Options are taken from
// the environment variable RACEMAP_OPT_ARGS, separated by blanks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "passes/driver/TimeTrace.h"
#include "passes/instrument/Instrument.h"
#include "passes/map/Printer.h"
#include "passes/report/TextReporter.h"
#include "runtime/output/Printable.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include <cstdlib>

namespace racemap {
namespace {

/// Problems go to standard error, a line each.
void complain(const llvm::Twine &Text) {
  llvm::errs() << output::printableLine(("racemap: " + Text).str()) << "\n";
}

Options optionsFromEnvironment() {
  Options O;
  const char *Text = std::getenv("RACEMAP_OPT_ARGS");
  llvm::SmallVector<llvm::StringRef> Parts;
  llvm::StringRef(Text ? Text : "").split(Parts, ' ', -1, false);
  for (llvm::StringRef Part : Parts)
    if (llvm::Error E = O.set(Part))
      complain(llvm::toString(std::move(E)));
  return O;
}

UnitBudget budgetOf(const Options &O) {
  return UnitBudget(O.UnitBudgetMs.value_or(UnitBudget::OfCheck));
}

struct PrintMap : llvm::PassInfoMixin<PrintMap> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    map::TermContext Terms;
    std::vector<std::string> Problems;
    Options O = optionsFromEnvironment();
    for (const map::Protocol &P :
         liftKernels(CloneModule(M), Terms, O, budgetOf(O), {}, Problems))
      map::print(P, llvm::errs());
    for (const std::string &Text : Problems)
      complain(Text);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

/// That of its functions; clang gives all the same.
static llvm::StringRef archOf(const llvm::Module &M) {
  for (const llvm::Function &F : M)
    if (F.hasFnAttribute("target-cpu"))
      return F.getFnAttribute("target-cpu").getValueAsString();
  return "";
}

struct Check : llvm::PassInfoMixin<Check> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    map::TermContext Terms;
    Options O = optionsFromEnvironment();
    std::vector<std::string> Problems;
    O.Lockstep = O.isLockstep(archOf(M));
    UnitBudget Budget = budgetOf(O);
    Unit U{M.getModuleIdentifier(), O.Arch};
    TimeTrace Trace(O.TimeTrace, U);
    auto Protocols =
        liftKernels(CloneModule(M), Terms, O, Budget, {}, Problems);
    writeMaps(Protocols, O, U, Problems);
    Analysis A = analyse(std::move(Protocols), O, Budget);
    A.Problems = std::move(Problems);
    if (llvm::Error E = Trace.write())
      A.Problems.push_back(llvm::toString(std::move(E)));
    writeOutputs(A, O, U);
    if (!O.Sarif.empty())
      A.Problems.push_back("option sarif is for clang and racemap");
    report::TextReporter Text(llvm::errs());
    report::report(A.Kernels, O.filter(), Text);
    for (const std::string &Problem : A.Problems)
      complain(Problem);
    llvm::errs() << report::summarize(A.Kernels).text() << "\n";
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

struct Instrument : llvm::PassInfoMixin<Instrument> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    auto Remarks =
        instrument::instrument(M, {optionsFromEnvironment().IgnoreLists});
    if (!Remarks) {
      complain(llvm::toString(Remarks.takeError()));
      return llvm::PreservedAnalyses::all();
    }
    for (const instrument::Remark &R : *Remarks)
      complain(R.Place + ": " + R.Text);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

bool addPass(llvm::StringRef Name, llvm::ModulePassManager &Passes,
             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
  if (Name == "print<racemap-map>")
    Passes.addPass(PrintMap());
  else if (Name == "racemap-check")
    Passes.addPass(Check());
  else if (Name == "racemap-instrument")
    Passes.addPass(Instrument());
  else
    return false;
  return true;
}

} // namespace
} // namespace racemap

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "RaceMap", RACEMAP_VERSION,
          [](llvm::PassBuilder &Builder) {
            Builder.registerPipelineParsingCallback(racemap::addPass);
          }};
}
