// NotesInCode - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/NotesInCode.h"
#include "passes/BenignStatements.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Preprocessor.h"
#include <set>

namespace racemap {

using namespace clang;

static constexpr llvm::StringLiteral Benign = "racemap.benign";

PresumedLoc placeOf(SourceLocation L, const SourceManager &Sources) {
  return Sources.getPresumedLoc(Sources.getExpansionLoc(L));
}

/// Null if it is not one of these macros'.
static const AnnotateAttr *noteIn(const Attr *A) {
  const auto *Note = llvm::dyn_cast<AnnotateAttr>(A);
  return Note && Note->getAnnotation().starts_with("racemap.") ? Note : nullptr;
}

static std::string macroOf(const AnnotateAttr &Note) {
  llvm::StringRef Name = Note.getAnnotation().split(": ").first;
  Name.consume_front("racemap.");
  return "RACEMAP_" + Name.upper();
}

namespace {

class NotesInCode : public ASTConsumer,
                    public RecursiveASTVisitor<NotesInCode> {
public:
  NotesInCode(CompilerInstance &CI,
              std::function<void(SourceLocation, const std::string &)> Bad)
      : CI(CI), Bad(std::move(Bad)) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    if (areThere())
      for (Decl *D : Group)
        TraverseDecl(D);
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *F) override {
    if (areThere())
      TraverseDecl(F);
  }

  /// A template comes again with each of its instances, which have its notes.
  bool VisitDecl(Decl *D) {
    const DeclContext *In = D->getDeclContext();
    if (D->hasAttrs() && !(In && In->isDependentContext()))
      lookAt(D);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody())
      annotate(F, F->getBody());
    return true;
  }

private:
  /// Has the header with the macros been read by now?
  bool areThere() const {
    const IdentifierInfo *Guard =
        CI.getPreprocessor().getIdentifierInfo("RACEMAP_RACEMAP_H");
    return Guard->hadMacroDefinition();
  }
  void lookAt(Decl *D);
  void annotate(FunctionDecl *F, const Stmt *S);
  void addTo(FunctionDecl *F, const AnnotateAttr &Note, SourceRange Code);
  bool hasReason(const AnnotateAttr &Note);
  void tell(const AnnotateAttr &Note, const std::string &Text);

  CompilerInstance &CI;
  std::function<void(SourceLocation, const std::string &)> Bad;
  std::set<std::pair<unsigned, std::string>> Told;
};

void NotesInCode::tell(const AnnotateAttr &Note, const std::string &Text) {
  SourceLocation At = CI.getSourceManager().getExpansionLoc(Note.getLocation());
  if (Told.insert({At.getRawEncoding(), Text}).second)
    Bad(At, Text);
}

bool NotesInCode::hasReason(const AnnotateAttr &Note) {
  auto [Name, Why] = Note.getAnnotation().split(": ");
  if (Name != Benign || !Why.trim().empty())
    return true;
  tell(Note, "RACEMAP_BENIGN has no effect without a reason: write it as in "
             "RACEMAP_BENIGN(\"any thread may say so\")");
  return false;
}

/// Takes off what means nothing where it stands.
void NotesInCode::lookAt(Decl *D) {
  auto *V = llvm::dyn_cast<VarDecl>(D);
  bool IsLocal = V && V->hasLocalStorage();
  bool IsParameter = llvm::isa<ParmVarDecl>(D);
  AttrVec Kept;
  for (Attr *A : D->attrs()) {
    const AnnotateAttr *Note = noteIn(A);
    if (!Note || (!IsLocal && !llvm::isa<FieldDecl>(D) && hasReason(*Note))) {
      Kept.push_back(A);
      continue;
    }
    auto *F =
        V ? llvm::dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod())
          : nullptr;
    if (!hasReason(*Note))
      continue;
    if (F && IsLocal && !IsParameter && V->hasInit() &&
        Note->getAnnotation().starts_with(Benign))
      addTo(F, *Note, V->getSourceRange());
    else
      tell(*Note, macroOf(*Note) + " has no effect in front of a " +
                      (IsParameter ? "parameter"
                       : IsLocal   ? "local variable"
                                   : "member") +
                      ": put it in front of the statement that accesses the "
                      "memory, of the function, or of the array's variable");
  }
  D->dropAttrs();
  D->setAttrs(Kept);
}

void NotesInCode::addTo(FunctionDecl *F, const AnnotateAttr &Note,
                        SourceRange Code) {
  const SourceManager &Sources = CI.getSourceManager();
  PresumedLoc First = placeOf(Code.getBegin(), Sources),
              Last = placeOf(Code.getEnd(), Sources);
  if (First.isInvalid() || Last.isInvalid())
    return;
  BenignStatement Its{{First.getLine(), First.getColumn()},
                      {Last.getLine(), Last.getColumn()},
                      Note.getAnnotation().split(": ").second};
  F->addAttr(
      AnnotateAttr::CreateImplicit(CI.getASTContext(), Its.text(), nullptr, 0));
}

void NotesInCode::annotate(FunctionDecl *F, const Stmt *S) {
  if (!S)
    return;
  if (const auto *L = llvm::dyn_cast<LambdaExpr>(S))
    F = L->getCallOperator();
  if (const auto *Said = llvm::dyn_cast<AttributedStmt>(S))
    for (const Attr *A : Said->getAttrs())
      if (const AnnotateAttr *Note = noteIn(A);
          Note && Note->getAnnotation().starts_with(Benign) && hasReason(*Note))
        addTo(F, *Note, Said->getSubStmt()->getSourceRange());
  for (const Stmt *Part : S->children())
    annotate(F, Part);
}

} // namespace

std::unique_ptr<ASTConsumer>
notesInCode(CompilerInstance &CI,
            std::function<void(SourceLocation, const std::string &)> Bad) {
  return std::make_unique<NotesInCode>(CI, std::move(Bad));
}

} // namespace racemap
