// HostCode - what host code does to its variables, and in which order.
//
// In:  every mention of a variable, as the traversal of the AST meets it. It
//      meets a name once for each instance of a template, and each has a use of
//      its own, since instances share what does not depend on the arguments.
// Out: whether a variable can change behind our back, and for each body of
//      code the statements in which it is changed. A mention that is no read,
//      no assignment and no call that is known not to keep the address lets
//      the variable escape.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTCODE_H
#define RACEMAP_PLUGIN_HOSTCODE_H

#include "plugin/HostPlace.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <memory>
#include <optional>

namespace racemap {

/// One function's or lambda's code.
class HostBody {
public:
  HostBody(const clang::FunctionDecl *F, const clang::Stmt *Root);

  const clang::FunctionDecl *function() const { return Function; }
  const clang::Stmt *root() const { return Root; }
  const clang::Stmt *parent(const clang::Stmt *S) const {
    return S == Root ? nullptr
                     : Parents->getParent(const_cast<clang::Stmt *>(S));
  }
  /// Is S part of this body?
  bool contains(const clang::Stmt *S) const;
  /// Is S Around, or a part of it?
  bool isWithin(const clang::Stmt *S, const clang::Stmt *Around) const;
  /// Control only goes forward, by structured loops and switches.
  bool isStructured() const { return Structured; }
  /// Can control leave S but at its end, or learn something there: by
  /// "return" and the like, a call that may not return, or a promise? Kept:
  /// each launch asks this of all statements before it.
  bool mayMatter(const clang::Stmt *S) const;
  /// Is E what whoever calls the function likes, a parameter or what is found
  /// behind one?
  bool isGiven(const clang::Expr *E) const;

private:
  bool isLeftAlone(const clang::VarDecl *Parameter) const;

  const clang::FunctionDecl *Function;
  const clang::Stmt *Root;
  std::unique_ptr<clang::ParentMap> Parents;
  bool Structured;
  mutable llvm::DenseMap<const clang::Stmt *, bool> Matters;
};

/// The same, and without casts.
const clang::Expr *bare(const clang::Expr *E);
/// What S assigns to, by an operator; null if it does not assign.
const clang::Expr *assignedBy(const clang::Stmt *S);
/// The call or the assignment in B in which E is changed; null if it is none.
const clang::Expr *changeAt(const clang::DeclRefExpr *E, const HostBody &B);
/// Is all that declares D in the main file itself?
bool isOfFileAlone(const clang::Decl *D);

/// Can whoever has an object of these members set them?
bool arePublic(HostMembers Path);

/// A call, in a function of the host.
struct HostCall {
  const clang::CallExpr *Call;
  const HostBody *Body;
};

/// A name, and in which function's code it stands; null outside of functions.
using Mention =
    std::pair<const clang::DeclRefExpr *, const clang::FunctionDecl *>;

class HostMemory;
class PointerFlows;

class HostUses {
public:
  // What is around a name that the traversal meets next.
  void read(Mention M) { Next[M].IsRead = true; }
  void write(Mention M) { Next[M].IsWritten = true; }
  /// As a whole, it becomes Value.
  void assign(Mention M, const clang::Expr *Value) { Next[M].Becomes = Value; }
  /// A function that is given its address may change it. That it does not keep
  /// the address is an assumption.
  void give(Mention M) { Next[M].IsGiven = true; }
  /// A member of it is set, or what copies all that it says is given it.
  void hand(Mention M) { Next[M].IsHanded = true; }
  /// Its address is kept in To, or To is another name for it.
  void lend(Mention M, const clang::VarDecl *To) { Next[M].LentTo = To; }
  /// Now it has met it.
  void use(Mention M);
  /// It has another name, or is changed, as what an assignment to it returns.
  void rename(Mention M) { Next[M].IsRenamed = true; }
  /// Some variable of the file is another name for what the linker knows by
  /// one, too.
  void alias() { HasAliases = true; }
  /// It meets V where no name of it is: as a member of an object.
  void useUnnamed(const clang::VarDecl *V) {
    All[V->getCanonicalDecl()].HasNoNames = true;
  }
  /// It comes to the code of F.
  void enter(const clang::FunctionDecl *F) {
    Entered.insert(F);
    HasMain |= F->isMain();
  }
  /// It comes to a lambda.
  void enter(const clang::LambdaExpr *E) { Lambdas[E->getLambdaClass()] = E; }
  /// After the traversal. IsAlone: of other units of the program, nothing is
  /// known.
  void settle(bool IsAlone);

  /// Is main() in this unit?
  bool hasMain() const { return HasMain; }

  /// The lambda whose code F is; or null.
  const clang::LambdaExpr *lambdaOf(const clang::FunctionDecl *F) const;

