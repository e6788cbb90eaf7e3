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
#include "llvm/ADT/StringSet.h"

namespace racemap {

/// Functions whose callers are looked for.
class CalledFunctions {
public:
  void add(llvm::StringRef Mangled);
  /// May a unit call one of them whose text, preprocessed, is this? Who calls a
  /// function names it, but for operators, destructors and the like.
  bool mayBeIn(llvm::StringRef Text) const;
  /// The same of another language's source. Fortran's names have no case, and
  /// an underscore behind them.
  bool mayBeInOther(llvm::StringRef Text) const;

private:
  llvm::StringSet<> Names;      ///< identifiers, and mangled names
  llvm::StringSet<> PlainNames; ///< in small letters, without underscores
  bool HasUnnamed = false;      ///< there are operators and the like
};

class ProjectCalls {
public:
  /// Units are numbered in their order. Identity: units that have the same are
  /// the same, compiled twice.
  void add(size_t Unit, const std::string &Identity, UnitCalls Its);
  /// There is a unit whose calls are not known.
  void addUnknown() { IsComplete = false; }
  /// By the units that have been added.
  CalledFunctions defined() const;
  /// Does the unit call functions of others?
  bool callsOthers(size_t Unit) const;
  /// What it has to be told.
  CallsOfOthers ofOthers(size_t Unit) const;

private:
  void addOf(const std::string &Function, size_t Except,
             CallsOfOthers &To) const;

  std::map<size_t, UnitCalls> Units;
  std::map<std::string, std::set<std::string>> Definers; ///< identities
  bool IsComplete = true;
};

} // namespace racemap

#endif
