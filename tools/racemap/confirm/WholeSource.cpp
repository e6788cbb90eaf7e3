// WholeSource - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/racemap/confirm/WholeSource.h"
#include "tools/racemap/confirm/ReplayBuild.h"
#include "tools/racemap/confirm/UnitOf.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

using llvm::StringRef;
namespace path = llvm::sys::path;

/// Deeper ones include themselves.
static constexpr unsigned MostDepth = 60;

namespace {
/// An #include or a #pragma once of a file.
struct Directive {
  size_t Begin, End; ///< in the text, End before the end of the line
  std::string Name;  ///< of the header; empty: #pragma once
  bool IsQuoted = false;
};

/// Finds them where they are no comments and not in strings.
class DirectiveReader {
public:
  explicit DirectiveReader(StringRef Text)
      : Text(Text), Lex(clang::SourceLocation(), Language, Text.begin(),
                        Text.begin(), Text.end()) {}

  std::vector<Directive> read() {
    std::vector<Directive> All;
    bool IsEnd = next();
    while (!IsEnd) {
      if (!Token.is(clang::tok::hash) || !Token.isAtStartOfLine()) {
        IsEnd = next();
        continue;
      }
      size_t Begin = position() - 1;
      IsEnd = next();
      if (std::optional<Directive> D = readOne(Begin))
        All.push_back(std::move(*D));
    }
    return All;
  }

private:
  static clang::LangOptions options() {
    clang::LangOptions O;
    O.CPlusPlus = O.CPlusPlus11 = O.RawStringLiterals = O.LineComment = true;
    return O;
  }
  bool next() { return Lex.LexFromRawLexer(Token); }
  size_t position() const {
    return size_t(Lex.getBufferLocation() - Text.begin());
  }
  StringRef word() const {
    return Token.is(clang::tok::raw_identifier) ? Token.getRawIdentifier()
                                                : StringRef();
  }

  std::optional<Directive> readOne(size_t Begin) {
    StringRef Rest = Text.drop_front(position()).take_until([](char C) {
      return C == '\n';
    });
    Directive D{Begin, position() + Rest.size(), ""};
    Rest = Rest.trim();
    if (word() == "pragma")
      return Rest.starts_with("once") ? std::optional(D) : std::nullopt;
    if (word() != "include" || Rest.empty())
      return std::nullopt;
    D.IsQuoted = Rest.front() == '"';
    if (!D.IsQuoted && Rest.front() != '<')
      return std::nullopt; // a macro: it stays
    D.Name = Rest.drop_front().split(D.IsQuoted ? '"' : '>').first.str();
    return D.Name.empty() ? std::nullopt : std::optional(D);
  }

  StringRef Text;
  clang::LangOptions Language = options(); ///< that the lexer refers to
  clang::Lexer Lex;
  clang::Token Token;
};
} // namespace

WholeSource::WholeSource(const Toolchain &T,
                         const verdict::LaunchRecipe::Unit &U)
    : T(T), U(U) {}

std::string WholeSource::absolute(StringRef Path) const {
  return wholePath(U.Directory, Path);
}

/// "-DN=4" as "#define N 4".
static std::string definition(StringRef Macro) {
  auto [Name, Value] = Macro.split('=');
  bool HasValue = Macro.contains('=');
  return ("#define " + Name + " " + (HasValue ? Value : "1") + "\n").str();
}

llvm::Error WholeSource::readFlags() {
  auto All = compileFlagsOf(U);
  if (!All)
    return All.takeError();
  Flags = std::move(*All);
  for (size_t I = 0; I < Flags.size(); ++I) {
    StringRef Flag = Flags[I];
    auto Takes = [&](StringRef Name) {
      if (!Flag.consume_front(Name))
        return false;
      if (Flag.empty() && I + 1 < Flags.size())
        Flag = Flags[++I];
      return true;
    };
    if (Takes("-include"))
      Before.push_back(absolute(Flag));
    else if (Takes("-iquote"))
      QuotedFolders.push_back(absolute(Flag));
    else if (Takes("-I"))
      Folders.push_back(absolute(Flag));
    else if (Takes("-D"))
      Text += definition(Flag);
    else if (Takes("-U"))
      Text += ("#undef " + Flag + "\n").str();
  }
  return llvm::Error::success();
}

std::string WholeSource::flags() const {
  std::string Kept;
  for (StringRef Flag : Flags)
    if (Flag.starts_with("-std=") || Flag == "-fopenmp")
      Kept += (" " + Flag).str();
  if (llvm::is_contained(Flags, "-fgpu-rdc"))
    Kept += " -rdc=true";
  return Kept;
}

std::string WholeSource::find(StringRef Name, bool IsQuoted,
                              StringRef Folder) const {
  std::vector<std::string> In;
  if (IsQuoted) {
    In.push_back(Folder.str());
    In.insert(In.end(), QuotedFolders.begin(), QuotedFolders.end());
  }
  In.insert(In.end(), Folders.begin(), Folders.end());
  if (path::is_absolute(Name))
    In = {""};
  for (const std::string &Each : In) {
    llvm::SmallString<256> File(Each);
    path::append(File, Name);
    if (!llvm::sys::fs::is_regular_file(File))
      continue;
    return T.isSystemFile(File, U.Flags) ? "" : File.str().str();
  }
  return {};
}

llvm::Error WholeSource::append(const std::string &File, unsigned Depth) {
  auto Bytes = llvm::MemoryBuffer::getFile(File);
  if (!Bytes)
    return llvm::createStringError("cannot read " + File + ": " +
                                   Bytes.getError().message());
  if (Depth > MostDepth)
    return llvm::createStringError(File + " includes itself without end");
  StringRef Its = (*Bytes)->getBuffer(), Folder = path::parent_path(File);
  std::vector<Directive> All = DirectiveReader(Its).read();
  bool IsOnce =
      llvm::any_of(All, [](const Directive &D) { return D.Name.empty(); });
  if (IsOnce) {
    unsigned Number = Once.try_emplace(File, Once.size()).first->second;
    std::string Guard = "RACEMAP_REPLAY_ONCE_" + std::to_string(Number);
    Text += "#ifndef " + Guard + "\n#define " + Guard + "\n";
  }
  size_t At = 0;
  for (const Directive &D : All) {
    std::string Header = D.Name.empty() ? "" : find(D.Name, D.IsQuoted, Folder);
    if (Header.empty() && !D.Name.empty())
      continue;
    Text += Its.slice(At, D.Begin);
    At = D.End;
    if (Header.empty())
      continue;
    Text += "/* " + D.Name + " */\n";
    if (llvm::Error E = append(Header, Depth + 1))
      return E;
  }
  Text += Its.drop_front(At);
  if (!StringRef(Text).ends_with("\n"))
    Text += '\n';
  if (IsOnce)
    Text += "#endif\n";
  return llvm::Error::success();
}

llvm::Expected<std::string> WholeSource::text() {
  if (llvm::Error E = readFlags())
    return std::move(E);
  std::vector<std::string> Files = Before;
  Files.push_back(sourceOf(U));
  for (const std::string &File : Files)
    if (llvm::Error E = append(File, 0))
      return std::move(E);
  return std::move(Text);
}

} // namespace racemap
