// Compare - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Compare.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace racemap::source {

bool Truths::counts() const {
  return llvm::all_of(Samples, [](const Truth &T) {
    return T.Runs && !T.UndefinedRuns && !T.Endless;
  });
}

bool Truths::isRacy() const {
  return llvm::any_of(Samples, [](const Truth &T) { return !T.Found.empty(); });
}

bool Truths::isDivergent() const {
  return llvm::any_of(Samples, [](const Truth &T) { return T.Divergent; });
}

Races Truths::all() const {
  Races Out;
  for (const Truth &T : Samples)
    for (const auto &[Where, Found] : T.Found) {
      auto [Entry, IsNew] = Out.try_emplace(Where, Found);
      if (!IsNew && Entry->second.Benign && !Found.Benign)
        Entry->second = Found;
    }
  return Out;
}

Truths findTruths(const Kernel &K, Typing T) {
  Truths Out;
  bool Small = T == Typing::Ill;
  for (unsigned N = 0, Most = Small ? 16 : 2; N != Most; ++N) {
    Out.Samples.push_back(findTruth(K, sample(N, Small)));
    const Truth &Last = Out.Samples.back();
    if (!Small && (Last.Endless || Last.UndefinedRuns))
      break;
  }
  return Out;
}

bool narrow(Kernel &K, const Said &S) {
  if (S.Reason == "assumptions of the analysis contradict each other")
    return false;
  if (llvm::is_contained(S.Assumptions, "no loop's index wraps"))
    K.MayWrap = false;
  for (size_t I = 0; I != K.Parameters.size(); ++I) {
    Parameter &P = K.Parameters[I];
    if (llvm::is_contained(S.Assumptions, "n" + std::to_string(I) + " >= 0"))
      P.LowOfLaunch = std::exchange(P.Low, std::max(P.Low, 0));
    if (P.Low > P.High)
      return false;
  }
  return true;
}

static std::string text(const Place &P) {
  return (P.Writes ? "write at line " : "read at line ") +
         std::to_string(P.Line);
}

static std::string text(const Pair &P) {
  return text(P.First) + " and " + text(P.Second) +
         (P.SameBlock ? " in a block" : " between blocks");
}

namespace {

class Comparer {
public:
  Comparer(const Kernel &K, Typing T, const Truths &Is, const Said &S)
      : K(K), T(T), Is(Is), S(S), Real(Is.all()) {}

  std::string run() {
    if (S.Verdict == "nothing")
      return "not judged in one launch";
    checkRaceFree();
    if (T == Typing::Well)
      checkTheorem();
    for (const Finding &F : S.Found)
      checkFinding(F);
    return std::move(Wrong);
  }

private:
  void fail(const std::string &Why) { Wrong += Why + "\n"; }
  const Finding *findingOf(const Pair &P) const {
    for (const Finding &F : S.Found)
      if (F.Where == P)
        return &F;
    return nullptr;
  }
  void checkRaceFree();
  void checkTheorem();
  void checkFinding(const Finding &F);
  void checkWitness(const Finding &F);
  std::optional<std::vector<int64_t>> parametersOf(const Witness &W) const;
  Contents contentsOf(const Witness &W) const;

  const Kernel &K;
  Typing T;
  const Truths &Is;
  const Said &S;
  Races Real;
  std::string Wrong;
};

} // namespace

void Comparer::checkRaceFree() {
  if (S.Verdict != "race-free")
    return;
  for (const auto &[Where, Race] : Real) {
    const Finding *F = findingOf(Where);
    if (!F)
      fail("race-free, but " + text(Where) + " race: " + Race.Example);
    else if (!Race.Benign)
      fail("race-free, but " + text(Where) + " is not benign: " + Race.Example);
  }
}

void Comparer::checkTheorem() {
  if (S.LacksBudget)
    return;
  bool IsUnexpected = llvm::StringRef(S.Reason).starts_with("race if ");
  if (S.Verdict == "unknown" && !(IsUnexpected && Is.isRacy()))
    fail("a well-typed kernel is undecided: " + S.Reason);
  for (const auto &[Where, Race] : Real)
    if (!findingOf(Where))
      fail("missed: " + text(Where) + ": " + Race.Example);
  for (const Finding &F : S.Found)
    if (F.Certainty != "provable" && !F.IsUnexpected)
      fail(F.Certainty + " in a well-typed kernel: " + text(F.Where));
}

