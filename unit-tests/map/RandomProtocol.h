// RandomProtocol - protocols by chance that use every construct.
//
// Declarations first, then statements from the top down; a loop's variables
// become leaves of the terms that follow within their scope. Arrays that are
// written are never read as inputs. Everything follows from the seed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_MAP_RANDOMPROTOCOL_H
#define RACEMAP_UNITTESTS_MAP_RANDOMPROTOCOL_H

#include "RandomTerms.h"
#include "passes/map/Protocol.h"
#include "passes/map/Subscript.h"

namespace racemap::map {

class RandomProtocol {
public:
  RandomProtocol(TermContext &Terms, unsigned Seed)
      : Terms(Terms), Make(Terms, Seed), P(Terms) {}

  Protocol build() {
    P.Name = Make.chance(50) ? "kernel<int>(char \"*\", \n)" : "f";
    P.Mangled = Make.chance(50) ? "_Z1f" : "";
    if (Make.chance(70))
      P.Where = point();
    declareParameters();
    declareArrays();
    declareContexts();
    declareAssumptions(P.Assumptions);
    if (Make.chance(50))
      P.RelevantInputs = {"a->b", "if", "n"};
    P.Body = sequence(4);
    P.number();
    return std::move(P);
  }

private:
  std::string name(llvm::StringRef Prefix) {
    constexpr llvm::StringLiteral Odd[] = {"",  ".x", "::y->z", " odd",
                                           "`", "\\", "-"};
    return (Prefix + llvm::Twine(NextName++) + Odd[Make.below(7)]).str();
  }

  SourcePoint point() {
    constexpr llvm::StringLiteral Files[] = {"f.cu", "a \"b\".cuh", ""};
    return {Files[Make.below(3)].str(), Make.below(4), Make.below(3)};
  }

  Location location() {
    Location L;
    if (Make.chance(30))
      return L;
    static_cast<SourcePoint &>(L) = point();
    if (Make.chance(30))
      L.Into = "atomicAdd";
    while (Make.chance(30))
      L.Calls.push_back({"g(int)", point()});
    return L;
  }

  void declareParameters() {
    for (unsigned I = 0; I != 12; ++I)
      Make.Leaves.push_back(Terms.builtin(static_cast<Builtin>(I)));
    for (unsigned I = Make.below(5); I; --I) {
      unsigned Width = Make.chance(50) ? 32 : 1 + Make.below(64);
      P.Parameters.push_back(Terms.parameter(name("t"), Width));
      Make.Leaves.push_back(P.Parameters.back());
    }
  }

  void declareArrays() {
    for (unsigned I = 0; I != 8; ++I) {
      Array *A = P.makeArray();
      A->Name = name("a");
      A->TheSpace = static_cast<Space>(Make.below(3));
      A->TheOrigin = static_cast<Array::Origin>(Make.below(I < 2 ? 3 : 4));
      A->Distributed = A->TheSpace == Space::Shared &&
                       A->TheOrigin == Array::Origin::SharedVariable &&
                       Make.chance(50);
      constexpr unsigned Sizes[] = {1, 2, 4, 4, 4, 8, 12, 16};
      A->ElementSize = Sizes[Make.below(8)];
      if (Make.chance(50))
        A->Extent = Make.below(100) * (Make.chance(70) ? A->ElementSize : 1);
      if (A->TheOrigin == Array::Origin::Field)
        A->Parent = P.Arrays[Make.below(I)].get();
    }
    for (unsigned I = 0; I != 8; ++I)
      addRead(P.Arrays[I].get(), I < 4);
  }

  void addRead(const Array *A, bool Input) {
    llvm::SmallVector<const Term *, 4> Operands = slots(A);
    Operands.push_back(offset(A));
    Make.Leaves.push_back(Terms.read(Input ? Cause::Input : Cause::SharedValue,
                                     A, Make.chance(50) ? 32 : 8, Operands));
  }

  void declareContexts() {
    while (Make.chance(60)) {
      LaunchContext &C = P.Contexts.emplace_back();
      C.Origin = Make.chance(50) ? "symbolic" : "launch \"f\".cu:3";
      for (auto *D : {&C.BlockDim, &C.GridDim, &C.ClusterDim})
        if (Make.chance(60))
          *D = LaunchContext::Dim{1 + Make.below(9), 1 + Make.below(3),
                                  1 + Make.below(2)};
      while (Make.chance(30))
        C.BlockDim[Make.below(3)] = std::nullopt;
      if (Make.chance(50))
        fill(C);
    }
  }

