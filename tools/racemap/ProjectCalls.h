// ProjectCalls - which functions of a project's units are called by which
// others, and with what.
//
// In:  of each unit, as the plugin writes it (emit-calls=FILE),
//        {"wants": ["_Z3runPfi"], "defines": ["_Z3runPfi", "_Z3barv"],
//         "calls": {"_Z3fooPf": "TEXT"}}
//      "wants" are its own functions whose callers elsewhere would matter,
//      "defines" all that others may call, "calls" what it passes to functions
//      that others define.
// Out: for a unit, as the plugin reads it (calls=FILE),
//        {"complete": true, "calls": {"_Z3runPfi": ["TEXT", "TEXT2"]}}
//      what all other units pass to the functions that it wants, in the order
//      of the units. It is complete if every unit has said what it calls. Two
//      files that define a function are of two programs: who calls which of
//      them is not known.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_PROJECTCALLS_H
#define RACEMAP_TOOLS_RACEMAP_PROJECTCALLS_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace racemap {

/// What one unit says. Functions are named as the linker names them.
struct UnitCalls {
  std::vector<std::string> Wants, Defines;
  std::map<std::string, std::string> Calls; ///< by function

  /// Nothing if it is not what the plugin writes.
  static std::optional<UnitCalls> read(const llvm::json::Value &Said);
  static std::optional<UnitCalls> readFile(const std::string &Path);
  llvm::json::Value toJson() const;
};

/// Functions whose callers are looked for.
class WantedFunctions {
public:
  void add(llvm::StringRef Mangled);
  bool empty() const { return Names.empty(); }
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
  /// Units are numbered in their order.
  void add(size_t Unit, const std::string &File, UnitCalls Its);
  /// There is a unit whose calls are not known.
  void addUnknown() { IsComplete = false; }
  WantedFunctions wanted() const;
  /// What is passed to the functions that the unit wants; nothing if no other
  /// unit calls one of them.
  std::optional<llvm::json::Value> ofOthers(size_t Unit) const;

private:
  std::vector<std::string> textsOf(const std::string &Function,
                                   size_t Except) const;

  std::map<size_t, UnitCalls> Units;
  std::map<std::string, std::set<std::string>> Definers; ///< files
  bool IsComplete = true;
};

} // namespace racemap

#endif
