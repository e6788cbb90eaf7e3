// HostInputs - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostInputs.h"
#include "plugin/HostControl.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SetVector.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

static llvm::StringRef nameOf(const FunctionDecl *F) {
  return F && F->getIdentifier() ? F->getName() : "";
}

/// Does it read from a stream of the library?
static bool isExtraction(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  return F && F->getOverloadedOperator() == OO_GreaterGreater &&
         F->isInStdNamespace();
}

bool readsInput(const CallExpr *E) {
  llvm::StringRef Name = nameOf(E->getDirectCallee());
  return isExtraction(E) || Name.ends_with("scanf") || Name == "cudaMemGetInfo";
}

/// Does the program set words of the environment?
static bool setsEnvironment(ASTContext &AST) {
  static constexpr llvm::StringLiteral Names[] = {"setenv", "putenv"};
  return llvm::any_of(Names, [&](llvm::StringRef Name) {
    auto Known = AST.getTranslationUnitDecl()->lookup(&AST.Idents.get(Name));
    return llvm::any_of(Known, [](const NamedDecl *D) {
      const auto *F = dyn_cast<FunctionDecl>(D);
      return F && F->isReferenced();
    });
  });
}

/// The mention of the command line of which Text is a word: argv[i] in a
/// function that is given them. Or null.
static const DeclRefExpr *wordsOf(const Expr *Text) {
  const Expr *Words = nullptr;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(Text))
    Words = A->getBase()->IgnoreParenImpCasts();
  else if (const auto *U = dyn_cast<UnaryOperator>(Text);
           U && U->getOpcode() == UO_Deref)
    Words = U->getSubExpr()->IgnoreParenImpCasts();
  const auto *Name = dyn_cast_or_null<DeclRefExpr>(Words);
  const auto *V = Name ? dyn_cast<ParmVarDecl>(Name->getDecl()) : nullptr;
  bool IsList = V && V->getType()->isPointerType() &&
                V->getType()->getPointeeType()->isPointerType();
  return IsList ? Name : nullptr;
}

/// The word of the command line, or of the environment, that Text is or begins
/// with; or null. It is spelled argv[i] or optarg, or comes from getenv.
static const Expr *wordIn(const Expr *Text) {
  Text = bare(Text);
  if (const auto *C = dyn_cast<CXXConstructExpr>(Text)) // std::string
    return C->getNumArgs() ? wordIn(C->getArg(0)) : nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(Text))
    return B->getOpcode() == BO_Add ? wordIn(B->getLHS()) : nullptr;
  if (const auto *C = dyn_cast<CallExpr>(Text)) {
    const FunctionDecl *F = C->getDirectCallee();
    bool IsWord =
        nameOf(F).ends_with("getenv") && !setsEnvironment(F->getASTContext());
    return IsWord ? Text : nullptr;
  }
  const auto *Name = dyn_cast<DeclRefExpr>(Text);
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  bool IsOption = V && V->getName() == "optarg" && V->hasExternalStorage();
  return IsOption || wordsOf(Text) ? Text : nullptr;
}

/// Is Stream one of the library's that reads from a text in memory?
static bool isOfText(const Expr *Stream) {
  Stream = bare(Stream);
  const auto *Call = dyn_cast<CallExpr>(Stream);
  if (Call && isExtraction(Call)) // text >> a >> b
    return isOfText(Call->getArg(0));
  const CXXRecordDecl *Class = Stream->getType()->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() &&
         Class->getName().ends_with("stringstream");
}

bool readsOpenInput(const CallExpr *E) {
  if (!readsInput(E))
    return false;
  if (isExtraction(E))
    return !isOfText(E->getArg(0));
  llvm::StringRef Name = nameOf(E->getDirectCallee());
  bool IsOfText = Name.contains("sscanf") || Name.contains("swscanf");
  return !IsOfText || (E->getNumArgs() && wordIn(E->getArg(0)));
}

/// Does the function only compare texts, or show them? It sends no number away.
static bool looksAtText(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return false;
  OverloadedOperatorKind Op = F->getOverloadedOperator();
  if (Op == OO_EqualEqual || Op == OO_ExclaimEqual || Op == OO_LessLess)
    return true;
  llvm::StringRef Name = nameOf(F);
  return Name.ends_with("printf") || Name.contains("puts") ||
         (Name.starts_with("str") && Name.contains("cmp"));
}

/// The place of a word on the command line, if it is a constant.
static std::optional<uint64_t> placeOfWord(const Expr *Word,
                                           const ASTContext &AST) {
  const auto *A = dyn_cast<ArraySubscriptExpr>(Word);
  if (!A)
    return 0; // *argv
  Expr::EvalResult Its;
  if (A->getIdx()->isValueDependent() || !A->getIdx()->EvaluateAsInt(Its, AST))
    return std::nullopt;
  return Its.Val.getInt().getZExtValue();
}

