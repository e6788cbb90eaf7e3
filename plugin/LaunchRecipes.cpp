// LaunchRecipes - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/LaunchRecipes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap {

using namespace clang;
using verdict::LaunchRecipe;
using Kind = LaunchRecipe::Array::Kind;

LaunchRecipes::LaunchRecipes(const ASTContext &AST) : AST(AST) {
  collect(*AST.getTranslationUnitDecl());
}

static bool isOfDevice(const VarDecl &V) {
  return V.hasAttr<CUDADeviceAttr>() || V.hasAttr<CUDAConstantAttr>() ||
         V.hasAttr<HIPManagedAttr>();
}

void LaunchRecipes::collect(const DeclContext &In) {
  for (const Decl *D : In.decls()) {
    if (const auto *V = dyn_cast<VarDecl>(D))
      if (isOfDevice(*V) && V->getIdentifier() && !V->isTemplated()) {
        auto &Same = Variables[V->getName()];
        if (!llvm::is_contained(Same, V->getCanonicalDecl()))
          Same.push_back(V->getCanonicalDecl());
      }
    if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(D))
      collect(*cast<DeclContext>(D));
  }
}

/// Nameless ones, and inline ones, are no part of a name.
static std::string qualifierOf(const DeclContext *In,
                               const PrintingPolicy &Style) {
  std::string Text;
  for (; In && !In->isTranslationUnit(); In = In->getParent()) {
    if (const auto *N = dyn_cast<NamespaceDecl>(In)) {
      if (!N->isAnonymousNamespace() && !N->isInline())
        Text = N->getNameAsString() + "::" + Text;
    } else if (const auto *R = dyn_cast<RecordDecl>(In)) {
      std::string Own;
      llvm::raw_string_ostream OS(Own);
      R->getNameForDiagnostic(OS, Style, /*Qualified=*/false);
      Text = Own + "::" + Text;
    }
  }
  return "::" + Text;
}

static PrintingPolicy styleOf(const ASTContext &AST) {
  PrintingPolicy Style(AST.getLangOpts());
  Style.SuppressUnwrittenScope = true;
  Style.FullyQualifiedName = true;
  Style.AnonymousTagLocations = false;
  return Style;
}

/// clang's words for what has no name.
static bool isNameless(llvm::StringRef Text) {
  return Text.contains("(lambda") || Text.contains("(unnamed") ||
         Text.contains("(anonymous");
}

/// Can it be named from outside of classes and functions?
static std::string whyHidden(const NamedDecl &D) {
  if (D.getAccess() == AS_private || D.getAccess() == AS_protected)
    return "'" + D.getNameAsString() +
           "' is a member that only its class can "
           "name";
  if (D.getParentFunctionOrMethod())
    return "'" + D.getNameAsString() + "' is declared in a function";
  return {};
}

namespace {
/// Are all types that a template argument is made of ones that can be named?
class ArgumentNames {
public:
  explicit ArgumentNames(const ASTContext &AST)
      : AST(AST), Style(styleOf(AST)) {}

  /// "<float, 4>", or nothing.
  std::optional<std::string> of(llvm::ArrayRef<TemplateArgument> All) const {
    std::vector<std::string> Each;
    if (!add(All, Each))
      return std::nullopt;
    std::string Text;
    for (const std::string &One : Each)
      Text += (Text.empty() ? "" : ", ") + One;
    return "<" + Text + ">";
  }
  std::optional<std::string> of(QualType T) const {
    for (const auto *Tag = T->getAsTagDecl(); Tag; Tag = nullptr)
      if (!whyHidden(*Tag).empty())
        return std::nullopt;
    std::string Text = TypeName::getFullyQualifiedName(
        T.getCanonicalType(), AST, Style, /*WithGlobalNsPrefix=*/true);
    if (isNameless(Text))
      return std::nullopt;
    return Text;
  }

private:
  bool add(llvm::ArrayRef<TemplateArgument> All,
           std::vector<std::string> &To) const {
    for (const TemplateArgument &A : All) {
      if (A.getKind() == TemplateArgument::Pack) {
        if (!add(A.pack_elements(), To))
          return false;
        continue;
      }
      if (A.getKind() == TemplateArgument::Type) {
        auto Text = of(A.getAsType());
        if (!Text)
          return false;
        To.push_back(*Text);
        continue;
      }
      std::string Text;
      llvm::raw_string_ostream OS(Text);
      A.print(Style, OS, /*IncludeType=*/true);
      if (isNameless(Text))
        return false;
      To.push_back(std::move(Text));
    }
    return true;
  }

  const ASTContext &AST;
  PrintingPolicy Style;
};
} // namespace

/// Several of the name need to be told apart by their types.
static bool isOverloaded(const FunctionDecl &Kernel) {
  unsigned Count = 0;
  for (const NamedDecl *D : Kernel.getDeclContext()->getRedeclContext()->lookup(
           Kernel.getDeclName()))
    Count += isa<FunctionDecl, FunctionTemplateDecl>(D->getUnderlyingDecl());
  return Count > 1;
}