  /// Two launches can name a host value alike.
  void fill(LaunchContext &C) {
    auto Outside = Make.Leaves;
    while (Make.chance(40)) {
      std::string Name = HostNames.empty() || Make.chance(50)
                             ? name("h")
                             : HostNames[Make.below(HostNames.size())];
      if (llvm::any_of(C.HostValues,
                       [&](const Variable *V) { return V->name() == Name; }))
        continue;
      HostNames.push_back(Name);
      C.HostValues.push_back(
          Terms.parameter(Name, Make.chance(50) ? 32 : 1 + Make.below(64)));
      Make.Leaves.push_back(C.HostValues.back());
    }
    for (const Variable *V : C.HostValues)
      if (Make.chance(30))
        C.Computed.push_back(V);
    if (Make.chance(20))
      C.Computed.push_back(Terms.builtin(Builtin::GridDimY));
    declareAssumptions(C.Conditions);
    // The first is what the others begin in; the inputs overlap each other.
    const Array *First = nullptr;
    for (unsigned I = 0; I != 4; ++I) {
      const Array *A = P.Arrays[I].get();
      bool HasFields = llvm::any_of(
          P.Arrays, [&](const auto &Field) { return Field->Parent == A; });
      if (A->TheSpace == Space::Shared || A->Parent || HasFields ||
          Make.chance(30))
        continue;
      if (First)
        C.Aliases.push_back(
            {A, First, Make.chance(70) ? offset(First) : nullptr});
      else
        First = A;
    }
    while (Make.chance(30))
      C.Extents.push_back({P.Arrays[Make.below(8)].get(), Make.term(64, 3)});
    while (Make.chance(30))
      addContent(C);
    if (First && Make.chance(30))
      C.Filled.push_back(First);
    Make.Leaves = Outside;
  }

  /// Of elements that the index is a part of the place of.
  void addContent(LaunchContext &C) {
    auto IsRead = [&](const auto &A) {
      return !A->Written && !A->Parent && A->TheSpace != Space::Shared;
    };
    auto Its = llvm::find_if(P.Arrays, IsRead);
    if (Its == P.Arrays.end())
      return;
    const Variable *Index = Terms.parameter(name("i"), 64);
    unsigned Size = (*Its)->ElementSize;
    llvm::SmallVector<Subscript, 2> Place = {{Index, 0, 1 + Make.below(4)}};
    if (Make.chance(50))
      Place.push_back({nullptr, Make.chance(50) ? 1 : -1, 1});
    unsigned Width = 1 + Make.below(64);
    const Term *Element = Terms.read(Cause::Input, Its->get(), Width,
                                     {offsetOf(Terms, Place, Size)});
    HostNames.push_back(Index->name().str());
    C.Contents.push_back({Index, Terms.constant(64, Make.below(100)),
                          Terms.ult(Element, Terms.constant(Width, 1))});
  }

  void declareAssumptions(std::vector<Assumption> &All) {
    while (Make.chance(60)) {
      Assumption &A = All.emplace_back();
      if (Make.chance(70))
        A.Condition = Make.term(1, 4);
      A.Text = Make.chance(50) ? "x < \"y\"" : "";
      A.Why = static_cast<Assumption::Basis>(Make.below(3));
    }
  }

  llvm::SmallVector<const Term *, 4> slots(const Array *A) {
    llvm::SmallVector<const Term *, 4> Result;
    for (; A; A = A->Parent)
      if (A->TheOrigin == Array::Origin::Field)
        Result.push_back(offset(A->Parent));
      else if (A->Distributed)
        for (unsigned D = 0; D != 3; ++D)
          Result.push_back(Make.term(64, 3));
    return Result;
  }

