// Mutations - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fuzz/Mutations.h"
#include <algorithm>
#include <cstddef>
#include <random>

/// Null in targets that have none.
extern "C" __attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *Data,
                                                                size_t Size,
                                                                size_t MaxSize,
                                                                unsigned Seed);

namespace racemap::fuzz {

namespace {

class Mutator {
public:
  Mutator(const std::vector<std::string> &Corpus, uint64_t Number)
      : Corpus(Corpus), Bits(Number), Text(Corpus[below(Corpus.size())]) {}

  std::string run() {
    for (size_t Changes = 1 + below(4); Changes; --Changes)
      if (LLVMFuzzerCustomMutator)
        changeAsTarget();
      else
        changeBytes();
    return std::move(Text);
  }

private:
  /// 0 to N - 1; 0 if there is none.
  size_t below(size_t N) { return N ? Bits() % N : 0; }

  void changeAsTarget() {
    constexpr size_t Room = 16384;
    size_t Size = Text.size();
    Text.resize(Size + Room);
    Text.resize(LLVMFuzzerCustomMutator(reinterpret_cast<uint8_t *>(&Text[0]),
                                        Size, Text.size(), unsigned(Bits())));
  }

  void changeBytes() {
    constexpr size_t Long = 16;
    size_t At = below(Text.size()), Size = 1 + below(Long);
    const std::string &Other = Corpus[below(Corpus.size())];
    switch (below(4)) {
    case 0:
      Text.erase(At, Size);
      break;
    case 1:
      Text.insert(At, Text.substr(At, Size));
      break;
    case 2:
      Text.replace(At, 1, 1, char(Bits()));
      break;
    case 3:
      Text.replace(At, Size, Other.substr(below(Other.size()), Size));
      break;
    }
  }

  const std::vector<std::string> &Corpus;
  std::mt19937_64 Bits;
  std::string Text;
};

} // namespace

std::string mutated(const std::vector<std::string> &Corpus, uint64_t Number) {
  return Mutator(Corpus, Number).run();
}

} // namespace racemap::fuzz
