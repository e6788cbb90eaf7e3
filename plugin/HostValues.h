// HostValues - the values of host expressions at one launch, as terms.
//
// In:  expressions on the way to a launch.
// Out: terms, bit for bit what C++ computes, over names for what is not known.
// A variable is followed to where it got its value: back over the statements
// before, out of the statements around, to an initialiser or an assignment, or
// to the last statement that may have changed it, which gives the value its
// name. So two terms that share a name share a value. What stands for nothing
// that can be followed has a name of its own at each place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_HOSTVALUES_H
#define RACEMAP_PLUGIN_HOSTVALUES_H

#include "passes/map/Mentioned.h"
#include "passes/map/TermContext.h"
#include "plugin/HostControl.h"
#include "plugin/HostEffects.h"
#include "plugin/HostObject.h"
#include "plugin/OtherUnits.h"
#include "llvm/ADT/MapVector.h"
#include <optional>

namespace racemap {

class HostValues {
public:
  using Fields = HostMembers;

  /// Launch: the expression that launches, within B; or a call on the way to
  /// it.
  HostValues(clang::ASTContext &AST, const HostUses &Uses, const HostBody &B,
             const clang::Expr *Launch, map::TermContext &Terms);
  /// What the function is given: what Caller calls it with; or, if that is
  /// null, any arguments if IsOpen, and else some that are not known. main() is
  /// told of no arguments if IsBare.
  void beCalled(HostValues *Caller, bool IsOpen, bool IsBare);
  /// What another unit gives it.
  void beCalled(const OtherUnits::Call &By);

  /// The value of E, or of its member Path; a pointer is its address. Null if
  /// it is no integer and no pointer.
  const map::Term *value(const clang::Expr *E, Fields Path = {});
  /// The same, where E need not be evaluated on the way to the launch.
  const map::Term *valueAside(const clang::Expr *E, Fields Path = {});
  /// The value, at the launch, of what a glvalue names.
  const map::Term *atLaunch(const clang::Expr *E, Fields Path);

  /// Control has got past the statement By: learns what that says. False if it
  /// is not followed when By, a call, returns.
  bool pass(const clang::Stmt *By);

  /// What a name stands for.
  struct Unknown {
    std::string Name; ///< what people call it; can be empty
    /// The statement after which it has this value, if there is one.
    const clang::Stmt *Since = nullptr;
    const clang::VarDecl *Variable = nullptr;
    bool IsPointer = false;
    /// It comes out of what is not followed: it may have some of the values
    /// that are possible otherwise, and not all. What is given from outside
    /// (HostBody::isOpen) is not computed.
    bool IsComputed = false;
    /// It is behind a reference that the function is given by callers that are
    /// not in sight: it is taken to stay as it is until the launch.
    bool IsReferred = false;
    /// The size of the object that it is the beginning of; null: not known.
    const map::Term *Bytes = nullptr;
    /// It is the address of a function.
    const clang::FunctionDecl *Function = nullptr;
    /// The expression in this body that has this value, if there is just one.
    const clang::Expr *At = nullptr;
    /// An expression that has this value, here or in a function that is looked
    /// into, if Variable is null; null if there is none.
    const clang::Expr *Of = nullptr;
    /// The way from Variable, or Of, to the part whose value it is.
    llvm::SmallVector<HostMember, 0> Path = {};
    /// The call in this body that looks into the function where it has it; null
    /// if it has it here.
    const clang::Expr *Within = nullptr;
    /// It is the address of what another unit has allocated.
    bool IsAllocated = false;
  };
  /// Null if V is no name that was made here.
  const Unknown *find(const map::Term *V) const;
  /// Does T depend on what is not followed?
  bool isComputed(const map::Term *T) const;
  /// The names of pointers that T is made of.
  map::VariableSet pointersIn(const map::Term *T) const;
  /// Whose function it was made for: this, a caller, or null.
  HostValues *makerOf(const map::Term *V);
  /// A name that stands for anything.
  const map::Variable *placeholder(const char *Name, unsigned Width);
  const HostBody &body() const { return Body; }
  /// The values in F: this, those of a caller, or null.
  HostValues *in(const clang::FunctionDecl *F);
  const HostUses &uses() const { return Uses; }
  const PointerFlows &flows() const { return Uses.flows(AST); }
  /// The pointer that the function is given.
  const map::Term *given(const clang::VarDecl *Parameter) {
    return parameter(Parameter, {}, 64);
  }
  /// Is it not known which of the calls of the function comes to the launch?
  bool isOfAnyCall() const { return !Caller && !IsGivenAnything; }
  /// What launches, or calls on the way to the launch.
  const clang::Expr *launch() const { return Launch; }
  /// What loops say about the names made so far.
  const std::vector<const map::Term *> &facts() const { return TheFacts; }
  /// Calls See with each variable whose address functions were given, or which
  /// other units could change, and a value that it has if no function keeps the
  /// address, and no unit does.
  void forEachTrusted(
      llvm::function_ref<void(const clang::VarDecl *, const map::Term *)> See)
      const;

private:
  using Key = std::tuple<const void *, std::vector<const void *>, const void *>;
  /// By the variable, or, for the object of a method, by its class. In the
  /// order of the declarations that were met: terms are made of all of them, in
  /// the same order in every run.
  using Locals = llvm::MapVector<const clang::Decl *, HostObject>;

