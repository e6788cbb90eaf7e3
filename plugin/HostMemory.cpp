// HostMemory - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostMemory.h"
#include "plugin/HostEffects.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {
enum class Use : uint8_t {
  Reads, ///< or less
  Stores,
  Copies,
  Makes,
  Unclear
};

struct Found {
  Use How = Use::Unclear;
  const Expr *Where = nullptr; ///< of Makes: the call, or what is assigned
  HostMemory::Store Stored = {};
};

/// Whose variable it is: it may be moved, or it is all that leads to the
/// memory.
enum class Pointer : uint8_t { Moves, Owns };

/// Functions, and variables that point into the memory.
class Readers {
public:
  /// Does what F is given there do no more than to read?
  bool onlyReads(const FunctionDecl *F, unsigned Parameter);
  /// The same of V, a pointer, in Code, which is a part of B.
  bool onlyReads(const VarDecl *V, const Stmt *Code, const HostBody &B);

private:
  llvm::DenseSet<const VarDecl *> Seen; ///< each is looked at once
};

/// What becomes of one mention of a variable.
class Fate {
public:
  Fate(Readers &Known, const DeclRefExpr *Name, const HostBody &B, Pointer Kind)
      : Known(Known), Name(Name), B(B), Kind(Kind), Type(Name->getType()) {}
  Found find();

private:
  /// Nothing: S has become what P is.
  using Step = std::optional<Found>;
  Step at(const Stmt *P);
  Step at(const CastExpr *C);
  Step at(const UnaryOperator *U);
  Step at(const BinaryOperator *O);
  Step at(const CallExpr *Call);
  Step atMethod(const CXXMemberCallExpr *Call);
  Step enter(const Expr *Element);
  Step stored(const Expr *Assignment, const Expr *Value);
  Found asConst() const;
  bool isObject() const;

  Readers &Known;
  const DeclRefExpr *Name;
  const HostBody &B;
  Pointer Kind;
  QualType Type;
  const Stmt *S = nullptr; ///< what is looked at, and what it is
  enum { Variable, ItsAddress, Inside, Element } Is = Variable;
  bool IsDirect = true; ///< the variable's own elements
  HostMemory::Store Stored = {};
};
} // namespace

static bool isVector(QualType T) {
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         (R->getName() == "vector" || R->getName() == "array");
}

static bool isToConst(QualType T) {
  QualType Behind = T->getPointeeType();
  return T->isPointerType() && Behind.isConstQualified();
}

/// Of a function of the library or the runtime; empty of others.
static llvm::StringRef nameOf(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  bool IsKnown = F && F->getIdentifier() &&
                 (F->isInStdNamespace() || F->isExternC() ||
                  F->getDeclContext()->getRedeclContext()->isTranslationUnit());
  return IsKnown ? F->getName() : llvm::StringRef();
}

static bool isOneOf(llvm::StringRef Name,
                    std::initializer_list<llvm::StringRef> All) {
  return llvm::is_contained(All, Name);
}

/// Gives memory to the pointer whose address is its first argument.
static bool allocatesTo(llvm::StringRef Name) {
  return isOneOf(Name, {"cudaMalloc", "cudaMallocManaged", "cudaMallocAsync",
                        "cudaMallocHost", "cudaHostAlloc"});
}

static bool frees(llvm::StringRef Name) {
  return isOneOf(Name, {"free", "cudaFree", "cudaFreeAsync", "cudaFreeHost"});
}

static std::optional<unsigned> argumentOf(const CallExpr *E, const Stmt *Arg) {
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    if (E->getArg(I) == Arg)
      return I;
  return std::nullopt;
}

/// A call of a method of the object at S: "v.data()".
static const CXXMemberCallExpr *methodAt(const Stmt *S, const HostBody &B) {
  const auto *M = dyn_cast_or_null<MemberExpr>(B.parent(S));
  const auto *Call =
      M ? dyn_cast_or_null<CXXMemberCallExpr>(B.parent(M)) : nullptr;
  return Call && Call->getCallee() == M && Call->getMethodDecl() &&
                 Call->getMethodDecl()->getIdentifier()
             ? Call
             : nullptr;
}