static void nameKernel(LaunchRecipe &To, const FunctionDecl &Kernel,
                       const ASTContext &AST) {
  ArgumentNames Names(AST);
  std::string Own = Kernel.getNameAsString();
  To.WhyNot = whyHidden(Kernel);
  for (const DeclContext *In = Kernel.getDeclContext();
       To.WhyNot.empty() && In && !In->isTranslationUnit();
       In = In->getParent())
    if (const auto *R = dyn_cast<RecordDecl>(In))
      To.WhyNot = whyHidden(*R);
  if (const auto *Args = Kernel.getTemplateSpecializationArgs()) {
    if (auto Text = Names.of(Args->asArray()))
      Own += *Text;
    else if (To.WhyNot.empty())
      To.WhyNot = "a template argument of '" + Own +
                  "' has no name that a program could use (a lambda, a type "
                  "of a function)";
  }
  std::string Type;
  if (isOverloaded(Kernel)) {
    auto Text = Names.of(AST.getPointerType(Kernel.getType()));
    if (!Text && To.WhyNot.empty())
      To.WhyNot = "a parameter of '" + Own +
                  "', which is overloaded, has a type without a name";
    Type = "(" + Text.value_or("") + ")";
  }
  if (To.WhyNot.empty())
    To.Function =
        Type + "&" + qualifierOf(Kernel.getDeclContext(), styleOf(AST)) + Own;
}

void LaunchRecipes::nameVariable(LaunchRecipe::Array &To) const {
  auto Its = Variables.find(To.Name);
  if (Its == Variables.end()) {
    To.WhyNot = "'" + To.Name + "' is no variable that a program could name";
    return;
  }
  if (Its->second.size() > 1) {
    To.WhyNot = "there are several variables '" + To.Name + "'";
    return;
  }
  const VarDecl &V = *Its->second.front();
  To.WhyNot = whyHidden(V);
  if (!To.WhyNot.empty())
    return;
  To.TheKind = Kind::Variable;
  To.Symbol = qualifierOf(V.getDeclContext(), styleOf(AST)) + To.Name;
}

LaunchRecipe::Array LaunchRecipes::arrayOf(const map::Array &A,
                                           const map::Protocol &P) const {
  using Origin = map::Array::Origin;
  LaunchRecipe::Array To;
  To.Name = A.Name;
  To.ElementBytes = A.ElementSize;
  switch (A.TheOrigin) {
  case Origin::SharedVariable:
    To.TheKind = A.Extent ? Kind::Shared : Kind::Dynamic;
    return To;
  case Origin::Parameter:
    if (auto Part = P.PointerParts.find(&A); Part != P.PointerParts.end()) {
      To.TheKind = Kind::Pointer;
      To.Argument = Part->second.Number;
      To.Offset = Part->second.Offset;
    } else {
      To.WhyNot = "'" + A.Name + "' is an argument that is indexed";
    }
    return To;
  case Origin::Global:
    nameVariable(To);
    return To;
  case Origin::Field:
    To.TheKind = Kind::Missing;
    To.WhyNot = A.Parent && A.Parent->TheOrigin == Origin::Global &&
                        !Variables.contains(A.Parent->Name)
                    ? "'" + A.Name +
                          "' is reached through handles that only a program "
                          "of its own can make"
                    : "'" + A.Name +
                          "' is reached through pointers in memory, which a "
                          "witness does not have";
    return To;
  }
  llvm_unreachable("all origins are handled");
}

LaunchRecipe LaunchRecipes::of(const FunctionDecl &Kernel,
                               const map::Protocol &P) const {
  LaunchRecipe To;
  nameKernel(To, Kernel, AST);
  for (const ParmVarDecl *Its : Kernel.parameters()) {
    QualType T = Its->getType();
    // What a reference argument is made of is a pointer.
    CharUnits Size = T->isReferenceType()
                         ? AST.getTypeSizeInChars(AST.VoidPtrTy)
                         : AST.getTypeSizeInChars(T);
    To.Arguments.push_back(
        {Its->getNameAsString(), uint64_t(Size.getQuantity())});
  }
  for (const map::Variable *V : P.Parameters)
    if (auto Part = P.ParameterParts.find(V); Part != P.ParameterParts.end())
      To.Scalars.push_back({V->name().str(), Part->second.Number,
                            Part->second.Offset, (V->width() + 7) / 8});
  for (const auto &A : P.Arrays)
    To.Arrays.push_back(arrayOf(*A, P));
  To.IsCooperative = llvm::any_of(P.barriers(), [](const map::Barrier *B) {
    return B->TheScope == map::Scope::Grid;
  });
  To.HasClusterDims = P.ClusterDim.isKnown();
  return To;
}

std::vector<verdict::ContextResult::Overlap>
overlapsOf(const map::LaunchContext &C) {
  std::vector<verdict::ContextResult::Overlap> All;
  for (const map::LaunchContext::Alias &A : C.Aliases) {
    auto &One = All.emplace_back();
    One.Array = A.TheArray->Name;
    One.Within = A.Within->Name;
    if (const auto *Known = llvm::dyn_cast_or_null<map::Constant>(A.Offset))
      One.Offset = int64_t(Known->value());
  }
  return All;
}

} // namespace racemap
