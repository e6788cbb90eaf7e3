// Intervals and queries on random MAPs: what the analysis says of a small
// protocol is what an executor finds that runs each of its threads.
//
// The input is the seed of the oracle's generator (8 bytes), its mode (1), and
// edits, of two bytes each: which, and of which line. A text that cannot be
// parsed any more is none; accesses and barriers are numbered anew, as the
// oracle tells them apart by their lines.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Input.h"
#include "unit-tests/oracle/Compare.h"
#include "unit-tests/oracle/Generator.h"
#include "unit-tests/oracle/Handovers.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace racemap;
using Lines = std::vector<std::string>;

static std::string protocolOf(uint64_t Seed, oracle::Mode M) {
  return M == oracle::Mode::Handover ? oracle::generateHandover(Seed)
                                     : oracle::Generator(Seed, M).generate();
}

static Lines linesOf(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Each;
  Text.split(Each, '\n');
  return {Each.begin(), Each.end()};
}

/// Removes the line, says it twice, or has it change places with the next one.
static void edit(Lines &All, uint8_t How, uint8_t Where) {
  size_t At = Where % All.size();
  if (How % 3 == 0)
    All[At].clear();
  else if (How % 3 == 1)
    All.insert(All.begin() + ptrdiff_t(At), All[At]);
  else
    std::swap(All[At], All[(At + 1) % All.size()]);
}

/// "... @ 7;": the number is that of the line in the text.
static std::string numbered(const Lines &All) {
  std::string Text;
  unsigned Number = 0;
  for (llvm::StringRef Line : All) {
    ++Number;
    auto [What, Place] = Line.rsplit(" @ ");
    Text += Place.empty() ? Line.str()
                          : (What + " @ " + llvm::Twine(Number) + ";").str();
    Text += '\n';
  }
  return Text;
}

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  constexpr size_t OfSeed = 8, MostEdits = 8;
  constexpr uint8_t Modes = uint8_t(oracle::Mode::Butterflies) + 1;
  if (Size <= OfSeed)
    return 0;
  uint64_t Seed;
  std::memcpy(&Seed, Data, OfSeed);
  auto M = oracle::Mode(Data[OfSeed] % Modes);
  Lines All = linesOf(protocolOf(Seed, M));
  size_t End = std::min(Size, OfSeed + 1 + 2 * MostEdits);
  for (size_t At = OfSeed + 1; At + 1 < End; At += 2)
    edit(All, Data[At], Data[At + 1]);
  std::string Text = numbered(All);
  oracle::Limits Most;
  Most.Lockstep = M == oracle::Mode::Lockstep;
  oracle::Comparison C = oracle::compare(Text, Most);
  fuzz::require(C.TheOutcome != oracle::Comparison::Outcome::Disagree,
                C.Kind + "\n" + C.Details + "\n" + Text);
  return 0;
}
