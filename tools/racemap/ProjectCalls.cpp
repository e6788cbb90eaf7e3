// ProjectCalls - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProjectCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

namespace racemap {

using llvm::StringRef;

static bool isOfName(char C) { return llvm::isAlnum(C) || C == '_'; }

static bool isName(StringRef Text) {
  return !Text.empty() && llvm::all_of(Text, isOfName);
}

/// The name that its callers write: "run" for "_Z3runIfEvPT_i".
static std::string nameOf(StringRef Mangled) {
  llvm::ItaniumPartialDemangler Parts;
  std::string Text = Mangled.str();
  if (Parts.partialDemangle(Text.c_str()))
    return Text; // extern "C"
  size_t Size = 0;
  char *Base = Parts.getFunctionBaseName(nullptr, &Size);
  std::string Name = Base ? Base : "";
  free(Base);
  return Name;
}

/// Without case, and without what compilers put around names.
static std::string plainName(StringRef Name) { return Name.trim('_').lower(); }

void CalledFunctions::add(StringRef Mangled) {
  std::string Name = nameOf(Mangled);
  if (!isName(Name)) // what calls operators and the like is not followed
    return;
  for (StringRef Its : {StringRef(Name), Mangled}) {
    Names.insert(Its);
    PlainNames[plainName(Its)].insert(Mangled.str());
  }
}

/// Is it true of some name in the text?
static bool anyName(StringRef Text, llvm::function_ref<bool(StringRef)> Is) {
  while (!Text.empty()) {
    StringRef Name = Text.take_while(isOfName);
    if (!Name.empty() && Is(Name))
      return true;
    Text = Text.drop_front(Name.size()).drop_until(isOfName);
  }
  return false;
}

bool CalledFunctions::mayBeIn(StringRef Text) const {
  return anyName(Text, [&](StringRef Name) { return Names.contains(Name); });
}

std::set<std::string> CalledFunctions::namedIn(StringRef Text) const {
  std::set<std::string> All;
  anyName(Text, [&](StringRef Name) {
    if (auto Its = PlainNames.find(plainName(Name)); Its != PlainNames.end())
      All.insert(Its->second.begin(), Its->second.end());
    return false;
  });
  return All;
}

void ProjectCalls::add(size_t Unit, const std::string &Identity,
                       UnitCalls Its) {
  for (const std::string &Function : Its.Defines)
    Definers[Function].insert(Identity);
  Units[Unit] = std::move(Its);
}

CalledFunctions ProjectCalls::defined() const {
  CalledFunctions All;
  for (const auto &[Function, Its] : Definers)
    All.add(Function);
  return All;
}

bool ProjectCalls::callsOthers(size_t Unit) const {
  auto Its = Units.find(Unit);
  return Its != Units.end() &&
         llvm::any_of(Its->second.Calls, [&](const auto &Call) {
           return Definers.count(Call.first) != 0;
         });
}

/// Two units that pass the same say it once.
void ProjectCalls::addOf(const std::string &Function, size_t Except,
                         CallsOfOthers &To) const {
  bool IsOne = Definers.at(Function).size() == 1;
  std::vector<std::string> Texts;
  for (const auto &[Unit, Its] : Units) {
    if (Unit == Except)
      continue;
    auto Call = Its.Calls.find(Function);
    if (Its.Mentions.count(Function) || (!IsOne && Call != Its.Calls.end()))
      To.Mentions.insert(Function);
    if (Call != Its.Calls.end() && !llvm::is_contained(Texts, Call->second))
      Texts.push_back(Call->second);
  }
  if (!Texts.empty() && IsOne)
    To.Calls[Function] = std::move(Texts);
}

CallsOfOthers ProjectCalls::ofOthers(size_t Unit) const {
  CallsOfOthers All;
  if (auto Its = Units.find(Unit); Its != Units.end())
    for (const std::string &Function : Its->second.Defines)
      addOf(Function, Unit, All);
  return All;
}

} // namespace racemap
