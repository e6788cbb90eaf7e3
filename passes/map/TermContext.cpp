// TermContext - unique nodes; the identities are in Simplify.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/TermContext.h"
#include "passes/map/Evaluate.h"
#include "passes/map/Replacement.h"
#include "passes/map/Simplify.h"
#include "passes/map/Steps.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::map {

llvm::ArrayRef<const Term *>
TermContext::save(llvm::ArrayRef<const Term *> Operands) {
  if (Operands.empty())
    return {};
  auto *Copied = Memory.Allocate<const Term *>(Operands.size());
  std::copy(Operands.begin(), Operands.end(), Copied);
  return {Copied, Operands.size()};
}

/// Makes a node in place, or finds the one that equals it.
template <typename Node, typename... Args>
const Node *TermContext::unique(llvm::FoldingSetNodeID &ID, Args &&...A) {
  Steps::take();
  Node Candidate(std::forward<Args>(A)..., NextId);
  Candidate.Profile(ID);
  void *Position = nullptr;
  if (Term *Found = Nodes.FindNodeOrInsertPos(ID, Position))
    return llvm::cast<Node>(Found);
  Node *New = new (Memory.Allocate<Node>()) Node(Candidate);
  New->Operands = save(New->Operands);
  ++NextId;
  Nodes.InsertNode(New, Position);
  return New;
}

const Term *TermContext::constant(unsigned Width, uint64_t Value) {
  llvm::FoldingSetNodeID ID;
  return unique<Constant>(ID, Width,
                          Value & llvm::maskTrailingOnes<uint64_t>(Width));
}

const Variable *TermContext::builtin(Builtin B, Copy C) {
  llvm::FoldingSetNodeID ID;
  return unique<Variable>(ID, 32u, Variable::Role::Builtin, B, map::name(B), C);
}

const Term *TermContext::linearThread() {
  const Term *Width = builtin(Builtin::BlockDimX);
  const Term *Row = mul(builtin(Builtin::ThreadIdxY), Width);
  const Term *Plane = mul(mul(builtin(Builtin::ThreadIdxZ), Width),
                          builtin(Builtin::BlockDimY));
  return add(add(builtin(Builtin::ThreadIdxX), Row), Plane);
}

const Variable *TermContext::parameter(llvm::StringRef Name, unsigned Width) {
  llvm::FoldingSetNodeID ID;
  return unique<Variable>(ID, Width, Variable::Role::Parameter,
                          Builtin::ThreadIdxX, save(Name), Copy::Any);
}

const Variable *TermContext::loopVariable(llvm::StringRef Name, unsigned Width,
                                          Copy C) {
  llvm::FoldingSetNodeID ID;
  return unique<Variable>(ID, Width, Variable::Role::Loop, Builtin::ThreadIdxX,
                          save(Name), C);
}

const Term *TermContext::read(Cause Why, const Array *A, unsigned Width,
                              llvm::ArrayRef<const Term *> Operands) {
  llvm::FoldingSetNodeID ID;
  return unique<Unknown>(ID, Width, Why, llvm::StringRef(), A, Copy::Any,
                         Operands);
}

const Term *TermContext::unmodelled(llvm::StringRef Name, unsigned Width,
                                    llvm::ArrayRef<const Term *> LoopVariables,
                                    Copy C) {
  llvm::FoldingSetNodeID ID;
  return unique<Unknown>(ID, Width, Cause::Unmodelled, save(Name),
                         static_cast<const Array *>(nullptr), C, LoopVariables);
}

const Term *TermContext::rebuild(const Unknown *U,
                                 llvm::ArrayRef<const Term *> Operands,
                                 Copy C) {
  llvm::FoldingSetNodeID ID;
  return unique<Unknown>(ID, U->width(), U->cause(), U->name(), U->array(), C,
                         Operands);
}

const Term *TermContext::operation(Op O, unsigned Width,
                                   llvm::ArrayRef<const Term *> Operands,
                                   uint8_t Promises) {
  bool AllConstant = llvm::all_of(
      Operands, [](const Term *T) { return llvm::isa<Constant>(T); });
  if (AllConstant) {
    llvm::SmallVector<uint64_t, 3> Values;
    llvm::SmallVector<unsigned, 3> Widths;
    for (const Term *T : Operands) {
      Values.push_back(llvm::cast<Constant>(T)->value());
      Widths.push_back(T->width());
    }
    return constant(Width, apply(O, Width, Values, Widths));
  }
  if (const Term *Simpler = simplify(*this, O, Width, Operands, Promises))
    return Simpler;
  llvm::FoldingSetNodeID ID;
  return unique<Operation>(ID, O, Width, Operands, Promises);
}

/// The width of what an operator other than a cast makes.
static unsigned resultWidth(Op O, llvm::ArrayRef<const Term *> Operands) {
  if (O >= Op::Eq && O <= Op::SLe)
    return 1;
  return Operands[O == Op::Ite ? 1 : 0]->width();
}

const Term *TermContext::make(Op O, llvm::ArrayRef<const Term *> Operands,
                              uint8_t Promises) {
  assert(!isCast(O) && "use cast()");
  assert(Operands.size() == (O == Op::Ite ? 3u : 2u));
  assert(Operands[Operands.size() - 2]->width() == Operands.back()->width());
  assert((O != Op::Ite || Operands[0]->isBool()));
  return operation(O, resultWidth(O, Operands), Operands, Promises);
}

const Term *TermContext::cast(Op O, const Term *T, unsigned Width,
                              uint8_t Promises) {
  assert(O == Op::Trunc ? Width <= T->width() : Width >= T->width());
  if (Width == T->width())
    return T;
  return operation(O, Width, {T}, Promises);
}

const Term *TermContext::rebuild(const Operation *O,
                                 llvm::ArrayRef<const Term *> Operands,
                                 uint8_t Promises) {
  return isCast(O->op()) ? cast(O->op(), Operands[0], O->width(), Promises)
                         : make(O->op(), Operands, Promises);
}

const Term *TermContext::resizeUnsigned(const Term *T, unsigned Width) {
  return cast(Width < T->width() ? Op::Trunc : Op::ZExt, T, Width);
}

const Term *TermContext::resizeSigned(const Term *T, unsigned Width) {
  return cast(Width < T->width() ? Op::Trunc : Op::SExt, T, Width);
}

const Term *
TermContext::replace(const Term *T,
                     llvm::function_ref<const Term *(const Term *)> Map) {
  return Replacement(*this, Map)(T);
}

} // namespace racemap::map
