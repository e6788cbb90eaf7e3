// Places - where each statement stands in the tree of its protocol.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_PLACES_H
#define RACEMAP_PASSES_INTERVALS_PLACES_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace racemap::intervals {

struct Place {
  const map::Sequence *In = nullptr; ///< the sequence it is an element of
  size_t Index = 0;                  ///< its position there
  const map::Stmt *Parent = nullptr; ///< the If or Loop around it, or null
  unsigned Position = 0;             ///< in program order, from 0
};

class Places {
public:
  explicit Places(const map::Protocol &P) { visit(P.Body, nullptr); }
  const Place &operator[](const map::Stmt *S) const {
    return Known.find(S)->second;
  }
  /// The statements around S, outermost first, then S itself.
  std::vector<const map::Stmt *> pathTo(const map::Stmt *S) const {
    std::vector<const map::Stmt *> Path;
    for (; S; S = (*this)[S].Parent)
      Path.insert(Path.begin(), S);
    return Path;
  }
  /// Outermost first; S itself if it is one.
  llvm::SmallVector<const map::Stmt *, 4>
  loopsAround(const map::Stmt *S) const {
    llvm::SmallVector<const map::Stmt *, 4> Loops;
    llvm::copy_if(pathTo(S), std::back_inserter(Loops),
                  [](const map::Stmt *X) { return llvm::isa<map::Loop>(X); });
    return Loops;
  }
  unsigned position(const map::Stmt *S) const { return (*this)[S].Position; }
  /// Whoever comes to At has passed S before, in the same iterations of the
  /// loops around S.
  bool isPassed(const map::Stmt *S, const map::Stmt *At) const {
    const Place &Here = (*this)[S];
    return llvm::any_of(pathTo(At), [&](const map::Stmt *X) {
      const Place &Its = (*this)[X];
      return Its.In == Here.In && Here.Index < Its.Index;
    });
  }

private:
  void visit(const map::Sequence &S, const map::Stmt *Parent) {
    for (size_t I = 0; I < S.size(); ++I) {
      Known[S[I]] = {&S, I, Parent, unsigned(Known.size())};
      if (const auto *X = llvm::dyn_cast<map::If>(S[I])) {
        visit(X->Then, X);
        visit(X->Else, X);
      } else if (const auto *L = llvm::dyn_cast<map::Loop>(S[I])) {
        visit(L->Body, L);
      }
    }
  }

  llvm::DenseMap<const map::Stmt *, Place> Known;
};

} // namespace racemap::intervals

#endif
