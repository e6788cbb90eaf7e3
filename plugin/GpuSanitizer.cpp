// GpuSanitizer - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/GpuSanitizer.h"
#include "passes/driver/IgnoreComments.h"
#include "passes/instrument/GpuBinding.h"
#include "passes/lift/module/SystemFiles.h"
#include "plugin/Diagnostics.h"
#include "plugin/Pipeline.h"
#include "plugin/Places.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/IR/Module.h"

namespace racemap {
namespace {

void fail(clang::CompilerInstance &CI, const std::string &Text) {
  clang::DiagnosticsEngine &Diags = CI.getDiagnostics();
  Diags.Report(
      Diags.getCustomDiagID(clang::DiagnosticsEngine::Error, "racemap: %0"))
      << Text;
}

void instrumentDevice(clang::CompilerInstance &CI, const Options &O,
                      const instrument::Proofs &Proved, llvm::Module &M) {
  Places Files(CI.getSourceManager());
  lift::noteSystemFiles(M, [&](llvm::StringRef File, unsigned Line) {
    return Files.isInSystemHeader({File.str(), Line, 1});
  });
  if (M.debug_compile_units().empty() && !M.empty())
    warn(CI.getDiagnostics(), "sanitize=gpu: no debug information, so that "
                              "reports have no places; compile with -g");
  std::vector<std::string> Problems;
  auto Said = instrument::instrument(
      M, {.IgnoreLists = O.IgnoreLists,
          .ForGpu = true,
          .Proved = &Proved,
          .Relocatable = CI.getLangOpts().GPURelocatableDeviceCode,
          .Ignored = ignoredLines(M, Problems)});
  for (const std::string &Text : Problems)
    warnOf(CI, Text);
  if (!Said)
    return fail(CI, llvm::toString(Said.takeError()));
  for (const instrument::Remark &R : *Said)
    warn(CI.getDiagnostics(), R.Place + ": " + R.Text);
}

} // namespace

void sanitizeForGpu(clang::CompilerInstance &CI, const Options &O,
                    const std::shared_ptr<const instrument::Proofs> &Proved) {
  if (CI.getLangOpts().CUDA) {
    clang::Preprocessor &PP = CI.getPreprocessor();
    PP.setPredefines(PP.getPredefines() +
                     instrument::declarationOfUnit().str());
  }
  if (CI.getLangOpts().CUDAIsDevice) {
    if (CI.getTarget().getTriple().isNVPTX())
      runFirst(CI, [&CI, O, Proved](llvm::Module &M) {
        instrumentDevice(CI, O, *Proved, M);
      });
    return;
  }
  runFirst(CI, [Elide = O.Elide](llvm::Module &M) {
    instrument::redirectHostCalls(M, Elide);
  });
}

} // namespace racemap
