// HostContents - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/HostContents.h"
#include "passes/map/Mentioned.h"
#include "passes/map/Polynomial.h"
#include "passes/map/Ranges.h"
#include "passes/map/Traversal.h"
#include "plugin/HostMemory.h"
#include "clang/AST/StmtCXX.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using map::Op;
using map::Term;

namespace {

/// A loop that counts up from 0, one by one, to a limit that stays.
struct Counted {
  const Stmt *Loop = nullptr;
  const map::Variable *Begin = nullptr; ///< the counter in an iteration
  const Term *Limit = nullptr;          ///< 64 bits, signed; not reached
};

/// Names that the library draws by chance.
class DrawnRanges : public map::Ranges {
public:
  explicit DrawnRanges(const HostValues &Values) : Values(Values) {}

private:
  map::Interval rangeOf(const map::Variable *V) override;

  const HostValues &Values;
};

/// Of one member of each element, or of all of it, when control comes to Until,
/// a copy or the launch.
class Filling {
public:
  using Fields = HostValues::Fields;
  Filling(const HostMemory &Its, Fields Member, const Stmt *Until,
          HostValues &Values, const HostUses &Uses, map::TermContext &Terms)
      : Its(Its), Member(Member), Until(Until), Values(Values), Uses(Uses),
        Terms(Terms), B(Values.body()) {}

  std::optional<HostContents> contents();

private:
  using Store = HostMemory::Store;
  using Nest = llvm::SmallVector<Counted, 2>; ///< the innermost first
  const Term *sizeOfVector(const Expr *E);
  std::optional<Counted> counted(const ForStmt *Loop);
  bool isUndone(const Stmt *Later, const Stmt *Fill) const;
  bool takeStores(const Stmt *Fill);
  std::optional<Nest> loopsAround(const Stmt *Store);
  bool visitsAll(const Expr *Index, const Nest &Loops);
  bool isFixed(const map::Variable *Name, const Stmt *Around) const;
  bool isFixed(const Term *T, const Stmt *Around) const;
  const Term *valueStored(const Store &S);
  std::optional<Nest> filledBy(const Store &S);
  const Term *ofIndex(const Store &S, const Nest &Loops, const HostContents &C);
  const Term *ofIndex(const HostContents &C);
  const Term *inRange(const Term *Value, const Stmt *Around,
                      const HostContents &C);
  const Term *inConstantRange(const HostContents &C);
  const Term *remainder(const Term *Value, const Stmt *Around,
                        const Term *Element);
  const Term *wide(const Term *T, bool Signed) {
    return Signed ? Terms.resizeSigned(T, 64) : Terms.resizeUnsigned(T, 64);
  }
  const Term *number(int64_t N) { return Terms.constant(64, N); }

  const HostMemory &Its;
  Fields Member;
  const Stmt *Until;
  HostValues &Values;
  const HostUses &Uses;
  map::TermContext &Terms;
  const HostBody &B;
  std::vector<const Store *> Stores; ///< that change the member
};

} // namespace

/// rand() and the like: at most 2^31 - 1.
map::Interval DrawnRanges::rangeOf(const map::Variable *V) {
  const HostValues::Unknown *U = Values.find(V);
  const auto *Call =
      U && U->At ? dyn_cast<CallExpr>(U->At->IgnoreParenImpCasts()) : nullptr;
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  bool IsDrawn = F && F->getIdentifier() && !isa<CXXMethodDecl>(F) &&
                 !F->hasBody() && (F->isExternC() || F->isInStdNamespace()) &&
                 (F->getName() == "rand" || F->getName() == "random" ||
                  F->getName() == "lrand48" || F->getName() == "rand_r");
  return IsDrawn ? map::Interval{0, INT32_MAX} : map::Ranges::rangeOf(V);
}

static const VarDecl *variableAt(const Expr *E) {
  const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return V ? V->getCanonicalDecl() : nullptr;
}

static bool isNumber(const Expr *E, uint64_t N, const ASTContext &AST) {
  Expr::EvalResult Known;
  return E && !E->isValueDependent() && E->EvaluateAsInt(Known, AST) &&
         Known.Val.getInt() == N;
}