  std::optional<unsigned> widthOf(clang::QualType T) const {
    return hostWidth(AST, T);
  }
  clang::QualType typeOf(const clang::Expr *E, Fields Path) const;
  /// A new name, or the one that this key has.
  const map::Term *name(Unknown What, unsigned Width,
                        std::optional<Key> Which = std::nullopt);
  /// A name for the value of E where it stands.
  const map::Term *opaque(const clang::Expr *E, Fields Path);
  /// The same of expressions that are spelled alike.
  llvm::FoldingSetNodeID textOf(const clang::Expr *E, Fields Path) const;
  void noteOpen(const map::Term *Name, const clang::Expr *E, Fields Path);
  void noteConstants(const map::Term *Name, const clang::VarDecl *V);
  const map::Term *settled(const map::Term *Name, const clang::Expr *E,
                           Fields Path);
  void suggest(const map::Term *T, const std::string &Name);
  /// Can E be all values of its type: what whoever calls the function, or runs
  /// the program, likes?
  bool isOpen(const clang::Expr *E) const;
  bool isAtLaunch(const clang::Stmt *S) const;

  // Callers (HostCallers.cpp).
  /// Terms for the names of another unit.
  using Replacements = llvm::DenseMap<const map::Term *, const map::Term *>;
  const map::Term *replaced(const map::Term *T, const Replacements &Here) const;
  std::string nameOf(map::ArgumentPart Part) const;
  void give(map::ArgumentPart Part, const map::Term *Value);
  void givePointers(const OtherUnits::Call &By, const Replacements &Here);
  const map::Term *lent(const clang::Expr *E, Fields Path);
  const map::Term *referent(const clang::Expr *E, Fields Path, unsigned Width);
  const map::Term *parameter(const clang::VarDecl *V, Fields Path,
                             unsigned Width);

  // Expressions (HostExpressions.cpp).
  const map::Term *known(const clang::Expr *E, Fields Path);
  const map::Term *scalar(const clang::Expr *E);
  const map::Term *deviceProperty(const clang::Expr *E);
  const map::Term *cast(const clang::CastExpr *E);
  const map::Term *addressOfBase(const clang::CastExpr *E);
  const map::Term *unary(const clang::UnaryOperator *E);
  const map::Term *binary(const clang::BinaryOperator *E);
  const map::Term *shifted(const map::Term *A, map::Op O, const map::Term *B,
                           bool Signed);
  const map::Term *combined(clang::BinaryOperatorKind K, const map::Term *A,
                            const map::Term *B, bool Signed);
  const map::Term *comparison(const clang::BinaryOperator *E);
  const map::Term *compared(const clang::BinaryOperator *E, const map::Term *A,
                            const map::Term *B);
  const map::Term *moved(const clang::Expr *Pointer, const clang::Expr *By,
                         bool Back);
  const map::Term *address(const clang::Expr *E);
  const map::Term *member(const clang::Expr *E, Fields Path);
  const map::Term *constructed(const clang::CXXConstructExpr *E, Fields Path);

  // Elements (HostElements.cpp).
  const clang::InitListExpr *listOf(const clang::VarDecl *Array) const;
  const map::Term *element(const clang::ArraySubscriptExpr *E);
  const map::Term *kept(const clang::InitListExpr *List, unsigned I);
  const map::Term *listed(const clang::InitListExpr *List, Fields Path);
  void noteRange(const map::Term *Name, const clang::VarDecl *V);

  // Floating point (HostRounding.cpp).
  /// An integer of 32 bits.
  struct Whole {
    const map::Term *Its = nullptr; ///< null: not known
    bool Signed = true;
  };
  bool fitsFloat(Whole W);
  Whole whole(const clang::Expr *E);
  Whole quotient(Whole N, Whole D, int To);
  const map::Term *rounded(const clang::CastExpr *E, unsigned Width);

  // Functions (HostFunctions.cpp).
  class Run;
  class Outermost;
  const map::Term *call(const clang::CallExpr *E, Fields Path);
  const map::Term *textLength(const clang::CallExpr *E);
  const map::Term *construct(const clang::CXXConstructExpr *E, Fields Path);
  bool mayEnter();
  void giveObject(const clang::CXXRecordDecl *Class, const clang::Expr *Object,
                  Locals &Given);
  void give(const clang::FunctionDecl *F,
            llvm::ArrayRef<const clang::Expr *> Args, Locals &Given);
  Pointers pointers() const {
    return Inlined ? Pointers::Followed : Pointers::Opaque;
  }
  const map::Term *enter(const clang::Expr *By, Locals Given,
                         llvm::function_ref<const map::Term *(Run &)> GoThrough,
                         Fields Path);

