// Print - printf of device code.
//
// The compiler calls vprintf(format, arguments) with the promoted arguments one
// behind the other, each at its natural alignment. A call is one piece of
// output; pieces of a thread keep their order, and the host's output comes
// before or after, as its calls do.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Section.h"
#include "runtime/cpu/library/Function.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

using namespace racemap::cpu;

namespace {

/// Takes values off the buffer.
class Arguments {
public:
  explicit Arguments(const void *Buffer)
      : Next(static_cast<const char *>(Buffer)) {}

  template <class T> T take() {
    Next += -reinterpret_cast<uintptr_t>(Next) & (alignof(T) - 1);
    T Value;
    std::memcpy(&Value, Next, sizeof(T));
    Next += sizeof(T);
    ++Taken;
    return Value;
  }
  int taken() const { return Taken; }

private:
  const char *Next;
  int Taken = 0;
};

/// "%-08.*lld", taken apart.
struct Conversion {
  const char *Flags = nullptr; ///< with the width and the precision
  size_t FlagsLength = 0;
  bool IsWide = false;
  char Letter = 0;
};

} // namespace

__attribute__((format(printf, 2, 3))) static void
append(std::string &Out, const char *Format, ...) {
  va_list List, Again;
  va_start(List, Format);
  va_copy(Again, List);
  int Length = std::vsnprintf(nullptr, 0, Format, List);
  va_end(List);
  size_t Before = Out.size();
  Out.resize(Before + (Length > 0 ? Length : 0) + 1);
  std::vsnprintf(&Out[Before], Length + 1, Format, Again);
  va_end(Again);
  Out.pop_back();
}

/// P is behind the '%'; on return behind the letter.
static Conversion read(const char *&P) {
  Conversion C;
  C.Flags = P;
  P += std::strspn(P, "-+ #0123456789.*");
  C.FlagsLength = P - C.Flags;
  for (; *P && std::strchr("hljztL", *P); ++P)
    C.IsWide |= *P != 'h';
  if (*P)
    C.Letter = *P++;
  return C;
}

static bool isOneOf(char Letter, const char *Letters) {
  return Letter && std::strchr(Letters, Letter);
}

/// Reads what the call leads to, and does nothing else: where a pointer leads
/// nowhere, the thread ends here, with nothing half done.
static void touch(const char *Format, Arguments A) {
  while (*Format) {
    if (*Format++ != '%')
      continue;
    if (*Format == '%') {
      ++Format;
      continue;
    }
    Conversion C = read(Format);
    bool IsPrecision = false;
    size_t Precision = SIZE_MAX;
    for (const char *P = C.Flags; P != C.Flags + C.FlagsLength; ++P) {
      int Star = *P == '*' ? A.take<int>() : 0;
      if (*P == '.')
        IsPrecision = true, Precision = 0;
      else if (IsPrecision && *P == '*')
        Precision = Star < 0 ? SIZE_MAX : Star;
      else if (IsPrecision && *P >= '0' && *P <= '9')
        Precision = Precision * 10 + (*P - '0');
    }
    if (isOneOf(C.Letter, "diouxXc")) {
      if (C.IsWide && C.Letter != 'c')
        A.take<long long>();
      else
        A.take<int>();
    } else if (isOneOf(C.Letter, "eEfFgGaAp")) {
      A.take<double>();
    } else if (C.Letter == 's') {
      const volatile char *Text = A.take<const char *>();
      for (size_t I = 0; Text && I != Precision && Text[I]; ++I) {
      }
    }
  }
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
static void convert(std::string &Out, const Conversion &C, Arguments &A) {
  std::string Format = "%";
  for (char Flag : std::string_view(C.Flags, C.FlagsLength))
    Format +=
        Flag == '*' ? std::to_string(A.take<int>()) : std::string(1, Flag);
  if (isOneOf(C.Letter, "diouxX")) {
    Format += std::string("ll") + C.Letter;
    bool IsSigned = C.Letter == 'd' || C.Letter == 'i';
    long long Value = C.IsWide   ? A.take<long long>()
                      : IsSigned ? (long long)A.take<int>()
                                 : (long long)A.take<unsigned>();
    append(Out, Format.c_str(), Value);
    return;
  }
  Format += C.Letter;
  if (isOneOf(C.Letter, "eEfFgGaA")) {
    append(Out, Format.c_str(), A.take<double>());
  } else if (C.Letter == 'c') {
    append(Out, Format.c_str(), A.take<int>());
  } else if (C.Letter == 's') {
    const char *Text = A.take<const char *>();
    append(Out, Format.c_str(), Text ? Text : "(null)");
  } else if (C.Letter == 'p') {
    append(Out, Format.c_str(), A.take<void *>());
  } else {
    Out += Format;
  }
}
#pragma clang diagnostic pop

RACEMAP_DEVICE(int, vprintf)(const char *Format, const void *Buffer) {
  if (!Format)
    return -1;
  // Strings are read that may be nowhere: before there is a section.
  Arguments A(Buffer);
  touch(Format, A);
  Section In;
  std::string Out;
  while (*Format) {
    if (*Format != '%') {
      Out += *Format++;
      continue;
    }
    if (*++Format == '%') {
      Out += *Format++;
      continue;
    }
    Conversion C = read(Format);
    convert(Out, C, A);
  }
  std::fwrite(Out.data(), 1, Out.size(), stdout);
  return A.taken();
}