/// Is S the condition of Parent, or a part of one?
static bool decides(const Stmt *S, const Stmt *Parent) {
  if (const auto *I = dyn_cast<IfStmt>(Parent))
    return I->getCond() == S;
  if (const auto *W = dyn_cast<SwitchStmt>(Parent))
    return W->getCond() == S;
  if (const auto *C = dyn_cast<ConditionalOperator>(Parent))
    return C->getCond() == S;
  const auto *O = dyn_cast<BinaryOperator>(Parent);
  return (O && O->isLogicalOp()) || conditionOf(Parent) == S;
}

/// Does the member around M lead elsewhere than Path?
static bool isOfOther(const DeclRefExpr *M, HostMembers Path,
                      const HostBody &B) {
  const auto *Member = dyn_cast_or_null<MemberExpr>(B.parent(M));
  const auto *F =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  return F && !Path.empty() && Path.front().field() != F;
}

namespace {
/// Follows what is made of a variable.
class Asking {
public:
  Asking(const Stmt *By, const HostBody &B, const HostUses &Uses)
      : By(By), B(B), Uses(Uses) {}

  bool of(const VarDecl *V, HostMembers Path) {
    Made.insert(V->getCanonicalDecl());
    return any([&](size_t I, const DeclRefExpr *M) {
      return !(I == 0 && isOfOther(M, Path, B)) && decidesBy(M);
    });
  }
  /// Of what is read there.
  bool at(const DeclRefExpr *M) {
    return decidesBy(M) ||
           any([&](size_t, const DeclRefExpr *Its) { return decidesBy(Its); });
  }

private:
  /// Is a mention within By of what is made such a one?
  bool any(llvm::function_ref<bool(size_t, const DeclRefExpr *)> Is) {
    for (size_t I = 0; I != Made.size(); ++I)
      for (const Mention &M : Uses.mentions(Made[I]))
        if (B.contains(M.first) && B.isWithin(M.first, By) && Is(I, M.first))
          return true;
    return false;
  }
  /// Is the mention a part of a condition? Notes what else is made of it.
  bool decidesBy(const DeclRefExpr *M) {
    for (const Stmt *S = M; S != By; S = B.parent(S)) {
      const Stmt *Parent = B.parent(S);
      const auto *Call = dyn_cast<CallExpr>(Parent);
      if (Call && readsInput(Call)) // what it returns is not the number
        return false;
      if (decides(S, Parent))
        return true;
      if (const Expr *To = assignedBy(Parent))
        add(To);
      for (const Expr *Arg :
           Call ? llvm::ArrayRef(Call->getArgs(), Call->getNumArgs())
                : llvm::ArrayRef<const Expr *>())
        if (Arg->isGLValue() || Arg->getType()->isPointerType())
          add(Arg);
      if (const auto *D = dyn_cast<DeclStmt>(Parent))
        for (const Decl *X : D->decls())
          if (const auto *V = dyn_cast<VarDecl>(X);
              V && V->getInit() && B.isWithin(M, V->getInit()))
            Made.insert(V->getCanonicalDecl());
    }
    return false;
  }
  void add(const Expr *Place) {
    const auto *Address = dyn_cast<UnaryOperator>(Place->IgnoreParenCasts());
    if (Address && Address->getOpcode() == UO_AddrOf)
      Place = Address->getSubExpr();
    if (!Place->isGLValue())
      return;
    if (HostPlace P = placeOf(Place, Pointers::Followed); P.Variable)
      Made.insert(P.Variable);
  }

  const Stmt *By;
  const HostBody &B;
  const HostUses &Uses;
  llvm::SetVector<const VarDecl *> Made;
};
} // namespace

/// Does the program, where it mentions the command line, change the word at
/// that place, or send some of its numbers away?
static bool sorts(const DeclRefExpr *Mention, uint64_t Place, const HostBody &B,
                  const HostUses &Uses, const ASTContext &AST) {
  const Stmt *S = Mention;
  while (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(B.parent(S)))
    S = B.parent(S);
  const auto *Word = dyn_cast_or_null<Expr>(B.parent(S));
  if (!Word || wordsOf(Word) != Mention)
    return false; // all words are given to a function
  auto Its = placeOfWord(Word, AST);
  if (Its && Its != Place)
    return false;
  for (S = Word; isa_and_nonnull<Expr>(B.parent(S)); S = B.parent(S)) {
    const Expr *To = assignedBy(B.parent(S));
    if (To && B.isWithin(Word, To))
      return true;
    const auto *Call = dyn_cast<CallExpr>(B.parent(S));
    if (Call && looksAtText(Call))
      return false;
  }
  return Asking(B.root(), B, Uses).at(Mention);
}

