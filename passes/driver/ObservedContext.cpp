// ObservedContext - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/ObservedContext.h"
#include "passes/map/Printer.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <set>

namespace racemap {

using launches::Launch;
using launches::Range;
using map::LaunchContext;
using map::Term;
using map::Variable;

/// So many values of a number are named, and of more the range.
static constexpr size_t MostValues = 8;
/// Relations between two numbers, of a context.
static constexpr size_t MostRelations = 12;

ObservedContext::ObservedContext(const map::Protocol &P)
    : P(P), Terms(P.terms()) {
  map::VariableSet Mentioned = map::mentionedIn(P);
  for (const Variable *V : P.Parameters)
    if (Mentioned.contains(V))
      addNumber(V);
}

/// "p is null" is a parameter of its own (lift::Values::ofNullTest).
void ObservedContext::addNumber(const Variable *V) {
  if (auto Part = P.ParameterParts.find(V); Part != P.ParameterParts.end()) {
    Numbers.push_back({V, Part->second});
    return;
  }
  llvm::StringRef Name = V->name();
  const map::Array *A =
      Name.consume_back(" is null") ? P.findArray(Name) : nullptr;
  if (auto Part = P.PointerParts.find(A); Part != P.PointerParts.end())
    Numbers.push_back({V, Part->second, /*IsNullTest=*/true});
}

static bool overlap(const launches::Value &V, const map::ArgumentPart &Part,
                    uint64_t Bytes) {
  return V.Argument == Part.Number && V.Offset < Part.Offset + Bytes &&
         Part.Offset < V.Offset + V.Bytes;
}

Launch ObservedContext::relevant(const Launch &L) const {
  Launch Its = L;
  // What says that a pointer is null is used, too.
  constexpr uint64_t PointerBytes = 8;
  llvm::erase_if(Its.Values, [&](const launches::Value &V) {
    return llvm::none_of(Numbers,
                         [&](const Number &N) {
                           return overlap(V, N.Part, N.bytes());
                         }) &&
           llvm::none_of(P.PointerParts, [&](const auto &A) {
             return overlap(V, A.second, PointerBytes);
           });
  });
  llvm::erase_if(Its.Pointers, [&](const launches::Pointer &Its) {
    return llvm::none_of(P.PointerParts, [&](const auto &A) {
      return A.second.Number == Its.Argument && A.second.Offset == Its.Offset;
    });
  });
  // Objects are numbered by the pointers that are left.
  std::map<unsigned, unsigned> Objects;
  for (launches::Pointer &Pointer : Its.Pointers)
    Pointer.Object =
        Objects.try_emplace(Pointer.Object, unsigned(Objects.size()))
            .first->second;
  return Its;
}

/// What the number is, as far as the launch says it: a value of the same size
/// at its place, or one put together from the bytes of others.
static std::optional<Range>
rangeOf(const Launch &L, const map::ArgumentPart &Part, unsigned Width) {
  unsigned Bytes = (Width + 7) / 8;
  uint64_t Bits = 0;
  unsigned Known = 0;
  for (const launches::Value &V : L.Values) {
    if (!overlap(V, Part, Bytes))
      continue;
    if (V.Offset == Part.Offset && V.Bytes == Bytes && Width == 8 * Bytes)
      return V.In;
    if (!V.In.isOne())
      return std::nullopt;
    for (unsigned I = 0; I != V.Bytes; ++I) {
      uint64_t At = V.Offset + I - Part.Offset; // wraps before it
      if (At >= Bytes)
        continue;
      Bits |= (uint64_t(V.In.Low) >> 8 * I & 0xff) << 8 * At;
      ++Known;
    }
  }
  if (Known != Bytes)
    return std::nullopt;
  return Range::one(llvm::SignExtend64(Bits, Width));
}

/// As a number of one bit. A null pointer is a 0 among the values.
static std::optional<Range> isNull(const Launch &L,
                                   const map::ArgumentPart &Part) {
  bool IsOther = llvm::any_of(L.Pointers, [&](const launches::Pointer &X) {
    return X.Argument == Part.Number && X.Offset == Part.Offset;
  });
  constexpr unsigned Bytes = 8;
  bool IsNull = llvm::any_of(L.Values, [&](const launches::Value &V) {
    return overlap(V, Part, Bytes) && V.Offset == Part.Offset &&
           V.Bytes == Bytes && V.In == Range::one(0);
  });
  if (IsOther == IsNull || L.IsFolded)
    return std::nullopt;
  return Range::one(IsNull ? -1 : 0);
}

bool ObservedContext::Quantity::isExact() const {
  return llvm::all_of(In, [](const Range &R) { return R.isOne(); });
}

Range ObservedContext::Quantity::all() const {
  Range Whole = In.front();
  for (const Range &R : In)
    Whole.widen(R);
  return Whole;
}

/// Parameters, and the sizes that are not the same in all launches.
std::vector<ObservedContext::Quantity>
ObservedContext::quantities(llvm::ArrayRef<Launch> Group) const {
  std::vector<Quantity> All;
  for (const Number &N : Numbers) {
    Quantity Q{N.V, {}};
    for (const Launch &L : Group)
      if (auto R = N.IsNullTest ? isNull(L, N.Part)
                                : rangeOf(L, N.Part, N.V->width()))
        Q.In.push_back(*R);
    if (Q.In.size() == Group.size())
      All.push_back(std::move(Q));
  }
  for (unsigned Which = 0; Which != 6; ++Which) {
    Quantity Q{Terms.builtin(map::Builtin(6 + Which)), {}};
    for (const Launch &L : Group)
      Q.In.push_back((Which < 3 ? L.Block : L.Grid)[Which % 3]);
    if (!Q.all().isOne())
      All.push_back(std::move(Q));
  }
  return All;
}

static LaunchContext::Sizes sizesOf(llvm::ArrayRef<Launch> Group,
                                    std::array<Range, 3> Launch::*Which) {
  LaunchContext::Sizes To;
  for (unsigned D = 0; D != 3; ++D) {
    Range All = (Group.front().*Which)[D];
    for (const Launch &L : Group)
      All.widen((L.*Which)[D]);
    if (All.isOne())
      To[D] = uint32_t(All.Low);
  }
  return To;
}

/// A kernel that knows nothing of clusters is not told that it has none.
void ObservedContext::addSizes(llvm::ArrayRef<Launch> Group,
                               LaunchContext &C) const {
  C.BlockDim = sizesOf(Group, &Launch::Block);
  C.GridDim = sizesOf(Group, &Launch::Grid);
  LaunchContext::Sizes Cluster = sizesOf(Group, &Launch::Cluster);
  if (Cluster != LaunchContext::Sizes(LaunchContext::Dim{1, 1, 1}) ||
      llvm::any_of(P.Parameters, LaunchContext::isClusterDim))
    C.ClusterDim = Cluster;
}

void ObservedContext::addCondition(const Term *T, LaunchContext &C) const {
  if (T != Terms.yes())
    C.Conditions.push_back({T, map::toText(T)});
}

/// The values if they are few, or the least and the largest one.
map::Assumption ObservedContext::among(const Quantity &Q) const {
  unsigned Width = Q.V->width();
  auto Number = [&](int64_t N) { return Terms.constant(Width, uint64_t(N)); };
  std::set<int64_t> Values;
  for (const Range &R : Q.In)
    Values.insert({R.Low, R.High});
  if (Q.isExact() && Values.size() <= MostValues) {
    const Term *Any = Terms.no();
    for (int64_t N : Values)
      Any = Any == Terms.no() ? Terms.eq(Q.V, Number(N))
                              : Terms.logicalOr(Any, Terms.eq(Q.V, Number(N)));
    return {Any, map::toText(Any)};
  }
  // Numbers are read as signed.
  int64_t Least = *Values.begin(), Most = *Values.rbegin();
  const Term *Between = Terms.logicalAnd(Terms.sle(Number(Least), Q.V),
                                         Terms.sle(Q.V, Number(Most)));
  std::string Name = map::toText(Q.V);
  return {Between, Name + " >= " + std::to_string(Least) + " && " + Name +
                       " <= " + std::to_string(Most)};
}

/// What is never larger than another one, though both differ.
void ObservedContext::addRelations(llvm::ArrayRef<Quantity> All,
                                   LaunchContext &C) const {
  size_t Most = C.Conditions.size() + MostRelations;
  auto Always = [&](const Quantity &A, const Quantity &B, auto Holds) {
    return A.isExact() && B.isExact() &&
           llvm::all_of(llvm::zip(A.In, B.In), [&](const auto &Both) {
             return Holds(std::get<0>(Both).Low, std::get<1>(Both).Low);
           });
  };
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = I + 1; J < All.size(); ++J) {
      const Quantity &A = All[I], &B = All[J];
      if (A.V->width() != B.V->width() || A.all().isOne() || B.all().isOne() ||
          C.Conditions.size() >= Most)
        continue;
      if (Always(A, B, std::equal_to<>()))
        addCondition(Terms.eq(A.V, B.V), C);
      else if (Always(A, B, std::less_equal<>()))
        addCondition(Terms.sle(A.V, B.V), C);
      else if (Always(A, B, std::greater_equal<>()))
        addCondition(Terms.sle(B.V, A.V), C);
    }
}