  // What functions leave in variables (HostLoans.cpp).
  /// What a call gives a function that may change it.
  struct Loan {
    HostPlace Its;
    const clang::VarDecl *To; ///< the parameter
    HostObject Object;        ///< what that refers to, or points to
    /// The way to a part of Object, from the variable that is lent.
    llvm::SmallVector<HostMember, 4> there(Fields Part) const;
    /// What the member Of of it is; null if that is not known.
    const map::Term *lookup(Fields Of) const;
  };
  using Loans = llvm::SmallVector<Loan, 2>;
  Loans loansOf(const clang::CallExpr *E) const;
  bool lend(const clang::CallExpr *E, Loans &All);
  const Loans &repaid(const clang::CallExpr *E, const clang::Stmt *By);
  const map::Term *filled(const HostPlace &P, Fields Path,
                          const clang::Stmt *By);

  // Variables.
  const map::Term *read(const HostPlace &P, Fields Path,
                        const clang::Stmt *Where);
  const map::Term *lasting(const clang::VarDecl *V, Fields Path,
                           const clang::Stmt *Where);
  const map::Term *trusting(const clang::VarDecl *V, const map::Term *Value);
  const map::Term *initial(const clang::VarDecl *V, Fields Path);
  const map::Term *referred(const clang::VarDecl *V, Fields Path,
                            const clang::Stmt *Where);
  const map::Term *captured(const HostPlace &P, Fields Path);
  const map::Term *follow(const HostPlace &P, Fields Path,
                          const clang::Stmt *Where);

  // Changes (HostChanges.cpp).
  const map::Term *defined(const HostPlace &P, Fields Path,
                           const clang::Stmt *By);
  const map::Term *assigned(const HostPlace &P, Fields Path,
                            const clang::Stmt *By);
  const map::Term *chosen(const HostPlace &P, Fields Path,
                          const clang::IfStmt *By);
  const map::Term *behind(const HostPlace &P, Fields Path,
                          const clang::Stmt *Branch, const clang::Stmt *If);
  const map::Term *stepped(const HostPlace &P, Fields Path,
                           const clang::Expr *E);
  const map::Term *stepped(const map::Term *Old, const clang::Expr *E);
  const map::Term *changed(const HostPlace &P, Fields Path,
                           const clang::Stmt *By, const clang::Stmt *Which);
  const map::Term *iterated(const HostPlace &P, Fields Path,
                            const clang::Stmt *Loop);
  void learn(const HostPlace &P, const map::Variable *Begin,
             const clang::Stmt *Loop);
  void learnPitch(const clang::DeclRefExpr *Changed, const map::Term *Pitch);
  std::vector<uint64_t> valuesOf(const map::Term *T) const;
  const clang::Stmt *statementOf(const clang::DeclRefExpr *E,
                                 const clang::Stmt *Loop) const;
  bool takesEachTime(const clang::Stmt *Step, const clang::Stmt *Loop) const;
  bool varies(const map::Term *T, const map::Variable *Begin,
              const clang::Stmt *Loop) const;
  bool isComputed(const HostPlace &P, Fields Path, const clang::Stmt *By);
  bool changesOpenly(const clang::DeclRefExpr *Changed);

  static std::vector<const void *> listed(Fields Path);
  static std::string spelled(const clang::VarDecl *V, Fields Path);

  /// Variables and functions that are looked into on the way to a value.
  static constexpr unsigned MaxDepth = 40;
  /// Statements that are run for one value, and functions that are.
  static constexpr unsigned MostSteps = 2000;

  clang::ASTContext &AST;
  const HostUses &Uses;
  const HostBody &Body;
  const clang::Expr *Launch;
  bool LaunchIsPure;
  HostValues *Caller = nullptr;
  unsigned Level = 0; ///< how many functions are called to come to the launch
  bool IsGivenAnything = true, IsBare = false;
  map::TermContext &Terms;
  std::map<Key, const map::Term *> Named;
  /// By the text of an expression in the launch.
  std::vector<std::pair<llvm::FoldingSetNodeID, const map::Term *>> AtLaunch,
      Open,      ///< expressions with open values
      Referents; ///< of references, by what they refer to
  std::map<const map::Term *, Unknown> Unknowns; // few of many launches
  std::vector<const map::Term *> TheFacts;
  std::vector<std::pair<const clang::VarDecl *, const map::Term *>> Trusted;
  llvm::DenseSet<const map::Term *> Settled;
  /// By the call, and by IsReached; nothing is known of the objects of one that
  /// is not followed.
  std::map<std::pair<const clang::CallExpr *, bool>, Loans> Repaid;
  /// Of these it is not followed when they return.
  llvm::SmallPtrSet<const clang::CallExpr *, 4> Unpassed;
  bool IsUnpassed = false; ///< of the call that is being looked into
  /// The variables of the function that is being looked into.
  Locals Arguments;
  unsigned Inlined = 0;                 ///< depth of such functions
  const clang::Expr *Entered = nullptr; ///< the call of the outermost of them
  unsigned Steps = 0;                   ///< taken in them
  /// What such a function is given is being evaluated.
  bool IsGiving = false;
  Run *Running = nullptr; ///< the innermost of them
  /// What is being evaluated is so on every way to the launch, or, in such a
  /// function, on every way that comes there.
  bool IsReached = true;
  unsigned Depth = 0;
};

} // namespace racemap

#endif
