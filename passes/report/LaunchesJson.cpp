// LaunchesJson - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/report/LaunchesJson.h"
#include "passes/report/JsonFields.h"
#include <limits>

namespace racemap::report {

using launches::Range;
using llvm::json::Path;
using llvm::json::Value;
using Sizes = std::array<Range, 3>;

static bool fail(Path P, llvm::StringLiteral Why) {
  P.report(Why);
  return false;
}

/// A number, or an array of two.
static bool readRange(const Value &V, Path P, Range &To) {
  if (auto N = V.getAsInteger()) {
    To = Range::one(*N);
    return true;
  }
  const llvm::json::Array *Both = V.getAsArray();
  auto Low =
      Both && Both->size() == 2 ? (*Both)[0].getAsInteger() : std::nullopt;
  auto High = Low ? (*Both)[1].getAsInteger() : std::nullopt;
  if (!High || *Low > *High)
    return fail(P, "expected a number, or the least and the largest");
  To = {*Low, *High};
  return true;
}

static bool readSizes(const Value &V, Path P, Sizes &To) {
  const llvm::json::Array *All = V.getAsArray();
  if (!All || All->size() != To.size())
    return fail(P, "expected three sizes");
  for (size_t D = 0; D != To.size(); ++D) {
    if (!readRange((*All)[D], P.index(D), To[D]))
      return false;
    if (To[D].Low < 1 || To[D].High > std::numeric_limits<uint32_t>::max())
      return fail(P.index(D), "expected a size from 1");
  }
  return true;
}

static bool readValue(const Value &V, Path P, launches::Value &To) {
  Fields F(V, P);
  for (llvm::StringRef Key : {"argument", "bytes", "value"})
    F.demand(Key);
  F.read("argument", To.Argument);
  F.read("offset", To.Offset);
  F.read("bytes", To.Bytes);
  F.object("value",
           [&](const Value &V, Path P) { return readRange(V, P, To.In); });
  bool IsOne = To.Bytes == 1 || To.Bytes == 2 || To.Bytes == 4 || To.Bytes == 8;
  if (F.isGood() && !IsOne)
    return fail(P.field("bytes"), "expected 1, 2, 4 or 8");
  return F.isGood();
}

static bool readPointer(const Value &V, Path P, launches::Pointer &To) {
  Fields F(V, P);
  for (llvm::StringRef Key : {"argument", "object"})
    F.demand(Key);
  F.read("argument", To.Argument);
  F.read("offset", To.Offset);
  F.read("object", To.Object);
  F.read("at", To.At);
  F.read("bytes", To.Bytes);
  F.read("variables", To.Variables);
  F.read("elsewhere", To.IsElsewhere);
  return F.isGood();
}

static bool readPlace(const Value &V, Path P, launches::Place &To) {
  Fields F(V, P);
  F.read("file", To.File);
  F.read("line", To.Line);
  return F.isGood();
}

bool readLaunch(const Value &V, Path P, launches::Launch &To) {
  Fields F(V, P);
  for (llvm::StringRef Key : {"mangled", "gridDim", "blockDim"})
    F.demand(Key);
  F.read("kernel", To.Kernel);
  F.read("mangled", To.Mangled);
  F.read("number", To.Number);
  F.read("run", To.Run);
  F.read("count", To.Count);
  F.read("folded", To.IsFolded);
  To.Cluster.fill(Range::one(1));
  for (auto [Key, Its] :
       {std::pair("gridDim", &To.Grid), std::pair("blockDim", &To.Block),
        std::pair("clusterDim", &To.Cluster)})
    F.object(Key, [To = Its](const Value &V, Path P) {
      return readSizes(V, P, *To);
    });
  F.list("values", To.Values, readValue);
  F.list("pointers", To.Pointers, readPointer);
  F.list("host", To.Places, readPlace);
  return F.isGood();
}

static void writeRange(const Range &R, llvm::json::OStream &J) {
  if (R.isOne())
    return J.value(R.Low);
  J.array([&] {
    J.value(R.Low);
    J.value(R.High);
  });
}

static void writeSizes(llvm::StringRef Key, const Sizes &Its,
                       llvm::json::OStream &J) {
  J.attributeArray(Key, [&] {
    for (const Range &R : Its)
      writeRange(R, J);
  });
}

static void writePointer(const launches::Pointer &P, llvm::json::OStream &J) {
  J.attribute("argument", P.Argument);
  J.attribute("offset", P.Offset);
  J.attribute("object", P.Object);
  if (P.At)
    J.attribute("at", *P.At);
  if (P.Bytes)
    J.attribute("bytes", *P.Bytes);
  if (!P.Variables.empty())
    J.attributeArray("variables", [&] {
      for (const std::string &V : P.Variables)
        J.value(llvm::json::fixUTF8(V));
    });
}

void writeLaunch(const launches::Launch &L, llvm::json::OStream &J) {
  J.object([&] {
    J.attribute("kernel", llvm::json::fixUTF8(L.Kernel));
    J.attribute("mangled", llvm::json::fixUTF8(L.Mangled));
    J.attribute("number", L.Number);
    if (!L.Run.empty())
      J.attribute("run", llvm::json::fixUTF8(L.Run));
    J.attribute("count", L.Count);
    writeSizes("gridDim", L.Grid, J);
    writeSizes("blockDim", L.Block, J);
    writeSizes("clusterDim", L.Cluster, J);
    J.attributeArray("values", [&] {
      for (const launches::Value &V : L.Values)
        J.object([&] {
          J.attribute("argument", V.Argument);
          J.attribute("offset", V.Offset);
          J.attribute("bytes", V.Bytes);
          J.attributeBegin("value");
          writeRange(V.In, J);
          J.attributeEnd();
        });
    });
    J.attributeArray("pointers", [&] {
      for (const launches::Pointer &P : L.Pointers)
        J.object([&] { writePointer(P, J); });
    });
    J.attributeArray("host", [&] {
      for (const launches::Place &P : L.Places)
        J.object([&] {
          J.attribute("file", llvm::json::fixUTF8(P.File));
          J.attribute("line", P.Line);
        });
    });
    if (L.IsFolded)
      J.attribute("folded", true);
  });
}

} // namespace racemap::report
