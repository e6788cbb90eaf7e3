// ShownOutput - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ShownOutput.h"
#include "ClangOutput.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace racemap {

using llvm::StringRef;

/// What the line of progress begins with (ProgressLine of the plugin).
static constexpr StringRef Clear = "\r\x1b[K";

ShownOutput::ShownOutput(bool HasColors) : HasColors(HasColors) {
  std::array<int, 2> Ends;
  if (pipe2(Ends.data(), O_CLOEXEC) != 0)
    return;
  ReadEnd = Ends[0];
  WriteEnd = Ends[1];
  Reader = std::thread([this] { read(); });
}

ShownOutput::~ShownOutput() {
  if (WriteEnd < 0)
    return;
  close(WriteEnd);
  Reader.join();
  close(ReadEnd);
  llvm::errs() << harmless(Pending, HasColors);
}

/// All that is there, but for what may be the beginning of Clear.
static size_t endOfProgress(StringRef Text) {
  size_t End = std::min(Text.find('\n'), Text.find(Clear));
  if (End != StringRef::npos)
    return End;
  End = std::min(Text.rfind('\r'), Text.size());
  return End ? End : StringRef::npos;
}

/// False if more has to come first.
bool ShownOutput::showNext() {
  StringRef Text = Pending;
  if (Text.consume_front(Clear)) {
    llvm::errs() << Clear;
    WasCleared = true;
    IsProgress = false;
    Pending = Text.str();
    return true;
  }
  IsProgress |= WasCleared && Text.starts_with("[");
  size_t End = IsProgress ? endOfProgress(Text) : Text.find('\n');
  if (End == StringRef::npos)
    return false;
  bool IsLine = End < Text.size() && Text[End] == '\n';
  IsProgress &= !IsLine;
  WasCleared = false;
  llvm::errs() << harmless(Text.take_front(End), HasColors)
               << (IsLine ? "\n" : "");
  Pending = Text.drop_front(End + IsLine).str();
  return true;
}

void ShownOutput::read() {
  std::array<char, 4096> Bytes;
  while (true) {
    ssize_t Count = ::read(ReadEnd, Bytes.data(), Bytes.size());
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count <= 0)
      return;
    Pending.append(Bytes.data(), size_t(Count));
    while (showNext())
      ;
  }
}

} // namespace racemap
