// Mutation - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mutation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::mutants {

using llvm::StringRef;

namespace {
class Mutator {
public:
  explicit Mutator(StringRef Kernel) { Kernel.split(Lines, '\n', -1, false); }

  std::vector<Mutant> run() {
    for (Which = 0; Which != Lines.size(); ++Which)
      mutate(Lines[Which]);
    return std::move(All);
  }

private:
  void mutate(StringRef Line);
  void shiftIndex(StringRef Line);
  void changeNumbers(StringRef Line);
  void doubleStride(StringRef Line);

  /// The kernel with this in place of the line.
  void add(Mistake Its, const std::string &Line) {
    std::string Text;
    for (size_t I = 0; I != Lines.size(); ++I)
      Text += (I == Which ? Line : Lines[I].str()) + "\n";
    All.push_back({Its, std::move(Text)});
  }

  llvm::SmallVector<StringRef> Lines;
  size_t Which = 0;
  std::vector<Mutant> All;
};
} // namespace

static bool isAccess(StringRef Line) {
  StringRef Word = Line.trim();
  Word.consume_front("volatile ");
  return Word.starts_with("rd ") || Word.starts_with("wr ") ||
         Word.starts_with("atomic");
}

void Mutator::mutate(StringRef Line) {
  StringRef Word = Line.trim();
  if (Word.starts_with("sync"))
    return add(Mistake::NoBarrier, "");
  bool Computes =
      isAccess(Line) || Word.starts_with("let ") || Word.starts_with("for ");
  if (!Computes)
    return;
  if (isAccess(Line)) {
    shiftIndex(Line);
    doubleStride(Line);
  }
  changeNumbers(Line);
}

/// The end of the element: before the value, the size or the location.
static size_t endOfElement(StringRef Line) {
  size_t End = std::min(Line.find(" = "), Line.find(" @ "));
  return Line.take_front(End).rfind(']');
}

/// The place after the bracket that opens the last index.
static size_t startOfIndex(StringRef Line, size_t End) {
  unsigned Depth = 1;
  size_t I = End;
  while (I && Depth) {
    --I;
    Depth += Line[I] == ']';
    Depth -= Line[I] == '[';
  }
  return I + 1;
}

void Mutator::shiftIndex(StringRef Line) {
  size_t End = endOfElement(Line);
  if (End == StringRef::npos)
    return;
  size_t Start = startOfIndex(Line, End);
  StringRef Index = Line.slice(Start, End);
  std::string Unit = Index.consume_front("byte ") ? "byte " : "";
  for (const char *Shift : {" + 1", " - 1"})
    add(Mistake::ShiftedIndex, (Line.take_front(Start) + Unit + "(" + Index +
                                ")" + Shift + Line.drop_front(End))
                                   .str());
}

void Mutator::doubleStride(StringRef Line) {
  size_t End = endOfElement(Line);
  StringRef Thread = "threadIdx.x";
  size_t At = Line.find(Thread);
  if (End == StringRef::npos || At == StringRef::npos || At > End)
    return;
  add(Mistake::OtherStride, (Line.take_front(At) + "(threadIdx.x * 2)" +
                             Line.drop_front(At + Thread.size()))
                                .str());
}

/// Factors, pitches and steps: numbers after an operator that multiplies, a
/// colon or a step.
void Mutator::changeNumbers(StringRef Line) {
  StringRef Code = Line.take_front(Line.find(" @ "));
  for (StringRef Before :
       {" * ", " *s ", " *u ", " *su ", " : ", " += ", " -= ", " *= ", " /= "})
    for (size_t At = Code.find(Before); At != StringRef::npos;
         At = Code.find(Before, At + 1)) {
      size_t Start = At + Before.size();
      StringRef Digits = Code.drop_front(Start).take_while(llvm::isDigit);
      unsigned Value = 0;
      bool IsPitch = Code.drop_front(Start + Digits.size()).starts_with("]");
      if (Digits.getAsInteger(10, Value) || Value == 0 ||
          (Before == " : " && !IsPitch))
        continue;
      bool Steps = Before.ends_with("= ");
      unsigned Changed = Steps || Value == 1 ? Value + 1 : Value - 1;
      add(Mistake::OtherStride, (Line.take_front(Start) + llvm::Twine(Changed) +
                                 Line.drop_front(Start + Digits.size()))
                                    .str());
    }
}

std::vector<Mutant> mutantsOf(StringRef Kernel) {
  return Mutator(Kernel).run();
}

} // namespace racemap::mutants
