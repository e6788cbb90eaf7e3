// Shrink - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Shrink.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

namespace racemap::oracle {

using Lines = std::vector<std::string>;

static std::string joined(const Lines &L) { return llvm::join(L, "\n") + "\n"; }

static bool opens(llvm::StringRef Line) { return Line.ends_with("{"); }
static bool closes(llvm::StringRef Line) {
  return Line.trim().starts_with("}");
}

/// The line that closes the block that line At opens.
static size_t endOf(const Lines &L, size_t At) {
  unsigned Depth = 0;
  for (size_t I = At; I != L.size(); ++I) {
    if (I != At && closes(L[I]) && --Depth == 0)
      return I;
    if (opens(L[I]))
      ++Depth;
  }
  return L.size();
}

namespace {

class Shrinker {
public:
  Shrinker(llvm::StringRef Text,
           const std::function<bool(llvm::StringRef)> &StillFails)
      : StillFails(StillFails) {
    llvm::SmallVector<llvm::StringRef> Split;
    Text.split(Split, '\n', -1, false);
    for (llvm::StringRef S : Split)
      Now.push_back(S.str());
  }

  std::string run() {
    bool Gained = true;
    while (Gained) {
      Gained = false;
      for (size_t I = Now.size(); I-- > 1;)
        Gained |= I < Now.size() && dropAt(I);
      for (size_t I = 1; I < Now.size(); ++I)
        Gained |= lessenAt(I);
    }
    return joined(Now);
  }

private:
  bool accept(const Lines &Next) {
    if (!StillFails(joined(Next)))
      return false;
    Now = Next;
    return true;
  }

  bool without(size_t From, size_t To, bool KeepBody = false) {
    Lines Next = Now;
    if (KeepBody) {
      Next.erase(Next.begin() + To);
      Next.erase(Next.begin() + From);
    } else {
      Next.erase(Next.begin() + From, Next.begin() + To + 1);
    }
    return accept(Next);
  }

  bool dropAt(size_t I) {
    if (!opens(Now[I]))
      return !closes(Now[I]) && without(I, I);
    size_t End = endOf(Now, I);
    if (End == Now.size())
      return false;
    if (closes(Now[I])) { // } else {
      Lines Next = Now;
      Next.erase(Next.begin() + I, Next.begin() + End);
      return accept(Next);
    }
    return without(I, End) || without(I, End, /*KeepBody=*/true);
  }

  /// Makes the numbers of a line smaller.
  bool lessenAt(size_t I) {
    bool Gained = false;
    llvm::StringRef Line = Now[I];
    size_t End = std::min(Line.find('@'), Line.size());
    for (size_t At = 0; At < End; ++At) {
      bool Starts = llvm::isDigit(Now[I][At]) &&
                    (At == 0 || !(llvm::isAlnum(Now[I][At - 1])));
      if (!Starts)
        continue;
      size_t Length = 1;
      while (llvm::isDigit(Now[I][At + Length]))
        ++Length;
      unsigned long Value = std::stoul(Now[I].substr(At, Length));
      for (unsigned long Smaller : {0ul, Value / 2, Value - 1}) {
        if (Smaller >= Value)
          continue;
        Lines Next = Now;
        Next[I].replace(At, Length, std::to_string(Smaller));
        if (accept(Next)) {
          Gained = true;
          break;
        }
      }
      At += Length;
      End = std::min(Now[I].find('@'), Now[I].size());
    }
    return Gained;
  }

  const std::function<bool(llvm::StringRef)> &StillFails;
  Lines Now;
};

} // namespace

std::string shrink(llvm::StringRef Text,
                   const std::function<bool(llvm::StringRef)> &StillFails) {
  return Shrinker(Text, StillFails).run();
}

} // namespace racemap::oracle
