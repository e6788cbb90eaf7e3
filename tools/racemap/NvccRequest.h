// NvccRequest - a command line of `racemap nvcc`, split into its parts.
//
// Three come one after the other: --racemap-NAME=VALUE and --sanitize=WHERE,
// which are RaceMap's; the compiler, if the first word that is no flag is one,
// with what starts it (a cache); and the rest, which is the compiler's as it
// is. --racemap-NAME=VALUE may also stand in the rest, for build systems that
// only add to its end. Before them come the options of RACEMAP_CHECK_OPTIONS.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_NVCCREQUEST_H
#define RACEMAP_TOOLS_RACEMAP_NVCCREQUEST_H

#include "Request.h"

namespace racemap {

struct NvccRequest {
  Request R;
  std::vector<std::string> Compiler; ///< the program, and words in front
  std::vector<std::string> Args;     ///< the compiler's
  /// What is wrong with RaceMap's own options; empty: nothing.
  std::string Problem;
  bool WantsSanitizer = false; ///< whether or not that can be had
  /// --sanitize=cpu where nvcc would take it for its own; empty: it is not.
  std::string Misplaced;

  explicit NvccRequest(llvm::ArrayRef<std::string> Words);
};

} // namespace racemap

#endif