/// The variable that S sets to 0, and nothing else.
static const VarDecl *cleared(const Stmt *S, const ASTContext &AST) {
  if (const auto *D = llvm::dyn_cast_or_null<DeclStmt>(S)) {
    const auto *Of =
        D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    return Of && isNumber(Of->getInit(), 0, AST) ? Of->getCanonicalDecl()
                                                 : nullptr;
  }
  const auto *A = llvm::dyn_cast_or_null<BinaryOperator>(S);
  return A && A->getOpcode() == BO_Assign && isNumber(A->getRHS(), 0, AST)
             ? variableAt(A->getLHS())
             : nullptr;
}

/// The variable that E counts up by one.
static const VarDecl *incremented(const Expr *E, const ASTContext &AST) {
  E = E ? E->IgnoreParens() : nullptr;
  if (const auto *U = llvm::dyn_cast_or_null<UnaryOperator>(E))
    return U->isIncrementOp() ? variableAt(U->getSubExpr()) : nullptr;
  const auto *C = llvm::dyn_cast_or_null<CompoundAssignOperator>(E);
  return C && C->getOpcode() == BO_AddAssign && isNumber(C->getRHS(), 1, AST)
             ? variableAt(C->getLHS())
             : nullptr;
}

/// Is E the size of the vector V, in elements?
static bool isSizeOf(const Expr *E, const VarDecl *V) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(bare(E));
  return Call && Call->getMethodDecl() &&
         Call->getMethodDecl()->getIdentifier() &&
         Call->getMethodDecl()->getName() == "size" &&
         variableAt(Call->getImplicitObjectArgument()) == V;
}

/// Is it a variable of Around?
static bool isDeclaredIn(const VarDecl *V, const Stmt *Around) {
  return Around && (declares(Around, V) ||
                    llvm::any_of(Around->children(), [&](const Stmt *S) {
                      return isDeclaredIn(V, S);
                    }));
}

/// Has it the same value in all iterations of Around?
bool Filling::isFixed(const map::Variable *Name, const Stmt *Around) const {
  const HostValues::Unknown *U = Values.find(Name);
  if (!U || (U->Since && B.isWithin(U->Since, Around)))
    return false;
  if (U->At)
    return B.contains(U->At) && !B.isWithin(U->At, Around);
  return U->Variable && !isDeclaredIn(U->Variable, Around);
}

bool Filling::isFixed(const Term *T, const Stmt *Around) const {
  map::VariableSet In;
  map::addMentioned(T, In);
  return llvm::all_of(
      In, [&](const map::Variable *X) { return isFixed(X, Around); });
}

/// Is what is done Later undone by Fill, before control comes to Until again?
/// A kernel may go on when it is launched.
bool Filling::isUndone(const Stmt *Later, const Stmt *Fill) const {
  if (Until == Values.launch() || !isPassed(Until, Later, B))
    return false;
  const Stmt *S = Later;
  while (S && !(bodyOf(S) && B.isWithin(Until, S)))
    S = B.parent(S);
  return !S || B.isWithin(Fill, S);
}

/// Takes the stores that count beside Fill. False if something else does.
bool Filling::takeStores(const Stmt *Fill) {
  Stores.clear();
  for (const Store &S : Its.stores())
    if (overlap(S.Path, Member) && !isUndone(S.Where, Fill))
      Stores.push_back(&S);
  return llvm::all_of(
      Its.copies(), [&](const CallExpr *Copy) { return isUndone(Copy, Fill); });
}

/// Of the vector whose size E is: the number that it is made with; else null.
const Term *Filling::sizeOfVector(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(bare(E));
  const VarDecl *V =
      Call ? variableAt(Call->getImplicitObjectArgument()) : nullptr;
  if (!V || !isSizeOf(E, V))
    return nullptr;
  const HostMemory &Vector = Uses.memory(V, B);
  if (!Vector.isKnown())
    return nullptr;
  const auto *Made = llvm::dyn_cast_or_null<CXXConstructExpr>(
      V->getInit() ? bare(V->getInit()) : nullptr);
  const auto *Resized = llvm::dyn_cast_or_null<CallExpr>(Vector.maker());
  const Expr *Size = nullptr;
  if (Resized && isPassed(Resized, Call, B))
    Size = Resized->getArg(0);
  else if (!Resized && Made && Made->getNumArgs() > 0 &&
           !Made->isListInitialization())
    Size = Made->getArg(0);
  const Term *Its = Size && Size->getType()->isIntegerType()
                        ? Values.valueAside(Size)
                        : nullptr;
  auto Width = hostWidth(V->getASTContext(), E->getType());
  return Its && Width ? Terms.resizeUnsigned(Its, *Width) : nullptr;
}

