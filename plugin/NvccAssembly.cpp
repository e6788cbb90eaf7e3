// NvccAssembly - see the header.
//
// A statement's words are found by clang's lexer, without preprocessing: what a
// macro makes of them is not followed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/NvccAssembly.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"

namespace racemap {

using namespace clang;

namespace {
/// Goes through a file's assembly statements.
class Rewriter {
public:
  Rewriter(llvm::StringRef Text, const LangOptions &Language)
      : Text(Text), New(Text), Words(SourceLocation(), Language, Text.begin(),
                                     Text.begin(), Text.end()) {}

  /// The text of the same length, or none if nothing changes.
  std::optional<std::string> rewrite() {
    for (next(); Word.isNot(tok::eof);)
      if (isWord({"asm", "__asm__", "__asm"}))
        readStatement();
      else
        next();
    if (New == Text)
      return std::nullopt;
    return std::move(New);
  }

private:
  void next() { Words.LexFromRawLexer(Word); }
  bool isWord(std::initializer_list<llvm::StringRef> Any) const {
    return Word.is(tok::raw_identifier) &&
           llvm::is_contained(Any, Word.getRawIdentifier());
  }
  size_t begin() const { return end() - Word.getLength(); }
  size_t end() const { return Words.getBufferLocation() - Text.begin(); }

  /// From the keyword to the closing parenthesis.
  void readStatement() {
    do
      next();
    while (isWord({"volatile", "__volatile__", "goto", "inline"}));
    if (Word.isNot(tok::l_paren))
      return;
    std::vector<std::pair<size_t, size_t>> Template;
    for (next(); tok::isStringLiteral(Word.getKind()); next())
      Template.push_back({begin(), end()});
    if (Word.isNot(tok::colon) && Word.isNot(tok::coloncolon))
      return; // without operands, '%' is a character like any other
    for (auto [Begin, End] : Template)
      escape(Begin, End);
    readOperands();
  }

  void readOperands() {
    tok::TokenKind Last = tok::colon;
    for (unsigned Depth = 1; Depth && Word.isNot(tok::eof); next()) {
      if (Depth == 1 && Last == tok::r_paren && Word.is(tok::string_literal))
        put(',', begin());
      Depth += Word.is(tok::l_paren);
      Depth -= Word.is(tok::r_paren);
      Last = Word.getKind();
    }
  }

  /// A letter behind '%' that no operand's number or name follows is a modifier
  /// of nothing: clang's error.
  void escape(size_t Begin, size_t End) {
    for (size_t I = Begin; I + 2 < End; ++I)
      if (Text[I] == '%') {
        if (isLetter(Text[I + 1]) && !isDigit(Text[I + 2]) &&
            Text[I + 2] != '[')
          put('%', I);
        ++I;
      }
  }

  void put(char C, size_t Before) {
    if (isHorizontalWhitespace(Text[Before - 1]))
      New[Before - 1] = C;
  }

  llvm::StringRef Text;
  std::string New;
  Lexer Words;
  Token Word;
};

/// Looks into files of the project before they are entered.
class Headers : public PPCallbacks {
public:
  explicit Headers(CompilerInstance &CI) : CI(CI) {}

  void InclusionDirective(SourceLocation, const Token &, StringRef, bool,
                          CharSourceRange, OptionalFileEntryRef File, StringRef,
                          StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind Kind) override {
    if (File && !SrcMgr::isSystem(Kind))
      read(*File);
  }

  void read(FileEntryRef File) {
    SourceManager &Files = CI.getSourceManager();
    auto Text = Files.getMemoryBufferForFileOrNone(File);
    if (!Seen.insert(&File.getFileEntry()).second || !Text ||
        !Text->getBuffer().contains("asm"))
      return;
    if (auto New = Rewriter(Text->getBuffer(), CI.getLangOpts()).rewrite())
      Files.overrideFileContents(
          File, llvm::MemoryBuffer::getMemBufferCopy(*New, File.getName()));
  }

private:
  CompilerInstance &CI;
  std::set<const FileEntry *> Seen;
};
} // namespace

/// What nvcc would compile, says whoever runs clang with these macros.
static bool standsForNvcc(const CompilerInstance &CI) {
  return llvm::any_of(CI.getPreprocessorOpts().Macros, [](const auto &M) {
    llvm::StringRef Name = llvm::StringRef(M.first).split('=').first;
    return Name == "RACEMAP_CPU_DEVICE" || Name == "RACEMAP_GPU_DEVICE";
  });
}

void readNvccAssembly(CompilerInstance &CI) {
  bool IsOnlyRead =
      CI.getFrontendOpts().ProgramAction == frontend::ParseSyntaxOnly;
  if (!CI.getLangOpts().CUDA || (!IsOnlyRead && !standsForNvcc(CI)))
    return;
  auto Reader = std::make_unique<Headers>(CI);
  const SourceManager &Files = CI.getSourceManager();
  if (auto Main = Files.getFileEntryRefForID(Files.getMainFileID()))
    Reader->read(*Main);
  CI.getPreprocessor().addPPCallbacks(std::move(Reader));
}

} // namespace racemap
