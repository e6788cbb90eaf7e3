// One look into the table of the state machine, as device code takes it.
#include "runtime/fsm/Machine.h"

using namespace racemap::fsm;

__attribute__((device)) unsigned lookup(unsigned State, Operation Op,
                                        Scope Between, Scope Since) {
  return transition(State, {Op, Between, Since}).bits();
}
