// Solver - the attempts, and the check of models.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Solver.h"
#include "passes/algebra/Refutation.h"
#include "passes/map/Traversal.h"
#include "passes/solve/BitVectorEncoder.h"
#include "passes/solve/Choices.h"
#include "passes/solve/Circuits.h"
#include "passes/solve/Guesses.h"
#include "passes/solve/IntegerEncoder.h"
#include "passes/solve/Promises.h"
#include "passes/solve/QueryDump.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <set>
#include <thread>

namespace racemap::solve {

using namespace map;

/// What one way is slow at, another one decides at once: each has a part of the
/// budget, then a larger one.
static constexpr unsigned Rounds[] = {8, 1};

/// What one of the next so many units of a query with integers is in steps. Z3
/// does about as many in a millisecond as with bit vectors as long as they are
/// few; then the coefficients of its rows grow, without an end: 50,000 units
/// were half a second where 200,000 were 7. So that is where integers are given
/// up; the queries of the corpora that they answer take 150,000 at most.
struct HardUnits {
  uint64_t Units, Steps;
};
static constexpr HardUnits OfIntegers[] = {
    {10'000, 1}, {40'000, 8}, {150'000, 60}};

static Way wayOf(Encoding By) {
  switch (By) {
  case Encoding::RelaxedIntegers:
    return Way::RelaxedIntegers;
  case Encoding::GroupedIntegers:
    return Way::GroupedIntegers;
  case Encoding::Integers:
    return Way::Integers;
  case Encoding::BitVectors:
    return Way::BitVectors;
  }
  llvm_unreachable("all encodings are handled");
}

static uint64_t stepsOf(uint64_t Units, Encoding By) {
  if (By == Encoding::BitVectors)
    return Units;
  uint64_t Steps = 0;
  for (const HardUnits &H : OfIntegers) {
    uint64_t Its = std::min(Units, H.Units);
    Steps += Its * H.Steps;
    Units -= Its;
  }
  return Steps + Units * OfIntegers[std::size(OfIntegers) - 1].Steps;
}

static uint64_t unitsOf(uint64_t Steps, Encoding By) {
  if (By == Encoding::BitVectors)
    return Steps;
  uint64_t Units = 0;
  for (const HardUnits &H : OfIntegers) {
    uint64_t Its = std::min(Steps / H.Steps, H.Units);
    Units += Its;
    Steps -= Its * H.Steps;
  }
  return Units;
}

/// Building an expression of Z3's takes about so many.
static constexpr uint64_t StepsOfExpression = 4;

/// So many terms and facts are in one query with integers at most, some 100 MB.
/// Products with a common factor have facts for each two of them; lit-tests and
/// bench have some thousand facts at most.
static constexpr uint64_t MostFacts = 100'000;

/// Building circuits may take one step of so many. In builds of 60 files, 5 of
/// 317 queries were decided by bits, none of them with less than four steps
/// left for each that had gone into circuits.
static constexpr uint64_t StepsPerCircuitStep = 5;

/// So many launches in which something was found are tried for the next query.
static constexpr size_t MostLaunches = 2;

/// For all ways of one query together.
static constexpr uint64_t MostStepsOfWays = 100'000;

/// The variables and unknowns in a set of terms, in order of creation.
static std::vector<const Term *> namesIn(llvm::ArrayRef<const Term *> Terms) {
  std::vector<const Term *> Names;
  forEachNode(Terms, [&](const Term *T) {
    if (llvm::isa<Variable>(T) || llvm::isa<Unknown>(T))
      Names.push_back(T);
  });
  std::sort(Names.begin(), Names.end(), ByCreation());
  return Names;
}

namespace {
/// A conjunction, and what is known where it holds.
struct Question {
  Question(std::vector<const Term *> All, Ranges &R)
      : Conjuncts(std::move(All)), Certain(Conjuncts),
        Implied(R, Conjuncts, Certain) {}

  std::vector<const Term *> Conjuncts;
  CertainTerms Certain;
  ImpliedRanges Implied;
};
} // namespace

struct Solver::Engine {
  Engine(Ranges &R, TermContext &Terms) : R(R), Terms(Terms), Promised(Terms) {}

  bool isRefuted(Question &Q);
  bool isRefutedInParts(Question &Q, uint64_t LastStep);
  bool isRefutedByRules(Question &Q);
  Answer refute(Question &Q);
  Answer askZ3(Question &Q, Budget B);
  /// The quick attempts.
  Answer tryToDecide(Question &Q, Budget B);
  Answer decide(Question &Q, Budget B, Encoding By);
  Answer decideUnder(llvm::ArrayRef<const Term *> Conjuncts, Budget B,
                     const Model &Guess);

  template <typename Encoder>
  Answer run(z3::solver &S, Encoder &E, llvm::ArrayRef<const Term *> Conjuncts,
             Budget B, Encoding By);
  Answer integers(Question &Q, Budget B, Encoding By);
  Answer bitVectors(Question &Q, Budget B);
  z3::check_result check(z3::solver &S, Budget B, Encoding By);
  std::string whyUnknown(const z3::solver &S) const;
  /// Keeps the launch that M is about: where two threads meet in one way they
  /// often meet in others.
  void remember(const Model &M);

  /// Made for the first question that nothing else answers: it takes 17 MB.
  z3::context &context() { return Z ? *Z : Z.emplace(); }

  std::optional<z3::context> Z;
  CpuAlarm Alarm;
  CpuTime::time_point Latest = CpuTime::time_point::max();
  std::atomic<bool> IsLate = false;
  unsigned UnitsBefore = 0; ///< that Z has counted, modulo 2^32
  std::shared_ptr<QueryDump> Dump;
  Ranges &R;
  TermContext &Terms;
  Promises Promised;
  Statistics Counts;
  std::set<std::vector<const Term *>> NotRefuted; ///< by algebra
  std::vector<Model> Launches; ///< the last ones that had a model, newest first
};

Solver::Solver(Ranges &R, TermContext &Terms)
    : TheEngine(std::make_unique<Engine>(R, Terms)) {}
Solver::~Solver() = default;

void Solver::startAnew() {
  auto New = std::make_unique<Engine>(TheEngine->R, TheEngine->Terms);
  New->Launches = std::move(TheEngine->Launches);
  New->Latest = TheEngine->Latest;
  New->Dump = TheEngine->Dump;
  New->Counts = TheEngine->Counts;
  New->NotRefuted = std::move(TheEngine->NotRefuted);
  TheEngine = std::move(New);
}

void Solver::stopAt(CpuTime::time_point Latest) { TheEngine->Latest = Latest; }

void Solver::dumpTo(std::string Folder) {
  TheEngine->Dump = std::make_shared<QueryDump>(std::move(Folder));
}

/// For the names and comments of dumped queries.
static llvm::StringRef nameOf(Encoding E) {
  switch (E) {
  case Encoding::RelaxedIntegers:
    return "relaxed";
  case Encoding::GroupedIntegers:
    return "grouped";
  case Encoding::Integers:
    return "integers";
  case Encoding::BitVectors:
    return "bits";
  }
  llvm_unreachable("all encodings are handled");
}

static llvm::StringRef nameOf(z3::check_result R) {
  switch (R) {
  case z3::sat:
    return "sat";
  case z3::unsat:
    return "unsat";
  case z3::unknown:
    return "unknown";
  }
  llvm_unreachable("all results are handled");
}
const Statistics &Solver::statistics() const { return TheEngine->Counts; }

/// What Z3 has counted in this context, in all queries, modulo 2^32.
static unsigned unitsIn(const z3::solver &S) {
  z3::stats All = S.statistics();
  for (unsigned I = 0; I < All.size(); ++I)
    if (All.key(I) == "rlimit count" && All.is_uint(I))
      return All.uint_value(I);
  return 0;
}

z3::check_result Solver::Engine::check(z3::solver &S, Budget B, Encoding By) {
  constexpr CpuTime::duration Longest = std::chrono::hours(24);
  auto Rest = std::min(Latest - CpuTime::now(), Longest);
  IsLate = Rest.count() <= 0;
  if (IsLate)
    return z3::unknown;
  uint64_t Most = std::min(B.Resources, unitsOf(B.Steps, By));
  z3::params P(context()); // 0 would be no limit
  P.set("rlimit", unsigned(std::clamp<uint64_t>(Most, 1, 4'000'000'000)));
  S.set(P);
  z3::check_result Result = [&] {
    auto Set = Alarm.set(Rest, [this] {
      IsLate = true;
      context().interrupt();
    });
    return S.check();
  }();
  unsigned Units = unitsIn(S);
  uint64_t Taken = stepsOf(Units - UnitsBefore, By);
  Steps::take(Taken);
  Counts[wayOf(By)].Calls += 1;
  Counts[wayOf(By)].Steps += Taken;
  if (Dump)
    Dump->add({nameOf(By), nameOf(Result), Units - UnitsBefore, Most},
              [&] { return S.to_smt2(); });
  UnitsBefore = Units;
  return Result;
}

std::string Solver::Engine::whyUnknown(const z3::solver &S) const {
  return IsLate ? StoppedByClock
                : "solver budget exhausted (" + S.reason_unknown() + ")";
}

template <typename Encoder>
Answer Solver::Engine::run(z3::solver &S, Encoder &E,
                           llvm::ArrayRef<const Term *> Conjuncts, Budget B,
                           Encoding By) {
  for (const z3::expr &C : E.sideConditions())
    S.add(C);
  Steps::take(StepsOfExpression * E.size());
  Answer A;
  switch (check(S, B, By)) {
  case z3::unsat:
    return Answer::no(wayOf(By));
  case z3::unknown:
    return Answer::unknown(whyUnknown(S));
  case z3::sat:
    break;
  }
  z3::model M = S.get_model();
  for (const Term *T : namesIn(Conjuncts))
    if (auto Value = E.read(T, M))
      A.TheModel[T] = *Value;
  A.By = wayOf(By);
  if (holds(Conjuncts, A.TheModel))
    A.TheKind = Answer::Kind::Yes;
  else
    A.Reason = "a model that does not stand up to evaluation";
  return A;
}

Answer Solver::Engine::integers(Question &Q, Budget B, Encoding By) {
  Interpretations Preferred(Q.Conjuncts);
  Digits Parts(Q.Conjuncts);
  bool Groups = By == Encoding::GroupedIntegers;
  IntegerEncoder E(context(), Q.Implied, Q.Certain, Preferred, Parts, Groups,
                   std::min(MostFacts, B.Steps / StepsOfExpression));
  z3::solver S(context(), z3::solver::simple());
  for (const Term *T : Q.Conjuncts) {
    S.add(E.truth(T));
    if (E.failed())
      return Answer::unknown("no integer encoding");
    if (E.isTooLarge()) {
      Steps::take(StepsOfExpression * E.size());
      return Answer::unknown(EncodingTooLarge);
    }
  }
  if (Groups && !E.hasGrouped())
    return Answer::unknown("no common factors");
  if (By == Encoding::Integers)
    for (const z3::expr &D : E.products().definitions())
      S.add(D);
  return run(S, E, Q.Conjuncts, B, By);
}

Answer Solver::Engine::bitVectors(Question &Q, Budget B) {
  uint64_t Circuits = stepsOfCircuits(Q.Conjuncts, Q.Certain);
  if (Circuits && Circuits >= B.Steps / StepsPerCircuitStep)
    return Answer::unknown(CircuitsTooLarge);
  Steps::take(Circuits);
  B.Steps -= Circuits;
  BitVectorEncoder E(context(), R, Q.Certain);
  bool HasFunctions = llvm::any_of(namesIn(Q.Conjuncts), [](const Term *T) {
    return !T->operands().empty();
  });
  z3::solver S(context(), HasFunctions ? "QF_UFBV" : "QF_BV");
  for (const Term *T : Q.Conjuncts)
    S.add(E.encode(T));
  return run(S, E, Q.Conjuncts, B, Encoding::BitVectors);
}

Answer Solver::Engine::decide(Question &Q, Budget B, Encoding By) {
  if (Q.Implied.isContradictory())
    return Answer::no(Way::Ranges);
  try {
    return By == Encoding::BitVectors ? bitVectors(Q, B) : integers(Q, B, By);
  } catch (const z3::exception &E) {
    return Answer::unknown(std::string("solver: ") + E.msg());
  }
}

/// Yes if the conjuncts have a model in which the names of Guess have these
/// values; else Unknown.
Answer Solver::Engine::decideUnder(llvm::ArrayRef<const Term *> Conjuncts,
                                   Budget B, const Model &Guess) {
  Answer A = Answer::unknown("no model under a guess");
  Question Q(substitute(Terms, Conjuncts, Guess), R);
  Answer Known = decide(Q, B, Encoding::RelaxedIntegers);
  if (Known.TheKind == Answer::Kind::Unknown)
    Known = decide(Q, B, Encoding::BitVectors);
  if (Known.TheKind != Answer::Kind::Yes)
    return A;
  for (const Term *T : namesIn(Conjuncts)) {
    const Term *Fixed = substitute(Terms, T, Guess);
    const auto *C = llvm::dyn_cast<Constant>(Fixed);
    A.TheModel[T] = C ? C->value() : Known.TheModel.lookup(Fixed);
  }
  if (holds(Conjuncts, A.TheModel))
    A.TheKind = Answer::Kind::Yes;
  return A;
}

void Solver::Engine::remember(const Model &M) {
  Model Launch;
  for (auto [T, Value] : M)
    if (const auto *V = llvm::dyn_cast<Variable>(T);
        V && V->role() != Variable::Role::Loop && !V->isIndex())
      Launch[T] = Value;
  llvm::erase(Launches, Launch);
  Launches.insert(Launches.begin(), std::move(Launch));
  if (Launches.size() > MostLaunches)
    Launches.pop_back();
}

/// For RaceMap's own tests: of so many refutations by algebra, one is put to
/// Z3, too. 0: none.
static unsigned refutationsPerCheck() {
  const char *Text = std::getenv("RACEMAP_CHECK_ALGEBRA");
  unsigned N = 0;
  return Text && !llvm::StringRef(Text).getAsInteger(10, N) ? N : 0;
}

/// Ends the process if Z3 has a model of what is refuted. In a thread of its
/// own, whose steps are nobody's, and in a new context: nothing else changes.
static void checkRefutation(const Question &Q, Ranges &R, TermContext &Terms) {
  static const unsigned Each = refutationsPerCheck();
  static thread_local unsigned Refuted = 0;
  if (!Each || ++Refuted % Each != 0)
    return;
  std::thread([&] {
    Answer A = Solver(R, Terms).askZ3(Q.Conjuncts, Budget().share(4));
    if (A.TheKind == Answer::Kind::Yes)
      llvm::report_fatal_error("passes/algebra refutes what has a model");
  }).join();
}

/// What ranges and exact arithmetic refute needs no solver.
bool Solver::Engine::isRefuted(Question &Q) {
  if (Q.Implied.isContradictory())
    return true;
  auto [Its, IsNew] = NotRefuted.insert(Q.Conjuncts);
  if (!IsNew)
    return false;
  uint64_t Last = Steps::taken() + MostStepsOfWays;
  // Too many ways say nothing of the whole.
  if (!isRefutedInParts(Q, Last) &&
      (Steps::taken() < Last || !isRefutedByRules(Q)))
    return false;
  NotRefuted.erase(Its);
  checkRefutation(Q, R, Terms);
  return true;
}

/// What is not refuted in one way is not looked at in the others, nor after the
/// last step.
bool Solver::Engine::isRefutedInParts(Question &Q, uint64_t LastStep) {
  if (Q.Implied.isContradictory())
    return true;
  if (Steps::taken() >= LastStep)
    return false;
  auto Parts = waysOf(Terms, Q.Conjuncts, Q.Certain, Q.Implied);
  if (Parts.empty())
    return isRefutedByRules(Q);
  return llvm::all_of(Parts, [&](std::vector<const Term *> &Part) {
    Question In(std::move(Part), R);
    return isRefutedInParts(In, LastStep);
  });
}

bool Solver::Engine::isRefutedByRules(Question &Q) {
  uint64_t Before = Steps::taken();
  bool Is = algebra::isRefuted(Q.Conjuncts, Q.Implied, [&](const Operation *O) {
    return Q.Certain.promises(O);
  });
  Counts[Way::Algebra].Calls += 1;
  Counts[Way::Algebra].Steps += Steps::taken() - Before;
  return Is;
}

Answer Solver::Engine::refute(Question &Q) {
  if (!isRefuted(Q))
    return Answer::unknown("not refuted by algebra");
  return Answer::no(Q.Implied.isContradictory() ? Way::Ranges : Way::Algebra);
}

Answer Solver::Engine::tryToDecide(Question &Q, Budget B) {
  Answer A = decide(Q, B, Encoding::RelaxedIntegers);
  if (A.TheKind != Answer::Kind::Unknown)
    return A;
  for (const Model &Launch : Launches)
    if (Answer Other = decideUnder(Q.Conjuncts, B, Launch);
        Other.TheKind == Answer::Kind::Yes) {
      Other.By = Way::KnownLaunch;
      return Other;
    }
  if (Answer Other = decide(Q, B, Encoding::GroupedIntegers);
      Other.TheKind != Answer::Kind::Unknown)
    return Other;
  for (const Model &Guess : guesses(Q.Conjuncts, Q.Implied))
    if (A = decideUnder(Q.Conjuncts, B.share(10), Guess);
        A.TheKind == Answer::Kind::Yes) {
      A.By = Way::Guess;
      return A;
    }
  return A;
}

Answer Solver::decide(llvm::ArrayRef<const Term *> Conjuncts, Budget B,
                      Encoding Only) {
  Question Q(TheEngine->Promised.spread(Conjuncts), TheEngine->R);
  return TheEngine->decide(Q, B, Only);
}

Answer Solver::refute(llvm::ArrayRef<const Term *> Conjuncts) {
  Question Q(TheEngine->Promised.spread(Conjuncts), TheEngine->R);
  return TheEngine->refute(Q);
}

Answer Solver::tryToDecide(llvm::ArrayRef<const Term *> Conjuncts, Budget B) {
  Question Q(TheEngine->Promised.spread(Conjuncts), TheEngine->R);
  Answer A = TheEngine->refute(Q);
  return A.TheKind == Answer::Kind::No ? A : TheEngine->tryToDecide(Q, B);
}

Answer Solver::decide(llvm::ArrayRef<const Term *> Conjuncts, Budget B) {
  Engine &E = *TheEngine;
  Question Q(E.Promised.spread(Conjuncts), E.R);
  Answer A = E.refute(Q);
  if (A.TheKind == Answer::Kind::No)
    return A;
  A = E.askZ3(Q, B);
  if (A.TheKind == Answer::Kind::Yes)
    E.remember(A.TheModel);
  return A;
}

Answer Solver::askZ3(llvm::ArrayRef<const Term *> Conjuncts, Budget B) {
  Question Q(Conjuncts.vec(), TheEngine->R);
  return TheEngine->askZ3(Q, B);
}

Answer Solver::Engine::askZ3(Question &Q, Budget B) {
  Answer A;
  for (unsigned Parts : Rounds) {
    Budget Now = B.share(Parts);
    A = tryToDecide(Q, Now);
    if (A.TheKind == Answer::Kind::Unknown)
      A = decide(Q, Now.share(5), Encoding::Integers);
    if (A.TheKind == Answer::Kind::Unknown)
      A = decide(Q, {Now.Resources, Now.share(2).Steps}, Encoding::BitVectors);
    if (A.TheKind != Answer::Kind::Unknown)
      break;
  }
  return A;
}

} // namespace racemap::solve
