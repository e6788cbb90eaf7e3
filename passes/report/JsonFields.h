// JsonFields - objects of JSON, read a key at a time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_REPORT_JSONFIELDS_H
#define RACEMAP_PASSES_REPORT_JSONFIELDS_H

#include "passes/report/Wording.h"
#include "llvm/Support/JSON.h"
#include <map>

namespace racemap::report {

/// An object that is being read, a key at a time. What is wrong is reported to
/// the path, once; all reads after that do nothing.
class Fields {
public:
  Fields(const llvm::json::Value &V, llvm::json::Path P)
      : O(V.getAsObject()), P(P), Good(O) {
    if (!O)
      P.report("expected object");
  }

  bool isGood() const { return Good; }
  bool has(llvm::StringRef Key) const { return Good && O->get(Key); }
  /// The key is left out or null.
  bool isNull(llvm::StringRef Key) const {
    return !has(Key) || O->get(Key)->kind() == llvm::json::Value::Null;
  }

  /// What is null, or not there, stays as it is.
  void read(llvm::StringRef Key, std::string &To) {
    if (!isNull(Key))
      note(fromJSON(*O->get(Key), To, P.field(Key)));
  }
  void read(llvm::StringRef Key, bool &To) {
    if (!isNull(Key))
      note(fromJSON(*O->get(Key), To, P.field(Key)));
  }
  void read(llvm::StringRef Key, double &To) {
    if (!isNull(Key))
      note(fromJSON(*O->get(Key), To, P.field(Key)));
  }
  template <class Integer> void read(llvm::StringRef Key, Integer &To) {
    if (isNull(Key))
      return;
    int64_t N = 0;
    note(fromJSON(*O->get(Key), N, P.field(Key)));
    if (Good)
      To = static_cast<Integer>(N);
  }
  template <class Integer>
  void read(llvm::StringRef Key, std::optional<Integer> &To) {
    if (!isNull(Key))
      read(Key, To.emplace());
  }
  void read(llvm::StringRef Key, std::vector<std::string> &To) {
    list(Key, To,
         [](const llvm::json::Value &V, llvm::json::Path P, std::string &X) {
           return fromJSON(V, X, P);
         });
  }
  void read(llvm::StringRef Key, std::array<uint32_t, 3> &To) {
    if (isNull(Key))
      return;
    const llvm::json::Array *A = O->getArray(Key);
    if (!A || A->size() != 3)
      return fail(Key, "expected three numbers");
    for (unsigned I = 0; I != 3; ++I)
      if (auto N = (*A)[I].getAsUINT64())
        To[I] = static_cast<uint32_t>(*N);
      else
        fail(Key, "expected three numbers");
  }
  void read(llvm::StringRef Key, map::LaunchContext::Sizes &To) {
    std::array<uint32_t, 3> D{};
    read(Key, D);
    if (!isNull(Key))
      To = D;
  }

  /// One of the names that Wording has for Known.
  template <class Enum>
  void oneOf(llvm::StringRef Key, Enum &To, std::initializer_list<Enum> Known) {
    std::string Text;
    read(Key, Text);
    if (isNull(Key))
      return;
    for (Enum E : Known)
      if (name(E) == Text) {
        To = E;
        return;
      }
    fail(Key, "no such value");
  }
  void demand(llvm::StringRef Key) {
    if (!has(Key))
      fail(Key, "missing");
  }

  template <class T, class Reader>
  void list(llvm::StringRef Key, std::vector<T> &To, Reader Read) {
    if (isNull(Key))
      return;
    const llvm::json::Array *A = O->getArray(Key);
    if (!A)
      return fail(Key, "expected array");
    for (const llvm::json::Value &V : *A)
      if (Good)
        note(Read(V, P.field(Key).index(&V - A->data()), To.emplace_back()));
  }
  template <class Reader> void object(llvm::StringRef Key, Reader Read) {
    if (!isNull(Key))
      note(Read(*O->get(Key), P.field(Key)));
  }
  /// All keys of an object of numbers.
  void named(llvm::StringRef Key, std::vector<verdict::Witness::Named> &To) {
    if (isNull(Key))
      return;
    const llvm::json::Object *All = O->getObject(Key);
    if (!All)
      return fail(Key, "expected object");
    std::map<std::string, int64_t> Sorted;
    for (const auto &[Name, V] : *All) {
      note(fromJSON(V, Sorted[Name.str()], P.field(Key).field(Name)));
      if (!Good)
        return;
    }
    for (auto &[Name, N] : Sorted)
      To.push_back({Name, N});
  }

private:
  void note(bool IsRead) { Good &= IsRead; }
  void fail(llvm::StringRef Key, llvm::StringLiteral Why) {
    if (Good)
      P.field(Key).report(Why);
    Good = false;
  }

  const llvm::json::Object *O;
  llvm::json::Path P;
  bool Good;
};

} // namespace racemap::report

#endif
