// Histories - the words of a launch in which threads are ordered otherwise.
//
// In place of a state, the cell of a word has the number of its history. As
// long as one access of one thread says it all, which is so for most words, it
// has the thread and the number of a note instead: what the accesses of a
// block's threads at one site, between two things that order them, have in
// common.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_HISTORIES_H
#define RACEMAP_RUNTIME_CPU_MONITOR_HISTORIES_H

#include "runtime/cpu/monitor/Pool.h"
#include "runtime/cpu/monitor/WordHistory.h"
#include "runtime/cpu/monitor/Words.h"

namespace racemap::cpu {

/// The notes that a block has made last.
class RecentNotes {
public:
  /// The number of what Now says but for the thread, made by Make if it is not
  /// among them.
  template <typename Function>
  std::optional<uint64_t> number(const Touch &Now, Function Make) {
    size_t Place = Now.Site * 5 + unsigned(Now.Op) + Now.When.Clock * 11 +
                   Now.When.BlockClock * 17;
    Entry &E = Entries[Place % Entries.size()];
    if (E.Number && E.Said == Now)
      return E.Number;
    E = {Now, Make()};
    return E.Number;
  }

private:
  struct Entry {
    Touch Said;
    std::optional<uint64_t> Number;
  };
  std::vector<Entry> Entries{64};
};

class Histories {
public:
  /// The history of a word, with the cell that leads to it. Made if the cell
  /// leads to none of the present epoch; null if there are too many, or if
  /// nobody may access the word (then the cell is Poison).
  WordHistory *of(device::Word &Cell, uint64_t Place, uint64_t Epoch);
  /// Without making one.
  WordHistory *find(device::Word &Cell, uint64_t Epoch);
  /// A plain access to a whole word needs no history, if nobody but its thread
  /// has accessed the word in the present epoch, or since a barrier of the
  /// block, and that access goes without saying, or this one does. IsOfBlock:
  /// nobody else than the thread's block accesses the word. False if it does
  /// need one; then nothing has happened.
  bool note(device::Word &Cell, uint64_t Place, uint64_t Epoch, bool IsOfBlock,
            const Touch &Now, RecentNotes &Recent);
  /// Before a launch.
  void forget() {
    All.giveAllBack();
    WordHistory::beginLaunch();
    Notes.giveAllBack();
  }
  /// How many there are.
  uint64_t size() const { return All.size(); }

private:
  WordHistory *lead(device::Word Cell, uint64_t Epoch);
  std::optional<uint64_t> make(const Touch &Now);
  std::optional<uint64_t> begin(device::Word Old, uint64_t Epoch);
  Touch noted(device::Word Cell);

  Pool<WordHistory> All;
  Pool<Touch> Notes;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_HISTORIES_H
