// JsonText - the text of a JSON file as values, whoever wrote it.
//
// LLVM's parser, with errors as compilers say them, and a limit for how deep
// values are nested, of which it has none.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_JSONTEXT_H
#define RACEMAP_PASSES_REPORT_JSONTEXT_H

#include "llvm/Support/JSON.h"

namespace racemap::report {

/// The error begins with FILE:LINE:COLUMN.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text,
                                            const llvm::Twine &File);

} // namespace racemap::report

#endif
