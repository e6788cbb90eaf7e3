// Word - one monitored word, seen by the reference and by the machine at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_FSM_WORD_H
#define RACEMAP_UNITTESTS_FSM_WORD_H

#include "runtime/fsm/Machine.h"
#include "runtime/fsm/model/Configuration.h"
#include "runtime/fsm/model/History.h"

namespace racemap::fsm {

class Word {
public:
  explicit Word(const Hierarchy &H) : H(H), Reference(H) {}

  /// What the two say of an access.
  struct Answers {
    bool Reference, Machine;
  };

  /// Keep: leaves the cell as it is if that is allowed.
  Answers access(Operation Op, unsigned Thread, bool Keep = true) {
    Transition T = transition(Shadow.State, meet(H, Shadow, Op, Thread));
    if (!Keep || !T.keeps())
      Shadow = {static_cast<uint8_t>(T.next()), static_cast<uint8_t>(Thread)};
    return {Reference.access(Op, Thread), T.races()};
  }
  void barrier(unsigned Group) {
    Reference.barrier(Group);
    Shadow.barrier(H, Group);
  }

private:
  const Hierarchy &H;
  History Reference;
  Cell Shadow;
};

} // namespace racemap::fsm

#endif // RACEMAP_UNITTESTS_FSM_WORD_H
