// DataFlow - values of local registers, in straight-line order.
//
// A map from location (declared register, asm operand, undeclared name) to
// content. Reading a location that was not written gives an asm operand itself,
// a name itself, or Unknown for a register. A predicated write keeps a content
// only if both outcomes are the same.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/DataFlow.h"

#include "passes/ptx/Opcode.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace racemap::ptx {

static void collectAsmOperands(const Operand &O, KnownValue &Into) {
  if (O.is(Operand::Kind::AsmOperand))
    Into.dependOn(KnownValue::operand(O.Index));
  for (const Operand &Element : O.Elements)
    collectAsmOperands(Element, Into);
}

DataFlow::DataFlow(const Program &P) {
  bool HasBranch = any_of(P.Instructions, [](const Instruction &I) {
    return familyOf(I.Opcode) == Family::Branch;
  });
  if (!HasBranch)
    return;
  Blind = KnownValue::unknown();
  Blind->DependsOnMore = true;
  for (const Instruction &I : P.Instructions)
    for (const Operand &O : I.Operands)
      collectAsmOperands(O, *Blind);
}

DataFlow::Content DataFlow::number(KnownValue V) {
  Guard Unknown;
  Unknown.K = Guard::Kind::Unknown;
  Unknown.Left = V.forgotten();
  return {std::move(V), std::move(Unknown)};
}

DataFlow::Content DataFlow::condition(Guard G) {
  KnownValue Depends = G.Left.forgotten();
  Depends.dependOn(G.Right);
  return {std::move(Depends), std::move(G)};
}

std::string DataFlow::location(const Operand &O) {
  switch (O.K) {
  case Operand::Kind::Register:
    return "r" + std::to_string(O.Index);
  case Operand::Kind::AsmOperand:
    return "$" + std::to_string(O.Index);
  case Operand::Kind::Symbol:
    return "s" + O.Name;
  case Operand::Kind::Immediate:
  case Operand::Kind::Special:
  case Operand::Kind::Sink:
  case Operand::Kind::Vector:
  case Operand::Kind::Pair:
  case Operand::Kind::Sum:
  case Operand::Kind::Address:
  case Operand::Kind::Tuple:
  case Operand::Kind::List:
    return "";
  }
  llvm_unreachable("every kind of operand is handled");
}

DataFlow::Content DataFlow::contentOf(const Operand &O) const {
  if (auto Found = Contents.find(location(O)); Found != Contents.end())
    return Found->second;
  KnownValue V;
  V.DependsOnMore = true;
  if (O.is(Operand::Kind::Symbol))
    return number(KnownValue::symbol(O.Name));
  if (!O.is(Operand::Kind::AsmOperand))
    return number(V);
  Guard IsSet;
  IsSet.K = Guard::Kind::Compare;
  IsSet.T = {Type::Class::Predicate, 1};
  IsSet.Left = KnownValue::operand(O.Index);
  IsSet.Right = KnownValue::constant(0);
  return {IsSet.Left, IsSet};
}

KnownValue DataFlow::read(const Operand &O) const {
  KnownValue V;
  switch (O.K) {
  case Operand::Kind::Register:
  case Operand::Kind::AsmOperand:
  case Operand::Kind::Symbol:
    V = contentOf(O).Value;
    return O.Selector.empty() && !O.Negated ? V : V.forgotten();
  case Operand::Kind::Immediate:
    return O.isInteger() ? KnownValue::constant(O.Value) : V;
  case Operand::Kind::Special:
    return KnownValue::special(O.Special);
  case Operand::Kind::Sum:
    return address(O, StateSpace::Generic);
  case Operand::Kind::Sink:
    return V;
  case Operand::Kind::Vector:
  case Operand::Kind::Pair:
  case Operand::Kind::Address:
  case Operand::Kind::Tuple:
  case Operand::Kind::List:
    for (const Operand &Element : O.Elements)
      V.dependOn(read(Element));
    return V;
  }
  llvm_unreachable("every kind of operand is handled");
}

KnownValue DataFlow::address(const Operand &O, StateSpace Space) const {
  bool IsShared =
      Space == StateSpace::Shared || Space == StateSpace::SharedCluster;
  if (O.is(Operand::Kind::Tuple))
    return read(O);
  KnownValue V;
  if (O.Elements.empty()) {
    V = read(O);
  } else {
    V = read(O.Elements.front());
    for (const Operand &Element : drop_begin(O.Elements))
      V = add(V, read(Element), 64, IsShared);
  }
  bool OwnPartOfCluster =
      V.To == StateSpace::Shared && Space == StateSpace::SharedCluster;
  if (!V.isSum() || (V.To && V.To != Space && !OwnPartOfCluster))
    return V.forgotten();
  return V;
}

