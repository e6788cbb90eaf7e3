// ProjectCalls - which functions of a project's units are called by which
// others, and with what.
//
// In:  of each unit, what it defines and calls (passes/driver/UnitCalls.h).
// Out: for a unit, what all others pass to the functions that it defines, in
//      the order of the units. Two units that define a function are of two
//      programs: who calls which of them is not known. One file that is
//      compiled twice alike is one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_PROJECTCALLS_H
#define RACEMAP_TOOLS_RACEMAP_PROJECTCALLS_H

#include "passes/driver/UnitCalls.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace racemap {

/// Functions whose callers are looked for.
class CalledFunctions {
public:
  void add(llvm::StringRef Mangled);
  /// May a unit call one of them whose text, preprocessed, is this? Who calls a
  /// function names it. Operators, destructors and the like are left out: calls
  /// of these are not followed.
  bool mayBeIn(llvm::StringRef Text) const;
  /// Those that another language's source names, as the linker has them.
  /// Fortran's names have no case, and an underscore behind them.
  std::set<std::string> namedIn(llvm::StringRef Text) const;

private:
  llvm::StringSet<> Names; ///< identifiers, and mangled names
  /// These in small letters, without underscores, with whose they are.
  llvm::StringMap<std::set<std::string>> PlainNames;
};

class ProjectCalls {
public:
  /// Units are numbered in their order. Identity: units that have the same are
  /// the same, compiled twice.
  void add(size_t Unit, const std::string &Identity, UnitCalls Its);
  /// By the units that have been added.
  CalledFunctions defined() const;
  /// Does the unit call functions that others define?
  bool callsOthers(size_t Unit) const;
  /// What it has to be told.
  CallsOfOthers ofOthers(size_t Unit) const;

private:
  void addOf(const std::string &Function, size_t Except,
             CallsOfOthers &To) const;

  std::map<size_t, UnitCalls> Units;
  std::map<std::string, std::set<std::string>> Definers; ///< identities
};

} // namespace racemap

#endif
