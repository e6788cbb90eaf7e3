// Explanations - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/finding/Explanations.h"
#include "passes/map/Printer.h"
#include "passes/map/Subscript.h"
#include "passes/map/Syntax.h"
#include "passes/map/Traversal.h"

namespace racemap::verdict {

using namespace map;
using intervals::Relation;

/// Of an index that is named.
static constexpr size_t LongestIndex = 80;

namespace {
class Sentence {
public:
  Sentence(const intervals::Ground &G, const Encounter &E) : G(G), E(E) {}
  std::string text() const;

private:
  std::string threads() const;
  std::string oneThread() const;
  std::string reason() const;
  /// The iteration that the second thread is in, if that matters.
  std::string iteration() const;
  std::string reasonBetweenBlocks() const;
  bool isSame() const { return E.First == E.Second; }
  std::vector<const Loop *> commonLoops(const Stmt *A, const Stmt *B) const;
  /// The innermost loop around both in which no barrier orders the threads.
  const Loop *freeLoop() const;
  /// Was the access reached over a back edge from the interval's barrier?
  bool isLater(const Access *A) const;
  bool haveDifferentIterations(const Loop *L) const;
  /// A barrier between the two that is for other groups of threads.
  const Barrier *tooNarrow() const;
  bool isBefore(const Stmt *A, const Stmt *B) const;

