// Interpreter - runs a kernel's tree, thread by thread, barrier by barrier.
//
// In:  a kernel, values of its parameters, and what its memory holds at first.
// Out: for each byte, who touched it in which phase. The threads of a block
//      run one after the other until all that have not returned wait at a
//      barrier; that ends a phase. Two accesses by different threads, one not
//      reading, of a common byte are a race if the threads are in different
//      blocks or the accesses in the same phase.
//
// One order of the threads is enough to tell whether there is a race: where it
// has none, every order reads the same values and has none either. Where values
// that others write decide, which accesses race depends on the order: a thread
// may be asked to come first.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_SOURCEORACLE_INTERPRETER_H
#define RACEMAP_UNITTESTS_SOURCEORACLE_INTERPRETER_H

#include "Kernel.h"
#include <functional>
#include <unordered_map>

namespace racemap::source {

/// An element's value before the launch. Instance: the block that a shared
/// array belongs to.
using Contents =
    std::function<uint64_t(unsigned Array, unsigned Instance, int64_t Element)>;

/// One thread's access to one byte.
struct Touch {
  unsigned Line = 0;
  bool Writes = false;
  unsigned Block = 0, Thread = 0, Phase = 0;
  uint8_t Value = 0; ///< after a write

  friend bool operator==(const Touch &, const Touch &) = default;
};

struct Byte {
  uint8_t Value = 0, Initial = 0;
  std::vector<Touch> Touches;
};

struct Run {
  std::unordered_map<uint64_t, Byte> Bytes; ///< by array, block and offset
  bool Divergent = false; ///< threads waited at different barriers, or some
                          ///< returned before one
  bool Undefined = false; ///< a signed operation left its range
  bool Endless = false;   ///< a thread took too many steps
  bool Wraps = false;     ///< a rising loop's variable did
};

/// What a thread sees of the others before its first barrier: what they have
/// done in the order in which they run, or nothing, as if it came first.
enum class Sees : uint8_t { Others, Nobody };

Run run(const Kernel &K, const std::vector<int64_t> &Parameters,
        const Contents &At, Sees Whom = Sees::Others);

/// The index of a thread or block by its number.
Dim coordinates(unsigned Number, const Dim &Size);

} // namespace racemap::source

#endif
