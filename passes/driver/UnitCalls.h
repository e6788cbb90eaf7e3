// UnitCalls - what the units of a project call of each other.
//
// Functions are named as the linker names them. What is passed to one is text,
// a form with launch contexts (plugin/OtherUnits.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_DRIVER_UNITCALLS_H
#define RACEMAP_PASSES_DRIVER_UNITCALLS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace racemap {

/// What a unit says of itself, with emit-calls=FILE:
///   {"defines": ["_Z3runPfi"], "mentions": ["_Z4stepv"],
///    "calls": {"_Z4stopi": "kernel stop …"}}
struct UnitCalls {
  /// Functions and kernels that other units may call and launch.
  std::set<std::string> Defines;
  /// Those of other units that may be called here in ways that are not
  /// followed.
  std::set<std::string> Mentions;
  /// What is passed to those of other units.
  std::map<std::string, std::string> Calls;

  static llvm::Expected<UnitCalls> read(const std::string &File);
  /// Nothing if it is none.
  static std::optional<UnitCalls> of(const llvm::json::Value &Said);
  llvm::json::Value toJson() const;
  bool operator==(const UnitCalls &) const = default;
};

/// What a unit is told of all others, with calls=FILE:
///   {"mentions": ["_Z3runPfi"],
///    "calls": {"_Z3runPfi": ["kernel run …", …]}}
struct CallsOfOthers {
  std::set<std::string> Mentions;
  std::map<std::string, std::vector<std::string>> Calls;

  /// There are none.
  bool isEmpty() const { return Mentions.empty() && Calls.empty(); }
  static llvm::Expected<CallsOfOthers> read(const std::string &File);
  llvm::json::Value toJson() const;
  bool operator==(const CallsOfOthers &) const = default;
};

} // namespace racemap

#endif