namespace {
/// What arrays lead to, in one launch or in all of a group.
class Objects {
public:
  Objects(map::TermContext &Terms, LaunchContext &C) : Terms(Terms), C(C) {}

  void place(const map::Array *A, unsigned Object, std::optional<int64_t> At) {
    auto [Known, IsNew] = All.try_emplace(Object, First{A, At});
    const First &F = Known->second;
    if (IsNew || F.Its == A)
      return;
    const Term *Offset =
        At && F.At ? Terms.constant(64, uint64_t(*At - *F.At)) : nullptr;
    C.Aliases.push_back({A, F.Its, Offset});
  }

private:
  struct First {
    const map::Array *Its;
    std::optional<int64_t> At;
  };
  map::TermContext &Terms;
  LaunchContext &C;
  std::map<unsigned, First> All;
};
} // namespace

static const launches::Pointer *pointerAt(const Launch &L,
                                          const map::ArgumentPart &Part) {
  auto Its = llvm::find_if(L.Pointers, [&](const launches::Pointer &X) {
    return X.Argument == Part.Number && X.Offset == Part.Offset;
  });
  return Its == L.Pointers.end() ? nullptr : &*Its;
}

/// Arrays that may be in one object, and how large it is if one begins there. A
/// pointer that leads to a variable may be in any: a run and the analysis have
/// other names for them. One of which nobody knows where it leads may be in
/// anything.
void ObservedContext::addObjects(const Launch &All, LaunchContext &C) const {
  constexpr unsigned OfVariables = ~0u;
  constexpr unsigned AddressBits = 64;
  struct Led {
    const map::Array *Its;
    unsigned Object;
    std::optional<int64_t> At;
  };
  std::vector<Led> Pointers;
  bool IsAnyElsewhere = false, ReachesVariables = false;
  for (const auto &A : P.Arrays) {
    auto Part = P.PointerParts.find(A.get());
    if (Part == P.PointerParts.end())
      continue;
    const launches::Pointer *Its = pointerAt(All, Part->second);
    if (!Its && rangeOf(All, Part->second, AddressBits) == Range::one(0))
      continue; // null
    bool IsVariable = Its && !Its->Variables.empty();
    IsAnyElsewhere |= !Its || Its->IsElsewhere;
    ReachesVariables |= IsVariable;
    if (!Its || IsVariable)
      Pointers.push_back({A.get(), OfVariables, std::nullopt});
    else
      Pointers.push_back({A.get(), Its->Object, Its->At});
    if (Its && Its->At == 0 && Its->Bytes)
      C.Extents.push_back({A.get(), Terms.constant(AddressBits, *Its->Bytes)});
  }
  Objects Known(Terms, C);
  if (IsAnyElsewhere || ReachesVariables)
    for (const auto &A : P.Arrays)
      if (A->TheOrigin == map::Array::Origin::Global && !A->Parent)
        Known.place(A.get(), OfVariables, std::nullopt);
  for (const Led &L : Pointers)
    if (IsAnyElsewhere)
      Known.place(L.Its, OfVariables, std::nullopt);
    else
      Known.place(L.Its, L.Object, L.At);
}

