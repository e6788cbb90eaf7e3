// LaunchWays - the ways to a launch, over calls in sight.
//
// In:  a launch as it is written, and the calls of functions of the host.
// Out: the launch once for each way to it, with those that call the function
//      that it is in, up to three calls deep, and those of other units that
//      call the last of these; once for all callers that are not in sight; and
//      once for a program that is run without arguments. Where a function
//      launches a kernel that it is given, its callers say which.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_LAUNCHWAYS_H
#define RACEMAP_PLUGIN_LAUNCHWAYS_H

#include "plugin/LaunchSites.h"

namespace racemap {

/// Where a function is named or a lambda is, or is written, and in which code.
using Naming = std::pair<const clang::Expr *, const clang::FunctionDecl *>;

/// Who calls what in the translation unit.
struct HostCalls {
  /// In which function.
  struct Within {
    const clang::FunctionDecl *Function;
    const clang::Stmt *Root;
  };
  struct Giver {
    const clang::CallExpr *Call;
    Within In;
  };
  struct Found {
    const clang::CallExpr *Call;
    Within In;
    /// If it calls a parameter: the call that gives that.
    std::optional<Giver> GivenBy = std::nullopt;
  };

  /// The calls of functions of the host that pass arguments one by one; of
  /// lambdas, where they are named.
  llvm::MapVector<const clang::FunctionDecl *, std::vector<Found>> Of;
  /// The calls of what functions are given to call, by the parameter.
  llvm::MapVector<const clang::ParmVarDecl *, std::vector<Found>> OfParameters;
  /// Where functions, and what they are given to call, are named to call them.
  llvm::DenseSet<Mention> Callees;
  /// Where kernels, and what may be one, are named only to ask or to set what
  /// they need.
  llvm::DenseSet<Mention> Asked;
  /// Kernels that a cudaKernelNodeParams is ever set to launch.
  struct NodeKernels {
    std::vector<Mention> Kernels;
    bool HasOthers = false;
  };
  llvm::DenseMap<const clang::VarDecl *, NodeKernels> Nodes;
  /// Kernels are put into graphs in ways that are not followed.
  bool HasGraphs = false;
  /// Launches in graphs are changed in such ways.
  bool ChangesGraphs = false;
  /// Functions of the host that are mentioned other than in these calls, and
  /// those of lambdas that are.
  llvm::DenseSet<const clang::FunctionDecl *> OtherwiseUsed;

  /// Does nothing in this unit but these calls mention F?
  bool isOnlyCalled(const clang::FunctionDecl *F) const;
  /// Does each call of F that is in sight say that it is one?
  bool isCalledByName(const clang::FunctionDecl *F) const;
};

class LaunchWays {
public:
  /// Out: gets the launches; has what is done to variables.
  /// FindsCalls: the ways are told to other units, each of which tells its own.
  LaunchWays(const HostCalls &Seen, const OtherUnits &Others, bool FindsCalls,
             LaunchSites &Out)
      : Seen(Seen), Others(Others), FindsCalls(FindsCalls), Out(Out) {}

  /// Adds Site, which launches what Callee names and stands in In, for each of
  /// the ways to it. A kernel that a function is given to launch is that of the
  /// function's callers.
  void add(const LaunchSite &Site, const clang::Expr *Callee,
           HostCalls::Within In, const clang::ParmVarDecl *GivenTo = nullptr);
  /// The same of a node of a graph, for each kernel that it is ever set to
  /// launch. False if that is not known.
  bool addNode(LaunchSite Site, HostCalls::Within In);
  /// The calls of functions that other units define.
  void addCallsOfOthers();
  /// After all have been added: may the kernel whose address is taken at M be
  /// launched where it is not seen to be?
  bool mayBeLaunched(Mention M) const {
    return HasUnknown || (HasLauncher && !isGiven(M));
  }

private:
  const HostBody *bodyOf(HostCalls::Within In);
  const clang::ValueDecl *namedBy(const clang::Expr *Callee,
                                  const clang::FunctionDecl *In,
                                  const clang::ParmVarDecl *GivenTo);
  std::vector<const clang::FunctionDecl *> heldBy(const clang::Expr *Callee);
  bool isGiven(Mention M) const;
  bool addCallers(LaunchSite &Site, const clang::ParmVarDecl *Kernel,
                  HostCalls::Within In);
  void addWays(const LaunchSite &Site, HostCalls::Within In,
               std::vector<LaunchSite> &To);
  /// What is known of those that call a function.
  struct Callers {
    llvm::ArrayRef<HostCalls::Found> Here; ///< in this unit
    llvm::ArrayRef<OtherUnits::Call> Elsewhere;
    /// Those in this unit are all that there are, or that matter here.
    bool AreAllHere = false;
    /// They are taken to be.
    bool AreTaken = false;
    /// Others give it what they like.
    bool AreAnybody = false;
  };
  Callers callersOf(const clang::FunctionDecl *F) const;
  bool walk(const clang::FunctionDecl *F, LaunchSite &Site, unsigned Levels,
            std::vector<LaunchSite> &To);
  bool isClosed(const clang::FunctionDecl *F) const;
  bool isOfProgram(const clang::FunctionDecl *F) const;

  const HostCalls &Seen;
  const OtherUnits &Others;
  bool FindsCalls;
  LaunchSites &Out;
  llvm::DenseMap<const clang::Stmt *, const HostBody *> Known;
  /// Where kernels, and variables that have them, are given to functions that
  /// launch them, and as which parameter, null where they are launched; and
  /// which variable a kernel is put in.
  llvm::DenseMap<Mention, const clang::ParmVarDecl *> Given;
  llvm::DenseMap<Mention, const clang::VarDecl *> Holder;
  /// Of some launch, it is not known which kernels it launches; or some
  /// function that launches what it is given has callers that are not in sight.
  bool HasUnknown = false, HasLauncher = false;
};

} // namespace racemap

#endif
