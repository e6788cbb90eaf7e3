// Snippet - runs one piece of inline PTX as the CPU device would.
//
// A module with one call of the assembly is made, lowered, compiled and called.
// Values are passed as bits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNIT_TESTS_CPU_SNIPPET_H
#define RACEMAP_UNIT_TESTS_CPU_SNIPPET_H

#include <cstdint>
#include <string>
#include <vector>

/// Assembly with one output, $0, and inputs from $1 on.
class Snippet {
public:
  /// Letters as in a constraint: "r" 32 bits, "h" 16, "l" 64, "f", "d".
  Snippet(std::string Text, std::string Output, std::string Inputs)
      : Text(std::move(Text)), Output(std::move(Output)),
        Inputs(std::move(Inputs)) {}

  uint64_t operator()(std::vector<uint64_t> Values = {}) const;
  /// What lowering says; empty if it succeeds.
  std::string error() const;
  /// The lowered function, as text.
  std::string lowered() const;

private:
  std::string module() const;
  std::string Text, Output, Inputs;
};

/// The usual forms.
inline Snippet r(std::string Text, std::string Inputs) {
  return {std::move(Text), "r", std::move(Inputs)};
}

uint64_t bits(float F);
uint64_t bits(double D);
float toFloat(uint64_t Bits);

#endif // RACEMAP_UNIT_TESTS_CPU_SNIPPET_H