bool Readers::onlyReads(const FunctionDecl *F, unsigned Parameter) {
  const Stmt *Code = codeOf(F);
  if (!Code || F->isVariadic() || Parameter >= F->getNumParams())
    return false;
  const FunctionDecl *Definition = nullptr;
  F->getBody(Definition);
  const ParmVarDecl *P = Definition->getParamDecl(Parameter);
  return P->getType()->isPointerType() &&
         onlyReads(P, Code, HostBody(Definition, Code));
}

bool Readers::onlyReads(const VarDecl *V, const Stmt *Code, const HostBody &B) {
  if (!Seen.insert(V->getCanonicalDecl()).second)
    return true;
  std::vector<const Stmt *> Work{Code};
  while (!Work.empty()) {
    const Stmt *S = Work.back();
    Work.pop_back();
    if (!S)
      continue;
    const auto *Name = dyn_cast<DeclRefExpr>(S);
    if (Name && Name->getDecl()->getCanonicalDecl() == V->getCanonicalDecl() &&
        Fate(*this, Name, B, Pointer::Moves).find().How != Use::Reads)
      return false;
    llvm::append_range(Work, S->children());
  }
  return true;
}

/// A member that no other one shares memory with.
static const FieldDecl *fieldAt(const MemberExpr *M) {
  const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
  bool IsOwn = F && !M->isArrow() && !F->isBitField() &&
               !F->getType()->isReferenceType() && !F->getParent()->isUnion();
  return IsOwn ? F : nullptr;
}

/// What S is assigned to, by an assignment that copies; null if it is not.
static const Expr *assignedTo(const Stmt *S, const Stmt *Assignment) {
  if (const auto *O = dyn_cast<BinaryOperator>(Assignment))
    return O->getOpcode() == BO_Assign && O->getLHS() == S ? O->getRHS()
                                                           : nullptr;
  const auto *O = dyn_cast<CXXOperatorCallExpr>(Assignment);
  const auto *M =
      O ? dyn_cast_or_null<CXXMethodDecl>(O->getDirectCallee()) : nullptr;
  bool Copies = M && O->getOperator() == OO_Equal && O->getNumArgs() == 2 &&
                O->getArg(0) == S && M->isTrivial();
  return Copies ? O->getArg(1) : nullptr;
}

/// Is the value of E, if it has one, not used? A value that is only read is
/// none that anything can be changed through.
static bool isUnused(const Expr *E, const HostBody &B, bool MayBeRead) {
  const Stmt *P = B.parent(E);
  while (isa_and_nonnull<ParenExpr, ExprWithCleanups>(P))
    P = B.parent(P);
  const auto *C = dyn_cast_or_null<CastExpr>(P);
  if (C)
    return C->getCastKind() == CK_ToVoid ||
           (C->getCastKind() == CK_LValueToRValue && MayBeRead);
  return isa_and_nonnull<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt,
                         CXXForRangeStmt, SwitchCase>(P);
}

/// The local pointer that S initialises in D; null if that is none.
static const VarDecl *pointerMadeOf(const Stmt *S, const DeclStmt *D) {
  for (const Decl *X : D->decls())
    if (const auto *V = dyn_cast<VarDecl>(X); V && V->getInit() == S)
      return V->getType()->isPointerType() && V->hasLocalStorage() ? V
                                                                   : nullptr;
  return nullptr;
}

bool Fate::isObject() const { return Type->isArrayType() || isVector(Type); }

Found Fate::find() {
  if (Name->refersToEnclosingVariableOrCapture())
    return {};
  S = Name;
  while (const Stmt *P = B.parent(S)) {
    if (Step Its = at(P))
      return *Its;
    if (!methodAt(S, B))
      S = P;
    else
      S = B.parent(P); // the call
  }
  return {};
}