std::optional<Counted> Filling::counted(const ForStmt *Loop) {
  const ASTContext &AST = B.function()->getASTContext();
  const VarDecl *I = cleared(Loop->getInit(), AST);
  const auto *While = llvm::dyn_cast_or_null<BinaryOperator>(
      Loop->getCond() ? Loop->getCond()->IgnoreParenImpCasts() : nullptr);
  if (!I || !While || incremented(Loop->getInc(), AST) != I ||
      !Uses.isFollowed(I) || !I->getType()->isIntegerType() ||
      !Uses.changesIn(I, {}, B, Loop->getBody()).empty() ||
      leavesEarly(Loop->getBody(), /*InLoop=*/false))
    return std::nullopt;
  bool Greater = While->getOpcode() == BO_GT || While->getOpcode() == BO_GE;
  const Expr *Counter = Greater ? While->getRHS() : While->getLHS();
  const Expr *Limit = Greater ? While->getLHS() : While->getRHS();
  bool Reaches = While->getOpcode() == BO_LE || While->getOpcode() == BO_GE;
  bool Compares = Reaches || Greater || While->getOpcode() == BO_LT ||
                  While->getOpcode() == BO_NE;
  if (!Compares || variableAt(Counter) != I)
    return std::nullopt;
  const Term *Begin = Values.valueAside(Counter->IgnoreParenImpCasts());
  const Term *Most = sizeOfVector(Limit);
  if (!Most)
    Most = Values.valueAside(Limit);
  const auto *Name = llvm::dyn_cast_or_null<map::Variable>(Begin);
  const HostValues::Unknown *Its = Name ? Values.find(Name) : nullptr;
  if (!Its || Its->Since != Loop || !Most || Most->isBool() ||
      !isFixed(Most, Loop))
    return std::nullopt;
  Most = wide(Most, Limit->getType()->isSignedIntegerOrEnumerationType());
  if (Reaches)
    Most = Terms.add(Most, number(1), map::NoSignedWrap);
  return Counted{Loop, Name, Most};
}

/// Those that Store, a statement, is run in each iteration of, until control
/// comes to Until; nothing if others are among them.
std::optional<Filling::Nest> Filling::loopsAround(const Stmt *Store) {
  Nest Loops;
  const Stmt *Child = Store;
  for (const Stmt *Parent = B.parent(Child);
       Parent && !B.isWithin(Until, Parent);
       Child = Parent, Parent = B.parent(Child)) {
    if (isa<CompoundStmt, ExprWithCleanups>(Parent))
      continue;
    const auto *Loop = dyn_cast<ForStmt>(Parent);
    auto Its = Loop && Child == Loop->getBody() ? counted(Loop) : std::nullopt;
    if (!Its)
      return std::nullopt;
    Loops.push_back(*Its);
  }
  return Loops;
}

/// Is what is computed in them the number that it would be without a limit? In
/// 64 bits nothing wraps of which there is so much memory. What is negative is
/// not that in one of them and a large number in another one.
static bool areExact(llvm::ArrayRef<const Term *> All) {
  auto IsExact = [&](const Term *T) {
    const auto *O = dyn_cast<map::Operation>(T);
    if (!map::isOp(T, Op::ZExt))
      return !O || O->width() == 64 || O->promises() & map::NoSignedWrap ||
             O->op() == Op::SExt;
    return !map::anyNode(All, [&](const Term *X) {
      return map::isOp(X, Op::SExt) && X->operand(0) == T->operand(0);
    });
  };
  return !map::anyNode(All, [&](const Term *T) { return !IsExact(T); });
}

/// Is the index each number from 0 on that is less than the limit, or the
/// product of both?
bool Filling::visitsAll(const Expr *Index, const Nest &Loops) {
  const Term *At = Values.valueAside(Index);
  if (!At)
    return false;
  if (Loops.size() == 1) {
    while (map::isOp(At, Op::SExt) || map::isOp(At, Op::ZExt))
      At = At->operand(0);
    return At == Loops[0].Begin;
  }
  // Unsigned arithmetic of 32 bits may come to an element twice.
  if (Loops.size() != 2 || !areExact({At, Loops[0].Limit}))
    return false;
  using map::Polynomial;
  auto Found = Polynomial::unwrapped(At),
       Row = Polynomial::unwrapped(Loops[0].Limit);
  auto Begin = Row ? Polynomial::name(Loops[1].Begin) * *Row : std::nullopt;
  auto Wanted =
      Begin ? *Begin + Polynomial::name(Loops[0].Begin) : std::nullopt;
  return Found && Wanted && Found->sum() == Wanted->sum();
}

