// Checker - shows that a table says race exactly when the reference does.
//
// In:  a hierarchy and a table.
// Out: a shortest history on which the two disagree, or none: then all
//      configurations that there are have been visited.
//
// Explores the product of the frontier and the shadow cell, breadth first. An
// access that may keep the cell is tried both ways. With Interleaved, an access
// is two steps as on the machine: it loads the cell, and later swaps it if it
// still says the same, and otherwise has to load again. In between the other
// threads go on; the group barriers that it is awaited at do not. One such
// access at a time is enough, as it is visible to others only in its swap.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_CHECKER_H
#define RACEMAP_RUNTIME_FSM_MODEL_CHECKER_H

#include "runtime/fsm/model/Configuration.h"
#include "runtime/fsm/model/Table.h"

namespace racemap::fsm {

class Checker {
public:
  struct Options {
    bool Symmetric = true;
    bool Interleaved = false;
  };

  /// A place of the table, and how wide a barrier the last accessor has passed.
  struct Place {
    unsigned State;
    unsigned Meeting;
    Scope Since;
    friend auto operator<=>(const Place &, const Place &) = default;
  };

  Checker(const Hierarchy &H, const Table &T, Options O)
      : H(H), T(T), O(O), Known(H, O.Symmetric),
        First(std::size_t{T.states()} * Meeting::Count * NumScopes,
              Configurations::None) {}

  /// Visits all that can be reached. False if the two disagree.
  bool run(const Configuration &From = {});

  unsigned configurations() const { return Known.size(); }
  /// The places that were looked up, each with the configuration where that was
  /// first.
  std::vector<std::pair<Place, Configuration>> places() const;
  /// The history that they disagree on, one event a line.
  std::string counterexample() const;

private:
  enum class Kind { Barrier, Access, AccessAndKeep, Load, Swap };
  struct Move {
    Kind TheKind;
    unsigned Group; ///< or thread
    Operation Op = Operation::Read;
  };

  std::vector<Move> moves(const Configuration &C) const;
  Configuration after(Configuration C, Move M) const;
  Transition lookUp(const Configuration &C, Move M) const;
  /// Is a transition taken with the move?
  static bool looksUp(const Configuration &C, Move M);
  bool agree(const Configuration &C, Move M) const;
  void visit(unsigned Number, const Configuration &C, Move M);
  std::string describe(Move M) const;

  const Hierarchy &H;
  const Table &T;
  Options O;
  Configurations Known;
  std::vector<unsigned> Parents; ///< by configuration
  std::vector<unsigned> First;   ///< configuration by place, or None
  unsigned Failed = 0;           ///< the configuration before they disagree
};

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_CHECKER_H
