// LeanKernels - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/LeanKernels.h"
#include "runtime/device/LaunchWords.h"
#include <algorithm>

namespace racemap {

using namespace map;
using llvm::dyn_cast;
using verdict::AccessProofs;

namespace json = llvm::json;

static_assert(static_cast<unsigned>(Op::Ite) + 1 == device::NumLaunchWords);
static_assert(NoSignedWrap == 1 && NoUnsignedWrap == 2);

/// Of all conditions together; evaluating one takes some nanoseconds.
static constexpr size_t MostSteps = 400;

namespace {
/// Terms as a list of steps, each of which has those before it as operands.
class Conditions {
public:
  explicit Conditions(const Protocol &P) : P(P) {}

  unsigned add(const Term *T) {
    if (auto Known = Numbers.find(T); Known != Numbers.end())
      return Known->second;
    json::Array Step = stepOf(T);
    unsigned Number = unsigned(All.size());
    All.push_back(std::move(Step));
    return Numbers[T] = Number;
  }
  size_t size() const { return All.size(); }
  json::Array take() { return std::move(All); }
  /// Mentions one of them what the kernel is not given?
  bool isUnknown() const { return IsUnknown; }

private:
  /// Its name, its width, and what it takes.
  json::Array stepOf(const Term *T) {
    if (const auto *C = dyn_cast<Constant>(T))
      return json::Array{"constant", T->width(), C->value()};
    if (const auto *V = dyn_cast<Variable>(T)) {
      if (V->role() == Variable::Role::Builtin)
        return json::Array{V->name(), T->width()};
      auto At = P.ParameterParts.find(V);
      IsUnknown |= At == P.ParameterParts.end();
      if (IsUnknown)
        return json::Array{};
      return json::Array{"argument", T->width(), At->second.Number,
                         At->second.Offset};
    }
    const auto *O = llvm::cast<Operation>(T);
    json::Array Step{device::LaunchWords[static_cast<unsigned>(O->op())],
                     T->width(), O->operand(0)->width(),
                     unsigned(O->promises())};
    for (const Term *Operand : O->operands())
      Step.push_back(add(Operand));
    return Step;
  }

  const Protocol &P;
  bool IsUnknown = false;
  json::Array All;
  llvm::DenseMap<const Term *, unsigned> Numbers;
};
} // namespace

static json::Array placeOf(const Protocol &P, const Array *A) {
  const ArgumentPart &At = P.PointerParts.at(A);
  return json::Array{At.Number, At.Offset};
}

std::optional<json::Object> launchCheck(const AccessProofs &Its,
                                        const Protocol &P) {
  Conditions Terms(P);
  json::Array Holds, Apart, NoVariables;
  for (const Assumption &A : Its.Assumed) {
    Holds.push_back(json::Array{Terms.add(A.Condition), A.Text});
    if (Terms.size() > MostSteps || Terms.isUnknown())
      return std::nullopt;
  }
  for (auto [A, B] : Its.Apart) {
    bool HasA = P.PointerParts.contains(A), HasB = P.PointerParts.contains(B);
    if (HasA && HasB)
      Apart.push_back(
          json::Array{placeOf(P, A), placeOf(P, B),
                      A->Name + " and " + B->Name + " do not overlap"});
    else if (HasA || HasB)
      NoVariables.push_back(
          json::Array{placeOf(P, HasA ? A : B),
                      A->Name + " and " + B->Name + " do not overlap"});
  }
  return json::Object{{"steps", Terms.take()},
                      {"holds", std::move(Holds)},
                      {"apart", std::move(Apart)},
                      {"noVariables", std::move(NoVariables)}};
}

/// Those all of whose accesses are proved.
static std::set<unsigned> freeInstructions(const Protocol &P,
                                           const AccessProofs &Its) {
  std::set<unsigned> Free, Open;
  for (const Access *A : P.accesses())
    (Its.Open[A->Id] ? Open : Free).insert(A->Instruction);
  // Nobody knows what such an access is a copy of.
  if (Open.contains(0))
    return {};
  Free.erase(0);
  for (unsigned N : Open)
    Free.erase(N);
  return Free;
}

instrument::Proofs leanKernels(const Analysis &A) {
  instrument::Proofs All;
  for (size_t I = 0; I < A.Protocols.size() && I < A.Kernels.size(); ++I) {
    const Protocol &P = A.Protocols[I];
    auto Digest = A.Digests.find(P.Mangled);
    if (Digest == A.Digests.end())
      continue;
    std::vector<std::set<unsigned>> Free;
    for (const AccessProofs &Its : A.Kernels[I].Proofs)
      Free.push_back(freeInstructions(P, Its));
    auto Best = llvm::max_element(
        Free, [](const auto &X, const auto &Y) { return X.size() < Y.size(); });
    instrument::KernelProof New;
    New.Digest = Digest->second;
    if (Best == Free.end() || Best->empty()) {
      New.Why = Best == Free.end() ? A.Kernels[I].WhyNoProofs
                                   : "no access is proved to race with none";
      All.emplace(P.Mangled, std::move(New));
      continue;
    }
    New.Free = *Best;
    for (size_t Number = 0; Number != Free.size(); ++Number)
      if (std::ranges::includes(Free[Number], *Best))
        if (auto Check = launchCheck(A.Kernels[I].Proofs[Number], P))
          New.Launches.push_back(std::move(*Check));
    if (!New.Launches.empty())
      All.emplace(P.Mangled, std::move(New));
  }
  return All;
}

} // namespace racemap
