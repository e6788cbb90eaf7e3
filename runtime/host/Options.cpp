// Options - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Options.h"
#include "runtime/config/KnownOptions.h"
#include "runtime/output/Printable.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

// The program's, if it has one.
extern "C" const char *__racemap_default_options() __attribute__((weak));

namespace racemap::host {

static bool assign(std::string &Field, std::string_view Value) {
  Field = Value;
  return true;
}

template <typename Number>
static bool assignNumber(Number &Field, std::string_view Value) {
  const char *End = Value.data() + Value.size();
  auto [Stop, Wrong] = std::from_chars(Value.data(), End, Field);
  return Wrong == std::errc() && Stop == End;
}

/// The only whole number with a sign is an exit status.
static bool assign(int &Field, std::string_view Value) {
  return assignNumber(Field, Value) && Field >= 0 && Field <= 255;
}

static bool assign(uint64_t &Field, std::string_view Value) {
  return assignNumber(Field, Value);
}

static bool assign(std::optional<uint64_t> &Field, std::string_view Value) {
  uint64_t Number = 0;
  if (!assignNumber(Number, Value))
    return false;
  Field = Number;
  return true;
}

static bool assign(bool &Field, std::string_view Value) {
  bool True = Value == "1" || Value == "true" || Value == "yes";
  Field = True;
  return True || Value == "0" || Value == "false" || Value == "no";
}

static bool assign(SameValues &Field, std::string_view Value) {
  bool IsRemark = Value == "remark", IsReport = Value == "report";
  Field = IsRemark   ? SameValues::Remark
          : IsReport ? SameValues::Report
                     : SameValues::Hide;
  return IsRemark || IsReport || Value == "hide";
}

/// Takes the next name or value off Text: up to one of Ends, or between quotes.
static std::string_view take(std::string_view &Text, std::string_view Ends) {
  bool Quoted = !Text.empty() && (Text[0] == '\'' || Text[0] == '"');
  size_t Begin = Quoted ? 1 : 0;
  size_t End = Quoted ? Text.find(Text[0], 1) : Text.find_first_of(Ends);
  if (End == std::string_view::npos)
    End = Text.size();
  std::string_view Taken = Text.substr(Begin, End - Begin);
  Text.remove_prefix(Quoted ? std::min(End + 1, Text.size()) : End);
  return Taken;
}

/// Sets one option. Returns what is wrong, or nothing.
static std::string set(Options &O, std::string_view Name,
                       std::string_view Value) {
// NOLINTBEGIN(bugprone-macro-parentheses): texts that follow each other
#define RACEMAP_RUNTIME_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP)               \
  if (Name == NAME) {                                                          \
    TYPE Read = O.FIELD;                                                       \
    if (!assign(Read, Value))                                                  \
      return "'" + std::string(Value) +                                        \
             "' is no value for " NAME " (" HELP ")";                          \
    O.FIELD = Read;                                                            \
    return {};                                                                 \
  }
#include "runtime/host/Options.def"
  // NOLINTEND(bugprone-macro-parentheses)
  const std::vector<std::string_view> Known{
#define RACEMAP_RUNTIME_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP) NAME,
#include "runtime/host/Options.def"
  };
  return "no option is called '" + std::string(Name) + "'; help=1 lists them" +
         config::didYouMean(Name, Known);
}

std::vector<std::string> Options::parse(std::string_view Text) {
  std::vector<std::string> Problems;
  constexpr std::string_view Separators = ": \t\n";
  while (true) {
    Text.remove_prefix(
        std::min(Text.find_first_not_of(Separators), Text.size()));
    if (Text.empty())
      return Problems;
    std::string_view Name = take(Text, "=: \t\n");
    if (Text.empty() || Text[0] != '=') {
      Problems.push_back("'" + std::string(Name) + "' has no value; write " +
                         std::string(Name) + "=VALUE");
      continue;
    }
    Text.remove_prefix(1);
    std::string Wrong = set(*this, Name, take(Text, Separators));
    if (!Wrong.empty())
      Problems.push_back(std::move(Wrong));
  }
}

static std::string text(const std::string &Value) { return Value; }
static std::string text(SameValues Value) {
  switch (Value) {
  case SameValues::Remark:
    return "remark";
  case SameValues::Report:
    return "report";
  case SameValues::Hide:
    return "hide";
  }
  return "";
}
static std::string text(bool Value) { return Value ? "1" : "0"; }
static std::string text(int Value) { return std::to_string(Value); }
static std::string text(uint64_t Value) { return std::to_string(Value); }
static std::string text(const std::optional<uint64_t> &Value) {
  return Value ? std::to_string(*Value) : std::string();
}

std::string Options::help() {
  std::string Lines;
  Options Default;
#define RACEMAP_RUNTIME_OPTION(TYPE, FIELD, NAME, DEFAULT, HELP)               \
  Lines += "  " NAME "=" + text(Default.FIELD) + "\n      " HELP "\n";
#include "runtime/host/Options.def"
  return Lines;
}

/// A program whose configuration is wrong does not run: what it would not find
/// might be taken for what is not there.
static void readConfig(Options &O) {
  if (O.Config.empty())
    return;
  std::vector<std::string> Problems;
  O.File = config::Config::read(O.Config, config::optionsOfFiles(), Problems);
  for (const std::string &Wrong : Problems)
    std::fprintf(stderr, "racemap: error: %s\n",
                 output::printable(Wrong).c_str());
  if (!Problems.empty())
    _exit(2);
}

static Options read() {
  Options O;
  std::vector<std::string> Problems;
  if (__racemap_default_options)
    if (const char *Text = __racemap_default_options())
      Problems = O.parse(Text);
  if (const char *Text = std::getenv("RACEMAP_OPTIONS"))
    for (std::string &Wrong : O.parse(Text))
      Problems.push_back(std::move(Wrong));
  for (const std::string &Wrong : Problems)
    std::fprintf(stderr, "racemap: warning: RACEMAP_OPTIONS: %s\n",
                 output::printable(Wrong).c_str());
  readConfig(O);
  if (O.Help)
    std::fprintf(stderr, "RACEMAP_OPTIONS=name=value:name=value\n%s",
                 Options::help().c_str());
  return O;
}

/// Never destroyed: the end of the process needs them.
static Options &theOptions() {
  static Options *TheOptions = new Options(read());
  return *TheOptions;
}

const Options &options() { return theOptions(); }

void setSeed(uint64_t Seed) { theOptions().Seed = Seed; }

std::string expandPath(std::string_view Path) {
  std::string Result;
  for (size_t I = 0; I < Path.size(); ++I) {
    bool IsProcess = Path.substr(I, 2) == "%p";
    Result += IsProcess ? std::to_string(getpid()) : std::string(1, Path[I]);
    I += IsProcess ? 1 : 0;
  }
  return Result;
}

} // namespace racemap::host