/// As it is in the member; null if it is not known.
const Term *Filling::valueStored(const Store &S) {
  return isWithin(Member, S.Path)
             ? Values.valueAside(S.Value, Member.drop_front(S.Path.size()))
             : nullptr;
}

/// The loops in which the store comes to all elements, if it does.
std::optional<Filling::Nest> Filling::filledBy(const Store &S) {
  auto Loops = loopsAround(S.Where);
  bool Fills = Loops && !Loops->empty() &&
               llvm::all_of(*Loops,
                            [&](const Counted &L) {
                              return isFixed(L.Limit, Loops->back().Loop);
                            }) &&
               visitsAll(HostMemory::index(S.Element), *Loops);
  return Fills ? Loops : std::nullopt;
}

/// That the element is what is stored, which depends on the index alone; null
/// if it depends on something else.
const Term *Filling::ofIndex(const Store &S, const Nest &Loops,
                             const HostContents &C) {
  const Term *Value = valueStored(S);
  if (!Value || Value->width() != C.Element->width())
    return nullptr;
  llvm::SmallDenseMap<const Term *, const Term *, 2> Here;
  if (Loops.size() == 1) {
    Here[Loops[0].Begin] = C.Index;
  } else {
    Here[Loops[1].Begin] = Terms.make(Op::UDiv, {C.Index, Loops[0].Limit});
    Here[Loops[0].Begin] = Terms.make(Op::URem, {C.Index, Loops[0].Limit});
  }
  map::VariableSet In;
  map::addMentioned(Value, In);
  for (const map::Variable *X : In)
    if (!Here.contains(X) && !isFixed(X, Loops.back().Loop))
      return nullptr;
  const Term *Its = Terms.replace(Value, [&](const Term *X) -> const Term * {
    const Term *Counter = Here.lookup(X);
    return Counter ? Terms.resizeUnsigned(Counter, X->width()) : nullptr;
  });
  return Terms.eq(C.Element, Its);
}

/// The same, if it is so of all stores: whoever comes again changes nothing.
const Term *Filling::ofIndex(const HostContents &C) {
  const Term *Holds = nullptr;
  for (const Store *S : Stores) {
    auto Loops = filledBy(*S);
    const Term *Here = Loops ? ofIndex(*S, *Loops, C) : nullptr;
    if (!Here || (Holds && Here != Holds))
      return nullptr;
    Holds = Here;
  }
  return Holds;
}

/// That the element, 64 bits, is a remainder by a name that stays, and perhaps
/// a number more; null if it is not known to be.
const Term *Filling::remainder(const Term *Value, const Stmt *Around,
                               const Term *Element) {
  DrawnRanges R(Values);
  const Term *T = Value;
  int64_t More = 0;
  for (;;) {
    bool Cuts = (map::isOp(T, Op::Trunc) || map::isOp(T, Op::ZExt)) &&
                !R.signedRange(T->operand(0))
                     .isWithin({0, (__int128(1) << (T->width() - 1)) - 1});
    const auto *O = dyn_cast<map::Operation>(T);
    bool Adds = map::isOp(T, Op::Add), Takes = map::isOp(T, Op::Sub);
    const auto *By =
        Adds || Takes ? dyn_cast<map::Constant>(T->operand(1)) : nullptr;
    if (Cuts || std::abs(More) > INT32_MAX)
      return nullptr;
    if (By && By->width() <= 32 && O->promises() & map::NoSignedWrap)
      More += Adds ? By->signedValue() : -By->signedValue();
    else if (!O || !map::isCast(O->op()))
      break;
    T = T->operand(0);
  }
  bool Signed = map::isOp(T, Op::SRem);
  if ((!Signed && !map::isOp(T, Op::URem)) ||
      isa<map::Constant>(T->operand(1)) || !isFixed(T->operand(1), Around) ||
      R.signedRange(T->operand(0)).Low < 0)
    return nullptr;
  const Term *By = wide(T->operand(1), Signed), *Least = number(More);
  return Terms.logicalAnd(
      Terms.sle(Least, Element),
      Terms.logicalOr(Terms.sle(By, number(0)),
                      Terms.slt(Element, Terms.add(By, Least))));
}

