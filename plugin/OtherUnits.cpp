// OtherUnits - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/OtherUnits.h"
#include "passes/map/Parser.h"
#include "passes/map/Printer.h"
#include "passes/map/TermContext.h"
#include "plugin/HostObject.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"

namespace racemap {

using namespace clang;
using llvm::StringRef;
using map::ArgumentPart;
using map::Term;
using map::Variable;

std::string linkName(const FunctionDecl *F) {
  return ASTNameGenerator(F->getASTContext()).getName(F);
}

/// Which method a virtual call reaches is not known.
static bool isVirtual(const FunctionDecl *F) {
  const auto *M = llvm::dyn_cast<CXXMethodDecl>(F);
  return M && M->isVirtual();
}

bool isShared(const FunctionDecl *F) {
  return F->isDefined() && F->isExternallyVisible() &&
         (F->isInlined() || F->isFromASTFile() ||
          F->getTemplateSpecializationKind() == TSK_ImplicitInstantiation);
}

bool isForOthers(const FunctionDecl *F) {
  return F->isDefined() && F->isExternallyVisible() && !F->isMain() &&
         !isShared(F);
}

/// Of the system, not of a project that calls its own folders so (-isystem).
static bool isOfLibrary(const FunctionDecl *F) {
  const SourceManager &Files = F->getASTContext().getSourceManager();
  return Files.isInSystemHeader(F->getLocation()) &&
         Files.getFilename(Files.getSpellingLoc(F->getLocation()))
             .starts_with("/usr/");
}

bool isOfOthers(const FunctionDecl *F) {
  return !F->isDefined() && F->isExternallyVisible() && !F->getBuiltinID() &&
         !F->isDependentContext() && !isVirtual(F) && !isOfLibrary(F);
}

static constexpr llvm::StringLiteral Prefix = "argument ";

static std::string nameOf(ArgumentPart Part, bool IsWhole) {
  std::string Name = Prefix.str() + std::to_string(Part.Number);
  return IsWhole ? Name : Name + "." + std::to_string(Part.Offset);
}

/// The part that nameOf() calls so.
static std::optional<ArgumentPart> partNamed(StringRef Name) {
  ArgumentPart Part;
  bool IsPart =
      Name.consume_front(Prefix) && !Name.consumeInteger(10, Part.Number) &&
      (Name.empty() ||
       (Name.consume_front(".") && !Name.getAsInteger(10, Part.Offset)));
  return IsPart ? std::optional(Part) : std::nullopt;
}

map::Protocol formOf(const FunctionDecl *F, ASTContext &AST,
                     map::TermContext &Terms) {
  constexpr uint64_t MostBytes = 256; // of an object that is passed
  map::Protocol Form(Terms);
  Form.Name = F->getQualifiedNameAsString();
  Form.Mangled = linkName(F);
  for (const ParmVarDecl *P : F->parameters()) {
    QualType T = P->getType().getNonReferenceType();
    if (T->isDependentType() || T->isIncompleteType())
      continue;
    uint64_t Size = AST.getTypeSizeInChars(T).getQuantity();
    for (uint64_t Byte = 0; Byte < std::min(Size, MostBytes); ++Byte) {
      llvm::SmallVector<HostMember, 4> Path;
      if (!findMembers(AST, T, Byte, Path))
        continue;
      QualType Member = memberType(T, Path);
      auto Width = hostWidth(AST, Member);
      ArgumentPart Part{P->getFunctionScopeIndex(), Byte};
      std::string Name = nameOf(Part, Path.empty());
      if (Width && Member->isPointerType()) {
        map::Array *A = Form.makeArray();
        A->Name = Name;
        A->TheOrigin = map::Array::Origin::Parameter;
        A->ElementSize = 1;
        Form.PointerParts[A] = Part;
      } else if (Width && Member->isIntegralOrEnumerationType()) {
        const map::Variable *V =
            Terms.parameter(Name, std::max(*Width, 8u)); // of a bool
        Form.Parameters.push_back(V);
        Form.ParameterParts[V] = Part;
      }
    }
  }
  return Form;
}

/// What a form that was text has lost. False if it is none.
static bool findParts(map::Protocol &Form) {
  for (const map::Variable *V : Form.Parameters)
    if (auto Part = partNamed(V->name()))
      Form.ParameterParts[V] = *Part;
  for (const auto &A : Form.Arrays)
    if (auto Part = partNamed(A->Name))
      Form.PointerParts[A.get()] = *Part;
  return Form.ParameterParts.size() == Form.Parameters.size() &&
         Form.PointerParts.size() == Form.Arrays.size();
}

/// More calls of a function are left to what is said of all.
static constexpr size_t MostCalls = 16;

llvm::Expected<OtherUnits> OtherUnits::read(const std::string &Path,
                                            map::TermContext &Terms) {
  auto Said = CallsOfOthers::read(Path);
  if (!Said)
    return Said.takeError();
  OtherUnits All;
  for (const auto &[Name, Texts] : Said->Calls)
    for (const std::string &Text : Texts) {
      auto Parsed = map::parseProtocols(Text, Path, Terms);
      if (!Parsed)
        return Parsed.takeError();
      for (map::Protocol &P : *Parsed) {
        if (!findParts(P))
          return llvm::createStringError(Path + ": " + Name +
                                         " has other parameters");
        All.Forms.push_back(std::make_unique<map::Protocol>(std::move(P)));
        for (const map::LaunchContext &C : All.Forms.back()->Contexts)
          All.Of[Name].push_back({All.Forms.back().get(), &C});
      }
    }
  All.Said = std::move(*Said);
  All.AreTold = true;
  return All;
}

llvm::ArrayRef<OtherUnits::Call>
OtherUnits::callsOf(const FunctionDecl *F) const {
  if (Of.empty() || isVirtual(F))
    return {};
  auto Its = Of.find(linkName(F));
  if (Its == Of.end() || Its->second.size() > MostCalls)
    return {};
  return Its->second;
}

bool OtherUnits::isMentioned(const FunctionDecl *F) const {
  return !Said.Mentions.empty() && !isVirtual(F) &&
         Said.Mentions.count(linkName(F));
}

bool OtherUnits::mayMiss(const FunctionDecl *Kernel) const {
  if (isMentioned(Kernel))
    return true;
  auto Its = Of.find(linkName(Kernel));
  return Its != Of.end() && Its->second.size() > MostCalls;
}

namespace {
/// The names of a form in the words of the kernel that it is of.
class Translation {
public:
  Translation(const map::Protocol &Form, const map::Protocol &P);

