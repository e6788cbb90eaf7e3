// ContextArrays - the part of ContextBuilder about what pointers point to.
//
// Which of the kernel's arrays are in one object, how long an object is, and
// what is in it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Subscript.h"
#include "plugin/ContextBuilder.h"
#include "plugin/HostContents.h"
#include "plugin/HostOrigins.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;
using map::Op;
using map::Term;
using map::Variable;

/// Larger terms help nobody.
static constexpr unsigned MaxNodesOfContents = 60;

/// Base plus Offset.
ContextBuilder::Address ContextBuilder::split(const Term *T) const {
  if (const HostValues::Unknown *U = L.Values.find(T))
    return U->IsPointer
               ? Address{llvm::cast<Variable>(T), Terms.constant(64, 0)}
               : Address();
  bool Plus = map::isOp(T, Op::Add), Minus = map::isOp(T, Op::Sub);
  if (!Plus && !Minus)
    return {};
  Address Left = split(T->operand(0));
  const Term *By = T->operand(1);
  if (!Left.Base && Plus) {
    Left = split(T->operand(1));
    By = T->operand(0);
  }
  if (!Left.Base || !L.Values.pointersIn(By).empty())
    return {};
  Left.Offset = Plus ? Terms.add(Left.Offset, By, map::NoSignedWrap)
                     : Terms.sub(Left.Offset, By, map::NoSignedWrap);
  return Left;
}

void ContextBuilder::addAliases() {
  /// Arrays in one object, each at some place in the first of them.
  struct Group {
    const map::Array *First;
    Address Where;
    std::vector<HostOrigins> Of;
  };
  std::vector<Group> Groups;
  for (const auto &A : P.Arrays) {
    auto Part = P.PointerParts.find(A.get());
    const Term *T =
        Part == P.PointerParts.end() ? nullptr : partOf(Part->second, 64, true);
    if (!T)
      continue;
    HostOrigins Its = originsOf(T, L.Values);
    Address Here = split(T);
    std::vector<Group> Sharing;
    llvm::erase_if(Groups, [&](Group &G) {
      bool Shares = llvm::any_of(
          G.Of, [&](const HostOrigins &X) { return mayShare(X, Its); });
      if (Shares)
        Sharing.push_back(std::move(G));
      return Shares;
    });
    if (Sharing.empty()) {
      Groups.push_back({A.get(), Here, {std::move(Its)}});
      continue;
    }
    Group All = std::move(Sharing.front());
    bool Exact =
        Sharing.size() == 1 && Here.Base && Here.Base == All.Where.Base;
    const Term *Offset =
        Exact ? translated(
                    Terms.sub(Here.Offset, All.Where.Offset, map::NoSignedWrap))
              : nullptr;
    C.Aliases.push_back({A.get(), All.First, Offset});
    All.Of.push_back(std::move(Its));
    for (Group &Other : llvm::drop_begin(Sharing)) {
      for (map::LaunchContext::Alias &X : C.Aliases)
        if (X.Within == Other.First)
          X = {X.TheArray, All.First, nullptr};
      C.Aliases.push_back({Other.First, All.First, nullptr});
      llvm::append_range(All.Of, std::move(Other.Of));
    }
    Groups.push_back(std::move(All));
  }
}

static void findCalls(const Stmt *S, std::vector<const CallExpr *> &Out) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    Out.push_back(Call);
  for (const Stmt *X : S->children())
    findCalls(X, Out);
}

static bool allocates(const FunctionDecl *F) {
  return F && F->getIdentifier() &&
         (F->getName() == "cudaMalloc" || F->getName() == "cudaMallocManaged" ||
          F->getName() == "cudaMallocAsync");
}

/// The variable, or the part of one, whose address the call is given first.
static HostPlace addressedBy(const CallExpr *Call) {
  const auto *Address =
      Call->getNumArgs() >= 2
          ? dyn_cast<UnaryOperator>(Call->getArg(0)->IgnoreParenCasts())
          : nullptr;
  return Address && Address->getOpcode() == UO_AddrOf
             ? placeOf(Address->getSubExpr())
             : HostPlace();
}

/// Has the program allocated what the pointer points to?
static bool isAllocated(const HostValues::Unknown &U) {
  std::vector<const CallExpr *> Calls;
  findCalls(U.Since, Calls);
  return U.IsAllocated || llvm::any_of(Calls, [&](const CallExpr *Call) {
           return U.Variable && addressedBy(Call).Variable == U.Variable &&
                  allocates(Call->getDirectCallee());
         });
}

