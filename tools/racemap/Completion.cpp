// Completion - `racemap completion`: commands, flags, options and what can be
// explained, as shells complete them; everything else is a file.
//
// The arguments of `cc` and `nvcc` are those of another program: beside
// racemap's own, files are offered.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Help.h"
#include "OptionUse.h"
#include "passes/driver/Options.h"
#include "passes/report/Explanations.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace racemap {

using llvm::StringRef;

static std::string joined(llvm::ArrayRef<std::string> All) {
  return llvm::join(All, " ");
}

/// The options that a command takes.
static std::vector<OptionText> optionsOf(const Subcommand &C) {
  std::vector<OptionText> All;
  if (!C.OptionPrefix.empty())
    llvm::copy_if(
        optionTexts(), std::back_inserter(All),
        [&](const OptionText &O) { return takesOption(C.Name, O.Name); });
  return All;
}

/// What may follow a command, but for files; options whose value follows at
/// once end in "=".
static std::vector<std::string> words(const Subcommand &C) {
  std::vector<std::string> All{"--help"};
  for (const CommandFlag &F : C.Flags)
    All.push_back(F.word());
  for (const OptionText &O : optionsOf(C))
    All.push_back((C.OptionPrefix + O.Name + "=").str());
  if (C.Name == "explain")
    for (const report::Explanation &E : report::explanations())
      All.push_back(E.Name.str());
  if (C.Name == "completion")
    All.insert(All.end(), {"bash", "zsh", "fish"});
  if (C.Name == "help" || C.Name == "man")
    for (const Subcommand &Other : commands())
      All.push_back(Other.Name.str());
  return All;
}

/// The values of what is one of a few words, by what stands before "=".
static std::map<std::string, std::string> values() {
  std::map<std::string, std::string> All;
  for (const Subcommand &C : commands()) {
    for (const OptionText &O : optionsOf(C))
      if (!O.Words.empty())
        All[(C.OptionPrefix + O.Name).str()] = llvm::join(O.Words, " ");
    for (const CommandFlag &F : C.Flags)
      if (StringRef(F.word()).ends_with("="))
        All[F.Name.str()] = F.Value.str();
  }
  return All;
}

static std::string names() {
  std::vector<std::string> All;
  for (const Subcommand &C : commands())
    All.push_back(C.Name.str());
  return joined(All);
}

static void bash(llvm::raw_ostream &OS) {
  OS << "# racemap completion bash\n"
        "_racemap() {\n"
        "  local words= option= current=${COMP_WORDS[COMP_CWORD]}\n"
        "  # --NAME=VALUE is three words here\n"
        "  if [[ $current == = ]]; then\n"
        "    option=${COMP_WORDS[COMP_CWORD-1]} current=\n"
        "  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then\n"
        "    option=${COMP_WORDS[COMP_CWORD-2]}\n"
        "  fi\n"
        "  case $option in\n"
        "    '') ;;\n";
  for (const auto &[Option, Words] : values())
    OS << "    " << Option << ") words='" << Words << "' ;;\n";
  OS << "  esac\n"
        "  if [[ -n $words ]]; then\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
        "    return\n"
        "  elif [[ -n $option ]]; then\n"
        "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
        "    return\n"
        "  fi\n"
        "  if ((COMP_CWORD == 1)); then\n"
        "    COMPREPLY=($(compgen -W '"
     << names()
     << " --version' -- \"$current\"))\n"
        "    return\n"
        "  fi\n"
        "  case ${COMP_WORDS[1]} in\n";
  for (const Subcommand &C : commands())
    OS << "    " << C.Name << ") words='" << joined(words(C)) << "' ;;\n";
  OS << "  esac\n"
        "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\")"
        " $(compgen -f -- \"$current\"))\n"
        "  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
        "}\n"
        "complete -o filenames -F _racemap racemap\n";
}

static void zsh(llvm::raw_ostream &OS) {
  OS << "#compdef racemap\n"
        "_racemap() {\n"
        "  if ((CURRENT == 2)); then\n"
        "    compadd -- "
     << names()
     << " --version\n"
        "    return\n"
        "  fi\n"
        "  if [[ $PREFIX == --*=* ]]; then\n"
        "    local option=${PREFIX%%=*}\n"
        "    compset -P '*='\n"
        "    case $option in\n";
  for (const auto &[Option, Words] : values())
    OS << "      " << Option << ") compadd -- " << Words << " ;;\n";
  OS << "      *) _files ;;\n"
        "    esac\n"
        "    return\n"
        "  fi\n"
        "  case $words[2] in\n";
  for (const Subcommand &C : commands()) {
    std::vector<std::string> Whole, Begun;
    for (const std::string &Word : words(C))
      (Word.back() == '=' ? Begun : Whole).push_back(Word);
    OS << "    " << C.Name << ") compadd -- " << joined(Whole);
    if (!Begun.empty())
      OS << "; compadd -S '' -- " << joined(Begun);
    OS << " ;;\n";
  }
  OS << "  esac\n"
        "  _files\n"
        "}\n"
        "if [ \"$funcstack[1]\" = _racemap ]; then\n"
        "  _racemap\n"
        "else\n"
        "  compdef _racemap racemap\n"
        "fi\n";
}

static std::string quoted(StringRef Text) {
  std::string Out = "'";
  for (char C : Text) {
    if (C == '\'' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out + "'";
}

static void fish(llvm::raw_ostream &OS) {
  OS << "# racemap completion fish\n";
  for (const Subcommand &C : commands()) {
    OS << "complete -c racemap -n __fish_use_subcommand -f -a " << C.Name
       << " -d " << quoted(C.Summary) << "\n";
    OS << "complete -c racemap -n '__fish_seen_subcommand_from " << C.Name
       << "' -a " << quoted(joined(words(C))) << "\n";
  }
  for (const auto &[Option, Words] : values())
    OS << "complete -c racemap -l " << StringRef(Option).drop_front(2)
       << " -x -a " << quoted(Words) << "\n";
}

int completion(const char *, Arguments Args) {
  StringRef Shell = Args.size() == 1 ? StringRef(Args.front()) : "";
  if (Shell == "bash")
    bash(llvm::outs());
  else if (Shell == "zsh")
    zsh(llvm::outs());
  else if (Shell == "fish")
    fish(llvm::outs());
  else
    return fail("name a shell: bash, zsh or fish");
  return Clean;
}

} // namespace racemap
