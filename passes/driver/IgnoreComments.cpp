// IgnoreComments - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/IgnoreComments.h"
#include "passes/lift/module/SystemFiles.h"
#include "passes/report/Wording.h"
#include "llvm/ADT/StringExtras.h"

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

/// Does the text of a comment begin nearly as one for RaceMap?
static bool seemsToBeMeant(StringRef Text) {
  auto [Name, Rest] = Text.split(':');
  return Name.trim().equals_insensitive("racemap") &&
         Rest.ltrim().take_while(llvm::isAlpha).edit_distance("ignore") <= 2;
}

/// Adds what a comment of this line, if it has one, is about.
void IgnoreComments::read(StringRef File, unsigned Line,
                          std::vector<Comment> &To) {
  StringRef Text = Source.at(File, Line);
  size_t Begin = std::min(Text.find("//"), Text.find("/*"));
  if (Begin == StringRef::npos)
    return;
  StringRef Said = Text.drop_front(Begin);
  size_t At = Said.find(Mark);
  if (At == StringRef::npos) {
    if (seemsToBeMeant(Said.drop_front(2).ltrim("/*! \t")))
      problem(File, Line, "this comment is not understood");
    return;
  }
  auto [Names, Rest] = Said.drop_front(At + Mark.size()).split(')');
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
  unsigned LastLine = isComment(Text) ? Line + 1 : Line;
  for (StringRef Check : Checks)
    To.push_back({Line, LastLine, Check.str(), Why});
}

const std::vector<IgnoreComments::Comment> &IgnoreComments::in(StringRef File) {
  auto [Known, IsNew] = Files.try_emplace(File);
  if (IsNew)
    for (unsigned Line = 1; Line <= Source.of(File).size(); ++Line)
      read(File, Line, Known->second);
  return Known->second;
}

std::optional<std::string> IgnoreComments::ignores(const verdict::Finding &F) {
  StringRef Check = report::checkName(F);
  for (const verdict::Site &S : F.Sites)
    for (const Comment &C : in(S.Where.File))
      if (C.isAbout(S.Where.Line, Check))
        return C.Why;
  return std::nullopt;
}

std::vector<instrument::IgnoredLine>
ignoredLines(const llvm::Module &M, std::vector<std::string> &Problems) {
  SourceLines Source;
  IgnoreComments Comments(Source, Problems);
  std::vector<instrument::IgnoredLine> All;
  for (const std::string &File : lift::ownFiles(M))
    for (const IgnoreComments::Comment &C : Comments.in(File))
      for (unsigned Line = C.Line; Line <= C.LastLine; ++Line)
        All.push_back({File, Line, C.Check, C.Why});
  return All;
}

} // namespace racemap