Fate::Step Fate::at(const Stmt *P) {
  if (isa<ParenExpr, ExprWithCleanups>(P))
    return std::nullopt;
  if (const auto *Call = methodAt(S, B))
    return atMethod(Call);
  if (const auto *C = dyn_cast<CastExpr>(P))
    return at(C);
  if (const Expr *Value = assignedTo(S, P); Value && Is == Element)
    return stored(cast<Expr>(P), Value);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(P))
    return Is == Inside && A->getBase() == S ? enter(A) : Found();
  if (const auto *U = dyn_cast<UnaryOperator>(P))
    return at(U);
  if (const auto *O = dyn_cast<BinaryOperator>(P))
    return at(O);
  if (const auto *M = dyn_cast<MemberExpr>(P)) {
    const FieldDecl *F = Is == Element ? fieldAt(M) : nullptr;
    if (!F)
      return Found();
    Stored.Path.push_back(F);
    return std::nullopt;
  }
  if (const auto *Call = dyn_cast<CallExpr>(P))
    return at(Call);
  const auto *D = dyn_cast<DeclStmt>(P);
  if (const VarDecl *V = D && Is == Inside ? pointerMadeOf(S, D) : nullptr)
    return Found{Known.onlyReads(V, B.root(), B) ? Use::Reads : Use::Unclear};
  bool IsDone = isa<CXXDeleteExpr>(P) || isa<CompoundStmt>(P);
  return Found{IsDone && Is != ItsAddress ? Use::Reads : Use::Unclear};
}

Fate::Step Fate::enter(const Expr *Its) {
  Is = Element;
  Stored.Element = Its;
  return std::nullopt;
}

/// The assignment is nothing that more can be done to.
Fate::Step Fate::stored(const Expr *Assignment, const Expr *Value) {
  bool IsAll = IsDirect && Kind == Pointer::Owns &&
               isUnused(Assignment, B, /*MayBeRead=*/true);
  if (!IsAll)
    return Found();
  Stored.Where = Assignment;
  Stored.Value = Value;
  return Found{Use::Stores, Assignment, Stored};
}

