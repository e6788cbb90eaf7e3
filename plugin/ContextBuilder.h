// ContextBuilder - one launch as a context of one protocol.
//
// What the host passes in a parameter, or gives as a dimension, is called by
// that name from then on; the other values of the host keep a name only where
// a condition needs one. A condition stays if it speaks, directly or through
// others, about what the kernel mentions, and could be false.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_CONTEXTBUILDER_H
#define RACEMAP_PLUGIN_CONTEXTBUILDER_H

#include "passes/map/Mentioned.h"
#include "plugin/HostConditions.h"
#include "plugin/LaunchContexts.h"
#include "llvm/ADT/StringSet.h"
#include <set>

namespace racemap {

struct LaunchContexts::Launch {
  Launch(clang::ASTContext &AST, const HostUses &Uses, const LaunchSite &Site,
         const clang::FunctionDecl *Kernel, map::TermContext &Terms);

  /// The member of Site's Config as it is there. Null if it has none.
  const map::Term *configured(llvm::StringRef Member);
  /// Null if it is not known what it is.
  const map::Term *dimension(bool Grid, unsigned D);
  const map::Term *argument(unsigned N, HostValues::Fields Path);
  /// The pointers that argument N is or has.
  std::vector<const map::Term *> pointersIn(unsigned N);

  clang::ASTContext &AST;
  const HostUses &Uses;
  const LaunchSite &Site;
  const clang::FunctionDecl *Kernel;
  map::TermContext &Terms;
  /// Who calls whom on the way to the launch, the outermost one first, and what
  /// there is where the launch is.
  std::vector<std::unique_ptr<HostValues>> Callers;
  HostValues Values;
  HostConditions Conditions;
  /// As Site has them, or its array.
  std::vector<const clang::Expr *> Arguments;
  bool knows(unsigned N) const { return N < Arguments.size() && Arguments[N]; }
  /// Is it certain that it launches another kernel?
  bool isOfAnother();
  /// What all of them say about the names that they made.
  std::vector<const map::Term *> facts() const;
};

class ContextBuilder {
public:
  ContextBuilder(clang::ASTContext &AST, map::TermContext &Terms,
                 LaunchContexts::Launch &L, const map::Protocol &P)
      : AST(AST), Terms(Terms), L(L), P(P), Mentioned(map::mentionedIn(P)) {
    for (const map::Variable *V : P.Parameters)
      Taken.insert(V->name());
    for (const map::Variable *V : Mentioned)
      Taken.insert(V->name());
  }

  map::LaunchContext build();
  /// Of a protocol without statements (OtherUnits.h): all of it matters.
  map::LaunchContext buildOfForm();

private:
  /// An address: a place in an object.
  struct Address {
    const map::Variable *Base = nullptr; ///< null: not known
    const map::Term *Offset = nullptr;
  };

  void passParameters();
  bool limitsParameter(const map::Term *T) const;
  void giveDimensions();
  void equate(const map::Variable *Name, const map::Term *Value);
  void doubt(const map::Term *T);
  void addConditions();
  void addCondition(const map::Term *T);
  bool fixesDimension(const map::Term *T);
  void dropIdle();
  void dropIrrelevant();
  void addAliases();
  void addExtents();
  void addContents();
  void addFilled();
  bool mattersWhatIsIn(const map::Array *A) const;
  void addContent(const map::Array *A);
  void nameHostValues();
  std::set<std::string> trusted();

  const map::Term *partOf(const map::ArgumentPart &Part, unsigned Width,
                          bool Pointer);
  Address split(const map::Term *T) const;
  const map::Term *sizeOf(const map::Variable *Base);
  bool isHost(const map::Term *T) const { return L.Values.find(T) != nullptr; }
  bool isIdle(const map::Term *T,
              const llvm::DenseMap<const map::Term *, unsigned> &Uses) const;
  llvm::DenseMap<const map::Term *, unsigned> countUses() const;
  /// T in the kernel's words.
  const map::Term *translated(const map::Term *T) const;
  template <typename F> void forEachTerm(F &&See);
  std::string unused(llvm::StringRef Base);

  clang::ASTContext &AST;
  map::TermContext &Terms;
  LaunchContexts::Launch &L;
  const map::Protocol &P;
  map::VariableSet Mentioned, Doubted;
  llvm::StringSet<> Taken;              ///< names
  const map::Variable *Index = nullptr; ///< of all contents
  map::LaunchContext C;
  llvm::DenseMap<const map::Term *, const map::Term *> Names;
};

/// Of a term, each once.
unsigned countNodes(const map::Term *T);

} // namespace racemap

#endif