  map::LaunchContext of(const map::LaunchContext &C);

private:
  const Term *translated(const Term *T) const {
    return P.terms().replace(T, [&](const Term *X) { return Here.lookup(X); });
  }
  const Variable *hostValue(const Variable *V, StringRef Name);
  void addAliases(const map::LaunchContext &C, map::LaunchContext &To);

  const map::Protocol &P;
  llvm::DenseMap<const Term *, const Term *> Here;
  llvm::DenseMap<const map::Array *, const map::Array *> Arrays;
  llvm::StringSet<> Taken;
  std::vector<const Variable *> HostValues;
};
} // namespace

static bool isSame(ArgumentPart A, ArgumentPart B) {
  return A.Number == B.Number && A.Offset == B.Offset;
}

Translation::Translation(const map::Protocol &Form, const map::Protocol &P)
    : P(P) {
  for (const Variable *V : P.Parameters)
    Taken.insert(V->name());
  for (const Variable *V : Form.Parameters) {
    ArgumentPart Part = Form.ParameterParts.at(V);
    for (const auto &[Its, Other] : P.ParameterParts)
      if (isSame(Part, Other) && Its->width() == V->width())
        Here[V] = Its;
    if (!Here.contains(V))
      Here[V] = hostValue(V, "value");
  }
  for (const auto &A : Form.Arrays)
    for (const auto &[Its, Other] : P.PointerParts)
      if (isSame(Form.PointerParts.at(A.get()), Other))
        Arrays[A.get()] = Its;
}

const Variable *Translation::hostValue(const Variable *V, StringRef Base) {
  std::string Name = Base.str();
  for (unsigned I = 2; !Taken.insert(Name).second; ++I)
    Name = Base.str() + std::to_string(I);
  HostValues.push_back(P.terms().parameter(Name, V->width()));
  return HostValues.back();
}

/// Of arrays that point into one that the kernel does not have, the first one
/// takes its place.
void Translation::addAliases(const map::LaunchContext &C,
                             map::LaunchContext &To) {
  struct Place {
    const map::Array *Root;
    const Term *Offset; ///< null: not known
  };
  llvm::DenseMap<const map::Array *, Place> Roots;
  for (const auto &[Theirs, Its] : Arrays)
    Roots[Theirs] = {Its, P.terms().constant(64, 0)};
  for (const map::LaunchContext::Alias &A : C.Aliases) {
    const map::Array *Its = Arrays.lookup(A.TheArray);
    if (!Its)
      continue;
    const Term *Offset = A.Offset ? translated(A.Offset) : nullptr;
    auto [Root, IsFirst] = Roots.try_emplace(A.Within, Place{Its, Offset});
    const Term *Begin = Root->second.Offset;
    if (!IsFirst)
      To.Aliases.push_back(
          {Its, Root->second.Root,
           Offset && Begin ? P.terms().sub(Offset, Begin, map::NoSignedWrap)
                           : nullptr});
  }
}

map::LaunchContext Translation::of(const map::LaunchContext &C) {
  map::LaunchContext To;
  To.Origin = C.Origin;
  To.BlockDim = C.BlockDim;
  To.GridDim = C.GridDim;
  To.ClusterDim = C.ClusterDim;
  for (const Variable *V : C.HostValues)
    Here[V] = hostValue(V, V->name());
  for (const map::Assumption &A : C.Conditions) {
    To.Conditions.push_back(A);
    if (!A.Condition)
      continue;
    To.Conditions.back().Condition = translated(A.Condition);
    To.Conditions.back().Text = map::toText(To.Conditions.back().Condition);
  }
  for (const Variable *V : C.Computed)
    To.Computed.push_back(llvm::cast<Variable>(translated(V)));
  for (const Variable *V : P.Parameters) // of objects that are too large
    if (llvm::none_of(Here, [&](const auto &X) { return X.second == V; }))
      To.Computed.push_back(V);
  addAliases(C, To);
  for (const map::LaunchContext::Extent &E : C.Extents)
    if (const map::Array *Its = Arrays.lookup(E.TheArray))
      To.Extents.push_back({Its, translated(E.Bytes)});
  for (const map::Array *A : C.Filled)
    if (const map::Array *Its = Arrays.lookup(A))
      To.Filled.push_back(Its);
  To.HostValues = HostValues;
  return To;
}

map::LaunchContext contextOf(const OtherUnits::Call &Launch,
                             const map::Protocol &P) {
  return Translation(*Launch.Form, P).of(*Launch.Context);
}

const map::LaunchContext::Alias *
OtherUnits::Call::aliasOf(const map::Array *A) const {
  auto Its =
      llvm::find_if(Context->Aliases, [&](const map::LaunchContext::Alias &X) {
        return X.TheArray == A;
      });
  return Its == Context->Aliases.end() ? nullptr : &*Its;
}

bool OtherUnits::Call::overlaps(unsigned A, unsigned B) const {
  auto ObjectOf = [&](const map::Array *Its) {
    const map::LaunchContext::Alias *Alias = aliasOf(Its);
    return Alias ? Alias->Within : Its;
  };
  for (const auto &[First, Its] : Form->PointerParts)
    for (const auto &[Second, Other] : Form->PointerParts)
      if (First != Second && Its.Number == A && Other.Number == B &&
          ObjectOf(First) == ObjectOf(Second))
        return true;
  return false;
}

} // namespace racemap
