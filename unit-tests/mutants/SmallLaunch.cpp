// SmallLaunch - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SmallLaunch.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::mutants {

using llvm::StringRef;
using Dim = std::array<unsigned, 3>;

std::vector<std::string> kernelsOf(StringRef Maps) {
  std::vector<std::string> All;
  llvm::SmallVector<StringRef> Lines;
  Maps.split(Lines, '\n', -1, false);
  for (StringRef L : Lines) {
    if (L.starts_with("kernel "))
      All.emplace_back();
    if (!All.empty())
      All.back() += L.str() + "\n";
  }
  return All;
}

namespace {
class Shrinking {
public:
  Shrinking(StringRef Kernel, bool Scaled) : Kernel(Kernel), Scaled(Scaled) {}
  std::string run();

private:
  void drawLaunch(StringRef Line);
  std::string launch() const;
  std::string scaled(StringRef Line) const;
  unsigned scaled(unsigned Value) const;
  std::string located(StringRef Line);

  StringRef Kernel;
  bool Scaled;
  Dim Block{1, 1, 1}, Grid{1, 1, 1};
  unsigned Factor = 1; ///< by which the block shrinks
  unsigned Least = 1;  ///< the least number that goes with the block
  unsigned NextLine = 0;
};
} // namespace

static bool isNameLike(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '.';
}

/// "256" or "(16, 16)" after Key; Open where the launch leaves a size open.
static Dim dimOf(StringRef Line, StringRef Key, Dim Open) {
  auto At = Line.rfind((" " + Key + " ").str());
  if (At == StringRef::npos)
    return Open;
  StringRef Rest = Line.drop_front(At + Key.size() + 2).ltrim();
  StringRef Inside = Rest.consume_front("(")
                         ? Rest.take_until([](char C) { return C == ')'; })
                         : Rest.take_while(isNameLike);
  Dim D{1, 1, 1};
  llvm::SmallVector<StringRef> Parts;
  Inside.split(Parts, ',');
  for (size_t I = 0; I != Parts.size() && I != 3; ++I)
    if (Parts[I].trim().getAsInteger(10, D[I]))
      D[I] = Open[I];
  return D;
}

/// At most 8 threads in a row and 16 in a block, two blocks in a row.
void Shrinking::drawLaunch(StringRef Line) {
  bool IsPlane = Kernel.contains("threadIdx.y");
  Block = dimOf(Line, "block", IsPlane ? Dim{3, 2, 1} : Dim{4, 1, 1});
  Grid = dimOf(Line, "grid", {2, 1, 1});
  for (unsigned &Size : Grid)
    Size = std::min(Size, 2u);
  unsigned Most = Block[1] > 1 ? 4 : 8;
  Least = Block[1] > 1 ? std::min(Block[0], Block[1]) : Block[0] / 2;
  Factor = std::max(1u, Block[0] / Most);
  for (unsigned &Size : Block)
    Size = std::max(1u, Size / Factor);
}

std::string Shrinking::launch() const {
  auto Text = [](const Dim &D) {
    return "(" + std::to_string(D[0]) + ", " + std::to_string(D[1]) + ", " +
           std::to_string(D[2]) + ")";
  };
  return "  launch \"small\" block " + Text(Block) + " grid " + Text(Grid) +
         ";";
}

unsigned Shrinking::scaled(unsigned Value) const {
  if (Value < Least || Value > 8192)
    return Value;
  for (int Beside : {0, 1, 2, -1})
    if ((Value - Beside) % Factor == 0)
      return (Value - Beside) / Factor + Beside;
  return Value;
}

/// Of a shared array its extent, but not the size of its elements.
static bool hasScalable(StringRef Line) {
  if (Line.contains('"'))
    return false;
  return !Line.contains(" of ") || Line.trim().starts_with("shared ");
}

/// Numbers that stand for themselves, not those in names.
std::string Shrinking::scaled(StringRef Line) const {
  if (!Scaled || !hasScalable(Line))
    return Line.str();
  std::string Out;
  for (StringRef Rest = Line; !Rest.empty();) {
    size_t Name = Rest.take_while(isNameLike).size();
    StringRef Word = Rest.take_front(std::max<size_t>(Name, 1));
    Rest = Rest.drop_front(Word.size());
    unsigned Value = 0;
    bool IsNumber = !Rest.starts_with(" byte") && !Word.getAsInteger(10, Value);
    Out += IsNumber ? std::to_string(scaled(Value)) : Word.str();
  }
  return Out;
}

std::string Shrinking::located(StringRef Line) {
  auto At = Line.find(" @ ");
  if (At == StringRef::npos)
    return scaled(Line);
  return scaled(Line.take_front(At)) + " @ " + std::to_string(++NextLine) +
         (Line.ends_with("{") ? " {" : ";");
}

/// The text without its launches, each line of which is Each's.
static void forEachOtherLine(StringRef Kernel,
                             llvm::function_ref<void(StringRef)> Each) {
  llvm::SmallVector<StringRef> Lines;
  Kernel.split(Lines, '\n', -1, false);
  bool InLaunch = false;
  for (StringRef L : Lines) {
    bool Begins = L.starts_with("  launch ");
    if (!Begins && !InLaunch)
      Each(L);
    InLaunch = Begins ? L.ends_with("{") : InLaunch && L.trim() != "}";
  }
}

std::string Shrinking::run() {
  auto [Before, After] = Kernel.split("\n  launch ");
  drawLaunch(" " + After.take_until([](char C) { return C == '\n'; }).str());
  std::string Out;
  forEachOtherLine(Kernel, [&](StringRef L) {
    Out += located(L) + "\n";
    if (L.starts_with("kernel "))
      Out += launch() + "\n";
    StringRef Word = L.trim();
    if (Word.consume_front("param "))
      Out += "  assume " + Word.take_while(isNameLike).str() + " <u 9;\n";
  });
  return Out;
}

std::string withSmallLaunch(StringRef Kernel, bool Scaled) {
  return Shrinking(Kernel, Scaled).run();
}

} // namespace racemap::mutants
