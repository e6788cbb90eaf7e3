// Proofs - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Proofs.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::instrument {

using namespace llvm;

std::string toJson(Proofs All) {
  json::Object Kernels;
  for (auto &[Mangled, P] : All) {
    json::Array Free;
    for (unsigned N : P.Free)
      Free.push_back(N);
    // As a text: a JSON number would be rounded.
    Kernels[Mangled] = json::Object{{"digest", utohexstr(P.Digest)},
                                    {"free", std::move(Free)},
                                    {"launches", std::move(P.Launches)},
                                    {"why", json::fixUTF8(P.Why)}};
  }
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Kernels));
  return Text;
}

static std::optional<KernelProof> readProof(const json::Value &Value) {
  const json::Object *O = Value.getAsObject();
  auto Digest = O ? O->getString("digest") : std::nullopt;
  const json::Array *Free = O ? O->getArray("free") : nullptr;
  const json::Array *Launches = O ? O->getArray("launches") : nullptr;
  KernelProof P;
  if (!Digest || Digest->getAsInteger(16, P.Digest) || !Free || !Launches)
    return std::nullopt;
  for (const json::Value &N : *Free) {
    auto Number = N.getAsUINT64();
    if (!Number)
      return std::nullopt;
    P.Free.insert(unsigned(*Number));
  }
  P.Launches = *Launches;
  P.Why = O->getString("why").value_or("").str();
  return P;
}

Expected<Proofs> readProofs(StringRef Json) {
  auto Value = json::parse(Json);
  if (!Value)
    return Value.takeError();
  Proofs All;
  if (const json::Object *Kernels = Value->getAsObject())
    for (const auto &[Mangled, Its] : *Kernels) {
      auto P = readProof(Its);
      if (!P)
        return createStringError("proofs of " + Mangled.str() +
                                 " are not as they should be");
      All.emplace(Mangled.str(), std::move(*P));
    }
  return All;
}

} // namespace racemap::instrument
