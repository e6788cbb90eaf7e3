// Products - names and lemmas.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/solve/Products.h"

namespace racemap::solve {

z3::expr Products::multiply(const z3::expr &A, const z3::expr &B) {
  if (A.id() > B.id())
    return multiply(B, A);
  for (const Product &P : All)
    if (z3::eq(P.A, A) && z3::eq(P.B, B))
      return P.Name;
  std::string Name = "product!" + std::to_string(All.size());
  Product New{A, B, Z.int_const(Name.c_str())};
  z3::expr P = New.Name;
  Side.push_back(z3::implies(A == 0 || B == 0, P == 0));
  Side.push_back(z3::implies(A == 1, P == B));
  Side.push_back(z3::implies(B == 1, P == A));
  Side.push_back(z3::implies(A >= 1 && B >= 1, P >= A && P >= B));
  Side.push_back(z3::implies((A >= 0 && B >= 0) || (A <= 0 && B <= 0), P >= 0));
  Side.push_back(z3::implies((A >= 0 && B <= 0) || (A <= 0 && B >= 0), P <= 0));
  for (const Product &Q : All) {
    if (Side.size() > MostFacts)
      break;
    relate(New, Q);
  }
  All.push_back(New);
  return P;
}

void Products::relate(const Product &P, const Product &Q) {
  if (z3::eq(P.A, Q.A))
    relate(P.A, P.B, P.Name, Q.B, Q.Name);
  if (z3::eq(P.B, Q.B))
    relate(P.B, P.A, P.Name, Q.A, Q.Name);
  if (z3::eq(P.A, Q.B))
    relate(P.A, P.B, P.Name, Q.A, Q.Name);
  if (z3::eq(P.B, Q.A))
    relate(P.B, P.A, P.Name, Q.B, Q.Name);
}

void Products::relate(const z3::expr &Common, const z3::expr &U,
                      const z3::expr &P, const z3::expr &V, const z3::expr &Q) {
  Side.push_back(z3::implies(U == V, P == Q));
  Side.push_back(z3::implies(Common >= 0 && U < V, P + Common <= Q));
  Side.push_back(z3::implies(Common >= 0 && V < U, Q + Common <= P));
}

std::vector<z3::expr> Products::definitions() const {
  std::vector<z3::expr> D;
  for (const Product &P : All)
    D.push_back(P.Name == P.A * P.B);
  return D;
}

} // namespace racemap::solve
