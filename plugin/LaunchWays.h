// LaunchWays - the ways to a launch, over calls in sight.
//
// In:  a launch as it is written, and the calls of functions of the host.
// Out: the launch once for each way to it, with those that call the function
//      that it is in, up to three calls deep; once for all callers that are not
//      in sight; and once for a program that is run without arguments.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_LAUNCHWAYS_H
#define RACEMAP_PLUGIN_LAUNCHWAYS_H

#include "plugin/LaunchSites.h"

namespace racemap {

/// Who calls what in the translation unit.
struct HostCalls {
  /// In which function.
  struct Within {
    const clang::FunctionDecl *Function;
    const clang::Stmt *Root;
  };
  struct Found {
    const clang::CallExpr *Call;
    Within In;
  };

  /// The calls of functions of the host that pass arguments one by one.
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<Found>> Of;
  /// Functions of the host that are mentioned other than in these calls.
  llvm::DenseSet<const clang::FunctionDecl *> OtherwiseUsed;
  bool HasMain = false;
};

class LaunchWays {
public:
  /// Bodies: keeps what the sites refer to.
  LaunchWays(const HostCalls &Seen,
             std::vector<std::unique_ptr<HostBody>> &Bodies)
      : Seen(Seen), Bodies(Bodies) {}

  /// Adds Site, which stands in In, for each of the ways to it.
  void add(const LaunchSite &Site, HostCalls::Within In,
           std::vector<LaunchSite> &To);

private:
  const HostBody *bodyOf(HostCalls::Within In);
  bool walk(const clang::FunctionDecl *F, LaunchSite &Site,
            std::vector<LaunchSite> &To);
  bool isClosed(const clang::FunctionDecl *F) const;

  const HostCalls &Seen;
  std::vector<std::unique_ptr<HostBody>> &Bodies;
  llvm::DenseMap<const clang::Stmt *, const HostBody *> Known;
};

} // namespace racemap

#endif
