// SourceNames - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/module/SourceNames.h"
#include "passes/ptx/SymbolNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::lift {

using namespace llvm;

SourceNames::SourceNames(const Function &F) : F(F), Foreign(*F.getParent()) {
  for (const Instruction &I : instructions(F))
    for (const DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
      const Value *V = R.getNumVariableLocationOps() == 1
                           ? R.getVariableLocationOp(0)
                           : nullptr;
      if (!V || isa<Constant>(V))
        continue;
      // A bool is kept in a byte.
      if (const auto *Kept = dyn_cast<ZExtInst>(V);
          Kept && isa<Argument>(Kept->getOperand(0)))
        V = Kept->getOperand(0);
      // What an argument is called in the kernel, not in what it inlined.
      bool Inlined = R.getDebugLoc().getInlinedAt();
      if (isa<Argument>(V) && (Inlined || !R.getVariable()->isParameter()))
        continue;
      Variables.try_emplace(V, R.getVariable());
    }
}

static map::SourcePoint pointOf(const DILocation &L) {
  return {L.getFilename().str(), L.getLine(), L.getColumn()};
}

static std::string functionOf(const DILocation &L) {
  const DISubprogram *S = L.getScope()->getSubprogram();
  return S ? S->getName().str() : "";
}

map::Location SourceNames::locationAt(const DILocation *L) const {
  map::Location Where;
  const DILocation *Shown = Foreign.shown(L);
  if (!Shown)
    return Where;
  static_cast<map::SourcePoint &>(Where) = pointOf(*Shown);
  for (; L != Shown; L = L->getInlinedAt())
    Where.Into = functionOf(*L);
  for (; const DILocation *Site = L->getInlinedAt(); L = Site)
    Where.Calls.push_back({functionOf(*L), pointOf(*Site)});
  return Where;
}

map::Location SourceNames::locationOf(const Instruction &I) const {
  return locationAt(I.getDebugLoc().get());
}

map::Location SourceNames::locationOf(const Loop &L) const {
  if (const MDNode *Noted = L.getLoopID())
    for (const MDOperand &Part : drop_begin(Noted->operands()))
      if (const auto *Begin = dyn_cast<DILocation>(Part.get()))
        return locationAt(Begin);
  return locationOf(*L.getHeader()->getTerminator());
}

map::SourcePoint SourceNames::kernel() const {
  const DISubprogram *S = F.getSubprogram();
  if (!S)
    return {};
  return {S->getFilename().str(), S->getLine(), 0};
}

const DILocalVariable *SourceNames::variableOf(const Value *V) const {
  return Variables.lookup(V);
}

std::string SourceNames::nameOf(const Value *V, StringRef Otherwise) const {
  if (const DILocalVariable *Known = variableOf(V))
    if (!Known->getName().empty())
      return Known->getName().str();
  // Names such as ".0" are made up by passes.
  StringRef Name = V->getName();
  return !Name.empty() && isAlpha(Name.front()) ? Name.str() : Otherwise.str();
}

std::string SourceNames::nameOf(const GlobalVariable &V) const {
  SmallVector<DIGlobalVariableExpression *, 1> Known;
  V.getDebugInfo(Known);
  for (DIGlobalVariableExpression *E : Known)
    if (!E->getVariable()->getName().empty())
      return E->getVariable()->getName().str();
  std::string Full = ptx::sourceName(V.getName());
  StringRef Last = StringRef(Full).rsplit("::").second;
  return Last.empty() ? Full : Last.str();
}

static const DIType *stripped(const DIType *T) {
  while (const auto *D = dyn_cast_or_null<DIDerivedType>(T)) {
    switch (D->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
      T = D->getBaseType();
      continue;
    default:
      return T;
    }
  }
  return T;
}

namespace {
/// A scalar within an object: ".inner.n", and its type.
struct Member {
  std::string Path;
  const DIType *Type;
};
} // namespace

/// The member of T at this byte; nothing if there is none.
static std::optional<Member> memberAt(const DIType *T, uint64_t Offset) {
  T = stripped(T);
  const auto *Struct = dyn_cast_or_null<DICompositeType>(T);
  if (!Struct || Struct->getTag() == dwarf::DW_TAG_enumeration_type)
    return Offset == 0 ? std::optional<Member>({"", T}) : std::nullopt;
  auto Within = [](const DIType *Part, uint64_t Rest, const Twine &Name) {
    std::optional<Member> Inner = memberAt(Part, Rest);
    if (Inner)
      Inner->Path = Name.str() + Inner->Path;
    return Inner;
  };
  if (Struct->getTag() == dwarf::DW_TAG_array_type) {
    const DIType *Element = Struct->getBaseType();
    uint64_t Size = Element ? Element->getSizeInBits() / 8 : 0;
    if (!Size)
      return std::nullopt;
    return Within(Element, Offset % Size, "." + Twine(Offset / Size));
  }
  for (const DINode *N : Struct->getElements()) {
    const auto *D = dyn_cast<DIDerivedType>(N);
    if (!D || D->isStaticMember())
      continue;
    uint64_t Begin = D->getOffsetInBits() / 8;
    uint64_t Size = D->getSizeInBits() / 8;
    if (Offset < Begin || Offset >= Begin + Size)
      continue;
    StringRef Dot = D->getName().empty() ? "" : ".";
    return Within(D->getBaseType(), Offset - Begin, Dot + D->getName());
  }
  return std::nullopt;
}

std::string SourceNames::memberOf(const Argument &A, uint64_t Offset) const {
  std::string Name = nameOf(&A, "arg" + utostr(A.getArgNo()));
  if (const DILocalVariable *V = variableOf(&A))
    if (auto Found = memberAt(V->getType(), Offset))
      return Name + Found->Path;
  return Name + "+" + utostr(Offset);
}

bool SourceNames::isUnsigned(const Argument &A, uint64_t Offset) const {
  const DILocalVariable *V = variableOf(&A);
  auto Found = V ? memberAt(V->getType(), Offset) : std::nullopt;
  const auto *Basic =
      Found ? dyn_cast_or_null<DIBasicType>(Found->Type) : nullptr;
  return Basic && Basic->getSignedness() == DIBasicType::Signedness::Unsigned;
}

std::string SourceNames::unique(StringSet<> &Taken, StringRef Name,
                                StringRef Joint) {
  std::string Result = Name.str();
  for (unsigned I = 2; !Taken.insert(Result).second; ++I)
    Result = (Name + Joint + Twine(I)).str();
  return Result;
}

std::string textOf(const Instruction &I) {
  std::string Text;
  raw_string_ostream(Text) << I;
  return StringRef(Text)
      .ltrim()
      .take_until([](char C) { return C == '\n'; })
      .str();
}

} // namespace racemap::lift
