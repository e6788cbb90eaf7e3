// UnitRegistration - how a relocatable unit for the CPU device registers itself
// is nobody else's business.
//
// nvcc's device linker calls every unit of a program by a name that clang makes
// of the source file's, so that the function and the binary that it registers
// are symbols of the program. On the CPU device, the unit has the function
// itself (overlay/RegisterUnit.h). Made local to the unit, both may be in a
// program as often as the file is compiled for it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/Pipeline.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

namespace racemap {
namespace {

using llvm::StringRef;

void makeLocal(llvm::GlobalValue *V) {
  if (V && !V->isDeclaration())
    V->setLinkage(llvm::GlobalValue::InternalLinkage);
}

void registerLocally(llvm::Module &M) {
  for (llvm::Function &F : M) {
    StringRef Unit = F.getName();
    if (F.isDeclaration() || !Unit.consume_front("__cudaRegisterLinkedBinary"))
      continue;
    makeLocal(&F);
    makeLocal(M.getNamedValue(("__fatbinwrap" + Unit).str()));
  }
}

class RegistrationAction : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, StringRef) override {
    const clang::LangOptions &Language = CI.getLangOpts();
    if (Language.CUDA && !Language.CUDAIsDevice &&
        Language.GPURelocatableDeviceCode)
      runFirst(CI, registerLocally);
    return std::make_unique<clang::ASTConsumer>();
  }
  bool ParseArgs(const clang::CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

clang::FrontendPluginRegistry::Add<RegistrationAction>
    Register("racemap-registration", "relocatable units, for the CPU device");

} // namespace
} // namespace racemap
