// LLVMCompat - the differences between versions of clang that the plugin meets.
//
// The only place of this folder that asks for LLVM's version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_LLVMCOMPAT_H
#define RACEMAP_PLUGIN_LLVMCOMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Config/llvm-config.h"

namespace racemap::compat {

/// A second engine with the diagnostics of the first, and a client of its own.
class OwnDiagnostics {
public:
  /// Client must outlive this.
  OwnDiagnostics(clang::DiagnosticsEngine &Like,
                 clang::DiagnosticConsumer &Client)
#if LLVM_VERSION_MAJOR >= 21
      : Engine(Like.getDiagnosticIDs(), Options, &Client,
               /*ShouldOwnClient=*/false) {
#else
      : Engine(Like.getDiagnosticIDs(), new clang::DiagnosticOptions(), &Client,
               /*ShouldOwnClient=*/false) {
#endif
    if (Like.hasSourceManager())
      Engine.setSourceManager(&Like.getSourceManager());
  }
  clang::DiagnosticsEngine &engine() { return Engine; }

private:
#if LLVM_VERSION_MAJOR >= 21
  clang::DiagnosticOptions Options;
#endif
  clang::DiagnosticsEngine Engine;
};

/// The text "%0" as a warning or remark that -Werror, -w and pragmas control as
/// -Wbackend-plugin (not on LLVM 19, where custom diagnostics have no group).
inline unsigned customDiagnostic(clang::DiagnosticsEngine &Diags,
                                 clang::DiagnosticsEngine::Level Level) {
#if LLVM_VERSION_MAJOR >= 20
  using Ids = clang::DiagnosticIDs;
  if (Level == clang::DiagnosticsEngine::Warning)
    return Diags.getDiagnosticIDs()->getCustomDiagID(Ids::CustomDiagDesc(
        clang::diag::Severity::Warning, "%0", Ids::CLASS_WARNING,
        /*ShowInSystemHeader=*/false, /*ShowInSystemMacro=*/false,
        clang::diag::Group::BackendPlugin));
#endif
  return Diags.getCustomDiagID(Level, "%0");
}

inline std::unique_ptr<clang::CodeGenerator>
createCodeGenerator(clang::CompilerInstance &CI,
                    clang::DiagnosticsEngine &Diags, llvm::StringRef Name,
                    const clang::CodeGenOptions &Options,
                    llvm::LLVMContext &Context) {
#if LLVM_VERSION_MAJOR >= 22
  auto FS = CI.getVirtualFileSystemPtr();
#else
  auto FS = &CI.getVirtualFileSystem();
#endif
#if LLVM_VERSION_MAJOR >= 20
  return clang::CreateLLVMCodeGen(Diags, Name, FS, CI.getHeaderSearchOpts(),
                                  CI.getPreprocessorOpts(), Options, Context);
#else
  return std::unique_ptr<clang::CodeGenerator>(
      clang::CreateLLVMCodeGen(Diags, Name, FS, CI.getHeaderSearchOpts(),
                               CI.getPreprocessorOpts(), Options, Context));
#endif
}

} // namespace racemap::compat

#endif
