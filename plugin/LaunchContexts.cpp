// LaunchContexts - launches, evaluated; ContextBuilder makes contexts of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/LaunchContexts.h"
#include "passes/map/Printer.h"
#include "plugin/ContextBuilder.h"
#include "plugin/HostOrigins.h"
#include "clang/Basic/SourceManager.h"

namespace racemap {

using namespace clang;
using map::LaunchContext;
using map::Term;

/// More contexts of one kernel, and the symbolic one stands for the rest.
static constexpr unsigned MaxContexts = 16;

std::array<const map::Variable *, 6> sizesOfLaunch(map::TermContext &Terms) {
  using map::Builtin;
  return {Terms.builtin(Builtin::BlockDimX), Terms.builtin(Builtin::BlockDimY),
          Terms.builtin(Builtin::BlockDimZ), Terms.builtin(Builtin::GridDimX),
          Terms.builtin(Builtin::GridDimY),  Terms.builtin(Builtin::GridDimZ)};
}

LaunchContexts::LaunchContexts(ASTContext &AST, map::TermContext &Terms,
                               OtherUnits Others, bool FindsCalls)
    : AST(AST), Terms(Terms), Others(std::move(Others)),
      Sites(findLaunches(AST, this->Others, FindsCalls)) {}
LaunchContexts::~LaunchContexts() = default;

const std::vector<LaunchSite> &
LaunchContexts::sitesOf(const FunctionDecl *F) const {
  static const std::vector<LaunchSite> None;
  for (const auto *Some : {&Sites.Of, &Sites.Calls})
    if (auto Found = Some->find(F); Found != Some->end())
      return Found->second;
  return None;
}

const std::vector<std::unique_ptr<LaunchContexts::Launch>> &
LaunchContexts::launchesOf(const FunctionDecl *Kernel) {
  auto [Entry, IsNew] = Known.try_emplace(Kernel);
  if (IsNew)
    for (const LaunchSite &Site : sitesOf(Kernel))
      if (Site.Body) {
        auto L = std::make_unique<Launch>(AST, Sites.Uses, Site, Kernel, Terms);
        if (!L->isOfAnother())
          Entry->second.push_back(std::move(L));
      }
  return Entry->second;
}

static std::string originOf(const LaunchSite &Site,
                            const SourceManager &Files) {
  PresumedLoc P =
      Files.getPresumedLoc(Files.getExpansionLoc(Site.Call->getBeginLoc()));
  if (P.isInvalid())
    return "launch";
  std::string Text = std::string("launch ") + P.getFilename() + ":" +
                     std::to_string(P.getLine());
  for (const HostCall &C : Site.Callers) {
    PresumedLoc From =
        Files.getPresumedLoc(Files.getExpansionLoc(C.Call->getBeginLoc()));
    if (From.isValid())
      Text += std::string(" from ") + From.getFilename() + ":" +
              std::to_string(From.getLine());
  }
  if (Site.From) { // " from main.cpp:5"
    llvm::StringRef Place = Site.From->Context->Origin;
    bool IsKnown = Place.consume_front("launch ");
    Text += " from " + (IsKnown ? Place.str() : "another unit");
  }
  return Site.IsRunBare ? Text + " with argc == 1" : Text;
}

static bool saysSame(const LaunchContext &A, const LaunchContext &B) {
  auto SameCondition = [](const map::Assumption &X, const map::Assumption &Y) {
    return X.Condition == Y.Condition && X.Text == Y.Text;
  };
  return A.BlockDim == B.BlockDim && A.GridDim == B.GridDim &&
         A.HostValues == B.HostValues && A.Computed == B.Computed &&
         llvm::equal(A.Conditions, B.Conditions, SameCondition) &&
         A.Aliases == B.Aliases && A.Extents == B.Extents &&
         A.Contents == B.Contents && A.Filled == B.Filled;
}

static bool neverHappens(const LaunchContext &C) {
  return llvm::any_of(C.Conditions, [](const map::Assumption &A) {
    const auto *Known = llvm::dyn_cast_or_null<map::Constant>(A.Condition);
    return Known && !Known->value();
  });
}

/// Of launches that are not followed, or for which there is no room: they are
/// some of all.
static LaunchContext anyOf(map::TermContext &Terms, const map::Protocol &P) {
  LaunchContext C;
  C.Computed.assign(P.Parameters.begin(), P.Parameters.end());
  llvm::append_range(C.Computed, sizesOfLaunch(Terms));
  return C;
}

std::vector<LaunchContext> LaunchContexts::of(const FunctionDecl *Kernel,
                                              const map::Protocol &P,
                                              bool IsForm) {
  std::vector<LaunchContext> All;
  bool IsOutside = llvm::any_of(sitesOf(Kernel), [](const LaunchSite &Site) {
    return !Site.Body; // of functions
  });
  bool SaysNothing = IsOutside && !IsForm; // some launch in sight
  // Those that stand for others come first: there may be no room for all.
  std::vector<Launch *> InOrder;
  for (bool IsExample : {false, true})
    for (const auto &L : launchesOf(Kernel))
      if (L->Site.IsExample == IsExample)
        InOrder.push_back(L.get());
  bool IsFull = false;
  /// False if there is no room for it.
  auto Add = [&](LaunchContext C) {
    if (llvm::any_of(All, [&](const LaunchContext &Other) {
          return saysSame(C, Other);
        }))
      return true;
    bool Fits = All.size() < MaxContexts || !C.Aliases.empty();
    if (Fits)
      All.push_back(std::move(C));
    return Fits;
  };
  std::optional<LaunchContext> Never;
  for (Launch *L : InOrder) {
    ContextBuilder Builder(AST, Terms, *L, P);
    LaunchContext C = IsForm ? Builder.buildOfForm() : Builder.build();
    if (saysSame(C, LaunchContext())) {
      SaysNothing = true;
      continue;
    }
    C.Origin = originOf(L->Site, AST.getSourceManager());
    // Of the ways to one launch, some are none.
    bool IsOneWay =
        L->Site.IsRunBare || L->Site.From || !L->Site.Callers.empty();
    if (IsOneWay && neverHappens(C)) {
      if (!Never)
        Never = std::move(C);
      continue;
    }
    IsFull |= !Add(std::move(C)) && !L->Site.IsExample;
  }
  if (All.empty() && !SaysNothing && Never)
    All.push_back(std::move(*Never));
  for (const OtherUnits::Call &Launch : Others.callsOf(Kernel))
    if (LaunchContext C = contextOf(Launch, P); !neverHappens(C))
      IsFull |= !Add(std::move(C));
  bool HasOthers = IsFull || Sites.Open.contains(Kernel) ||
                   Sites.InGraphs.contains(Kernel) || Others.mayMiss(Kernel) ||
                   (IsOutside && IsForm);
  if (SaysNothing)
    All.emplace_back();
  else if (HasOthers && (IsForm || !All.empty() || Others.isMentioned(Kernel)))
    All.push_back(anyOf(Terms, P));
  Known.erase(Kernel); // there may be hundreds of kernels
  return All;
}

UnitCalls LaunchContexts::unitCalls() {
  UnitCalls Its;
  for (const FunctionDecl *F : Sites.ForOthers)
    Its.Defines.insert(linkName(F));
  auto Mention = [&](const auto &Some) {
    for (const FunctionDecl *F : Some)
      if (isOfOthers(F))
        Its.Mentions.insert(linkName(F));
  };
  Mention(Sites.Mentioned);
  Mention(Sites.Open); // kernels
  Mention(Sites.InGraphs);
  Its.Mentions.insert(Sites.LookedUp.begin(), Sites.LookedUp.end());
  auto Add = [&](const FunctionDecl *F) {
    map::Protocol Form = formOf(F, AST, Terms);
    Form.Contexts = of(F, Form, /*IsForm=*/true);
    llvm::raw_string_ostream To(Its.Calls[Form.Mangled]);
    map::print(Form, To);
  };
  for (const auto *Some : {&Sites.Of, &Sites.Calls})
    for (const auto &[F, All] : *Some)
      if (isOfOthers(F))
        Add(F);
  return Its;
}

bool LaunchContexts::mayOverlap(const FunctionDecl *Kernel, unsigned A,
                                unsigned B) {
  for (const auto &L : launchesOf(Kernel)) {
    auto First = L->pointersIn(A), Second = L->pointersIn(B);
    for (size_t I = 0; I != First.size(); ++I)
      for (size_t J = A == B ? I + 1 : 0; J < Second.size(); ++J) {
        if (mayShare(originsOf(First[I], L->Values),
                     originsOf(Second[J], L->Values)))
          return true;
      }
  }
  return llvm::any_of(Others.callsOf(Kernel), [&](const OtherUnits::Call &C) {
    return C.overlaps(A, B);
  });
}

/// The field of that name.
static const FieldDecl *fieldOf(QualType T, llvm::StringRef Name) {
  const RecordDecl *R = T.isNull() ? nullptr : T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (R)
    for (const FieldDecl *F : R->fields())
      if (F->getName() == Name)
        return F;
  return nullptr;
}

LaunchContexts::Launch::Launch(ASTContext &AST, const HostUses &Uses,
                               const LaunchSite &Site,
                               const FunctionDecl *Kernel,
                               map::TermContext &Terms)
    : AST(AST), Uses(Uses), Site(Site), Kernel(Kernel), Terms(Terms),
      Values(AST, Uses, *Site.Body, Site.Call, Terms) {
  HostValues *Last = nullptr;
  auto Call = [&](HostValues &Next) {
    if (!Last && Site.From)
      Next.beCalled(*Site.From);
    else
      Next.beCalled(Last, Site.IsOpen, Site.IsRunBare);
    Last = &Next;
  };
  for (const HostCall &C : llvm::reverse(Site.Callers)) {
    Callers.push_back(
        std::make_unique<HostValues>(AST, Uses, *C.Body, C.Call, Terms));
    Call(*Callers.back());
  }
  Call(Values);
  Conditions = conditionsOf(Site.Call, *Site.Body, Values, Terms);
  for (auto [C, Its] : llvm::zip(Site.Callers, llvm::reverse(Callers))) {
    HostConditions Theirs = conditionsOf(C.Call, *C.Body, *Its, Terms);
    llvm::append_range(Conditions.Hold, Theirs.Hold);
    llvm::append_range(Conditions.Doubted, Theirs.Doubted);
  }
  const VarDecl *List = Site.List;
  if (const Term *T = Site.IsNode ? configured("kernelParams") : nullptr)
    if (const HostValues::Unknown *U = Values.find(T); U && !U->Since)
      List = U->Variable;
  // An array that keeps what it was made of, here.
  bool IsKept = List && List->getType()->isArrayType() &&
                Uses.isOnlyRead(List) &&
                Site.Body->function() == List->getParentFunctionOrMethod();
  Arguments = IsKept ? placesIn(List) : Site.Arguments;
}

bool LaunchContexts::Launch::isOfAnother() {
  const Term *T = Site.IsNode ? configured("func") : nullptr;
  const HostValues::Unknown *U = T ? Values.find(T) : nullptr;
  return U && U->Function && U->Function != Kernel;
}

std::vector<const Term *> LaunchContexts::Launch::facts() const {
  std::vector<const Term *> All = Values.facts();
  for (const auto &C : llvm::reverse(Callers))
    llvm::append_range(All, C->facts());
  return All;
}

const Term *LaunchContexts::Launch::configured(llvm::StringRef Member) {
  const FieldDecl *F = fieldOf(Site.Config->getType(), Member);
  return F ? Values.atLaunch(Site.Config, HostMember(F)) : nullptr;
}

const Term *LaunchContexts::Launch::dimension(bool Grid, unsigned D) {
  static constexpr llvm::StringLiteral Axis[] = {"x", "y", "z"};
  const Expr *E = Grid ? Site.Grid : Site.Block;
  llvm::SmallVector<HostMember, 2> Path;
  auto Enter = [&](llvm::StringRef Name) {
    const FieldDecl *F = fieldOf(memberType(E->getType(), Path), Name);
    if (F)
      Path.push_back(F);
    return F != nullptr;
  };
  if (!E) {
    E = Site.Config;
    if (!E || !Enter(Grid ? "gridDim" : "blockDim"))
      return nullptr;
  }
  if (!Enter(Axis[D]))
    return nullptr;
  const Term *T =
      Site.Config ? Values.atLaunch(E, Path) : Values.value(E, Path);
  return T && T->width() == 32 ? T : nullptr;
}

const Term *LaunchContexts::Launch::argument(unsigned N,
                                             HostValues::Fields Path) {
  const Expr *E = N < Arguments.size() ? Arguments[N] : nullptr;
  if (!E || N >= Kernel->getNumParams() || E->isInstantiationDependent())
    return nullptr;
  QualType Given = E->getType().getNonReferenceType().getCanonicalType();
  QualType Wanted = Kernel->getParamDecl(N)
                        ->getType()
                        .getNonReferenceType()
                        .getCanonicalType();
  bool Same = AST.hasSameUnqualifiedType(Given, Wanted) ||
              (Given->isPointerType() && Wanted->isPointerType()) ||
              (Given->isIntegralOrEnumerationType() &&
               Wanted->isIntegralOrEnumerationType() &&
               AST.getTypeSize(Given) == AST.getTypeSize(Wanted));
  if (!Same)
    return nullptr;
  return Site.ByPlace && E->isGLValue() ? Values.atLaunch(E, Path)
                                        : Values.value(E, Path);
}

/// The members of T that are pointers, through classes.
static void addPointers(QualType T,
                        const llvm::SmallVector<HostMember, 4> &Path,
                        std::vector<llvm::SmallVector<HostMember, 4>> &Out) {
  if (T->isPointerType())
    Out.push_back(Path);
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || R->isUnion() || Path.size() > 4)
    return;
  for (const FieldDecl *F : R->fields()) {
    auto Deeper = Path;
    Deeper.push_back(F);
    addPointers(F->getType(), Deeper, Out);
  }
}

std::vector<const Term *> LaunchContexts::Launch::pointersIn(unsigned N) {
  std::vector<const Term *> All;
  if (N >= Kernel->getNumParams())
    return All;
  std::vector<llvm::SmallVector<HostMember, 4>> Paths;
  addPointers(Kernel->getParamDecl(N)->getType(), {}, Paths);
  for (const auto &Path : Paths)
    if (const Term *T = argument(N, Path))
      All.push_back(T);
  return All;
}

} // namespace racemap