/// S is seen as const by the cast that is its parent: nothing is changed
/// through it, if it is not made something else, and no function returns it.
Found Fate::asConst() const {
  const Stmt *P = B.parent(S);
  for (const auto *C = dyn_cast_or_null<CastExpr>(P); C;
       C = dyn_cast_or_null<CastExpr>(P)) {
    QualType Behind = C->getType()->getPointeeType();
    if (!Behind.isNull() && !Behind.isConstQualified())
      return {};
    P = B.parent(P);
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(P);
  QualType Returned = Call ? Call->getType() : QualType();
  bool Returns = Call && (Call->isGLValue() || Returned->isPointerType()) &&
                 !isUnused(Call, B, /*MayBeRead=*/true) && !isToConst(Returned);
  bool Tells = Call && nameOf(Call) == "cudaPointerGetAttributes";
  return Found{Returns || Tells ? Use::Unclear : Use::Reads};
}

Fate::Step Fate::at(const CastExpr *C) {
  CastKind K = C->getCastKind();
  if (K == CK_ToVoid || K == CK_PointerToBoolean ||
      (K == CK_LValueToRValue && Is == Element))
    return Found{Use::Reads};
  bool IsPointer = K == CK_LValueToRValue && !isObject() && Is == Variable;
  bool IsArray =
      K == CK_ArrayToPointerDecay && Type->isArrayType() && Is == Variable;
  if (!IsPointer && !IsArray && K != CK_NoOp && K != CK_BitCast)
    return Found();
  if (IsPointer || IsArray)
    Is = Inside;
  IsDirect &= K != CK_BitCast; // elements of another type
  bool IsConst = Is == Inside ? isToConst(C->getType())
                              : Is != ItsAddress && K == CK_NoOp &&
                                    C->getType().isConstQualified() &&
                                    (Is == Element || isVector(Type));
  return IsConst ? Step(asConst()) : std::nullopt;
}

Fate::Step Fate::atMethod(const CXXMemberCallExpr *Call) {
  llvm::StringRef Method = Call->getMethodDecl()->getName();
  if (Is != Variable || !isVector(Type))
    return Found();
  if (isOneOf(Method, {"size", "empty", "capacity"}))
    return Found{Use::Reads};
  if (Method == "resize")
    return Found{Use::Makes, Call};
  if (Method != "data")
    return Found();
  Is = Inside;
  return std::nullopt;
}

Fate::Step Fate::at(const UnaryOperator *U) {
  if (U->getOpcode() == UO_Deref && Is == Inside) {
    Is = Element;
    IsDirect = false;
  } else if (U->getOpcode() == UO_AddrOf && Is == Element) {
    Is = Inside;
    IsDirect = false;
  } else if (U->getOpcode() == UO_AddrOf && Is == Variable && !isObject()) {
    Is = ItsAddress;
  } else if (U->isIncrementDecrementOp() && Is == Variable &&
             Kind == Pointer::Moves) {
    IsDirect = false;
    Is = U->isPrefix() ? Variable : Inside;
  } else {
    bool IsAsked = U->getOpcode() == UO_LNot && Is == Inside;
    return Found{IsAsked ? Use::Reads : Use::Unclear};
  }
  return std::nullopt;
}

Fate::Step Fate::at(const BinaryOperator *O) {
  bool IsMoved = O->isAdditiveOp() && O->getType()->isPointerType();
  if (Is == Inside && IsMoved) {
    IsDirect = false;
    return std::nullopt;
  }
  if (Is == Inside)
    return Found{O->isComparisonOp() || O->isLogicalOp() || O->isAdditiveOp()
                     ? Use::Reads
                     : Use::Unclear};
  if (Is != Variable || isObject() || !O->isAssignmentOp() || O->getLHS() != S)
    return Found();
  if (Kind == Pointer::Moves)
    return Found{isUnused(O, B, /*MayBeRead=*/false) ? Use::Reads
                                                     : Use::Unclear};
  bool Makes =
      O->getOpcode() == BO_Assign && isUnused(O, B, /*MayBeRead=*/false);
  return Found{Makes ? Use::Makes : Use::Unclear, O->getRHS()};
}

Fate::Step Fate::at(const CallExpr *Call) {
  const auto *O = dyn_cast<CXXOperatorCallExpr>(Call);
  if (O && O->getOperator() == OO_Subscript && O->getNumArgs() == 2 &&
      O->getArg(0) == S && Is == Variable && isVector(Type))
    return enter(O);
  auto I = argumentOf(Call, S);
  const FunctionDecl *F = Call->getDirectCallee();
  if (!I || !F || O || isa<CXXMethodDecl>(F))
    return Found();
  llvm::StringRef Function = nameOf(Call);
  if (Is == ItsAddress)
    return Found{*I == 0 && allocatesTo(Function) ? Use::Makes : Use::Unclear,
                 Call};
  if (Is != Inside)
    return Found();
  if (frees(Function))
    return Found{Use::Reads};
  if (Function == "cudaMemcpy" && *I == 0)
    return Found{Use::Copies, Call};
  // The host's code of such a function may be another one.
  bool IsOfBoth = F->hasAttr<CUDADeviceAttr>() && F->hasAttr<CUDAHostAttr>() &&
                  !B.function()->hasAttr<CUDADeviceAttr>() &&
                  !B.function()->hasAttr<CUDAGlobalAttr>();
  return Found{!IsOfBoth && Known.onlyReads(F, *I) ? Use::Reads : Use::Unclear};
}

/// Is what E returns new memory?
static bool isNewMemory(const Expr *E) {
  E = bare(E);
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return New->isArray() && New->getNumPlacementArgs() == 0;
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && isOneOf(nameOf(Call), {"malloc", "calloc", "aligned_alloc"});
}

/// Is it a pointer that leads nowhere?
static bool isNothing(const Expr *E, ASTContext &AST) {
  return E->isNullPointerConstant(AST, Expr::NPC_ValueDependentIsNotNull);
}

HostMemory::HostMemory(const VarDecl *V, const HostUses &Uses,
                       const HostBody &B) {
  bool IsPointer = V->getType()->isPointerType();
  const Expr *Init = V->getInit();
  ASTContext &AST = V->getASTContext();
  if (!V->hasLocalStorage() || isa<ParmVarDecl>(V) || V->isInitCapture() ||
      V->getType().isVolatileQualified() || V->getType()->isReferenceType() ||
      !B.isStructured() || V->getParentFunctionOrMethod() != B.function() ||
      !(IsPointer || V->getType()->isArrayType() || isVector(V->getType())))
    return;
  bool IsMade = !IsPointer || (Init && !isNothing(Init, AST));
  if (IsPointer && IsMade && !isNewMemory(Init))
    return;
  Readers Known;
  for (Mention M : Uses.mentions(V)) {
    if (M.second != B.function() || Uses.isRepeated(M))
      return;
    auto [How, Where, Stored] = Fate(Known, M.first, B, Pointer::Owns).find();
    switch (How) {
    case Use::Reads:
      break;
    case Use::Stores:
      Stores.push_back(Stored);
      break;
    case Use::Copies:
      Copies.push_back(cast<CallExpr>(Where));
      break;
    case Use::Makes: {
      if (isNothing(Where, AST))
        break;
      const auto *Call = dyn_cast<CallExpr>(Where);
      bool IsNew = !IsPointer || isNewMemory(Where) ||
                   (Call && allocatesTo(nameOf(Call)));
      if (!IsNew)
        return;
      Maker = Where;
      break;
    }
    case Use::Unclear:
      return;
    }
  }
  IsKnown = IsMade || Maker;
}

/// Launches ask about the same arrays again and again.
const HostMemory &HostUses::memory(const VarDecl *V, const HostBody &B) const {
  std::shared_ptr<const HostMemory> &Its = Memories[{V, &B}];
  if (!Its)
    Its = std::make_shared<const HostMemory>(V, *this, B);
  return *Its;
}

const Expr *HostMemory::index(const Expr *Element) {
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(Element))
    return A->getIdx();
  return cast<CXXOperatorCallExpr>(Element)->getArg(1);
}

