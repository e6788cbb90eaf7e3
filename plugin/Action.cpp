// Action - the frontend action that clang runs before the user's own.
//
// In a device compilation (and with arch= only in that one): a private module
// is generated beside the user's (PrivateModule), launches are read off the
// AST (LaunchContexts), the driver decides the kernels, and what it finds
// becomes diagnostics (Diagnostics) and files. The host's compilation and one
// with errors are left alone. The user's compilation goes on whatever happens
// here.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/Driver.h"
#include "plugin/ClusterDims.h"
#include "plugin/CrashGuard.h"
#include "plugin/Diagnostics.h"
#include "plugin/LaunchContexts.h"
#include "plugin/PrivateModule.h"
#include "plugin/SourceStatements.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Frontend/MultiplexConsumer.h"

namespace racemap {
namespace {

/// What the consumers refer to. A base class, listed first, because it must
/// outlive the generator that MultiplexConsumer owns.
struct ModuleOwner {
  ModuleOwner(clang::CompilerInstance &CI, llvm::StringRef File)
      : Private(CI, File) {}
  PrivateModule Private;
};

class Consumer : ModuleOwner, public clang::MultiplexConsumer {
public:
  Consumer(clang::CompilerInstance &CI, llvm::StringRef File, Options O,
           std::vector<std::string> Problems)
      : ModuleOwner(CI, File), MultiplexConsumer(Private.consumers()), CI(CI),
        File(File), O(std::move(O)), Problems(std::move(Problems)) {
    registerDiagnostics(CI.getDiagnostics());
  }

  void HandleTranslationUnit(clang::ASTContext &AST) override {
    MultiplexConsumer::HandleTranslationUnit(AST);
    if (CI.getDiagnostics().hasUnrecoverableErrorOccurred())
      return;
    if (llvm::Module *M = Private.module())
      analyseModule(*M, AST);
    else
      Problems.push_back("no kernel was analysed: " + Private.error());
    Private.release();
    for (const std::string &Text : Problems)
      warn(CI.getDiagnostics(), Text);
  }

private:
  void analyseModule(const llvm::Module &M, clang::ASTContext &AST);
  void readKernels(const llvm::Module &M);

  clang::CompilerInstance &CI;
  std::string File;
  Options O;
  std::vector<std::string> Problems;
  /// The module's kernels, by mangled name.
  llvm::StringMap<const clang::FunctionDecl *> Declarations;
};

void Consumer::readKernels(const llvm::Module &M) {
  for (const llvm::Function &F : M) {
    const clang::FunctionDecl *D =
        F.isDeclaration() ? nullptr : Private.declarationOf(F);
    if (!D || !D->hasAttr<clang::CUDAGlobalAttr>())
      continue;
    Declarations[F.getName()] = D;
  }
}

void Consumer::analyseModule(const llvm::Module &M, clang::ASTContext &AST) {
  readKernels(M);
  auto Terms = std::make_unique<map::TermContext>();
  auto A = std::make_unique<Analysis>();
  bool Completed = runGuarded([&] {
    LaunchContexts InSight(AST, *Terms);
    auto KernelOf = [&](llvm::StringRef Mangled) {
      const clang::FunctionDecl *D = Declarations.lookup(Mangled);
      return D ? D->getCanonicalDecl() : nullptr;
    };
    Launches Seen;
    Seen.ContextsOf = [&](const map::Protocol &P) {
      return InSight.of(KernelOf(P.Mangled), P);
    };
    Seen.ClusterOf = [&](const map::Protocol &P) {
      return clusterDims(Declarations.lookup(P.Mangled), AST);
    };
    Seen.MayOverlap = [&](llvm::StringRef Mangled, unsigned X, unsigned Y) {
      return InSight.mayOverlap(KernelOf(Mangled), X, Y);
    };
    std::vector<std::string> Lifting;
    Sources From;
    From.IsForeign = [&](const map::Protocol &P) {
      const clang::FunctionDecl *D = Declarations.lookup(P.Mangled);
      return D && AST.getSourceManager().isInSystemHeader(D->getLocation());
    };
    From.StatementsOf = [&](llvm::StringRef Mangled) {
      return blockStatements(Declarations.lookup(Mangled), AST);
    };
    *A = analyse(liftKernels(M, *Terms, O, Seen, Lifting), O, From);
    A->Problems.insert(A->Problems.begin(), Lifting.begin(), Lifting.end());
  });
  if (!Completed) {
    static_cast<void>(Terms.release()); // what a crash leaves is not touched
    static_cast<void>(A.release());
    A = std::make_unique<Analysis>();
    A->Problems.push_back("the analysis crashed, no kernel was decided");
  }
  A->Problems.insert(A->Problems.begin(), Problems.begin(), Problems.end());
  writeOutputs(*A, O, {File, CI.getTargetOpts().CPU});
  Diagnostics Shown(CI, Declarations);
  report::report(A->Kernels, {O.Level, O.HideBenign}, Shown);
  Problems = std::move(A->Problems);
}

class Action : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI,
                    llvm::StringRef File) override {
    if (!isWanted(CI))
      return std::make_unique<clang::ASTConsumer>();
    return std::make_unique<Consumer>(CI, File, O, Problems);
  }

  bool ParseArgs(const clang::CompilerInstance &,
                 const std::vector<std::string> &Args) override {
    for (const std::string &Arg : Args)
      if (llvm::Error E = O.set(Arg))
        Problems.push_back(llvm::toString(std::move(E)));
    if (llvm::Error E = O.checkForAnalysis())
      Problems.push_back(llvm::toString(std::move(E)));
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

  /// A header or a module that is being precompiled is not analysed: who
  /// includes it is.
  bool isWanted(clang::CompilerInstance &CI) const {
    return CI.getLangOpts().CUDAIsDevice &&
           CI.getTarget().getTriple().isNVPTX() &&
           CI.getLangOpts().getCompilingModule() ==
               clang::LangOptions::CMK_None &&
           CI.getFrontendOpts().ProgramAction != clang::frontend::GeneratePCH &&
           (O.Arch.empty() || O.Arch == CI.getTargetOpts().CPU);
  }

  Options O;
  std::vector<std::string> Problems; ///< with the options
};

clang::FrontendPluginRegistry::Add<Action>
    Register("racemap", "finds data races in CUDA kernels");

} // namespace
} // namespace racemap
