// IgnoreComments - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/IgnoreComments.h"
#include "passes/lift/module/SystemFiles.h"
#include "passes/report/Wording.h"
#include "runtime/config/CheckNames.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap {

using llvm::StringRef;

static constexpr llvm::StringLiteral Mark = "racemap: ignore(";

void IgnoreComments::problem(const map::SourcePoint &At,
                             const llvm::Twine &Text) {
  Problems.push_back((At.File + ":" + llvm::Twine(At.Line) + ":" +
                      llvm::Twine(At.Column) + ": ignore: " + Text +
                      "; write it as in: // racemap: ignore(data-race): why")
                         .str());
}

static bool beginsComment(StringRef Text) {
  return Text.starts_with("//") || Text.starts_with("/*");
}

/// What comments of a line say, each to the line's end, from the first one on.
static llvm::SmallVector<StringRef, 1> commentsIn(StringRef Line) {
  llvm::SmallVector<StringRef, 1> All;
  for (; !Line.empty(); Line = Line.drop_front())
    if (beginsComment(Line))
      All.push_back(Line.drop_front(2).ltrim("/*! \t"));
  return All;
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
  for (StringRef Said : commentsIn(Text)) {
    const char *Begin = Source.of(File)[Line - 1].data();
    map::SourcePoint At{File.str(), Line, unsigned(Said.data() - Begin) + 1};
    if (Said.consume_front(Mark))
      return read(At, Said, beginsComment(Text) ? Line + 1 : Line, To);
    if (seemsToBeMeant(Said))
      return problem(At, "this comment is not understood");
  }
}

/// What stands behind "ignore(".
void IgnoreComments::read(const map::SourcePoint &At, StringRef Said,
                          unsigned LastLine, std::vector<Comment> &To) {
  auto [Names, Rest] = Said.split(')');
  llvm::SmallVector<StringRef, 1> Checks;
  for (StringRef Name : llvm::split(Names, ',')) {
    Name = config::plainCheckName(Name.trim());
    if (!report::isCheck(Name))
      return problem(At, "there is no check '" + Name + "'");
    Checks.push_back(Name);
  }
  bool HasReason = Rest.consume_front(":");
  std::string Why = Rest.split("*/").first.trim().str();
  if (!HasReason || Why.empty())
    return problem(At, "a reason is missing");
  for (StringRef Check : Checks)
    To.push_back({At.Line, LastLine, Check.str(), Why});
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
