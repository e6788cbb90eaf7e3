// PrivateModule - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/PrivateModule.h"

namespace racemap {

using namespace clang;

void FirstError::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                  const Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Level < DiagnosticsEngine::Error || !Text.empty())
    return;
  llvm::SmallString<128> Formatted;
  Info.FormatDiagnostic(Formatted);
  Text = Formatted.str().str();
}

/// What the private code generator is asked for, whatever the user's -O and -g.
static CodeGenOptions privateOptions(const CompilerInstance &CI) {
  CodeGenOptions Options = CI.getCodeGenOpts();
  Options.setDebugInfo(llvm::codegenoptions::FullDebugInfo);
  Options.DebugColumnInfo = true;
  Options.DwarfVersion = 5;
  // Names of files as clang was given them: neither remapped nor split.
  Options.DebugPrefixMap.clear();
  Options.DebugCompilationDir = "/";
  Options.OptimizationLevel = 1; // no optnone
  Options.DisableLLVMPasses = true;
  Options.CoverageMapping = false;
  Options.setProfileInstr(CodeGenOptions::ProfileInstrKind::ProfileNone);
  Options.setProfileUse(CodeGenOptions::ProfileInstrKind::ProfileNone);
  Options.PassBuilderCallbacks.clear();
  return Options;
}

namespace {
/// Hears each event before the private generator does, and passes an error of
/// the user's compilation on, so that no invalid code is generated.
class StopAtErrors : public ASTConsumer {
public:
  StopAtErrors(DiagnosticsEngine &User, DiagnosticsEngine &Private)
      : User(User), Private(Private),
        Stop(Private.getCustomDiagID(DiagnosticsEngine::Error,
                                     "the code has errors")) {}

  bool HandleTopLevelDecl(DeclGroupRef) override {
    check();
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *) override { check(); }
  void HandleInterestingDecl(DeclGroupRef) override { check(); }
  void HandleTranslationUnit(ASTContext &) override { check(); }
  void HandleTagDeclDefinition(TagDecl *) override { check(); }
  void HandleTagDeclRequiredDefinition(const TagDecl *) override { check(); }
  void CompleteTentativeDefinition(VarDecl *) override { check(); }
  void HandleCXXStaticMemberVarInstantiation(VarDecl *) override { check(); }
  void HandleVTable(CXXRecordDecl *) override { check(); }

private:
  void check() {
    if (User.hasUnrecoverableErrorOccurred() &&
        !Private.hasUnrecoverableErrorOccurred())
      Private.Report(Stop);
  }

  DiagnosticsEngine &User, &Private;
  unsigned Stop;
};
} // namespace

PrivateModule::PrivateModule(CompilerInstance &CI, llvm::StringRef Name)
    : CI(CI), Name(Name), Options(privateOptions(CI)),
      Diags(CI.getDiagnostics(), Client) {}

std::vector<std::unique_ptr<ASTConsumer>> PrivateModule::consumers() {
  std::unique_ptr<CodeGenerator> New =
      compat::createCodeGenerator(CI, Diags.engine(), Name, Options, Context);
  Generator = New.get();
  std::vector<std::unique_ptr<ASTConsumer>> All;
  All.push_back(
      std::make_unique<StopAtErrors>(CI.getDiagnostics(), Diags.engine()));
  All.push_back(std::move(New));
  return All;
}

const FunctionDecl *
PrivateModule::declarationOf(const llvm::Function &F) const {
  const Decl *D = Generator->GetDeclForMangledName(F.getName());
  return llvm::dyn_cast_or_null<FunctionDecl>(D);
}

} // namespace racemap
