// HostExpressions - the part of HostValues that is about expressions.
//
// Signed arithmetic carries the promise that C++ makes: a host that breaks it
// launches nothing that counts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostValues.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using map::Op;
using map::Term;

const Term *HostValues::value(const Expr *E, Fields Path) {
  if (!widthOf(typeOf(E, Path)))
    return nullptr;
  const Term *T = known(E, Path);
  return T ? T : opaque(E, Path);
}

const Term *HostValues::valueAside(const Expr *E, Fields Path) {
  llvm::SaveAndRestore Reached(IsReached, false);
  return value(E, Path);
}

/// Null if E stands for nothing that can be followed.
const Term *HostValues::known(const Expr *E, Fields Path) {
  auto Width = widthOf(typeOf(E, Path));
  if (!Width || E->isValueDependent())
    return nullptr;
  if (!Path.empty())
    return member(E, Path);
  QualType T = E->getType();
  Expr::EvalResult Known;
  if (T->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(Known, AST, Expr::SE_NoSideEffects))
    return Terms.constant(*Width,
                          Known.Val.getInt().extOrTrunc(64).getZExtValue());
  if (T->isPointerType() &&
      E->isNullPointerConstant(AST, Expr::NPC_ValueDependentIsNotNull))
    return Terms.constant(64, 0);
  const Term *Result = scalar(unwrapped(E));
  return Result && Result->width() == *Width ? Result : nullptr;
}

/// What cudaGetDeviceProperties says of every device that is left.
static std::optional<uint64_t> deviceLimit(llvm::StringRef Name,
                                           uint64_t Index) {
  if (Name == "maxGridSize")
    return Index == 0 ? 2147483647 : 65535;
  return Name == "maxThreadsPerBlock" ? std::optional<uint64_t>(1024)
         : Name == "warpSize"         ? std::optional<uint64_t>(32)
                                      : std::nullopt;
}

/// Of a member of the properties that the device gave, if it is the same for
/// all devices.
const Term *HostValues::deviceProperty(const Expr *E) {
  const auto *A = dyn_cast<ArraySubscriptExpr>(E->IgnoreParens());
  HostPlace P = placeOf(A ? A->getBase()->IgnoreParenImpCasts() : E);
  Expr::EvalResult Index;
  const FieldDecl *Its = P.Fields.size() == 1 ? P.Fields[0].field() : nullptr;
  if (!P.Variable || Inlined || !Its ||
      Its->getParent()->getName() != "cudaDeviceProp" ||
      !P.Variable->hasLocalStorage() || !Uses.isFollowed(P.Variable) ||
      (A && !A->getIdx()->EvaluateAsInt(Index, AST)))
    return nullptr;
  auto Changes = Uses.changesIn(P.Variable, P.Fields, Body, Body.root());
  bool IsAsked = !Changes.empty() && llvm::all_of(Changes, [&](auto *Name) {
    const Stmt *S = Body.parent(Name);
    const auto *Call = S ? dyn_cast_or_null<CallExpr>(Body.parent(S)) : nullptr;
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return F && F->getIdentifier() && isa<UnaryOperator>(S) &&
           F->getName().starts_with("cudaGetDeviceProperties");
  });
  auto Value =
      deviceLimit(Its->getName(), A ? Index.Val.getInt().getZExtValue() : 0);
  return IsAsked && Value ? Terms.constant(*widthOf(E->getType()), *Value)
                          : nullptr;
}

