// RoundTrip - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/RoundTrip.h"
#include "passes/map/Equality.h"
#include "passes/map/Parser.h"
#include "passes/map/Printer.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::map {

static std::string printed(const Protocol &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(P, OS);
  return Text;
}

llvm::Error checkRoundTrip(const Protocol &P, TermContext &Terms) {
  std::string Text = printed(P);
  auto Again = parseProtocols(Text, "again.map", Terms);
  if (!Again)
    return llvm::createStringError(llvm::toString(Again.takeError()) +
                                   "\nof the text\n" + Text);
  if (Again->size() != 1)
    return llvm::createStringError("not one protocol, but " +
                                   std::to_string(Again->size()) + ":\n" +
                                   Text);
  const Protocol &Q = Again->front();
  if (std::string Second = printed(Q); Second != Text)
    return llvm::createStringError("printed\n" + Text + "\nand then\n" +
                                   Second);
  if (!structurallyEqual(P, Q) || !structurallyEqual(Q, P))
    return llvm::createStringError("equal in text only:\n" + Text);
  return llvm::Error::success();
}

} // namespace racemap::map