bool isInput(const Expr *E, const HostBody &B, const HostUses &Uses) {
  static constexpr llvm::StringLiteral Names[] = {
      "atoi",     "atol", "atoll", "strtol", "strtoul", "strtoll",
      "strtoull", "stoi", "stol",  "stoul",  "stoll",   "stoull"};
  const auto *Call = dyn_cast<CallExpr>(bare(E));
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  bool ReadsNumber = F && (F->isInStdNamespace() || F->isExternC()) &&
                     !isa<CXXMethodDecl>(F) && Call->getNumArgs() &&
                     llvm::is_contained(Names, nameOf(F));
  const Expr *Word = ReadsNumber ? wordIn(Call->getArg(0)) : nullptr;
  if (!Word)
    return false;
  const DeclRefExpr *Words = wordsOf(Word);
  const ASTContext &AST = F->getASTContext();
  auto Place = Words ? placeOfWord(Word, AST) : std::nullopt;
  if (!Place)
    return true;
  const auto *V = cast<VarDecl>(Words->getDecl()->getCanonicalDecl());
  return llvm::none_of(Uses.mentions(V), [&](const Mention &M) {
    return M.first != Words && B.contains(M.first) &&
           sorts(M.first, *Place, B, Uses, AST);
  });
}

namespace {
/// The way from a variable to what is read.
struct Reading {
  const DeclRefExpr *Name = nullptr;
  /// What it goes through is memory that the variable points to.
  bool IsBehind = false;
  /// At a place that is a constant, spelled in the same way.
  bool IsConstant = true;
};
} // namespace

static Reading readingOf(const Expr *E, const ASTContext &AST) {
  Reading R;
  for (;;) {
    E = bare(E);
    Expr::EvalResult Its;
    const auto *U = dyn_cast<UnaryOperator>(E);
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      R.IsBehind |= M->isArrow();
      E = M->getBase();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      R.IsBehind = true;
      R.IsConstant &= !A->getIdx()->isValueDependent() &&
                      A->getIdx()->EvaluateAsInt(Its, AST);
      E = A->getBase();
    } else if (U && U->getOpcode() == UO_Deref) {
      R.IsBehind = true;
      R.IsConstant = false; // *p is p[0], too
      E = U->getSubExpr();
    } else
      break;
  }
  R.Name = dyn_cast<DeclRefExpr>(E);
  return R;
}

/// The largest expression that names, or reads, a part of what M does.
static const Expr *readBy(const DeclRefExpr *M, const HostBody &B) {
  const Expr *E = M;
  for (;;) {
    const auto *Parent = dyn_cast_or_null<Expr>(B.parent(E));
    const auto *A = dyn_cast_or_null<ArraySubscriptExpr>(Parent);
    const auto *U = dyn_cast_or_null<UnaryOperator>(Parent);
    bool Deeper =
        isa_and_nonnull<MemberExpr, ParenExpr, ImplicitCastExpr>(Parent) ||
        (A && A->getBase() == E) || (U && U->getOpcode() == UO_Deref);
    if (!Deeper)
      return E;
    E = Parent;
  }
}

bool asksForElements(const Expr *E, const HostBody &B, const HostUses &Uses) {
  const auto *F = B.function();
  if (!F)
    return false;
  const ASTContext &AST = F->getASTContext();
  Reading Its = readingOf(E, AST);
  const auto *V = Its.Name ? dyn_cast<VarDecl>(Its.Name->getDecl()) : nullptr;
  if (!V || !Its.IsBehind)
    return false;
  return llvm::any_of(
      Uses.mentions(V->getCanonicalDecl()), [&](const Mention &M) {
        if (!B.contains(M.first) || M.first == Its.Name)
          return false;
        const Expr *Part = readBy(M.first, B);
        Reading Other = readingOf(Part, AST);
        if (!Other.IsBehind || (Its.IsConstant && Other.IsConstant))
          return false;
        for (const Stmt *S = Part; const Stmt *Parent = B.parent(S);
             S = Parent) {
          if (decides(S, Parent))
            return true;
          if (!isa<Expr>(Parent))
            return false;
        }
        return false;
      });
}

bool isAskedFor(const VarDecl *V, HostMembers Path, const Stmt *By,
                const HostBody &B, const HostUses &Uses) {
  return Asking(By, B, Uses).of(V, Path);
}

} // namespace racemap
