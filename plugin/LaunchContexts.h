// LaunchContexts - launches as contexts of protocols.
//
// In:  the launches of the unit, and a kernel's protocol.
// Out: one context for each different way in which it is launched: dimensions
//      that are the same in every run, and conditions for the others, over the
//      kernel's own names as far as arguments say what they are; what held on
//      the way to the launch; arrays that overlap, and their sizes. What says
//      nothing about the kernel is left out, so that launches that do not
//      differ for it are one context.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_LAUNCHCONTEXTS_H
#define RACEMAP_PLUGIN_LAUNCHCONTEXTS_H

#include "passes/map/Protocol.h"
#include "plugin/HostValues.h"
#include "plugin/LaunchSites.h"

namespace racemap {

/// blockDim and gridDim.
std::array<const map::Variable *, 6> sizesOfLaunch(map::TermContext &Terms);

class LaunchContexts {
public:
  /// Others: what other units call. FindsCalls: unitCalls() is wanted.
  LaunchContexts(clang::ASTContext &AST, map::TermContext &Terms,
                 OtherUnits Others, bool FindsCalls = false);
  ~LaunchContexts();

  /// Of a kernel that nobody launches there are none. Kernel: canonical.
  std::vector<map::LaunchContext> of(const clang::FunctionDecl *Kernel,
                                     const map::Protocol &P) {
    return of(Kernel, P, /*IsForm=*/false);
  }
  /// What this unit says of itself.
  UnitCalls unitCalls();
  /// Does a launch pass overlapping pointers in, or within, two arguments?
  bool mayOverlap(const clang::FunctionDecl *Kernel, unsigned A, unsigned B);

  /// One launch, evaluated.
  struct Launch;

private:
  std::vector<map::LaunchContext> of(const clang::FunctionDecl *Kernel,
                                     const map::Protocol &P, bool IsForm);
  /// Of a kernel, or the calls of a function that another unit defines.
  const std::vector<std::unique_ptr<Launch>> &
  launchesOf(const clang::FunctionDecl *Kernel);
  const std::vector<LaunchSite> &sitesOf(const clang::FunctionDecl *F) const;

  clang::ASTContext &AST;
  map::TermContext &Terms;
  OtherUnits Others;
  LaunchSites Sites;
  std::map<const clang::FunctionDecl *, std::vector<std::unique_ptr<Launch>>>
      Known;
};

} // namespace racemap

#endif
