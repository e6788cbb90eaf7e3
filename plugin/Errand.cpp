// Errand - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/Errand.h"
#include "passes/driver/Driver.h"
#include "plugin/CrashGuard.h"
#include "plugin/Diagnostics.h"
#include "plugin/LaunchContexts.h"

namespace racemap {

bool Errand::take(llvm::StringRef Arg) {
  for (auto [Name, File] : {std::pair("decided=", &Decided),
                            {"calls=", &Calls},
                            {"emit-calls=", &EmitCalls},
                            {"proofs=", &Proofs}})
    if (llvm::StringRef Value = Arg; Value.consume_front(Name)) {
      *File = Value.str();
      return true;
    }
  bool IsCandidates = Arg == "candidates=on";
  LooksForCandidates |= IsCandidates;
  return IsCandidates;
}

OtherUnits Errand::otherUnits(map::TermContext &Terms,
                              std::vector<std::string> &Problems) const {
  if (Calls.empty())
    return {};
  auto Others = OtherUnits::read(Calls, Terms);
  if (Others)
    return std::move(*Others);
  Problems.push_back(llvm::toString(Others.takeError()));
  return {};
}

namespace {
class CallsConsumer : public clang::ASTConsumer {
public:
  CallsConsumer(clang::CompilerInstance &CI, Errand E)
      : CI(CI), E(std::move(E)) {}

  void HandleTranslationUnit(clang::ASTContext &AST) override {
    if (CI.getDiagnostics().hasUnrecoverableErrorOccurred())
      return;
    std::vector<std::string> Problems;
    UnitCalls Its;
    auto Terms = std::make_unique<map::TermContext>();
    if (!runGuarded([&] {
          Its = LaunchContexts(AST, *Terms, E.otherUnits(*Terms, Problems),
                               /*FindsCalls=*/true)
                    .unitCalls();
        })) {
      static_cast<void>(Terms.release()); // what a crash leaves is not touched
      return warnOf(CI, "the analysis of calls crashed");
    }
    if (llvm::Error Failed = writeFile(E.EmitCalls, [&](llvm::raw_ostream &OS) {
          OS << Its.toJson() << "\n";
        }))
      Problems.push_back(llvm::toString(std::move(Failed)));
    for (const std::string &Text : Problems)
      warnOf(CI, Text);
  }

private:
  clang::CompilerInstance &CI;
  Errand E;
};
} // namespace

std::unique_ptr<clang::ASTConsumer> callsConsumer(clang::CompilerInstance &CI,
                                                  Errand E) {
  return std::make_unique<CallsConsumer>(CI, std::move(E));
}

} // namespace racemap