Guard DataFlow::guard(const std::optional<Predicate> &When) const {
  if (!When)
    return Guard();
  Guard G = contentOf(When->Register).Condition;
  if (When->Negated)
    G.Negated = !G.Negated;
  return G;
}

/// Everything the operands depend on, in a value that is not known.
KnownValue DataFlow::mix(const Instruction &I) const {
  KnownValue Mixed;
  for (const Operand &O : I.Operands)
    Mixed.dependOn(read(O));
  return Mixed;
}

void DataFlow::assign(const Operand &To, Content New, const Guard &When) {
  std::string Where = location(To);
  if (Where.empty())
    return;
  if (Blind)
    New = number(*Blind);
  bool IsPart = !To.Selector.empty();
  bool IsConditional = When.K != Guard::Kind::Always;
  Content Old = contentOf(To);
  bool IsSame = New.Value.isSum() && New.Value == Old.Value;
  if (IsPart || (IsConditional && !IsSame)) {
    New.Value.dependOn(Old.Value);
    New.Value.dependOn(When.Left);
    New.Value.dependOn(When.Right);
    New = number(New.Value.forgotten());
  }
  Contents.insert_or_assign(Where, std::move(New));
}

void DataFlow::assignLoaded(unsigned Index, const Operand &To,
                            const Guard &When) {
  if (To.Elements.empty())
    return assign(To, number(KnownValue::loaded(Index, 0)), When);
  for (const auto &[Number, Element] : enumerate(To.Elements))
    assign(Element, number(KnownValue::loaded(Index, Number)), When);
}

/// Everything that To names becomes Unknown, registers in an address aside:
/// they are only read.
void DataFlow::clobber(const Operand &To, const KnownValue &Mixed,
                       const Guard &When) {
  if (To.is(Operand::Kind::Address) || To.is(Operand::Kind::Tuple))
    return;
  assign(To, number(Mixed.forgotten()), When);
  for (const Operand &Element : To.Elements)
    clobber(Element, Mixed, When);
}

void DataFlow::apply(unsigned Index, const Instruction &I, const Effect &E) {
  if (I.Operands.empty())
    return;
  const Operand &First = I.Operands.front();
  KnownValue Mixed = mix(I);
  auto Reads = [&] {
    Mixed.dependOn(KnownValue::loaded(Index, 0));
    Mixed.DependsOnMore = true;
    clobber(First, Mixed, E.When);
  };
  switch (E.kind()) {
  case Effect::Kind::Value:
    return applyValue(I, E.When);
  case Effect::Kind::Access:
    if (!E.getAs<Access>()->Result)
      return;
    if (familyOf(I.Opcode) != Family::MatrixLoad)
      return assignLoaded(Index, First, E.When);
    return Reads();
  case Effect::Kind::SurfaceAccess:
    return E.getAs<SurfaceAccess>()->Writes ? void() : Reads();
  case Effect::Kind::TextureRead:
    return Reads();
  case Effect::Kind::Barrier:
    Mixed.DependsOnMore = true;
    if (E.getAs<Barrier>()->Result)
      clobber(First, Mixed, E.When);
    return;
  case Effect::Kind::Unsupported:
    Mixed.DependsOnMore = true;
    for (const Operand &O : I.Operands)
      clobber(O, Mixed, E.When);
    return;
  case Effect::Kind::None:
  case Effect::Kind::AsyncCopy:
  case Effect::Kind::AsyncGroup:
  case Effect::Kind::AsyncTracking:
  case Effect::Kind::Fence:
  case Effect::Kind::Stop:
    return;
  }
}

std::vector<Output> DataFlow::outputs() const {
  std::vector<Output> Written;
  for (const auto &[Where, C] : Contents)
    if (Where.front() == '$')
      Written.push_back(
          {static_cast<unsigned>(std::stoul(Where.substr(1))), C.Value});
  llvm::sort(Written, [](const Output &A, const Output &B) {
    return A.AsmOperand < B.AsmOperand;
  });
  return Written;
}

} // namespace racemap::ptx