  const Term *offset(const Array *A) {
    if (Make.chance(20))
      return Make.term(64, 4);
    const Term *Sum = nullptr;
    do {
      const Term *Index = Make.term(Make.chance(70) ? 32 : 64, 2);
      uint64_t Stride = Make.chance(70)   ? 1
                        : Make.chance(70) ? 33
                                          : INT64_MAX / A->ElementSize;
      const Term *Part =
          Terms.mul(Terms.resizeSigned(Index, 64),
                    Terms.constant(64, Stride * A->ElementSize), NoSignedWrap);
      Sum = Sum ? Terms.add(Sum, Part, NoSignedWrap) : Part;
    } while (Make.chance(30));
    return Sum;
  }

  Sequence sequence(unsigned Depth) {
    Sequence S;
    for (unsigned I = Make.below(5); I; --I)
      S.push_back(statement(Depth));
    return S;
  }

  Stmt *statement(unsigned Depth) {
    unsigned Kind = Make.below(Depth ? 10 : 6);
    if (Kind < 4)
      return access();
    if (Kind == 4)
      return Make.chance(60)   ? barrier()
             : Make.chance(10) ? gap()
             : Make.chance(10) ? given()
             : Make.chance(50) ? fence()
             : Make.chance(50) ? asyncGroup()
                               : exchange();
    if (Kind == 5)
      return leave();
    return Kind < 8 ? conditional(Depth) : loop(Depth);
  }

  Stmt *access() {
    auto *A = P.make<Access>();
    A->TheOperation = static_cast<Access::Operation>(Make.below(5));
    // The first four are inputs.
    bool Reads = !A->writes();
    A->TheArray = P.Arrays[Reads ? Make.below(8) : 4 + Make.below(4)].get();
    if (A->isAtomic()) {
      A->AtomicScope = static_cast<Scope>(Make.below(6));
      A->Acquires = Make.chance(20);
      A->Releases = Make.chance(20);
    }
    A->Volatile = Make.chance(20);
    A->Size = Make.chance(70) ? A->TheArray->ElementSize : 1 + Make.below(16);
    auto Slots = slots(A->TheArray);
    A->Slots.assign(Slots.begin(), Slots.end());
    A->Offset = offset(A->TheArray);
    if (A->isAtomic())
      update(A);
    else if (Make.chance(40))
      A->Value = Make.term(Make.chance(50) ? 32 : 8, 3);
    bool Finds = A->TheOperation != Access::Operation::Write &&
                 A->TheOperation != Access::Operation::AtomicWrite;
    if (Finds && A->Size <= 8 && Make.chance(30))
      A->Found = llvm::cast<Unknown>(
          Terms.unmodelled(name("f"), 8 * A->Size, counters()));
    A->Asynchronous =
        !A->isAtomic() && !A->Value && !A->Found && Make.chance(30);
    A->Where = location();
    return A;
  }

  void update(Access *A) {
    A->TheUpdate = static_cast<Access::Update>(Make.below(6));
    if (A->TheOperation == Access::Operation::AtomicWrite)
      A->TheUpdate =
          Make.chance(50) ? Access::Update::Exchange : Access::Update::Any;
    if (A->Size > 8 || A->TheOperation == Access::Operation::AtomicRead)
      A->TheUpdate = Access::Update::Any;
    if (A->TheUpdate != Access::Update::Any)
      A->Operand = Make.term(8 * A->Size, 2);
    if (A->TheUpdate == Access::Update::CompareExchange)
      A->Expected = Make.term(8 * A->Size, 2);
  }

  std::vector<const Term *> counters() const {
    std::vector<const Term *> All;
    for (const Loop *L : Enclosing)
      All.push_back(L->Counter);
    return All;
  }

  Stmt *asyncGroup() {
    auto *G = P.make<AsyncGroup>();
    if (Make.chance(50))
      G->Pending = Make.below(4);
    G->Where = location();
    return G;
  }

  Stmt *gap() {
    auto *G = P.make<Gap>();
    G->Reason = "asm `x`\t\xc3\xa4";
    G->Where = location();
    return G;
  }

  Stmt *given() {
    auto *G = P.make<Given>();
    G->Condition = Make.term(1, 3);
    G->Where = location();
    return G;
  }

  Stmt *fence() {
    auto *F = P.make<Fence>();
    F->TheScope = static_cast<Scope>(2 + Make.below(4));
    F->Where = location();
    return F;
  }