/// The size of the object that an allocation gave this address, in bytes.
const Term *ContextBuilder::sizeOf(const Variable *Base) {
  const HostValues::Unknown *U = L.Values.find(Base);
  if (U && U->Bytes)
    return U->Bytes;
  if (!U || !U->Since || !U->Variable ||
      L.Uses.changesIn(U->Variable, {}, *L.Site.Body, U->Since).size() != 1)
    return nullptr;
  std::vector<const CallExpr *> Calls;
  findCalls(U->Since, Calls);
  const Term *Size = nullptr;
  for (const CallExpr *Call : Calls) {
    const FunctionDecl *F = Call->getDirectCallee();
    HostPlace To = addressedBy(Call);
    if (!F || !F->getIdentifier() || To.Variable != U->Variable)
      continue;
    if (!allocates(F) || Size || !To.Fields.empty() ||
        !isAlwaysIn(Call, U->Since, *L.Site.Body))
      return nullptr;
    Size = L.Values.value(Call->getArg(1));
  }
  return Size ? Terms.resizeUnsigned(Size, 64) : nullptr;
}

/// Only of pointers to the beginning: what lies before another one is within
/// the object too.
void ContextBuilder::addExtents() {
  for (const auto &A : P.Arrays) {
    auto Part = P.PointerParts.find(A.get());
    if (Part == P.PointerParts.end())
      continue;
    const Term *T = partOf(Part->second, 64, true);
    Address Here = T ? split(T) : Address();
    bool IsBeginning = Here.Base && Here.Offset == Terms.constant(64, 0);
    if (const Term *Size = IsBeginning ? sizeOf(Here.Base) : nullptr)
      C.Extents.push_back({A.get(), translated(Size)});
  }
}

/// What is in an array that nobody changes in the launch.
void ContextBuilder::addContent(const map::Array *A) {
  auto Part = P.PointerParts.find(A);
  bool IsElsewhere = llvm::any_of(C.Aliases, [&](const auto &X) {
    return X.TheArray == A || X.Within == A;
  });
  if (Part == P.PointerParts.end() || IsElsewhere || P.Body.empty() ||
      !mattersWhatIsIn(A))
    return;
  const Term *T = partOf(Part->second, 64, true);
  Address Here = T ? split(T) : Address();
  const HostValues::Unknown *U = Here.Base ? L.Values.find(Here.Base) : nullptr;
  if (!U || !U->Variable || Here.Offset != Terms.constant(64, 0))
    return;
  unsigned Size = A->ElementSize;
  for (const HostContents &Its :
       contentsOf(U->Variable, *L.Values.makerOf(Here.Base), L.Uses, Terms)) {
    if (countNodes(Its.Holds) > MaxNodesOfContents || Its.Stride % Size ||
        Its.Offset % Size)
      continue;
    if (!Index)
      Index = Terms.parameter(unused("i"), 64);
    llvm::SmallVector<map::Subscript, 2> Place = {
        {Index, 0, Its.Stride / Size}};
    if (Its.Offset)
      Place.push_back({nullptr, static_cast<int64_t>(Its.Offset / Size), 1});
    const Term *Element = Terms.read(map::Cause::Input, A, Its.Element->width(),
                                     {map::offsetOf(Terms, Place, Size)});
    const Term *Holds = Terms.replace(Its.Holds, [&](const Term *X) {
      return X == Its.Index ? Index : X == Its.Element ? Element : nullptr;
    });
    C.Contents.push_back({Index, Its.Count, Holds});
  }
}

/// Does it matter to the kernel, or may it, what is in the array?
bool ContextBuilder::mattersWhatIsIn(const map::Array *A) const {
  return P.Body.empty() ||
         (!A->Written && llvm::is_contained(P.RelevantInputs, A->Name));
}

/// What the program has allocated, it fills.
void ContextBuilder::addFilled() {
  for (const auto &A : P.Arrays) {
    auto Part = P.PointerParts.find(A.get());
    const Term *T = Part != P.PointerParts.end() && mattersWhatIsIn(A.get())
                        ? partOf(Part->second, 64, true)
                        : nullptr;
    Address Here = T ? split(T) : Address();
    const HostValues::Unknown *U =
        Here.Base ? L.Values.find(Here.Base) : nullptr;
    if (U && isAllocated(*U))
      C.Filled.push_back(A.get());
  }
}

void ContextBuilder::addContents() {
  for (const auto &A : P.Arrays)
    addContent(A.get());
}

} // namespace racemap
