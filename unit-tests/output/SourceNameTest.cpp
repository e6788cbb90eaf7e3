// SourceName - may what is in a file be shown, or changed, as source?
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/output/SourceName.h"
#include "gtest/gtest.h"

using racemap::output::isSourceName;

TEST(SourceName, SourcesAndHeaders) {
  for (const char *File :
       {"a.cu", "/x/b.CUH", "c.c++", "/usr/include/cuda/atomic"})
    EXPECT_TRUE(isSourceName(File)) << File;
}

TEST(SourceName, WhatElseAFileSystemHas) {
  for (const char *File : {"", "keys.env", "/proc/self/environ", "a.cu.bak"})
    EXPECT_FALSE(isSourceName(File)) << File;
}
