// SourceName - may what is in a file be shown, or changed, as source?
//
// Places of findings are what `#line` says, so that a source can name any file:
// somebody's keys, the environment of the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_OUTPUT_SOURCENAME_H
#define RACEMAP_RUNTIME_OUTPUT_SOURCENAME_H

#include <string_view>

namespace racemap::output {

/// Is that the name of a source or a header, by its extension? Headers of
/// libraries have names without one (<cuda/atomic>): those are below a folder
/// `include`.
bool isSourceName(std::string_view File);

} // namespace racemap::output

#endif // RACEMAP_RUNTIME_OUTPUT_SOURCENAME_H