  Stmt *exchange() {
    using Function = Exchange::Function;
    auto *X = P.make<Exchange>();
    X->TheFunction = static_cast<Function>(Make.below(5));
    bool Shuffles = X->TheFunction == Function::Shuffle;
    constexpr unsigned Widths[] = {32, 64, 8};
    unsigned Width = Widths[Make.below(3)];
    if (X->hasValue())
      X->Value = Make.term(X->TheFunction == Function::Ballot ? 1 : Width, 3);
    if (X->TheFunction != Function::Active && Make.chance(50))
      X->Mask = Make.term(32, 2);
    if (Shuffles)
      X->Lane = Make.term(32, 2);
    X->Result = llvm::cast<Unknown>(
        Terms.unmodelled(name("x"), Shuffles ? Width : 32, counters()));
    X->Where = location();
    return X;
  }

  Stmt *barrier() {
    auto *B = P.make<Barrier>();
    B->TheScope = static_cast<Scope>(1 + Make.below(4));
    bool HasParts =
        B->TheScope == Scope::Block || B->TheScope == Scope::Cluster;
    if (HasParts && Make.chance(40))
      B->ThePart = static_cast<Barrier::Part>(1 + Make.below(2));
    if (B->TheScope == Scope::Block && B->ThePart != Barrier::Part::Whole) {
      B->Number = Make.term(32, 2);
      B->Count = Make.term(32, 2);
    } else if (B->TheScope == Scope::Block && Make.chance(40)) {
      B->Number = Make.term(Make.chance(70) ? 32 : 16, 2);
      if (Make.chance(50))
        B->Count = Make.term(32, 2);
    }
    if (B->TheScope == Scope::Warp && Make.chance(60))
      B->Mask = Make.term(32, 2);
    bool Returns = B->TheScope == Scope::Block && !B->Count &&
                   B->ThePart == Barrier::Part::Whole;
    if (Returns && Make.chance(40))
      B->Result = llvm::cast<Unknown>(
          Terms.unmodelled(name("b"), Make.chance(50) ? 32 : 1, counters()));
    B->Where = location();
    return B;
  }

  Stmt *leave() {
    auto *L = P.make<Leave>();
    if (!Enclosing.empty() && Make.chance(70))
      L->Target = Enclosing[Make.below(Enclosing.size())];
    return L;
  }

  Stmt *conditional(unsigned Depth) {
    auto *I = P.make<If>();
    I->Condition = Make.term(1, 4);
    I->Where = location();
    auto Before = Make.Leaves;
    I->Then = sequence(Depth - 1);
    Make.Leaves = Before;
    if (Make.chance(30))
      I->Else = {conditional(Depth)};
    else if (Make.chance(50))
      I->Else = sequence(Depth - 1);
    Make.Leaves = Before;
    return I;
  }

  const Variable *variable(unsigned Width) {
    const Variable *V = Terms.loopVariable(name("k"), Width);
    return V;
  }

  Stmt *loop(unsigned Depth) {
    auto *L = P.make<Loop>();
    if (Make.chance(60)) {
      constexpr unsigned Widths[] = {32, 32, 64, 7};
      unsigned Width = Widths[Make.below(4)];
      Loop::Range R;
      R.Start = Make.term(Width, 3);
      R.Kind = static_cast<Loop::StepKind>(Make.below(3));
      R.Step = R.Kind == Loop::StepKind::Add
                   ? Make.term(Width, 2)
                   : Terms.constant(Width, 2 + Make.below(9));
      R.Var = variable(Width);
      L->TheRange = R;
      Make.Leaves.push_back(R.Var);
    }
    bool Default = L->TheRange && Make.chance(60);
    L->Counter =
        Default ? Terms.loopVariable(L->TheRange->Var->name().str() + ".n", 32)
                : variable(Make.chance(70) ? 32 : 64);
    Make.Leaves.push_back(L->Counter);
    Make.Leaves.push_back(
        Terms.unmodelled(name("u"), 1 + Make.below(64), {L->Counter}));
    L->While = Make.chance(20) ? Terms.yes() : Make.term(1, 4);
    L->Where = location();
    Enclosing.push_back(L);
    L->Body = sequence(Depth - 1);
    Enclosing.pop_back();
    return L;
  }

  TermContext &Terms;
  RandomTerms Make;
  Protocol P;
  unsigned NextName = 0;
  std::vector<std::string> HostNames;
  std::vector<const Loop *> Enclosing;
};

} // namespace racemap::map

#endif
