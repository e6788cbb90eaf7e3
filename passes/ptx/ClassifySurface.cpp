// ClassifySurface - accesses through surface objects.
//
// "sust.b.GEOMETRY.VECTOR.TYPE.EDGE [object, {place}], {data}": the place's
// first number counts bytes. Layers come before it; of a slice there are two
// numbers, of which one is ignored. Formatted accesses (.p) are Unsupported.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/Classify.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace racemap::ptx {

static ArrayRef<Operand> partsOf(const Operand &O) {
  return O.is(Operand::Kind::Vector) ? ArrayRef<Operand>(O.Elements)
                                     : ArrayRef<Operand>(O);
}

/// "2d", "a2d"; empty if there is none.
static StringRef geometryOf(const Instruction &I) {
  static constexpr StringLiteral All[] = {"1d", "2d", "3d", "a1d", "a2d"};
  auto Its =
      find_if(I.Modifiers, [](StringRef M) { return is_contained(All, M); });
  return Its == I.Modifiers.end() ? StringRef() : StringRef(*Its);
}

/// Of all elements that one thread accesses; 0 if that is not known.
static unsigned bytesOf(const Instruction &I) {
  unsigned Bytes = 0;
  for (StringRef Modifier : I.Modifiers)
    if (auto T = Type::parse(Modifier))
      Bytes = T->Bits / 8;
  return Bytes * (I.has("v4") ? 4 : I.has("v2") ? 2 : 1);
}

Effect::Payload classifySurface(const Instruction &I, const DataFlow &State) {
  auto Bad = [&](const Twine &Why) {
    return unsupported(I, Unsupported::Kind::Memory, Why);
  };
  StringRef Geometry = geometryOf(I);
  SurfaceAccess A;
  A.Writes = I.Opcode == "sust";
  A.Clamps = I.has("clamp");
  A.Bytes = bytesOf(I);
  if (!I.has("b") || Geometry.empty() || !A.Bytes || I.Operands.size() != 2)
    return Bad("unknown form of a surface access");
  const Operand &Place = I.Operands[A.Writes ? 0 : 1];
  bool IsLayered = Geometry.consume_front("a");
  size_t Sizes = Geometry.front() - '0';
  if (!Place.is(Operand::Kind::Tuple) || Place.Elements.size() != 2 ||
      partsOf(Place.Elements[1]).size() < Sizes + IsLayered)
    return Bad("place in a surface");
  A.Object = State.read(Place.Elements[0]);
  ArrayRef<Operand> Parts = partsOf(Place.Elements[1]);
  for (const Operand &O : Parts.slice(IsLayered, Sizes))
    A.At.push_back(State.read(O));
  if (IsLayered)
    A.At.push_back(State.read(Parts.front()));
  return A;
}

} // namespace racemap::ptx
