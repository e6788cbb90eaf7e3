// Message - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/host/Message.h"

#include <cstring>
#include <type_traits>

namespace racemap::host {

namespace {

template <typename T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T> ||
                std::is_same_v<T, Coordinates>;

class Writer {
public:
  template <Plain T> void operator()(const T &V) {
    Bytes.append(reinterpret_cast<const char *>(&V), sizeof V);
  }
  void operator()(const std::string &Text) {
    (*this)(Text.size());
    Bytes += Text;
  }
  template <typename T> void operator()(const std::vector<T> &All) {
    (*this)(All.size());
    for (const T &V : All)
      (*this)(V);
  }
  template <typename T> void operator()(const std::optional<T> &V) {
    (*this)(V.has_value());
    if (V)
      (*this)(*V);
  }
  /// The members of an object are named once, for both directions.
  template <typename T>
    requires(std::is_class_v<T> && !Plain<T>)
  void operator()(const T &V) {
    members(*this, const_cast<T &>(V));
  }

  std::string Bytes;
};

/// What is not there stays as it is.
class Reader {
public:
  explicit Reader(std::string_view Bytes) : Bytes(Bytes) {}

  template <Plain T> void operator()(T &V) {
    if (Bytes.size() < sizeof V)
      return;
    std::memcpy(&V, Bytes.data(), sizeof V);
    Bytes.remove_prefix(sizeof V);
  }
  /// Any byte can stand there.
  void operator()(bool &V) {
    unsigned char Byte = V;
    (*this)(Byte);
    V = Byte != 0;
  }
  void operator()(std::string &Text) {
    size_t Size = size();
    Text = Bytes.substr(0, Size);
    Bytes.remove_prefix(Size);
  }
  template <typename T> void operator()(std::vector<T> &All) {
    All.resize(size());
    for (T &V : All)
      (*this)(V);
  }
  template <typename T> void operator()(std::optional<T> &V) {
    bool Has = false;
    (*this)(Has);
    if (Has)
      (*this)(V.emplace());
  }
  template <typename T>
    requires(std::is_class_v<T> && !Plain<T>)
  void operator()(T &V) {
    members(*this, V);
  }

private:
  /// Each element has one byte or more.
  size_t size() {
    size_t Size = 0;
    (*this)(Size);
    return std::min(Size, Bytes.size());
  }

  std::string_view Bytes;
};

} // namespace

template <class Archive> static void members(Archive &A, Frame &F) {
  A(F.Function), A(F.File), A(F.Line), A(F.Column);
}

template <class Archive> static void members(Archive &A, ThreadPlace &P) {
  A(P.BlockIdx), A(P.ThreadIdx), A(P.Warp), A(P.Lane);
}

template <class Archive> static void members(Archive &A, Participant &P) {
  A(P.Thread), A(P.Site), A(P.OneOf), A(P.WaitsAt), A(P.WaitsForNobody),
      A(P.Place);
  A(P.NumMore), A(P.Bytes);
}

template <class Archive> static void members(Archive &A, LaunchPlace &L) {
  A(L.Number), A(L.Kernel), A(L.Grid), A(L.Block), A(L.Host), A(L.Seed);
}

template <class Archive> static void members(Archive &A, Memory &M) {
  A(M.Address), A(M.IsShared), A(M.Description), A(M.Variable), A(M.IsFreed);
  A(M.Offset), A(M.AllocatedAt), A(M.DeclaredIn), A(M.DeclaredAt);
}

template <class Archive> static void members(Archive &A, Finding &F) {
  A(F.K), A(F.Who), A(F.Where), A(F.IsBenign), A(F.Launch), A(F.Between);
  A(F.Explanation);
}

template <class Archive> static void members(Archive &A, Message &M) {
  A(M.What), A(M.K), A(M.First), A(M.Second), A(M.In), A(M.IsOneSided);
  A(M.Times), A(M.IsBenign), A(M.Its), A(M.Text);
}

std::string encode(const Message &M) {
  Writer W, Length;
  W(M);
  Length(W.Bytes.size());
  return Length.Bytes + W.Bytes;
}

std::optional<Message> decode(std::string &Bytes) {
  size_t Length = 0;
  Reader{Bytes}(Length);
  if (Bytes.size() < sizeof Length || Bytes.size() - sizeof Length < Length)
    return std::nullopt;
  Message M;
  Reader{std::string_view(Bytes).substr(sizeof Length, Length)}(M);
  Bytes.erase(0, sizeof Length + Length);
  return M;
}

} // namespace racemap::host
