// GithubReporterTest - annotations that GitHub understands.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/GithubReporter.h"
#include "Samples.h"
#include <gtest/gtest.h>

namespace racemap::report {
namespace {

using namespace verdict;

std::string annotations(const KernelResult &K, std::string Root = "/repo") {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  GithubReporter R(OS, std::move(Root));
  report({K}, Filter(), R);
  return Text;
}

TEST(GithubReporter, AWarningIsOneLineAtTheFirstAccess) {
  KernelResult K = kernel("reduce");
  K.Contexts = {context(Verdict::Racy, {race()})};
  std::string Text = annotations(K);
  EXPECT_EQ(llvm::StringRef(Text).count('\n'), 1u);
  EXPECT_TRUE(llvm::StringRef(Text).starts_with(
      "::warning file=reduce.cu,line=9,col=20,title=RaceMap%3A data-race::data "
      "race on 'sdata' in kernel 'reduce(float*)'"))
      << Text;
  EXPECT_NE(Text.find("%0Areduce.cu:9: the other access: read of 4 bytes"),
            std::string::npos)
      << Text;
}

TEST(GithubReporter, FilesAreNamedFromTheRepositorysFolder) {
  KernelResult K = kernel("reduce");
  K.Contexts = {context(Verdict::Racy, {race()})};
  for (Site &S : K.Contexts[0].Findings[0].Sites)
    S.Where.File = "/repo/src/../src/a,b:50%.cu";
  std::string Text = annotations(K);
  EXPECT_TRUE(llvm::StringRef(Text).starts_with(
      "::warning file=src/a%2Cb%3A50%25.cu,line=9,"))
      << Text;
  K.Contexts[0].Findings[0].Sites[0].Where.File = "/elsewhere/a.cu";
  EXPECT_TRUE(llvm::StringRef(annotations(K))
                  .starts_with("::warning file=/elsewhere/a.cu,line=9,"));
}

TEST(GithubReporter, WhatIsUndecidedIsANotice) {
  KernelResult K = kernel("reduce");
  ContextResult C = context(Verdict::Unknown, {});
  C.Reason = "100% unsupported";
  K.Contexts = {C};
  EXPECT_EQ(annotations(K),
            "::notice file=reduce.cu,line=4,title=RaceMap%3A undecided::kernel "
            "'reduce(float*)' is undecided: 100%25 unsupported\n");
}

TEST(GithubReporter, ARaceFreeKernelIsSilent) {
  KernelResult K = kernel("reduce");
  K.Contexts = {context(Verdict::RaceFree, {})};
  EXPECT_EQ(annotations(K), "");
}

} // namespace
} // namespace racemap::report