/// That the element is in the range of all that is stored anywhere.
const Term *Filling::inConstantRange(const HostContents &C) {
  DrawnRanges R(Values);
  std::optional<map::Interval> All;
  for (const Store *S : Stores) {
    const Term *Value = valueStored(*S);
    if (!Value)
      return Terms.yes();
    map::Interval Here = R.signedRange(Value);
    if (!All)
      All = Here;
    All->Low = std::min(All->Low, Here.Low);
    All->High = std::max(All->High, Here.High);
  }
  unsigned Width = C.Element->width();
  map::Interval Any = map::signedNumbers(Width);
  auto Limit = [&](__int128 N) {
    return Terms.constant(Width, static_cast<uint64_t>(N));
  };
  if (All->isPoint())
    return Terms.eq(C.Element, Limit(All->Low));
  const Term *Holds = Terms.yes();
  if (All->Low > Any.Low)
    Holds = Terms.sle(Limit(All->Low), C.Element);
  if (All->High < Any.High)
    Holds = Terms.logicalAnd(Holds, Terms.sle(C.Element, Limit(All->High)));
  return Holds;
}

const Term *Filling::inRange(const Term *Value, const Stmt *Around,
                             const HostContents &C) {
  const Term *Holds = inConstantRange(C);
  bool Signed = DrawnRanges(Values).signedRange(Value).Low < 0;
  if (Stores.size() == 1)
    if (const Term *Rest = remainder(Value, Around, wide(C.Element, Signed)))
      Holds = Terms.logicalAnd(Holds, Rest);
  return Holds;
}

std::optional<HostContents> Filling::contents() {
  for (const Store &S : Its.stores()) {
    auto Loops = overlap(S.Path, Member) ? filledBy(S) : std::nullopt;
    const Stmt *Fill = Loops ? Loops->back().Loop : nullptr;
    if (!Fill || !isPassed(Fill, Until, B) ||
        (Its.maker() && !isPassed(Its.maker(), Fill, B)) || !takeStores(Fill))
      continue;
    const Term *Value = valueStored(S);
    if (!Value)
      return std::nullopt;
    HostContents C;
    C.Index = Values.placeholder("index", 64);
    C.Element = Values.placeholder("element", Value->width());
    C.Count = Loops->front().Limit;
    const Term *Holds = ofIndex(C);
    if (!Holds)
      Holds = inRange(Value, Fill, C);
    if (Holds == Terms.yes())
      return std::nullopt;
    if (Loops->size() == 2) { // both limits can be negative
      Holds = Terms.logicalOr(Terms.sle(C.Count, number(0)), Holds);
      C.Count = Terms.mul(C.Count, Loops->back().Limit);
    }
    C.Holds = Holds;
    return C;
  }
  return std::nullopt;
}

/// What is in the memory when control comes to Until.
static std::vector<HostContents> filled(const HostMemory &Its,
                                        const Stmt *Until, HostValues &Values,
                                        const HostUses &Uses,
                                        map::TermContext &Terms) {
  constexpr uint64_t MostBytes = 64; // of an element
  std::vector<HostContents> All;
  if (Its.stores().empty())
    return All;
  QualType T = Its.stores().front().Element->getType().getNonReferenceType();
  const ASTContext &AST = Values.body().function()->getASTContext();
  uint64_t Size = AST.getTypeSizeInChars(T).getQuantity();
  for (uint64_t Byte = 0; Byte < std::min(Size, MostBytes); ++Byte) {
    llvm::SmallVector<HostMember, 4> Path;
    if (!findMembers(AST, T, Byte, Path))
      continue;
    QualType Member = memberType(T, Path);
    if (!Member->isIntegralOrEnumerationType() ||
        hostWidth(AST, Member) != AST.getTypeSize(Member)) // as of a bool
      continue;
    if (auto C = Filling(Its, Path, Until, Values, Uses, Terms).contents()) {
      C->Stride = Size;
      C->Offset = Byte;
      All.push_back(*C);
    }
  }
  return All;
}

