// Circuits - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Circuits.h"
#include "passes/map/Traversal.h"

namespace racemap::solve {

using namespace map;

static uint64_t stepsOfProducts(llvm::ArrayRef<const Term *> Terms,
                                const CertainTerms &Certain) {
  static constexpr uint64_t StepsOfRow = 9;
  uint64_t Steps = 0;
  forEachNode(Terms, [&](const Term *T) {
    const auto *O = llvm::dyn_cast<Operation>(T);
    if (!O || O->operands().size() != 2)
      return;
    const auto *C = llvm::dyn_cast<Constant>(O->operand(1));
    uint64_t Width = T->width(), Rows = C ? llvm::popcount(C->value()) : Width;
    switch (O->op()) {
    case Op::Mul:
      Steps += StepsOfRow * Width * Rows * (Certain.promises(O) ? 2 : 1);
      return;
    case Op::UDiv:
    case Op::URem:
    case Op::SDiv:
    case Op::SRem:
      if (Rows > 1) // else a shift
        Steps += C ? StepsOfRow * Width * Width : Width * Width * Width / 2;
      return;
    default:
      return;
    }
  });
  return Steps;
}

static uint64_t stepsOfChains(llvm::ArrayRef<const Term *> Terms) {
  static constexpr uint64_t FreeLevels = 32;
  std::vector<const Term *> Nodes;
  forEachNode(Terms, [&](const Term *T) { Nodes.push_back(T); });
  llvm::sort(Nodes, ByCreation()); // operands first
  llvm::DenseMap<const Term *, uint64_t> Levels;
  uint64_t Steps = 0;
  for (const Term *T : Nodes) {
    uint64_t Level = 0;
    for (const Term *O : T->operands())
      Level = std::max(Level, Levels.lookup(O));
    const auto *O = llvm::dyn_cast<Operation>(T);
    if (O && !T->isBool() &&
        (O->op() == Op::Add || O->op() == Op::Sub || O->op() == Op::Xor))
      ++Level;
    Levels[T] = Level;
    if (Level > FreeLevels)
      Steps += (Level - FreeLevels) * T->width();
  }
  return Steps;
}

uint64_t stepsOfCircuits(llvm::ArrayRef<const Term *> Terms,
                         const CertainTerms &Certain) {
  return stepsOfProducts(Terms, Certain) + stepsOfChains(Terms);
}

} // namespace racemap::solve