void Comparer::checkFinding(const Finding &F) {
  if ((F.Certainty == "possible" && !F.IsUnexpected) || T == Typing::Loose)
    return;
  auto Known = Real.find(F.Where);
  if (F.Benign && Known != Real.end() && !Known->second.Benign)
    fail("called benign: " + text(F.Where) + ": " + Known->second.Example);
  if (F.Certainty == "provable")
    for (size_t N = 0; N != Is.Samples.size(); ++N)
      if (!Is.Samples[N].Found.contains(F.Where) &&
          !Is.Samples[N].UndefinedRuns && !Is.Samples[N].Endless)
        return fail("no race in sample " + std::to_string(N) + ": " +
                    text(F.Where) + ": " + F.Explanation);
  checkWitness(F);
}

/// Is an array read in other pieces than its elements?
static bool seenAsBytes(const std::vector<Statement> &All, unsigned Array) {
  return llvm::any_of(All, [&](const Statement &S) {
    return (S.AsBytes && S.Array == Array) || seenAsBytes(S.Body, Array) ||
           seenAsBytes(S.Else, Array);
  });
}

/// The witness's values of the parameters; nothing if one is impossible.
std::optional<std::vector<int64_t>>
Comparer::parametersOf(const Witness &W) const {
  std::vector<int64_t> Out;
  for (size_t I = 0; I != K.Parameters.size(); ++I) {
    auto Given = W.Values.find("n" + std::to_string(I));
    const Parameter &P = K.Parameters[I];
    Out.push_back(Given == W.Values.end() ? P.Low : Given->second);
    // What one access promises, others need not keep to.
    if (Out.back() < P.LowOfLaunch.value_or(P.Low) || Out.back() > P.High)
      return std::nullopt;
  }
  return Out;
}

/// Its inputs, and a sample where it names none.
Contents Comparer::contentsOf(const Witness &W) const {
  Contents Others = sample(0, T == Typing::Ill);
  return [=, &W](unsigned Array, unsigned Instance, int64_t Element) {
    for (const Witness::Input &I : W.Inputs)
      if (I.Array == Array && I.Element == Element)
        return static_cast<uint64_t>(I.Value);
    return Others(Array, Instance, Element);
  };
}

/// Runs the kernel as the witness says.
void Comparer::checkWitness(const Finding &F) {
  const Witness &W = F.TheWitness;
  for (const Witness::Input &I : W.Inputs)
    if (seenAsBytes(K.Body, I.Array))
      return; // an input does not say of which size it is
  auto Parameters = parametersOf(W);
  if (!Parameters)
    return fail("the witness has an impossible parameter: " + text(F.Where));
  auto IsThread = [&](const Touch &A, size_t I) {
    return coordinates(A.Block, K.GridDim) == W.BlockIdx[I] &&
           coordinates(A.Thread, K.BlockDim) == W.ThreadIdx[I];
  };
  auto Races = [&](Sees Whom) {
    bool Found = false;
    Run R = source::run(K, *Parameters, contentsOf(W), Whom);
    forEachRace(R, [&](const Touch &A, const Touch &B) {
      bool AreThey = (IsThread(A, 0) && IsThread(B, 1)) ||
                     (IsThread(A, 1) && IsThread(B, 0));
      Found |= AreThey && pairOf(A, B) == F.Where;
    });
    return Found;
  };
  // The two may come first.
  if (!Races(Sees::Others) && !Races(Sees::Nobody))
    fail("the witness does not race: " + text(F.Where) + ": " + F.Explanation);
}

std::string disagreement(const Kernel &K, Typing T, const Truths &Is,
                         const Said &S) {
  return Comparer(K, T, Is, S).run();
}

std::string describe(const Said &S) {
  std::string Out = "the analysis: " + S.Verdict + " " + S.Reason + "\n";
  for (const std::string &A : S.Assumptions)
    Out += "  assumes " + A + "\n";
  for (const Finding &F : S.Found)
    Out += "  " + F.Certainty + (F.Benign ? ", benign: " : ": ") +
           text(F.Where) + "\n";
  return Out;
}

std::string describe(const Truths &Is) {
  std::string Out = "the interpreter: ";
  Out += Is.isRacy() ? "racy" : "race-free";
  Out += Is.isDivergent() ? ", divergent\n" : "\n";
  for (const auto &[Where, Race] : Is.all())
    Out += (Race.Benign ? "  benign: " : "  ") + text(Where) + ": " +
           Race.Example + "\n";
  return Out;
}

} // namespace racemap::source
