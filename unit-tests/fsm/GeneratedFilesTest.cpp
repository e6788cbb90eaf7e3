// GeneratedFilesTest - the table and its documentation are what is derived.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/fsm/model/GeneratedFiles.h"
#include "gtest/gtest.h"

namespace racemap::fsm {
namespace {

TEST(GeneratedFiles, AreCurrent) {
  for (const GeneratedFile &F : generatedFiles(RACEMAP_SOURCE_DIR))
    EXPECT_TRUE(F.Old == F.New)
        << F.Path << ": racemap-fsm-tool write ROOT makes it anew";
}

} // namespace
} // namespace racemap::fsm