/// The variable that E names; null if it names none.
static const VarDecl *variableAt(const Expr *E) {
  const auto *Name = dyn_cast<DeclRefExpr>(bare(E));
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return V ? V->getCanonicalDecl() : nullptr;
}

/// The variable of which E is the first element; null if it is none.
static const VarDecl *firstElement(const Expr *E, const ASTContext &AST) {
  const Expr *Base = nullptr;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    Base = A->getBase();
  else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
           O && O->getOperator() == OO_Subscript && O->getNumArgs() == 2)
    Base = O->getArg(0);
  Expr::EvalResult I;
  bool IsFirst = Base && !HostMemory::index(E)->isValueDependent() &&
                 HostMemory::index(E)->EvaluateAsInt(I, AST) &&
                 I.Val.getInt() == 0;
  return IsFirst ? variableAt(Base) : nullptr;
}

const VarDecl *HostMemory::beginning(const Expr *Source,
                                     const ASTContext &AST) {
  const Expr *E = bare(Source);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
      Call && Call->getMethodDecl() && Call->getMethodDecl()->getIdentifier() &&
      Call->getMethodDecl()->getName() == "data" &&
      isVector(Call->getImplicitObjectArgument()->getType()))
    return variableAt(Call->getImplicitObjectArgument());
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    return firstElement(bare(Address->getSubExpr()), AST);
  const VarDecl *V = variableAt(E);
  return V && (V->getType()->isPointerType() || V->getType()->isArrayType())
             ? V
             : nullptr;
}

} // namespace racemap