/// Bytes is Size times the number of elements of the vector V.
static bool isWhole(const Expr *Bytes, const VarDecl *V, uint64_t Size,
                    const ASTContext &AST) {
  const auto *Product = dyn_cast<BinaryOperator>(bare(Bytes));
  if (!Product || Product->getOpcode() != BO_Mul)
    return false;
  const Expr *A = Product->getLHS(), *Other = Product->getRHS();
  return (isSizeOf(A, V) && isNumber(Other, Size, AST)) ||
         (isSizeOf(Other, V) && isNumber(A, Size, AST));
}

/// Are they the same number?
static bool areSame(const Term *A, const Term *B) {
  auto Mine = map::Polynomial::unwrapped(A),
       Other = map::Polynomial::unwrapped(B);
  return Mine && Other && Mine->sum() == Other->sum() && areExact({A, B});
}

/// The copy has so many bytes: what comes behind them is not known.
static void limit(HostContents &C, const CallExpr *Copy, const VarDecl *From,
                  HostValues &Values, map::TermContext &Terms) {
  uint64_t Size = C.Stride;
  const ASTContext &AST = Values.body().function()->getASTContext();
  const Term *Bytes = Values.value(Copy->getArg(2));
  const Term *Stride = Terms.constant(64, Size);
  const auto *Known = llvm::dyn_cast_or_null<map::Constant>(Bytes);
  const auto *Count = dyn_cast<map::Constant>(C.Count);
  if (isWhole(Copy->getArg(2), From, Size, AST) ||
      (Bytes && areSame(Terms.mul(C.Count, Stride), Bytes)) ||
      (Known && Count && Count->signedValue() >= 0 &&
       Count->value() <= Known->value() / Size))
    return;
  const Term *End =
      Terms.mul(Terms.add(C.Index, Terms.constant(64, 1), map::NoSignedWrap),
                Stride, map::NoSignedWrap);
  const Term *IsCopied =
      Bytes ? Terms.sle(End, Terms.resizeUnsigned(Bytes, 64)) : Terms.no();
  C.Holds = Terms.logicalOr(Terms.logicalNot(IsCopied), C.Holds);
}

/// What is in the device's memory, at To, which is copied to once, when a
/// kernel is launched.
static std::vector<HostContents> copied(const HostMemory &Device,
                                        const VarDecl *To, HostValues &Values,
                                        const HostUses &Uses,
                                        map::TermContext &Terms) {
  const HostBody &B = Values.body();
  const CallExpr *Copy = Device.copies().front();
  const ASTContext &AST = B.function()->getASTContext();
  const VarDecl *From = Copy->getNumArgs() == 4
                            ? HostMemory::beginning(Copy->getArg(1), AST)
                            : nullptr;
  constexpr uint64_t HostToDevice = 1, Default = 4;
  bool IsToDevice = From && (isNumber(Copy->getArg(3), HostToDevice, AST) ||
                             isNumber(Copy->getArg(3), Default, AST));
  if (!IsToDevice || !Device.stores().empty() ||
      HostMemory::beginning(Copy->getArg(0), AST) != To ||
      !isPassed(Copy, Values.launch(), B) ||
      (Device.maker() && !isPassed(Device.maker(), Copy, B)))
    return {};
  const HostMemory &Host = Uses.memory(From, B);
  if (!Host.isKnown())
    return {};
  std::vector<HostContents> All = filled(Host, Copy, Values, Uses, Terms);
  for (HostContents &C : All)
    limit(C, Copy, From, Values, Terms);
  return All;
}

/// Does the unit make graphs of launches, which come later?
static bool capturesLaunches(ASTContext &AST) {
  auto Its = AST.getTranslationUnitDecl()->lookup(
      &AST.Idents.get("cudaStreamBeginCapture"));
  return llvm::any_of(Its,
                      [](const NamedDecl *D) { return D->isReferenced(); });
}

std::vector<HostContents> contentsOf(const VarDecl *Pointer, HostValues &Values,
                                     const HostUses &Uses,
                                     map::TermContext &Terms) {
  const HostMemory &Its = Uses.memory(Pointer, Values.body());
  if (!Its.isKnown() || Its.copies().size() > 1 ||
      capturesLaunches(Values.body().function()->getASTContext()))
    return {};
  return Its.copies().empty()
             ? filled(Its, Values.launch(), Values, Uses, Terms)
             : copied(Its, Pointer, Values, Uses, Terms);
}

} // namespace racemap
