// ManagedVariables - __managed__, which clang has for HIP only.
//
// In a build for the CPU device, __managed__ is __device__ with an annotation
// (overlay/Overlay.h). In the host part, such a variable gets the attribute
// that HIP's managed variables have: the host reaches it through a pointer that
// the runtime sets, and clang's constructor registers it as managed. For the
// device part it is a variable of the device.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap {
namespace {

void manage(clang::VarDecl &V) {
  auto IsMark = [](const clang::AnnotateAttr *A) {
    return A->getAnnotation() == "racemap.managed";
  };
  if (llvm::none_of(V.specific_attrs<clang::AnnotateAttr>(), IsMark))
    return;
  // The list of annotations refers to the variable in a way that clang's code
  // for managed variables does not expect.
  V.dropAttrs<clang::AnnotateAttr>();
  V.addAttr(clang::HIPManagedAttr::CreateImplicit(V.getASTContext()));
}

void visit(clang::Decl &D) {
  if (auto *V = llvm::dyn_cast<clang::VarDecl>(&D))
    manage(*V);
  if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl,
                clang::CXXRecordDecl>(D))
    for (clang::Decl *Inner : llvm::cast<clang::DeclContext>(D).decls())
      visit(*Inner);
}

/// Comes before the consumers that generate code.
class ManagedVariables : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    for (clang::Decl *D : Group)
      visit(*D);
    return true;
  }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *V) override {
    manage(*V);
  }
};

class ManagedAction : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    if (!CI.getLangOpts().CUDA || CI.getLangOpts().CUDAIsDevice)
      return std::make_unique<clang::ASTConsumer>();
    return std::make_unique<ManagedVariables>();
  }
  bool ParseArgs(const clang::CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

clang::FrontendPluginRegistry::Add<ManagedAction>
    Register("racemap-managed", "managed variables, for the CPU device");

} // namespace
} // namespace racemap
