// LLVMCompat - the differences between versions of clang's SARIF writer.
//
// The only place of this folder that asks for LLVM's version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_SARIF_LLVMCOMPAT_H
#define RACEMAP_PLUGIN_SARIF_LLVMCOMPAT_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/Sarif.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"

namespace racemap::compat {

/// An engine that nobody hears.
class SilentDiagnostics {
public:
#if LLVM_VERSION_MAJOR >= 21
  SilentDiagnostics()
      : Engine(llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), Options,
               new clang::IgnoringDiagConsumer()) {}
#else
  SilentDiagnostics()
      : Engine(llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(),
               new clang::DiagnosticOptions(),
               new clang::IgnoringDiagConsumer()) {}
#endif
  clang::DiagnosticsEngine &engine() { return Engine; }

private:
#if LLVM_VERSION_MAJOR >= 21
  clang::DiagnosticOptions Options;
#endif
  clang::DiagnosticsEngine Engine;
};

inline clang::SarifResult withLocation(const clang::SarifResult &Result,
                                       clang::CharSourceRange At) {
  clang::SarifResult Copy = Result;
#if LLVM_VERSION_MAJOR >= 22
  return Copy.addLocations({At});
#else
  return Copy.setLocations({At});
#endif
}

/// Of a path from the root.
inline std::string fileNameToURI(llvm::StringRef Path) {
#if LLVM_VERSION_MAJOR >= 22
  return clang::SarifDocumentWriter::fileNameToURI(Path);
#else
  std::string Uri = "file://";
  for (char C : Path) {
    if (llvm::isAlnum(C) || llvm::StringRef("/-._~:@!$&'()*+,;=").contains(C))
      Uri += C;
    else
      Uri += "%" + llvm::toHex(llvm::StringRef(&C, 1));
  }
  return Uri;
#endif
}

} // namespace racemap::compat

#endif