  const intervals::Ground &G;
  const Encounter &E;
};
} // namespace

/// " at line 9"; the file too if it is not the kernel's; nothing if unknown.
static std::string at(const Protocol &P, const SourcePoint &Where) {
  if (!Where.Line)
    return "";
  std::string Line = std::to_string(Where.Line);
  if (Where.File == P.Where.File)
    return " at line " + Line;
  return " at " + Where.File + ":" + Line;
}

static std::string loopAt(const Protocol &P, const Loop *L) {
  return "the loop" + at(P, L->Where);
}

/// The access that found the value of this name, if the source says where it
/// is: not in what a pointer in memory points to.
static const Access *finderOf(const Protocol &P, const Unknown *Value) {
  for (const Access *A : P.accesses())
    if (A->Found && A->Found->name() == Value->name() && A->Slots.empty() &&
        8 * A->Size == Value->width())
      return A;
  return nullptr;
}

static bool isUnnamed(const Term *T) {
  const auto *U = llvm::dyn_cast<Unknown>(T);
  return U && U->cause() == Cause::Unmodelled;
}

/// Offset with what was found in memory as the source has it: "k[threadIdx.x]"
/// for "$u0".
static const Term *asInSource(const Protocol &P, const Term *Offset,
                              unsigned Depth = 0) {
  constexpr unsigned MostNested = 2;
  return P.terms().replace(Offset, [&](const Term *X) -> const Term * {
    const Access *By =
        isUnnamed(X) ? finderOf(P, llvm::cast<Unknown>(X)) : nullptr;
    if (!By || Depth == MostNested)
      return nullptr;
    return P.terms().read(Cause::Input, By->TheArray, X->width(),
                          asInSource(P, By->Offset, Depth + 1));
  });
}

/// Does T mention what a loop counts without a variable of the source?
static bool hasUnnamedCounter(const Protocol &P, const Term *T) {
  bool Has = false;
  forEachStmt(P.Body, [&](const Stmt *S) {
    const auto *L = llvm::dyn_cast<Loop>(S);
    Has |= L && withoutNumber(L->Counter->name()) == "it" &&
           mentions(T, L->Counter);
  });
  return Has;
}

/// Nothing if only RaceMap has names for what is in it, or if it is long.
static std::string indexOf(const Protocol &P, const Access *A) {
  const Term *Offset = asInSource(P, A->Offset);
  if (anyNode(Offset, isUnnamed) || hasUnnamedCounter(P, Offset))
    return "";
  std::string Text;
  for (const Subscript &S : subscripts(Offset, A->TheArray->ElementSize))
    Text += "[" + (S.Index ? toText(S.Index) : std::to_string(S.Literal)) + "]";
  bool IsReadable = Text.size() <= LongestIndex &&
                    Text.find("...") == std::string::npos &&
                    Text.find('#') == std::string::npos;
  return IsReadable ? Text : "";
}

static std::string does(const Protocol &P, const Access *A) {
  std::string Text;
  switch (A->TheOperation) {
  case Access::Operation::Read:
    Text = "reads";
    break;
  case Access::Operation::Write:
    Text = "writes";
    break;
  case Access::Operation::AtomicRead:
    Text = "atomically reads";
    break;
  case Access::Operation::AtomicWrite:
    Text = "atomically writes";
    break;
  case Access::Operation::ReadModifyWrite:
    Text = "atomically updates";
    break;
  }
  return Text + " '" + A->TheArray->Name + indexOf(P, A) + "'" +
         at(P, A->Where);
}

std::vector<const Loop *> Sentence::commonLoops(const Stmt *A,
                                                const Stmt *B) const {
  std::vector<const Loop *> All;
  auto PathB = G.Where.pathTo(B);
  for (const Stmt *X : G.Where.pathTo(A))
    if (const auto *L = llvm::dyn_cast<Loop>(X))
      if (llvm::is_contained(PathB, X))
        All.push_back(L);
  return All;
}

const Loop *Sentence::freeLoop() const {
  auto Common = commonLoops(E.First, E.Second);
  if (Common.empty() || llvm::any_of(G.Loops[Common.back()].Barriers, E.Orders))
    return nullptr;
  return Common.back();
}

bool Sentence::isBefore(const Stmt *A, const Stmt *B) const {
  bool Seen = false, Result = false;
  forEachStmt(G.P.Body, [&](const Stmt *X) {
    Seen |= X == A;
    Result |= X == B && Seen;
  });
  return Result && A != B;
}

bool Sentence::isLater(const Access *A) const {
  return E.In.Start && isBefore(A, E.In.Start);
}

/// The witness names a variable for each thread if they differ.
bool Sentence::haveDifferentIterations(const Loop *L) const {
  const Variable *V = L->TheRange ? L->TheRange->Var : L->Counter;
  return llvm::any_of(E.Example.Values, [&](const Witness::Named &N) {
    return N.Name == V->name().str() + " of the first thread";
  });
}

std::string Sentence::iteration() const {
  if (E.In.TheRelation == Relation::DifferentBlock || E.IsInFlight)
    return "";
  const Loop *Free = freeLoop();
  if (Free && haveDifferentIterations(Free))
    return ", in another iteration of " + loopAt(G.P, Free) + ",";
  if (isLater(E.First) == isLater(E.Second))
    return "";
  const Access *Later = isLater(E.First) ? E.First : E.Second;
  auto Around = commonLoops(E.In.Start, Later);
  if (Around.size() != 1)
    return ", in a later iteration,";
  return ", in a later iteration of " + loopAt(G.P, Around.front()) + ",";
}

std::string Sentence::oneThread() const {
  return "one thread " + does(G.P, E.Second) + " while its asynchronous copy " +
         (isSame() ? "does the same" : does(G.P, E.First));
}

std::string Sentence::threads() const {
  std::string One = "one thread", Other = "another";
  switch (E.In.TheRelation) {
  case Relation::OneThread:
    return oneThread();
  case Relation::DifferentBlock:
    Other = "a thread of another block";
    break;
  case Relation::SameWarp:
    Other = "another of its warp";
    break;
  case Relation::SameBlock:
    break;
  }
  // Whoever is in a later iteration comes second.
  const Access *First = E.First, *Second = E.Second;
  if (isLater(First) && !isLater(Second))
    std::swap(First, Second);
  return One + " " + does(G.P, First) + " while " + Other + iteration() + " " +
         (isSame() ? "does the same" : does(G.P, Second));
}

const Barrier *Sentence::tooNarrow() const {
  const Stmt *From = E.First, *To = E.Second;
  if (isBefore(To, From))
    std::swap(From, To);
  for (const Barrier *B : G.P.barriers())
    if (!intervals::covers(B->TheScope, E.In.TheRelation) &&
        isBefore(From, B) && isBefore(B, To))
      return B;
  return nullptr;
}

std::string Sentence::reasonBetweenBlocks() const {
  bool HasWider = llvm::any_of(G.P.barriers(), [](const Barrier *B) {
    return B->TheScope > Scope::Block;
  });
  bool IsInCluster = E.In.TheRelation.OneCluster == true;
  return HasWider ? std::string("no barrier of the ") +
                        (IsInCluster ? "cluster" : "grid") + " stands between"
                  : "barriers of a block do not order different blocks";
}

std::string Sentence::reason() const {
  if (!E.In.Why.empty())
    return E.In.Why.str();
  if (E.In.TheRelation == Relation::OneThread)
    return "it has not waited for the copy";
  if (E.IsInFlight)
    return "the asynchronous copy goes on behind the barrier" +
           at(G.P, E.In.Start->Where);
  if (E.In.TheRelation == Relation::DifferentBlock)
    return reasonBetweenBlocks();
  if (const Loop *L = freeLoop(); L && haveDifferentIterations(L))
    return "no barrier separates its iterations";
  if (isSame())
    return "both threads execute the same statement, so no barrier can "
           "separate them";
  if (const Barrier *B = tooNarrow())
    return "the barrier" + at(G.P, B->Where) + " is only for threads of one " +
           (B->TheScope == Scope::Warp ? "warp" : "block");
  return "no barrier stands between";
}

std::string Sentence::text() const {
  return threads() + (E.SameValue ? ", both the same value" : "") + "; " +
         reason();
}

std::string explain(const intervals::Ground &G, const Encounter &E) {
  return Sentence(G, E).text();
}

std::string doubts(llvm::StringRef Subject, llvm::StringRef Doubt,
                   Certainty C) {
  if (Doubt.starts_with("only "))
    return " (" + Doubt.str() + ")";
  if (!Doubt.empty())
    return " (if " + Subject.str() + " as assumed: " + Doubt.str() + ")";
  return C == Certainty::Possible
             ? " (if values that are not modelled allow it)"
             : "";
}

std::string whateverHost(llvm::StringRef Doubt) {
  return " (" + Doubt.str() + ": it is so for all ordinary values tried)";
}

std::string explain(const intervals::Ground &G, const Decision &Parting) {
  std::string Text = "one thread waits at the barrier while another ";
  Text += Parting.Exit ? "leaves before it" : "goes past it";
  if (const auto *L = llvm::dyn_cast<Loop>(Parting.At))
    return Text + "; they part at " + loopAt(G.P, L);
  return Text + "; they part at the condition" +
         at(G.P, llvm::cast<If>(Parting.At)->Where);
}

} // namespace racemap::verdict
