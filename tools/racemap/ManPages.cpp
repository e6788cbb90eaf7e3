// ManPages - `racemap man`: the table of commands in the language of man.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Help.h"
#include "OptionUse.h"
#include "passes/driver/Options.h"
#include "passes/report/Explanations.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap {

using llvm::StringRef;

/// Nothing in it is a request or an escape, and hyphens stay what they are.
static std::string literal(StringRef Text) {
  std::string Out;
  if (Text.starts_with(".") || Text.starts_with("'"))
    Out += "\\&";
  for (char C : Text) {
    if (C == '\\')
      Out += "\\e";
    else if (C == '-')
      Out += "\\-";
    else
      Out += C;
  }
  return Out;
}

namespace {
class Page {
public:
  Page(StringRef Name, StringRef Summary, llvm::raw_ostream &OS) : OS(OS) {
    OS << ".TH " << StringRef(Name).upper() << " 1 \"\" \"RaceMap "
       << RACEMAP_VERSION << "\" \"RaceMap\"\n";
    section("NAME");
    OS << literal(Name) << " \\- " << literal(Summary) << "\n";
  }

  void section(StringRef Name) { OS << ".SH " << Name << "\n"; }
  void paragraph(StringRef Text) { OS << ".PP\n" << literal(Text) << "\n"; }
  void usage(StringRef Line) { OS << ".B " << literal(Line) << "\n.br\n"; }
  void item(StringRef Name, StringRef Text) {
    OS << ".TP\n.B " << literal(Name) << "\n" << literal(Text) << "\n";
  }
  /// Command: those that it has a use for; empty: all.
  void options(StringRef Prefix, StringRef Command = {}) {
    section("OPTIONS");
    for (const OptionText &O : optionTexts()) {
      if (!Command.empty() && !takesOption(Command, O.Name))
        continue;
      std::string Text = O.Help.str();
      if (!O.Default.empty())
        Text += " (default " + O.Default.str() + ")";
      item((Prefix + O.Name + "=VALUE").str(), Text);
    }
  }

private:
  llvm::raw_ostream &OS;
};
} // namespace

static void writeWhole(llvm::raw_ostream &OS) {
  Page P("racemap", "finds data races and barrier divergence in CUDA kernels",
         OS);
  P.section("SYNOPSIS");
  P.usage("racemap COMMAND ...");
  P.section("COMMANDS");
  for (const Subcommand &C : commands())
    P.item(("racemap " + C.Name).str(), C.Summary);
  P.section("EXIT STATUS");
  P.paragraph(ExitStatuses);
  P.options("--");
  P.section("FINDINGS");
  for (const report::Explanation &E : report::explanations())
    P.item(E.Name, E.Text);
  P.section("FILES");
  P.item(".racemap.toml", "the configuration of a project, in the folder of a "
                          "source file or above it");
}

static void writeCommand(const Subcommand &C, llvm::raw_ostream &OS) {
  Page P(("racemap-" + C.Name).str(), C.Summary, OS);
  P.section("SYNOPSIS");
  for (StringRef Form : llvm::split(C.Forms, '\n'))
    P.usage(("racemap " + C.Name + " " + Form).str());
  P.section("DESCRIPTION");
  for (StringRef Paragraph : llvm::split(C.Text, "\n\n"))
    P.paragraph(Paragraph);
  if (!C.Flags.empty())
    P.section("FLAGS");
  for (const CommandFlag &F : C.Flags)
    P.item(F.withValue(), F.Text);
  if (!C.OptionPrefix.empty())
    P.options(C.OptionPrefix, C.Name);
  P.section("EXAMPLES");
  for (const CommandExample &E : C.Examples)
    P.item(E.Line, E.Text);
  P.section("SEE ALSO");
  P.paragraph("racemap(1)");
}

int manPage(const char *, Arguments Args) {
  if (Args.empty()) {
    writeWhole(llvm::outs());
    return Clean;
  }
  const Subcommand *C = findCommand(Args.front());
  if (!C)
    return unknownCommand(Args.front());
  writeCommand(*C, llvm::outs());
  return Clean;
}

} // namespace racemap
