// SourceNotes - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/SourceNotes.h"
#include "plugin/NotesInCode.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"

namespace racemap {

using namespace clang;

/// Calls that only the analysis is told by.
static void dropAssumptions(llvm::Module &M) {
  llvm::Function *Told = M.getFunction("__racemap_assume");
  if (!Told || !Told->isDeclaration())
    return;
  for (llvm::User *U : llvm::make_early_inc_range(Told->users()))
    if (auto *Call = llvm::dyn_cast<llvm::CallInst>(U))
      Call->eraseFromParent();
  if (Told->use_empty())
    Told->eraseFromParent();
}

/// Those of others stay.
static void dropAnnotations(llvm::Module &M) {
  std::vector<llvm::Constant *> Kept;
  auto All = annotationsOf(M);
  for (const Annotation &A : All)
    if (!A.Text.starts_with("racemap."))
      Kept.push_back(A.Entry);
  if (Kept.size() == All.size())
    return;
  llvm::GlobalVariable *Old = M.getGlobalVariable("llvm.global.annotations");
  if (!Kept.empty()) {
    auto *Type = llvm::ArrayType::get(Kept.front()->getType(), Kept.size());
    auto *New = new llvm::GlobalVariable(
        M, Type, /*isConstant=*/false, Old->getLinkage(),
        llvm::ConstantArray::get(Type, Kept), "", Old);
    New->takeName(Old);
    New->setSection(Old->getSection());
  }
  Old->eraseFromParent();
}

namespace {
/// What is for RaceMap alone goes out of the module that the user generates.
struct DropNotes : llvm::PassInfoMixin<DropNotes> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    dropAssumptions(M);
    dropAnnotations(M);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};
} // namespace

void announceAnalysis(CompilerInstance &CI) {
  Preprocessor &PP = CI.getPreprocessor();
  PP.setPredefines(PP.getPredefines() + "#define __RACEMAP__ 1\n");
  CI.getCodeGenOpts().PassBuilderCallbacks.push_back(
      [](llvm::PassBuilder &Builder) {
        Builder.registerPipelineStartEPCallback(
            [](llvm::ModulePassManager &Passes, llvm::OptimizationLevel) {
              Passes.addPass(DropNotes());
            });
      });
}

/// Nothing if they are not six sizes.
static std::optional<map::LaunchContext> launchIn(const AnnotateAttr &Note,
                                                  const ASTContext &AST) {
  map::LaunchContext::Dim Sizes[2] = {};
  unsigned I = 0;
  for (const Expr *E : Note.args()) {
    Expr::EvalResult Known;
    if (I == 6 || E->isValueDependent() || !E->EvaluateAsInt(Known, AST) ||
        !Known.Val.getInt().isStrictlyPositive())
      return std::nullopt;
    Sizes[I / 3][I % 3] = Known.Val.getInt().getLimitedValue(UINT32_MAX);
    ++I;
  }
  PresumedLoc At = AST.getSourceManager().getPresumedLoc(Note.getLocation());
  if (I != 6 || At.isInvalid())
    return std::nullopt;
  map::LaunchContext C;
  C.Origin = "RACEMAP_LAUNCH " + std::string(At.getFilename()) + ":" +
             std::to_string(At.getLine());
  C.GridDim = Sizes[0];
  C.BlockDim = Sizes[1];
  return C;
}

std::vector<map::LaunchContext>
statedLaunches(const FunctionDecl *Kernel, const ASTContext &AST,
               llvm::function_ref<void(SourceLocation)> Bad) {
  std::vector<map::LaunchContext> Found;
  if (!Kernel)
    return Found;
  for (const auto *Note : Kernel->specific_attrs<AnnotateAttr>()) {
    if (Note->getAnnotation() != "racemap.launch")
      continue;
    if (auto C = launchIn(*Note, AST))
      Found.push_back(std::move(*C));
    else
      Bad(Note->getLocation());
  }
  return Found;
}

/// Null if nobody knows.
static const llvm::DIGlobalVariable *sourceOf(const llvm::GlobalVariable &V) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> Known;
  V.getDebugInfo(Known);
  return Known.empty() ? nullptr : Known.front()->getVariable();
}

BenignMarks::BenignMarks(const llvm::Module &M, const PrivateModule &Private,
                         const ASTContext &AST) {
  auto DefinitionOf = [&](const Annotation &A) {
    const auto *F = llvm::dyn_cast<llvm::Function>(A.What);
    const FunctionDecl *D = F ? Private.declarationOf(*F) : nullptr;
    return D ? D->getDefinition() : nullptr;
  };
  const SourceManager &Sources = AST.getSourceManager();
  for (const Annotation &A : annotatedWith("racemap.benign", M)) {
    std::string Why = A.Text.split(": ").second.str();
    const auto *V = llvm::dyn_cast<llvm::GlobalVariable>(A.What);
    if (const auto *Its = V ? sourceOf(*V) : nullptr)
      Variables.try_emplace(
          Its->getName(),
          Variable{Why, {Its->getFilename().str(), Its->getLine(), 1}});
    const FunctionDecl *D = DefinitionOf(A);
    if (!D)
      continue;
    PresumedLoc First = placeOf(D->getBeginLoc(), Sources),
                Last = placeOf(D->getEndLoc(), Sources);
    if (First.isValid() && Last.isValid())
      Intended.push_back({First.getFilename(),
                          {{First.getLine(), 1}, {Last.getLine(), ~0u}, {}},
                          Why});
  }
  for (const Annotation &A : annotatedWith(BenignStatement::Name, M)) {
    auto Its = BenignStatement::parse(A.Text);
    const FunctionDecl *D = DefinitionOf(A);
    PresumedLoc At = D ? placeOf(D->getBeginLoc(), Sources) : PresumedLoc();
    if (Its && At.isValid())
      Intended.push_back({At.getFilename(), *Its, Its->Why.str()});
  }
}

std::optional<std::string> BenignMarks::cover(const verdict::Finding &F) {
  if (F.TheKind != verdict::Finding::Kind::DataRace)
    return std::nullopt;
  if (auto Known = Variables.find(F.Array); Known != Variables.end()) {
    Known->second.IsUsed = true;
    return Known->second.Why;
  }
  for (const verdict::Site &S : F.Sites)
    for (Code &C : Intended)
      if (C.File == S.Where.File && C.Its.has(S.Where.Line, S.Where.Column)) {
        C.IsUsed = true;
        return C.Why;
      }
  return std::nullopt;
}

std::vector<map::SourcePoint> BenignMarks::unused() const {
  std::vector<map::SourcePoint> All;
  for (const auto &[Name, V] : Variables)
    if (!V.IsUsed && V.Where.Line)
      All.push_back(V.Where);
  for (const Code &C : Intended)
    if (!C.IsUsed)
      All.push_back({C.File, C.Its.First.first, C.Its.First.second});
  llvm::sort(All, [](const map::SourcePoint &A, const map::SourcePoint &B) {
    return std::tie(A.File, A.Line, A.Column) <
           std::tie(B.File, B.Line, B.Column);
  });
  return All;
}

} // namespace racemap
