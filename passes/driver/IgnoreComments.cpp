// IgnoreComments - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/IgnoreComments.h"
#include "passes/report/Wording.h"

namespace racemap {

using llvm::StringRef;

static constexpr llvm::StringLiteral Mark = "racemap: ignore(";

void IgnoreComments::problem(StringRef File, unsigned Line,
                             const llvm::Twine &Text) {
  std::string Whole =
      (File + ":" + llvm::Twine(Line) + ": racemap: ignore: " + Text +
       "; write it as in: // racemap: ignore(data-race): why")
          .str();
  if (Told.insert(Whole).second)
    Problems.push_back(std::move(Whole));
}

/// The reason that a comment of this line has for this check.
std::optional<std::string>
IgnoreComments::reasonAt(StringRef File, unsigned Line, StringRef Check) {
  StringRef Text = Source.at(File, Line);
  size_t At = Text.find(Mark);
  if (At == StringRef::npos || !(Text.take_front(At).contains("//") ||
                                 Text.take_front(At).contains("/*")))
    return std::nullopt;
  auto [Names, Rest] = Text.drop_front(At + Mark.size()).split(')');
  bool IsMeant = false;
  for (StringRef Name : llvm::split(Names, ',')) {
    Name = Name.trim();
    Name.consume_front("racemap-");
    if (!report::isCheck(Name)) {
      problem(File, Line, "there is no check '" + Name + "'");
      return std::nullopt;
    }
    IsMeant |= Name == Check;
  }
  if (!IsMeant)
    return std::nullopt;
  bool HasReason = Rest.consume_front(":");
  Rest = Rest.split("*/").first.trim();
  if (HasReason && !Rest.empty())
    return Rest.str();
  problem(File, Line, "a reason is missing");
  return std::nullopt;
}

/// Is the line nothing but a comment, which is about the next one?
static bool isComment(StringRef Line) {
  return Line.starts_with("//") || Line.starts_with("/*");
}

std::optional<std::string> IgnoreComments::ignores(const verdict::Finding &F) {
  StringRef Check = report::checkName(F);
  for (const verdict::Site &S : F.Sites) {
    StringRef File = S.Where.File;
    unsigned Line = S.Where.Line;
    if (Line == 0)
      continue;
    if (auto Why = reasonAt(File, Line, Check))
      return Why;
    if (Line > 1 && isComment(Source.at(File, Line - 1)))
      if (auto Why = reasonAt(File, Line - 1, Check))
        return Why;
  }
  return std::nullopt;
}

} // namespace racemap
