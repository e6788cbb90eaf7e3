// Quantities - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/preconditions/Quantities.h"
#include "passes/map/Printer.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::verdict {

using namespace map;

static const Term *atMost(TermContext &T, const Term *A, const Term *B,
                          bool Signed) {
  return Signed ? T.sle(A, B) : T.ule(A, B);
}
const Comparison AtMost{"<=", atMost};
const Comparison AtLeast{">=",
                         [](TermContext &T, const Term *A, const Term *B,
                            bool Signed) { return atMost(T, B, A, Signed); }};
const Comparison More{
    ">", [](TermContext &T, const Term *A, const Term *B, bool Signed) {
      return T.logicalNot(atMost(T, A, B, Signed));
    }};
const Comparison Less{
    "<", [](TermContext &T, const Term *A, const Term *B, bool Signed) {
      return T.logicalNot(atMost(T, B, A, Signed));
    }};
const Comparison Same{"==", [](TermContext &T, const Term *A, const Term *B,
                               bool) { return T.eq(A, B); }};
const Comparison Other{"!=", [](TermContext &T, const Term *A, const Term *B,
                                bool) { return T.ne(A, B); }};

Quantity Quantities::dimension(unsigned G, unsigned D) const {
  auto B = static_cast<Builtin>(3 * (2 + G) + D);
  return {Terms.builtin(B), map::name(B).str(), map::name(B).str()};
}

Quantity Quantities::number(uint64_t N, const Quantity &Like) const {
  std::string Text = std::to_string(N);
  return {Terms.constant(Like.T->width(), N), Text, Text, Like.IsUnsigned,
          false};
}

Quantity Quantities::product(const Quantity &A, const Quantity &B) const {
  std::string Text = A.Text + " * " + B.Text;
  return {Terms.mul(A.T, B.T), Text, Text};
}

Quantity Quantities::longProduct(const Quantity &A, const Quantity &B) const {
  Quantity Q{
      Terms.mul(Terms.resizeUnsigned(A.T, 64), Terms.resizeUnsigned(B.T, 64)),
      A.Text + " * " + B.Text, ""};
  Q.HasBuiltin = A.HasBuiltin || B.HasBuiltin;
  Q.IsUnsigned = !A.HasBuiltin;
  // A negative parameter makes both this and the term large.
  std::string Left =
      A.HasBuiltin ? "1ll * " + A.Source : "size_t(" + A.Source + ")";
  std::string Right = B.IsUnsigned ? B.Source : "unsigned(" + B.Source + ")";
  if (!A.Source.empty() && !B.Source.empty())
    Q.Source = Left + " * " + Right;
  return Q;
}

/// C++ has other casts than the term if it has any.
Quantity Quantities::sum(const Term *T) const {
  Quantity Q{T, toText(T), "", false, false};
  bool InSource = !anyNode({T}, [](const Term *X) {
    const auto *O = llvm::dyn_cast<Operation>(X);
    return O && isCast(O->op());
  });
  forEachNode({T}, [&](const Term *X) {
    if (const auto *V = llvm::dyn_cast<Variable>(X)) {
      Quantity Its = parameter(V);
      Q.IsUnsigned |= Its.IsUnsigned;
      InSource &= !Its.Source.empty();
    }
  });
  Q.Source = InSource ? Q.Text : "";
  return Q;
}

/// As many bits as a product needs.
static const Term *widened(TermContext &Terms, const Quantity &A) {
  return A.IsUnsigned ? Terms.resizeUnsigned(A.T, 64)
                      : Terms.resizeSigned(A.T, 64);
}

/// As a factor.
static std::string grouped(llvm::StringRef Text) {
  return Text.contains(' ') && !Text.starts_with("(") ? "(" + Text.str() + ")"
                                                      : Text.str();
}

Quantity Quantities::oneMore(const Quantity &A) const {
  Quantity Q = A;
  Q.T = Terms.add(widened(Terms, A), Terms.constant(64, 1));
  Q.Text = "(" + A.Text + " + 1)";
  if (!A.Source.empty())
    Q.Source = (A.IsUnsigned ? "(1ull + " : "(1ll + ") + A.Source + ")";
  return Q;
}

Quantity Quantities::multiple(uint64_t N, const Quantity &A) const {
  Quantity Q = A;
  Q.T = Terms.mul(Terms.constant(64, N), widened(Terms, A));
  Q.Text = std::to_string(N) + " * " + grouped(A.Text);
  if (!A.Source.empty())
    Q.Source = std::to_string(N) + (A.IsUnsigned ? "ull * " : "ll * ") +
               grouped(A.Source);
  return Q;
}

Quantity Quantities::parameter(const Variable *V) const {
  bool InSource = llvm::all_of(V->name(), [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.';
  });
  std::string Name = V->name().str();
  return {V, Name, InSource ? Name : "", P.isUnsigned(V), false};
}

Quantity Quantities::remainder(const Quantity &A, uint64_t N) const {
  const Term *Modulus = Terms.constant(A.T->width(), N);
  Quantity Rest = A;
  Rest.T = Terms.make(A.IsUnsigned ? Op::URem : Op::SRem, {A.T, Modulus});
  Rest.Text += " % " + std::to_string(N);
  if (!A.Source.empty())
    Rest.Source = Rest.Text;
  return Rest;
}

std::string statement(const std::string &Condition) {
  return "RACEMAP_ASSUME(" + Condition + ");";
}

Condition Quantities::compare(const Quantity &A, const Comparison &By,
                              const Quantity &B) const {
  unsigned Width = std::max(A.T->width(), B.T->width());
  auto Widened = [&](const Quantity &Q) {
    return Q.IsUnsigned ? Terms.resizeUnsigned(Q.T, Width)
                        : Terms.resizeSigned(Q.T, Width);
  };
  auto WinsAsUnsigned = [&](const Quantity &Q) {
    return Q.IsUnsigned && Q.T->width() == Width;
  };
  // A built-in is converted to int rather than the parameter to unsigned.
  bool Cast = !A.IsUnsigned && WinsAsUnsigned(B) && B.HasBuiltin;
  bool Unsigned = !Cast && (WinsAsUnsigned(A) || WinsAsUnsigned(B));
  Condition New;
  New.Stated = By.State(Terms, Widened(A), Widened(B), !Unsigned);
  New.Text = A.Text + " " + By.Written + " " + B.Text;
  if (!A.Source.empty() && !B.Source.empty()) {
    std::string Right = Cast ? "int(" + B.Source + ")" : B.Source;
    New.Statement = statement(A.Source + " " + By.Written + " " + Right);
  }
  return New;
}

} // namespace racemap::verdict
