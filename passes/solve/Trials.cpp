// Trials - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Trials.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <optional>
#include <random>

namespace racemap::solve {

using namespace map;

namespace {

constexpr uint64_t Usual[] = {1,    2,     3,       4,       8,    16,
                              32,   64,    100,     256,     1000, 1024,
                              4096, 65535, 1000000, 1u << 30};
constexpr unsigned Tries = 256;

class Trials {
public:
  Trials(llvm::ArrayRef<const Term *> Conjuncts, Ranges &R) : R(R) {
    for (const Term *T : Conjuncts)
      if (isOp(T, Op::Eq))
        define(T->operand(0), T->operand(1)) ||
            define(T->operand(1), T->operand(0));
    forEachNode(Conjuncts, [&](const Term *T) {
      bool IsName = llvm::isa<Variable>(T) || llvm::isa<Unknown>(T);
      if (IsName &&
          llvm::none_of(Defined, [&](auto &D) { return D.first == T; }))
        Free.push_back(T);
    });
    llvm::sort(Free, ByCreation());
  }

  /// None if what follows from the others is out of range. First all names have
  /// the same number, then each its own; there is always a first thread.
  std::optional<Model> model(unsigned Try) {
    std::minstd_rand Any(Try);
    Model M;
    for (const Term *T : Free) {
      Interval Its = R.unsignedRange(T);
      size_t I = Try < std::size(Usual) ? Try : Any() % std::size(Usual);
      const auto *V = llvm::dyn_cast<Variable>(T);
      uint64_t Wanted = V && V->isIndex() ? 0 : Usual[I];
      M[T] = uint64_t(std::clamp<__int128>(Wanted, Its.Low, Its.High));
    }
    for (auto [Name, Term] : Defined) {
      uint64_t Value = M[Name] = evaluate(Term, M);
      Interval Its = R.unsignedRange(Name);
      if (Value < Its.Low || Value > Its.High)
        return std::nullopt;
    }
    return M;
  }

private:
  /// Names are defined in an order in which each is known when it is used.
  bool define(const Term *Name, const Term *Value) {
    auto IsAbout = [](const Term *T, const Term *X) { return mentions(T, X); };
    if (!llvm::isa<Variable>(Name) || IsAbout(Value, Name) ||
        llvm::any_of(Defined, [&](auto &D) {
          return D.first == Name || IsAbout(D.second, Name);
        }))
      return false;
    Defined.push_back({Name, Value});
    return true;
  }

  Ranges &R;
  std::vector<const Term *> Free;
  std::vector<std::pair<const Term *, const Term *>> Defined; ///< in order
};

/// Dimensions along which there is more than one.
int dimensionsOf(const Model &M) {
  return llvm::count_if(M, [](const auto &Entry) {
    const auto *V = llvm::dyn_cast<Variable>(Entry.first);
    return V && V->role() == Variable::Role::Builtin && Entry.second > 1;
  });
}

} // namespace

std::vector<Model> tryNumbers(llvm::ArrayRef<const Term *> Conjuncts, Ranges &R,
                              unsigned Most) {
  auto IsRead = [](const Term *T) {
    return llvm::isa<Unknown>(T) && !T->operands().empty();
  };
  std::vector<Model> Found;
  if (anyNode(Conjuncts, IsRead))
    return Found;
  Trials All(Conjuncts, R);
  for (unsigned Try = 0; Try != Tries && (Most > 1 || Found.empty()); ++Try)
    if (auto M = All.model(Try);
        M && holds(Conjuncts, *M) && !llvm::is_contained(Found, *M))
      Found.push_back(std::move(*M));
  std::vector<Model> Best;
  while (Best.size() < Most && !Found.empty()) {
    auto First = std::max_element(Found.begin(), Found.end(),
                                  [](const Model &A, const Model &B) {
                                    return dimensionsOf(A) < dimensionsOf(B);
                                  });
    Best.push_back(std::move(*First));
    Found.erase(First);
  }
  return Best;
}

} // namespace racemap::solve
