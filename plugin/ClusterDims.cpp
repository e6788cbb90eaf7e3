// ClusterDims - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/ClusterDims.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace racemap {

using namespace clang;

static map::LaunchContext::Sizes sizesIn(const AnnotateAttr &Note,
                                         const ASTContext &AST) {
  map::LaunchContext::Dim Sizes{1, 1, 1};
  unsigned D = 0;
  for (const Expr *E : Note.args()) {
    Expr::EvalResult Known;
    if (D == Sizes.size() || E->isValueDependent() ||
        !E->EvaluateAsInt(Known, AST) ||
        !Known.Val.getInt().isStrictlyPositive())
      return {};
    Sizes[D++] = Known.Val.getInt().getLimitedValue(UINT32_MAX);
  }
  return Sizes;
}

map::LaunchContext::Sizes clusterDims(const FunctionDecl *Kernel,
                                      const ASTContext &AST) {
  if (Kernel)
    for (const auto *Note : Kernel->specific_attrs<AnnotateAttr>())
      if (Note->getAnnotation() == "racemap.cluster_dims")
        return sizesIn(*Note, AST);
  return {};
}

} // namespace racemap
