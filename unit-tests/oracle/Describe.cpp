// Describe - the analysis's answer as text.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Compare.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap::oracle {

using namespace verdict;

static void describe(llvm::raw_ostream &OS, const Witness &W) {
  auto Tuple = [&](llvm::StringRef Name, const std::array<uint32_t, 3> &D) {
    OS << Name << "(" << D[0] << "," << D[1] << "," << D[2] << ")";
  };
  Tuple("    witness: block", W.BlockDim);
  Tuple(" grid", W.GridDim);
  for (const ThreadCoordinates &T : W.Threads) {
    Tuple("; thread ", T.ThreadIdx);
    Tuple(" of block ", T.BlockIdx);
  }
  for (const Witness::Named &N : W.Values)
    OS << "; " << N.Name << "=" << N.Value;
  for (const Witness::InputValue &I : W.Inputs)
    OS << "; " << I.Array << "[" << I.Index << "]=" << I.Value;
  if (W.Address)
    OS << "; byte " << *W.Address;
  OS << "\n";
}

static void describe(llvm::raw_ostream &OS, const Finding &F) {
  static constexpr llvm::StringLiteral Kinds[] = {
      "data race", "barrier divergence", "early exit", "out of bounds"};
  static constexpr llvm::StringLiteral Certainties[] = {"provable", "input",
                                                        "possible"};
  OS << "  " << Certainties[static_cast<unsigned>(F.TheCertainty)] << " "
     << Kinds[static_cast<unsigned>(F.TheKind)] << (F.Benign ? ", benign" : "")
     << (F.Relation <= map::Scope::Block ? ", one block" : ", two blocks")
     << ", lines";
  for (const Site &S : F.Sites)
    OS << " " << S.Where.Line;
  OS << "\n    " << F.Explanation << "\n";
  describe(OS, F.TheWitness);
}

std::string describe(const ContextResult &R) {
  static constexpr llvm::StringLiteral Verdicts[] = {"race-free", "racy",
                                                     "unknown"};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "The analysis says: " << Verdicts[static_cast<unsigned>(R.TheVerdict)]
     << (R.Reason.empty() ? "" : ", ") << R.Reason << "\n";
  for (const Finding &F : R.Findings)
    describe(OS, F);
  for (const Undecided &U : R.UndecidedPairs) {
    OS << "  undecided, lines";
    for (const Site &S : U.Sites)
      OS << " " << S.Where.Line;
    OS << ": " << U.Reason << "\n";
  }
  return Text;
}

} // namespace racemap::oracle
