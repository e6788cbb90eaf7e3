// AssemblyTexture - tex, tld4, suld and sust, through the device library.
//
// Levels and gradients choose among mipmaps; there is one level only.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/library/TextureForm.h"
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/ADT/StringSwitch.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;
using ptx::Operand;

static std::optional<TextureForm> takeGeometry(ModifierList &M) {
  StringRef Name =
      M.takeAnyOf({"1d", "2d", "3d", "a1d", "a2d", "cube", "acube"});
  if (Name.empty())
    return std::nullopt;
  TextureForm F;
  F.IsLayered = Name.consume_front("a");
  F.IsCube = Name == "cube";
  F.Dimensions = F.IsCube ? 3 : unsigned(Name[0] - '0');
  return F;
}

/// The object and four coordinates of "[object, {x, y}]".
static bool readPlace(AssemblyEmitter &E, const Operand &O,
                      SmallVectorImpl<Value *> &Object,
                      SmallVectorImpl<Value *> &Coordinates) {
  if (!O.is(Operand::Kind::Tuple) || O.Elements.size() != 2)
    return false;
  Object.push_back(E.read(O.Elements[0], 64));
  const Operand &At = O.Elements[1];
  ArrayRef<Operand> In = At.is(Operand::Kind::Vector)
                             ? ArrayRef<Operand>(At.Elements)
                             : ArrayRef<Operand>(At);
  if (In.empty() || In.size() > 4)
    return false;
  for (size_t K = 0; K < 4; ++K)
    Coordinates.push_back(K < In.size() ? E.read(In[K], 32) : E.B.getInt32(0));
  return true;
}

static bool writeFour(AssemblyEmitter &E, const Operand &To, Value *Four) {
  const Operand &Values = To.is(Operand::Kind::Pair) ? To.Elements[0] : To;
  if (!Values.is(Operand::Kind::Vector) || Values.Elements.size() != 4)
    return false;
  for (unsigned C = 0; C < 4; ++C)
    E.write(Values.Elements[C], E.B.CreateExtractElement(Four, C));
  if (To.is(Operand::Kind::Pair)) // All of a texture is resident.
    E.write(To.Elements[1], E.B.getTrue());
  return true;
}

static bool emitFetch(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  M.ignore({"level", "grad", "base", "v4"});
  auto F = takeGeometry(M);
  if (F && I.Opcode == "tld4")
    F->Component = StringSwitch<unsigned>(M.takeAnyOf({"r", "g", "b", "a"}))
                       .Case("r", 0)
                       .Case("g", 1)
                       .Case("b", 2)
                       .Default(3);
  auto Result = M.takeType(), Coordinate = M.takeType();
  SmallVector<Value *, 6> Args, Coordinates;
  if (!F || !Result || !Coordinate || !M.empty() || I.Operands.size() < 2 ||
      !readPlace(E, I.Operands[1], Args, Coordinates))
    return false;
  F->IsInteger = !Coordinate->isFloat();
  Args.push_back(E.B.getInt32(F->bits()));
  Args.append(Coordinates.begin(), Coordinates.end());
  auto *Four = FixedVectorType::get(E.integer(32), 4);
  return writeFour(E, I.Operands[0],
                   E.library("__racemap_texture_fetch", Four, Args));
}

static SurfaceEdge takeEdge(ModifierList &M) {
  StringRef Edge = M.takeAnyOf({"trap", "clamp", "zero"});
  return Edge == "clamp"  ? SurfaceEdge::Clamp
         : Edge == "zero" ? SurfaceEdge::Zero
                          : SurfaceEdge::Trap;
}

namespace {

struct SurfaceForm {
  TextureForm F;
  SurfaceEdge Edge = SurfaceEdge::Trap;
  unsigned Elements = 1;
  NumberType T;
};

} // namespace

static std::optional<SurfaceForm> decodeSurface(const Instruction &I) {
  ModifierList M(I);
  SurfaceForm S;
  if (!M.take("b"))
    return std::nullopt;
  M.ignore({"ca", "cg", "cs", "cv", "wb", "wt"});
  auto F = takeGeometry(M);
  S.Edge = takeEdge(M);
  StringRef Vector = M.takeAnyOf({"v2", "v4"});
  if (!Vector.empty())
    S.Elements = unsigned(Vector[1] - '0');
  auto T = M.takeType();
  if (!F || !T || F->IsCube || !M.empty() || I.Operands.size() != 2)
    return std::nullopt;
  S.F = *F;
  S.T = *T;
  return S;
}

/// Runs Access with the element's address, if it is inside.
static bool ifInside(AssemblyEmitter &E, const Operand &Place,
                     const SurfaceForm &S, function_ref<void(Value *)> Access) {
  SmallVector<Value *, 8> Args, Coordinates;
  if (!readPlace(E, Place, Args, Coordinates))
    return false;
  Args.push_back(E.B.getInt32(S.F.bits()));
  Args.push_back(E.B.getInt32(unsigned(S.Edge)));
  Args.push_back(E.B.getInt32(S.Elements * S.T.size() / 8));
  Args.append(Coordinates.begin(), Coordinates.end());
  Value *P = E.library("__racemap_surface_address", E.B.getPtrTy(), Args);
  Function *F = E.B.GetInsertBlock()->getParent();
  auto *Inside = BasicBlock::Create(F->getContext(), "inside", F);
  auto *Behind = BasicBlock::Create(F->getContext(), "behind", F);
  E.B.CreateCondBr(E.B.CreateIsNull(P), Behind, Inside);
  E.B.SetInsertPoint(Inside);
  Access(P);
  E.B.CreateBr(Behind);
  E.B.SetInsertPoint(Behind);
  return true;
}

static bool emitSurface(AssemblyEmitter &E, const Instruction &I) {
  auto S = decodeSurface(I);
  if (!S)
    return false;
  bool IsLoad = I.Opcode == "suld";
  const Operand &Data = I.Operands[IsLoad ? 0 : 1];
  ArrayRef<Operand> Parts = Data.is(Operand::Kind::Vector)
                                ? ArrayRef<Operand>(Data.Elements)
                                : ArrayRef<Operand>(Data);
  if (Parts.size() != S->Elements)
    return false;
  IntegerType *T = E.integer(S->T.size());
  if (IsLoad)
    for (const Operand &Part : Parts)
      E.write(Part, ConstantInt::get(T, 0));
  return ifInside(E, I.Operands[IsLoad ? 1 : 0], *S, [&](Value *P) {
    for (unsigned K = 0; K < S->Elements; ++K) {
      Value *At = E.B.CreateConstInBoundsGEP1_64(T, P, K);
      if (IsLoad)
        E.write(Parts[K], E.B.CreateAlignedLoad(T, At, Align(1)));
      else
        E.B.CreateAlignedStore(E.read(Parts[K], S->T.size()), At, Align(1));
    }
  });
}

bool emitTexture(AssemblyEmitter &E, const Instruction &I) {
  if (I.Opcode == "tex" || I.Opcode == "tld4")
    return emitFetch(E, I);
  return (I.Opcode == "suld" || I.Opcode == "sust") && emitSurface(E, I);
}

} // namespace racemap::cpu