const Term *HostValues::scalar(const Expr *E) {
  if (E->isGLValue()) {
    if (const Term *T = deviceProperty(E))
      return T;
    HostPlace P = placeOf(E, pointers());
    if (P.whole())
      return read(P, {}, P.Name);
    if (isa<MemberExpr>(E))
      return member(E, {});
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return cast(C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unary(U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(B);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    const Term *If = value(C->getCond());
    llvm::SaveAndRestore Reached(IsReached, false);
    const Term *Then = value(C->getTrueExpr()),
               *Else = value(C->getFalseExpr());
    return If && If->isBool() && Then && Else && Then->width() == Else->width()
               ? Terms.ite(If, Then, Else)
               : nullptr;
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(C, {});
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return element(A);
  // What was constant while it was being looked for already.
  Expr::EvalResult Known;
  if (E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(Known, AST, Expr::SE_NoSideEffects))
    if (auto Width = widthOf(E->getType()))
      return Terms.constant(*Width,
                            Known.Val.getInt().extOrTrunc(64).getZExtValue());
  return nullptr;
}

const Term *HostValues::cast(const CastExpr *E) {
  const Expr *From = E->getSubExpr();
  auto Width = widthOf(E->getType());
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return known(From, {});
  case CK_BitCast:
  case CK_AddressSpaceConversion:
    return widthOf(From->getType()) ? value(From) : nullptr;
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
    return address(From);
  case CK_IntegralCast: {
    const Term *T = value(From);
    if (!T || !Width)
      return nullptr;
    return From->getType()->isSignedIntegerOrEnumerationType()
               ? Terms.resizeSigned(T, *Width)
               : Terms.resizeUnsigned(T, *Width);
  }
  case CK_IntegralToBoolean: {
    const Term *T = value(From);
    return T ? Terms.ne(T, Terms.constant(T->width(), 0)) : nullptr;
  }
  case CK_FloatingToIntegral:
    return Width ? rounded(E, *Width) : nullptr;
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return Width ? addressOfBase(E) : nullptr;
  default:
    return nullptr;
  }
}

/// Of the object that a pointer points to, if it is not null.
const Term *HostValues::addressOfBase(const CastExpr *E) {
  const Expr *From = E->getSubExpr();
  const Term *T = value(From);
  if (T == Terms.constant(64, 0))
    return T;
  const CXXRecordDecl *Class = From->getType()->getPointeeCXXRecordDecl();
  for (const CXXBaseSpecifier *Path : E->path()) {
    const CXXRecordDecl *Base = Path->getType()->getAsCXXRecordDecl();
    if (!T || !Class || !Base || Path->isVirtual())
      return nullptr;
    CharUnits Begin = AST.getASTRecordLayout(Class).getBaseClassOffset(Base);
    T = Terms.add(T, Terms.constant(64, Begin.getQuantity()),
                  map::NoSignedWrap);
    Class = Base;
  }
  return T;
}

const Term *HostValues::unary(const UnaryOperator *E) {
  if (E->getOpcode() == UO_AddrOf)
    return address(E->getSubExpr());
  if (E->getOpcode() == UO_Plus)
    return value(E->getSubExpr());
  bool Usable = E->getOpcode() == UO_Minus || E->getOpcode() == UO_Not ||
                E->getOpcode() == UO_LNot;
  const Term *T = Usable ? value(E->getSubExpr()) : nullptr;
  if (!T)
    return nullptr;
  if (E->getOpcode() == UO_LNot)
    return T->isBool() ? Terms.logicalNot(T) : nullptr;
  if (E->getOpcode() == UO_Not)
    return Terms.make(Op::Xor, {T, Terms.constant(T->width(), ~uint64_t(0))});
  return Terms.sub(Terms.constant(T->width(), 0), T,
                   E->getType()->isSignedIntegerOrEnumerationType()
                       ? map::NoSignedWrap
                       : map::NoPromise);
}

static std::optional<Op> operatorOf(BinaryOperatorKind K, bool Signed) {
  switch (K) {
  case BO_Add:
    return Op::Add;
  case BO_Sub:
    return Op::Sub;
  case BO_Mul:
    return Op::Mul;
  case BO_Div:
    return Signed ? Op::SDiv : Op::UDiv;
  case BO_Rem:
    return Signed ? Op::SRem : Op::URem;
  case BO_And:
  case BO_LAnd:
    return Op::And;
  case BO_Or:
  case BO_LOr:
    return Op::Or;
  case BO_Xor:
    return Op::Xor;
  case BO_Shl:
    return Op::Shl;
  case BO_Shr:
    return Signed ? Op::AShr : Op::LShr;
  default:
    return std::nullopt;
  }
}

/// x + 256 - 1 is x + 255. Where both steps keep their promise, so does one.
const Term *HostValues::shifted(const Term *A, Op O, const Term *B,
                                bool Signed) {
  auto ConstantIn = [](const Term *T, Op Of) -> std::optional<int64_t> {
    const auto *C = llvm::dyn_cast<map::Constant>(T);
    if (!C || (Of != Op::Add && Of != Op::Sub) || C->width() > 32)
      return std::nullopt;
    return Of == Op::Add ? C->signedValue() : -C->signedValue();
  };
  const auto *First = llvm::dyn_cast<map::Operation>(A);
  auto Outer = ConstantIn(B, O);
  auto Inner = First && First->operands().size() == 2
                   ? ConstantIn(First->operand(1), First->op())
                   : std::nullopt;
  if (!Outer || !Inner || !llvm::isIntN(A->width(), *Outer + *Inner))
    return nullptr;
  return Terms.add(First->operand(0),
                   Terms.constant(A->width(), *Outer + *Inner),
                   Signed ? map::NoSignedWrap : map::NoPromise);
}

const Term *HostValues::binary(const BinaryOperator *E) {
  const Expr *L = E->getLHS(), *R = E->getRHS();
  BinaryOperatorKind K = E->getOpcode();
  if (E->isComparisonOp())
    return comparison(E);
  if (E->getType()->isPointerType() && (K == BO_Add || K == BO_Sub))
    return L->getType()->isPointerType() ? moved(L, R, K == BO_Sub)
                                         : moved(R, L, false);
  if (!E->getType()->isIntegralOrEnumerationType() ||
      !L->getType()->isIntegralOrEnumerationType())
    return nullptr;
  bool Signed = E->getType()->isSignedIntegerOrEnumerationType();
  bool IsKnown = operatorOf(K, Signed).has_value();
  const Term *A = IsKnown ? value(L) : nullptr;
  llvm::SaveAndRestore Reached(IsReached, IsReached && !E->isLogicalOp());
  const Term *B = A ? value(R) : nullptr;
  return B ? combined(K, A, B, Signed) : nullptr;
}

/// A K B, in the arithmetic of A's type.
const Term *HostValues::combined(BinaryOperatorKind K, const Term *A,
                                 const Term *B, bool Signed) {
  auto O = operatorOf(K, Signed);
  if (K == BO_Shl || K == BO_Shr)
    B = Terms.resizeUnsigned(B, A->width());
  if (!O || A->width() != B->width())
    return nullptr;
  if (const Term *T = shifted(A, *O, B, Signed))
    return T;
  bool MayWrap = *O == Op::Add || *O == Op::Sub || *O == Op::Mul;
  return Terms.make(*O, {A, B},
                    MayWrap && Signed ? map::NoSignedWrap : map::NoPromise);
}

const Term *HostValues::comparison(const BinaryOperator *E) {
  if (!E->getLHS()->getType()->isIntegralOrEnumerationType())
    return nullptr;
  return compared(E, value(E->getLHS()), value(E->getRHS()));
}

/// The same, where its operands are A and B; null if one is.
const Term *HostValues::compared(const BinaryOperator *E, const Term *A,
                                 const Term *B) {
  if (!A || !B || A->width() != B->width())
    return nullptr;
  bool Signed = E->getLHS()->getType()->isSignedIntegerOrEnumerationType();
  auto Less = [&](const Term *X, const Term *Y) {
    return Signed ? Terms.slt(X, Y) : Terms.ult(X, Y);
  };
  switch (E->getOpcode()) {
  case BO_EQ:
    return Terms.eq(A, B);
  case BO_NE:
    return Terms.ne(A, B);
  case BO_LT:
    return Less(A, B);
  case BO_GT:
    return Less(B, A);
  case BO_LE:
    return Terms.logicalNot(Less(B, A));
  case BO_GE:
    return Terms.logicalNot(Less(A, B));
  default:
    return nullptr;
  }
}

/// Pointer plus or minus By elements.
const Term *HostValues::moved(const Expr *Pointer, const Expr *By, bool Back) {
  QualType Element = Pointer->getType()->getPointeeType();
  if (Element->isIncompleteType() && !Element->isVoidType())
    return nullptr;
  const Term *Base = value(Pointer), *Index = value(By);
  if (!Base || !Index)
    return nullptr;
  uint64_t Size = Element->isVoidType() || Element->isFunctionType()
                      ? 1
                      : AST.getTypeSizeInChars(Element).getQuantity();
  Index = By->getType()->isSignedIntegerOrEnumerationType()
              ? Terms.resizeSigned(Index, 64)
              : Terms.resizeUnsigned(Index, 64);
  const Term *Bytes =
      Terms.mul(Index, Terms.constant(64, Size), map::NoSignedWrap);
  return Back ? Terms.sub(Base, Bytes) : Terms.add(Base, Bytes);
}

/// Of what a glvalue names.
const Term *HostValues::address(const Expr *E) {
  E = unwrapped(E);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref ? value(U->getSubExpr()) : nullptr;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return moved(A->getBase(), A->getIdx(), false);
  const auto *Name = dyn_cast<DeclRefExpr>(E);
  if (const auto *F =
          Name ? dyn_cast<FunctionDecl>(Name->getDecl()) : nullptr) {
    Unknown What{F->getNameAsString(), nullptr, nullptr, true};
    What.Function = F->getCanonicalDecl();
    return name(What, 64, Key{What.Function, {}, nullptr});
  }
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (!V || V->getType()->isReferenceType() || Inlined)
    return nullptr;
  V = V->getCanonicalDecl();
  // An address is no value of the variable: another key.
  return name({V->getNameAsString(), nullptr, V, true}, 64,
              Key{&Launch, {V}, V});
}

/// The temporary that E is a part of, and adds to Path the way there; null if
/// it is a part of anything else.
static const Expr *temporaryAround(const Expr *E,
                                   llvm::SmallVectorImpl<HostMember> &Path) {
  while (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F || M->isArrow() || F->getType()->isReferenceType() ||
        F->isBitField() || F->getParent()->isUnion())
      return nullptr;
    Path.insert(Path.begin(), HostMember(F));
    E = unwrapped(M->getBase());
  }
  return E->isGLValue() ? nullptr : E;
}

/// A member of a class, or an element of an array, by value.
const Term *HostValues::member(const Expr *E, Fields Path) {
  E = unwrapped(E);
  if (E->isGLValue()) {
    if (HostPlace P = placeOf(E, pointers()); P.whole())
      return read(P, Path, P.Name);
    llvm::SmallVector<HostMember, 4> All(Path.begin(), Path.end());
    const Expr *Whole = temporaryAround(E, All);
    return Whole && !All.empty() ? member(Whole, All) : nullptr;
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return known(C->getSubExpr(), Path);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return constructed(C, Path);
  if (const auto *L = dyn_cast<InitListExpr>(E)) {
    if (!Path.front().field())
      return listed(L, Path);
    unsigned I = Path.front().field()->getFieldIndex();
    const auto *R = L->getType()->getAsRecordDecl();
    bool Plain = R && R == Path.front().field()->getParent() && !R->isUnion() &&
                 I < L->getNumInits();
    const auto *Class = llvm::dyn_cast_or_null<CXXRecordDecl>(R);
    if (!Plain || (Class && Class->getNumBases()))
      return nullptr;
    return value(L->getInit(I), Path.drop_front());
  }
  if (isa<ImplicitValueInitExpr>(E))
    return Terms.constant(*widthOf(Path.back().type()), 0);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    const Term *If = value(C->getCond());
    llvm::SaveAndRestore Reached(IsReached, false);
    const Term *Then = known(C->getTrueExpr(), Path);
    const Term *Else = known(C->getFalseExpr(), Path);
    return If && If->isBool() && Then && Else ? Terms.ite(If, Then, Else)
                                              : nullptr;
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(C, Path);
  return nullptr;
}

const Term *HostValues::constructed(const CXXConstructExpr *E, Fields Path) {
  const CXXConstructorDecl *C = E->getConstructor();
  if (C->isCopyOrMoveConstructor() && copiesAsItIs(C, Path))
    return known(E->getArg(0), Path);
  if (!isDim3(E))
    return construct(E, Path);
  const FieldDecl *Axis = Path.size() == 1 ? Path.front().field() : nullptr;
  if (!Axis)
    return nullptr;
  if (E->getNumArgs() == 3)
    return value(E->getArg(Axis->getFieldIndex()));
  const RecordDecl *From = E->getNumArgs() == 1
                               ? E->getArg(0)->getType()->getAsRecordDecl()
                               : nullptr;
  for (const FieldDecl *F :
       From ? From->fields()
            : RecordDecl::field_range(RecordDecl::field_iterator(),
                                      RecordDecl::field_iterator()))
    if (F->getName() == Axis->getName())
      return value(E->getArg(0), HostMember(F));
  return nullptr;
}

} // namespace racemap
