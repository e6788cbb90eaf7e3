// Histories - the words of a launch in which threads are ordered otherwise.
//
// In place of a state, the cell of a word has the number of its history.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_MONITOR_HISTORIES_H
#define RACEMAP_RUNTIME_CPU_MONITOR_HISTORIES_H

#include "runtime/cpu/monitor/Pool.h"
#include "runtime/cpu/monitor/WordHistory.h"
#include "runtime/cpu/monitor/Words.h"

namespace racemap::cpu {

class Histories {
public:
  /// The history of a word, with the cell that leads to it. Made if the cell
  /// leads to none of the present epoch; null if there are too many, or if
  /// nobody may access the word (then the cell is Poison).
  WordHistory *of(device::Word &Cell, uint64_t Place, uint64_t Epoch);
  /// Without making one.
  WordHistory *find(device::Word &Cell, uint64_t Epoch);
  /// Before a launch.
  void forget() { All.giveAllBack(); }

private:
  WordHistory *lead(device::Word Cell, uint64_t Epoch);

  Pool<WordHistory> All;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_MONITOR_HISTORIES_H
