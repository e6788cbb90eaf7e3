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

namespace racemap {

using llvm::StringRef;

/// What may follow a command, but for files.
static std::vector<std::string> words(const Subcommand &C) {
  std::vector<std::string> All{"--help"};
  for (const CommandFlag &F : C.Flags)
    All.push_back(F.word());
  if (!C.OptionPrefix.empty())
    for (const OptionText &O : optionTexts())
      if (takesOption(C.Name, O.Name))
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

static std::string joined(const std::vector<std::string> &All) {
  std::string Text;
  for (const std::string &Word : All)
    Text += (Text.empty() ? "" : " ") + Word;
  return Text;
}

static std::string names() {
  std::vector<std::string> All;
  for (const Subcommand &C : commands())
    All.push_back(C.Name.str());
  return joined(All);
}

static void cases(llvm::raw_ostream &OS) {
  for (const Subcommand &C : commands())
    OS << "    " << C.Name << ") words='" << joined(words(C)) << "' ;;\n";
}

static void bash(llvm::raw_ostream &OS) {
  OS << "# racemap completion bash\n"
        "_racemap() {\n"
        "  local words current=${COMP_WORDS[COMP_CWORD]}\n"
        "  # --NAME=VALUE is three words here\n"
        "  if [[ $current == = || ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then\n"
        "    COMPREPLY=($(compgen -f -- \"${current#=}\"))\n"
        "    return\n"
        "  fi\n"
        "  if ((COMP_CWORD == 1)); then\n"
        "    COMPREPLY=($(compgen -W '"
     << names()
     << " --version' -- \"$current\"))\n"
        "    return\n"
        "  fi\n"
        "  case ${COMP_WORDS[1]} in\n";
  cases(OS);
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
        "  local words_of\n"
        "  if ((CURRENT == 2)); then\n"
        "    compadd -- "
     << names()
     << " --version\n"
        "    return\n"
        "  fi\n"
        "  case $words[2] in\n";
  for (const Subcommand &C : commands())
    OS << "    " << C.Name << ") compadd -- " << joined(words(C)) << " ;;\n";
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