  /// Does the traversal meet it more than once? An expansion of a pack repeats
  /// what does not depend on the pack.
  bool isRepeated(Mention M) const { return Mentions.lookup(M) > 1; }
  /// All mentions of V, which is canonical.
  llvm::ArrayRef<Mention> mentions(const clang::VarDecl *V) const;
  /// No mention of V changes it, or what it refers to, or keeps its address.
  bool isOnlyRead(const clang::VarDecl *V) const;
  /// The local variable V is only ever handed.
  bool isOnlyHanded(const clang::VarDecl *V) const;
  /// Never changed after its initialisation, as far as this unit can say.
  bool isFixed(const clang::VarDecl *V) const;
  /// All that V is ever assigned, if it lasts as long as the program does and
  /// only this unit can change it.
  std::optional<llvm::SmallVector<const clang::Expr *, 2>>
  assigned(const clang::VarDecl *V) const;
  /// All that the local variable V ever is, if each of it is assigned as a
  /// whole, or what it is initialised with.
  std::optional<llvm::SmallVector<const clang::Expr *, 2>>
  allOf(const clang::VarDecl *V) const;
  /// Does the mention assign to the variable as a whole?
  bool isAssigned(Mention M) const;
  /// All changes stand in the function that declares it; those of a variable
  /// of the file, in main().
  bool isFollowed(const clang::VarDecl *V) const;
  /// Could another unit change V, which is followed? It is taken that none
  /// does: V is of a program, and no header declares it.
  bool isTrusted(const clang::VarDecl *V) const;
  /// If no function keeps its address that is given it.
  bool mayBeKept(const clang::VarDecl *V) const;
  /// Does all that changes V stand in statements of B?
  bool isChangedWithin(const clang::VarDecl *V, const HostBody &B) const;
  using Fields = HostMembers;
  /// The statements and expressions of B in which the member Path of V, some
  /// part of it or the whole V is changed.
  const llvm::DenseSet<const clang::Stmt *> &
  changes(const clang::VarDecl *V, Fields Path, const HostBody &B) const;

  /// The mentions of V that do so in S, which is part of B.
  llvm::SmallVector<const clang::DeclRefExpr *, 2>
  changesIn(const clang::VarDecl *V, Fields Path, const HostBody &B,
            const clang::Stmt *S) const;

  /// What is done to the elements of V, canonical, in B.
  const HostMemory &memory(const clang::VarDecl *V, const HostBody &B) const;
  /// What is put into all that holds pointers.
  const PointerFlows &flows(clang::ASTContext &AST) const;

private:
  bool isOfProgram(const clang::VarDecl *V) const;
  bool isOfMain(const clang::VarDecl *V) const;
  bool isLeftAlone(const clang::VarDecl *LentTo) const;
  bool escapes(const clang::VarDecl *V) const;
  bool isKeptByItself(const clang::VarDecl *V) const;
  bool isKept(Mention M, const clang::VarDecl *To) const;
  std::optional<llvm::SmallVector<const clang::Expr *, 2>>
  becomes(const clang::VarDecl *V) const;
  static bool isOwn(Mention M);

  struct Use {
    bool IsRead = false, IsWritten = false, IsGiven = false, IsHanded = false,
         IsRenamed = false;
    const clang::Expr *Becomes = nullptr;
    const clang::VarDecl *LentTo = nullptr;
  };
  struct Change {
    const clang::DeclRefExpr *Where;
    const clang::Expr *Becomes;
  };
  struct Changes {
    bool Escapes = false, MayBeKept = false;
    bool HasNoNames = false; ///< in some places where it may be changed
    std::vector<Change> All;
  };
  llvm::DenseMap<Mention, Use> Next;
  llvm::DenseSet<const clang::FunctionDecl *> Entered;
  bool HasMain = false, HasAliases = false, IsAlone = false;
  llvm::DenseMap<const clang::CXXRecordDecl *, const clang::LambdaExpr *>
      Lambdas;
  /// How often each is met.
  llvm::MapVector<Mention, unsigned> Mentions;
  std::vector<std::pair<Mention, const clang::VarDecl *>> Lent;
  llvm::DenseSet<Mention> Handed;
  llvm::DenseMap<const clang::VarDecl *, Changes> All;
  using Place =
      std::pair<const clang::VarDecl *, llvm::SmallVector<HostMember, 2>>;
  /// Of all variables, once one is asked for.
  mutable std::optional<
      llvm::DenseMap<const clang::Decl *, llvm::SmallVector<Mention, 2>>>
      MentionsOf;
  mutable llvm::DenseMap<const clang::VarDecl *, bool> KeptByThemselves;
  mutable std::map<std::pair<const clang::VarDecl *, const HostBody *>,
                   std::shared_ptr<const HostMemory>>
      Memories;
  /// Once it is asked for.
  mutable std::shared_ptr<const PointerFlows> Flows;
  mutable std::map<std::pair<Place, const HostBody *>,
                   llvm::DenseSet<const clang::Stmt *>>
      Known;
};

} // namespace racemap

#endif
