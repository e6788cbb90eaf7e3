// OtherUnits - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/OtherUnits.h"
#include "passes/map/Parser.h"
#include "passes/map/Printer.h"
#include "passes/map/TermContext.h"
#include "passes/report/JsonText.h"
#include "plugin/HostObject.h"
#include "clang/AST/Mangle.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

using namespace clang;
using llvm::StringRef;
using map::ArgumentPart;
namespace json = llvm::json;

std::string linkName(const FunctionDecl *F) {
  return ASTNameGenerator(F->getASTContext()).getName(F);
}

bool isForOthers(const FunctionDecl *F) {
  return F->isDefined() && F->isExternallyVisible() && !F->isInlined() &&
         !F->isMain() && !F->hasAttr<CUDAGlobalAttr>() &&
         F->getTemplateSpecializationKind() != TSK_ImplicitInstantiation;
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
    QualType T = P->getType();
    if (T->isReferenceType() || T->isDependentType() || T->isIncompleteType())
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

llvm::Expected<OtherUnits> OtherUnits::read(const std::string &Path,
                                            map::TermContext &Terms) {
  auto Bad = [&](const llvm::Twine &Why) {
    return llvm::createStringError("calls=" + Path + ": " + Why);
  };
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return Bad(Text.getError().message());
  auto Document = report::parseJson((*Text)->getBuffer(), Path);
  if (!Document)
    return Document.takeError();
  const json::Object *Root = Document->getAsObject();
  const json::Object *Calls = Root ? Root->getObject("calls") : nullptr;
  if (!Calls)
    return Bad("no calls in it");
  OtherUnits All;
  All.IsComplete = Root->getBoolean("complete").value_or(false);
  for (const auto &[Name, Texts] : *Calls)
    for (const json::Value &One :
         Texts.getAsArray() ? *Texts.getAsArray() : json::Array()) {
      auto Parsed =
          map::parseProtocols(One.getAsString().value_or(""), Path, Terms);
      if (!Parsed)
        return Parsed.takeError();
      for (map::Protocol &P : *Parsed) {
        if (!findParts(P))
          return Bad(StringRef(Name) + " has other parameters");
        All.Forms.push_back(std::make_unique<map::Protocol>(std::move(P)));
        for (const map::LaunchContext &C : All.Forms.back()->Contexts)
          All.Of[StringRef(Name)].push_back({All.Forms.back().get(), &C});
      }
    }
  return All;
}

llvm::ArrayRef<OtherUnits::Call>
OtherUnits::callsOf(const FunctionDecl *F) const {
  if (Of.empty())
    return {};
  auto Its = Of.find(linkName(F));
  if (Its == Of.end())
    return {};
  return Its->second;
}

void UnitCalls::write(llvm::raw_ostream &OS) const {
  json::Object Texts;
  for (const map::Protocol &Form : Calls) {
    std::string Text;
    llvm::raw_string_ostream To(Text);
    map::print(Form, To);
    Texts[Form.Mangled] = json::fixUTF8(Text);
  }
  OS << json::Value(json::Object{{"wants", json::Array(Wants)},
                                 {"defines", json::Array(Defines)},
                                 {"calls", std::move(Texts)}})
     << "\n";
}

} // namespace racemap
