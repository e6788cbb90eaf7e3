// LaunchSites - how the translation unit launches its kernels, and calls
// functions of other units.
//
// In:  the AST of the device compilation, which holds the host code too.
// Out: every <<<…>>>, cudaLaunchKernel, cudaLaunchCooperativeKernel and
//      cudaLaunchKernelEx, with the expressions that it is given, and what is
//      done to the variables of host code. A launch through a pointer that is
//      not followed may be one of any kernel whose address is taken.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_LAUNCHSITES_H
#define RACEMAP_PLUGIN_LAUNCHSITES_H

#include "plugin/HostCode.h"
#include "plugin/OtherUnits.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace racemap {

struct LaunchSite {
  /// The launch; or, where launches() is false, the call of a function.
  const clang::CallExpr *Call = nullptr;
  const HostBody *Body = nullptr; ///< null outside of functions
  /// dim3; or, both null, members of the cudaLaunchConfig_t Config.
  const clang::Expr *Grid = nullptr, *Block = nullptr, *Config = nullptr;
  /// The kernel's arguments; glvalues if ByPlace: what is there at the launch.
  /// Null where it is not known.
  std::vector<const clang::Expr *> Arguments;
  bool ByPlace = false;
  /// The array of their addresses, in place of Arguments.
  const clang::VarDecl *List = nullptr;
  /// A graph launches what Config, a cudaKernelNodeParams, says here.
  bool IsNode = false;
  /// The way to the launch: who calls the function that it is in, who calls
  /// that, and so on.
  std::vector<HostCall> Callers;
  /// The call of the outermost of these functions, in another unit; null if
  /// that is not known.
  const OtherUnits::Call *From = nullptr;
  /// Functions on this way that another unit could call, and is taken not to.
  std::vector<const clang::FunctionDecl *> CalledHere;
  /// Can whoever calls the outermost of these functions give it any arguments?
  bool IsOpen = true;
  /// The program is run without arguments.
  bool IsRunBare = false;
  /// Another site of the same launch stands for all callers of one of these
  /// functions, or for all ways to run the program.
  bool IsExample = false;

  bool launches() const { return Grid || Config; }
};

struct LaunchSites {
  HostUses Uses;
  std::vector<std::unique_ptr<HostBody>> Bodies;
  /// By the kernel's canonical declaration, in the order of the source.
  llvm::MapVector<const clang::FunctionDecl *, std::vector<LaunchSite>> Of;
  /// The calls of functions that other units define, by these.
  llvm::MapVector<const clang::FunctionDecl *, std::vector<LaunchSite>> Calls;
  /// Functions that this unit defines, and others may call.
  std::vector<const clang::FunctionDecl *> ForOthers;
  /// Those that other units define, where they may be called in ways that are
  /// not in sight; in any order.
  std::vector<const clang::FunctionDecl *> Mentioned;
  /// What may be names of kernels that are looked up in modules.
  std::vector<std::string> LookedUp;
  /// Kernels that may be launched in ways that are not in sight.
  llvm::SetVector<const clang::FunctionDecl *> Open;
  /// Kernels that graphs may launch in ways that are not followed.
  llvm::DenseSet<const clang::FunctionDecl *> InGraphs;
};

/// Others: what other units call; it must outlive the sites. FindsCalls: those
/// of functions of other units are wanted, too.
LaunchSites findLaunches(clang::ASTContext &AST, const OtherUnits &Others,
                         bool FindsCalls);

/// The places whose addresses are in an array of pointers to arguments, as it
/// was initialised.
std::vector<const clang::Expr *> placesIn(const clang::VarDecl *Array);

} // namespace racemap

#endif
