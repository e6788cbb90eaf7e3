// PrivateModule - a device module of the plugin's own.
//
// A second code generator hears every event of the compilation, with debug
// information on and optimisations off whatever the user chose. Its module has
// exact source locations, and the user's own code generation never meets it:
// context, options and diagnostics are separate. What the generator complains
// about is not shown (the user's generator says it too) but kept, and when the
// user's code has an error, generation stops as the user's does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_PRIVATEMODULE_H
#define RACEMAP_PLUGIN_PRIVATEMODULE_H

#include "plugin/LLVMCompat.h"
#include "clang/AST/Decl.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace racemap {

/// Keeps the first error.
class FirstError : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;
  const std::string &text() const { return Text; }

private:
  std::string Text;
};

class PrivateModule {
public:
  PrivateModule(clang::CompilerInstance &CI, llvm::StringRef Name);
  PrivateModule(const PrivateModule &) = delete;

  /// What the AST consumer has to forward every event to, in this order. Call
  /// it once. The consumers refer to this, which must outlive them.
  std::vector<std::unique_ptr<clang::ASTConsumer>> consumers();

  /// The module, when the translation unit is complete; null if code
  /// generation failed, and then error() says why. Call it once. It must not
  /// outlive this.
  std::unique_ptr<llvm::Module> take() {
    return std::unique_ptr<llvm::Module>(Generator->ReleaseModule());
  }
  const std::string &error() const { return Client.text(); }
  /// The declaration that a function of the module comes from, or null.
  const clang::FunctionDecl *declarationOf(const llvm::Function &F) const;

private:
  clang::CompilerInstance &CI;
  std::string Name;
  llvm::LLVMContext Context;
  clang::CodeGenOptions Options;
  FirstError Client;
  compat::OwnDiagnostics Diags;
  clang::CodeGenerator *Generator = nullptr; // owned by the consumers' owner
};

} // namespace racemap

#endif
