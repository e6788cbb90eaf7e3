// ProvedLaunches - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/ProvedLaunches.h"
#include "passes/map/Mentioned.h"
#include "runtime/device/LaunchWords.h"

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
/// Terms as a list of steps, each of which has those before it as operands. The
/// list outlives the terms: names are copied.
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
  /// The steps of what T mentions, with their names.
  json::Array namesIn(const Term *T) const {
    VariableSet Its;
    addMentioned(T, Its);
    json::Array Named;
    for (const Variable *V : Its)
      Named.push_back(json::Array{Numbers.at(V), V->name().str(),
                                  V->role() == Variable::Role::Builtin ||
                                      V->width() == 1 || P.isUnsigned(V)});
    return Named;
  }
  /// Mentions one of them what the kernel is not given?
  bool isUnknown() const { return IsUnknown; }

private:
  /// Its name, its width, and what it takes.
  json::Array stepOf(const Term *T) {
    if (const auto *C = dyn_cast<Constant>(T))
      return json::Array{"constant", T->width(), C->value()};
    if (const auto *V = dyn_cast<Variable>(T)) {
      if (V->role() == Variable::Role::Builtin)
        return json::Array{V->name().str(), T->width()};
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
    unsigned Step = Terms.add(A.Condition);
    if (Terms.size() > MostSteps || Terms.isUnknown())
      return std::nullopt;
    Holds.push_back(json::Array{Step, A.Text, Terms.namesIn(A.Condition)});
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

json::Object provedLaunches(const Analysis &A) {
  json::Object All;
  for (size_t I = 0; I < A.Protocols.size() && I < A.Kernels.size(); ++I) {
    const verdict::KernelResult &K = A.Kernels[I];
    json::Array Launches;
    for (const AccessProofs &Its : K.Proofs)
      if (Its.Open.none())
        if (auto Check = launchCheck(Its, A.Protocols[I]))
          Launches.push_back(std::move(*Check));
    if (!Launches.empty())
      All[K.Mangled] = json::Object{{"name", json::fixUTF8(K.Name)},
                                    {"launches", std::move(Launches)}};
  }
  return All;
}

} // namespace racemap
