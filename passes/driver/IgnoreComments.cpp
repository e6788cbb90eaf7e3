// IgnoreComments - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/IgnoreComments.h"
#include "passes/lift/module/SystemFiles.h"
#include "passes/report/Wording.h"

namespace racemap {

using llvm::StringRef;

static constexpr llvm::StringLiteral Mark = "racemap: ignore(";

void IgnoreComments::problem(StringRef File, unsigned Line,
                             const llvm::Twine &Text) {
  Problems.push_back((File + ":" + llvm::Twine(Line) +
                      ": racemap: ignore: " + Text +
                      "; write it as in: // racemap: ignore(data-race): why")
                         .str());
}

/// Is the line nothing but a comment, which is about the next one?
static bool isComment(StringRef Line) {
  return Line.starts_with("//") || Line.starts_with("/*");
}

/// Adds what a comment of this line, if it has one, is about.
void IgnoreComments::read(StringRef File, unsigned Line, Lines &To) {
  StringRef Text = Source.at(File, Line);
  size_t At = Text.find(Mark);
  if (At == StringRef::npos || !(Text.take_front(At).contains("//") ||
                                 Text.take_front(At).contains("/*")))
    return;
  auto [Names, Rest] = Text.drop_front(At + Mark.size()).split(')');
  llvm::SmallVector<StringRef, 1> Checks;
  for (StringRef Name : llvm::split(Names, ',')) {
    Name = Name.trim();
    Name.consume_front("racemap-");
    if (!report::isCheck(Name))
      return problem(File, Line, "there is no check '" + Name + "'");
    Checks.push_back(Name);
  }
  bool HasReason = Rest.consume_front(":");
  std::string Why = Rest.split("*/").first.trim().str();
  if (!HasReason || Why.empty())
    return problem(File, Line, "a reason is missing");
  for (StringRef Check : Checks) {
    To.try_emplace({Line, Check.str()}, Why);
    if (isComment(Text))
      To.try_emplace({Line + 1, Check.str()}, Why);
  }
}

const IgnoreComments::Lines &IgnoreComments::linesOf(StringRef File) {
  auto [Known, IsNew] = Files.try_emplace(File);
  if (IsNew)
    for (unsigned Line = 1; Line <= Source.of(File).size(); ++Line)
      read(File, Line, Known->second);
  return Known->second;
}

std::optional<std::string> IgnoreComments::ignores(const verdict::Finding &F) {
  std::string Check = report::checkName(F).str();
  for (const verdict::Site &S : F.Sites) {
    const Lines &Its = linesOf(S.Where.File);
    if (auto Found = Its.find({S.Where.Line, Check}); Found != Its.end())
      return Found->second;
  }
  return std::nullopt;
}

std::vector<instrument::IgnoredLine>
ignoredLines(const llvm::Module &M, std::vector<std::string> &Problems) {
  SourceLines Source;
  IgnoreComments Comments(Source, Problems);
  std::vector<instrument::IgnoredLine> All;
  for (const std::string &File : lift::ownFiles(M))
    for (const auto &[Where, Why] : Comments.linesOf(File))
      All.push_back({File, Where.first, Where.second, Why});
  return All;
}

} // namespace racemap