LaunchContext ObservedContext::of(llvm::ArrayRef<Launch> Group,
                                  const std::string &In) const {
  LaunchContext C;
  C.Origin = observedOrigin(Group, In);
  addSizes(Group, C);
  std::vector<Quantity> All = quantities(Group);
  for (const Quantity &Q : All)
    if (map::Assumption Its = among(Q); Its.Condition != Terms.yes())
      C.Conditions.push_back(std::move(Its));
  for (const Number &N : Numbers)
    if (llvm::none_of(All, [&](const Quantity &Q) { return Q.V == N.V; }))
      C.Computed.push_back(N.V); // to something that was not noted
  Launch Together = Group.front();
  if (Group.size() == 1 && !Together.IsFolded) {
    addObjects(Together, C);
    return C;
  }
  addRelations(All, C);
  for (const Launch &L : Group.drop_front())
    Together.fold(L);
  addObjects(Together, C);
  for (const Quantity &Q : All)
    if (!Q.all().isOne())
      C.Computed.push_back(Q.V);
  return C;
}

static std::string placeOf(const Launch &L) {
  if (L.Places.empty())
    return "";
  const launches::Place &P = L.Places.front();
  return " at " + llvm::sys::path::filename(P.File).str() + ":" +
         std::to_string(P.Line);
}

std::string observedOrigin(llvm::ArrayRef<Launch> Group,
                           const std::string &In) {
  const Launch &First = Group.front();
  std::string Text = "observed in " + In + ", ";
  uint64_t Count = 0;
  for (const Launch &L : Group)
    Count += L.Count;
  std::string Its = "launch " + std::to_string(First.Number);
  if (!First.Run.empty())
    Its += " of " + llvm::sys::path::filename(First.Run).str();
  Its += placeOf(First);
  if (Group.size() > 1 || First.IsFolded)
    return Text + std::to_string(Count) +
           " launches taken together, the first " + Its;
  if (Count > 1)
    Its += " and " + std::to_string(Count - 1) + " like it";
  return Text + Its;
}

} // namespace racemap
