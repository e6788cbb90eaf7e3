// ErrorTest - what the parser and the verifier say about wrong protocols.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RoundTrip.h"

namespace racemap::map {
namespace {

struct Case {
  const char *Body, *Message;
};

/// The body stands on the second line, from column 1.
void expectErrors(std::initializer_list<Case> Cases) {
  for (const Case &C : Cases) {
    std::string Text = "kernel f { param n; param m : i64; shared a[8];\n";
    EXPECT_EQ(errorOf(Text + C.Body + " }"), std::string("f.map:") + C.Message)
        << C.Body;
  }
}

TEST(ParserError, UnknownAndDuplicateNames) {
  expectErrors({
      {"rd a[k];", "2:6: unknown name 'k'; declare a parameter, loop or let of "
                   "that name before this point"},
      {"rd a[k]; for k = 0; k < n; k += 1 { }",
       "2:6: unknown name 'k'; declare a parameter, loop or let of that name "
       "before this point"},
      {"for k = k; k < n; k += 1 { }",
       "2:9: unknown name 'k'; declare a parameter, loop or let of that name "
       "before this point"},
      {"rd b[n];",
       "2:4: unknown array 'b'; declare it first, as in global b of 4 bytes;"},
      {"rd a[a];",
       "2:6: 'a' is an array; write what is read from it, as in a[i]"},
      {"let n = 3i32;", "2:5: the name 'n' is used already; choose another, "
                        "they are unique in a kernel"},
      {"param n;", "2:7: the name 'n' is used already; choose another, they "
                   "are unique in a kernel"},
      {"global a;",
       "2:8: an array 'a' is declared already; choose another name"},
      {"global b field of c;",
       "2:19: unknown array 'c'; declare it in this kernel"},
      {"param if;", "2:7: 'if' is a word of the language; put it in "
                    "backquotes to use it as the name of a parameter"},
      {"rd a[foo(n)];", "2:6: 'foo' is no function; there are only casts, as "
                        "in i64(x) or u8(x), and stable(in[i])"},
  });
}

TEST(ParserError, Widths) {
  expectErrors({
      {"rd a[n + m];", "2:8: the operands of '+' have 32 bits and 64 bits; "
                       "widen one, as in i64(x) or u64(x)"},
      {"if n { }", "2:4: a condition has 1 bit, but this has 32; compare it, "
                   "as in x != 0"},
      {"rd a[byte n];",
       "2:11: a byte offset has 64 bits, but this has 32; widen it, as in "
       "i64(x)"},
      {"if n && n > 0 { }",
       "2:6: '&&' combines conditions, but here are 32 bits and 1 bit; compare "
       "with 0 or use '&'"},
      {"if 1 < 2 { }", "2:4: nothing here gives this number a width; write it "
                       "with its type, as in 5i32"},
      {"if n == 4294967296 { }",
       "2:9: this number does not fit 32 bits; write a smaller one or widen "
       "the other operand"},
      {"if n == 99999999999999999999 { }",
       "2:9: this number does not fit 64 bits; write a smaller one"},
      {"rd a[n ? 1 : 2];", "2:8: what stands before '?' must be a condition, "
                           "but has 32 bits; compare it with 0"},
      {"rd a[4611686018427387904];",
       "2:4: an index is so large that its byte offset does not fit 64 bits; "
       "write a smaller one"},
      {"rd a[2i32 : 2305843009213693951];",
       "2:4: an index is so large that its byte offset does not fit 64 bits; "
       "write a smaller one"},
      {"rd a[m : 2305843009213693952];",
       "2:10: after ':' the length of a row is expected, a number of elements "
       "from 1 to 2305843009213693951"},
      {"rd a[m : 0];",
       "2:10: after ':' the length of a row is expected, a number of elements "
       "from 1 to 2305843009213693951"},
      {"loop k : i16 { }",
       "2:6: a loop's counter has 32 or 64 bits; write i32 or i64"},
      {"rd a[i64!(n)];", "2:6: '!' promises that a value fits fewer bits, but "
                         "this has 32 bits already; leave it out"},
  });
}

TEST(ParserError, Statements) {
  expectErrors({
      {"break;", "2:1: break stands outside of a loop; write return to leave "
                 "the kernel"},
      {"loop k { break j; }", "2:16: 'j' is not the variable of an enclosing "
                              "loop; name one of them"},
      {"rd a[n]", "2:9: expected ';' at the end of this line, found '}'"},
      {"rd a[n +s - 1];",
       "2:11: after '+s' put a negative number in parentheses; if 's' is a "
       "name, put a space before it"},
      {"for i = 0; i < n; n += 1 { }",
       "2:19: the last part of a for says how its variable 'i' steps, as in "
       "i += 1"},
      {"foo;", "2:1: expected a statement (rd, wr, atomic, sync, fence, "
               "commit, wait, active, ballot, match, shuffle, gap, given, "
               "if, for, loop, break, return, let), found 'foo'"},
      {"gap \"x;", "2:5: the string does not end on this line; close it"},
      {"if n > 0 { rd a[n];", "2:22: the kernel does not end; close it with }"},
      {"atomic(lane) a[n];",
       "2:8: unknown scope; write block, cluster, grid or system"},
  });
}

TEST(ParserError, WhatTheVerifierFinds) {
  expectErrors({
      {"rd a[n]:0;", "1:1: kernel 'f': an access to 'a' has a size of 0 bytes"},
      {"wr a[n] => $u0;",
       "1:1: kernel 'f': an access to 'a' finds nothing that could have this "
       "name"},
      {"atomic wr a[n] => $u0;",
       "1:1: kernel 'f': an access to 'a' finds nothing that could have this "
       "name"},
      {"vote n => $u0;",
       "2:6: expected '=>' and a name for the result, found 'n'"},
      {"syncwarp => $u0;",
       "1:1: kernel 'f': a barrier returns nothing that could have this name"},
      {"sync(1, 32) => $u0;",
       "1:1: kernel 'f': a barrier returns nothing that could have this name"},
      {"sync => 3;", "2:9: what a barrier returns is named as an unmodelled "
                     "value, as in $u0"},
      {"atomic a[n]:16 += 1i64;",
       "1:1: kernel 'f': an access to 'a' is too large for a value"},
      {"for i = 1; i < n; i *= 1 { }",
       "1:1: kernel 'f': loop 'i' is multiplied or divided by something else "
       "than a number of at least 2"},
      {"if n > 0 { loop k { } } else { rd a[k]; }",
       "1:1: kernel 'f': an access to 'a', offset: 'k' is no parameter, and no "
       "variable of a loop around or before"},
      {"wr a[a[n]];",
       "1:1: kernel 'f': an access to 'a', offset: 'a' is written by the "
       "kernel, so what is read there is no input; write stable(a[i]) if "
       "nobody writes it in between, else $u0"},
      {"global b; launch { alias b = a[0]; } wr b[n];",
       "1:1: kernel 'f': launch 'symbolic' has an alias of 'a', which is no "
       "array of the launch"},
      {"global b; global c; launch { alias b = c[0]; } wr b[n]; rd c[c[n]];",
       "1:1: kernel 'f': an access to 'c', offset: 'c' is written by the "
       "kernel under another name, in a launch, so what is read there is no "
       "input; write stable(c[i]) if nobody writes it in between, else $u0"},
      {"global b; global c; launch { alias b, c; alias c, b; }",
       "1:1: kernel 'f': launch 'symbolic' says twice where 'b' begins"},
      {"launch { each i : a[i] == 0; }",
       "2:17: expected '<' and how many elements are meant, found ':'"},
      {"launch { each i < n : a[i] == 0; }",
       "2:19: a number of elements has 64 bits, but this has 32; widen it, as "
       "in "
       "i64(x)"},
      {"launch { each n < 4 : a[n] == 0; }",
       "2:15: the name 'n' is used already; choose another, they are unique in "
       "a kernel"},
      {"launch { each i < 4 : a[0] == 0; }",
       "1:1: kernel 'f': launch 'symbolic', what holds for each i is not about "
       "one element of an array that the kernel only reads"},
      {"launch { each i < 4 : a[i] < a[i + 1i64]; }",
       "1:1: kernel 'f': launch 'symbolic', what holds for each i is not about "
       "one element of an array that the kernel only reads"},
      {"launch { each i < 4 : a[i] == 0; } wr a[n];",
       "1:1: kernel 'f': launch 'symbolic', what holds for each i: 'a' is "
       "written by the kernel, so what is read there is no input; write "
       "stable(a[i]) if nobody writes it in between, else $u0"},
      {"launch { each i < 4 : a[i] == 0; } rd a[i];",
       "1:1: kernel 'f': an access to 'a', offset: 'i' is no parameter, and no "
       "variable of a loop around or before"},
      {"rd a[n] => n;", "2:12: what an access finds is named as an unmodelled "
                        "value, as in $u0"},
      {"atomic a[n] from 0 => $u0;",
       "2:20: expected 'to' and what is put in place of the value expected, "
       "found '=>'"},
      {"launch { computed threadIdx.x; }",
       "2:19: only a parameter, a host value or a dimension is computed by the "
       "host"},
      {"launch { computed n + 1; }",
       "2:19: only a parameter, a host value or a dimension is computed by the "
       "host"},
      {"launch { host q; } rd a[q];",
       "1:1: kernel 'f': an access to 'a', offset: 'q' is no parameter, and no "
       "variable of a loop around or before"},
      {"launch { host q; } for q = 0; q < 2; q++ { }",
       "2:24: the name 'q' is used already; choose another, they are unique in "
       "a kernel"},
      {"global b field of b;",
       "1:1: kernel 'f': array 'b' is a field of itself or of an unknown "
       "array"},
      {"global b field of a; rd b[n];",
       "1:1: kernel 'f': an access to 'b' has 0 slots instead of 1"},
      {"shared s distributed; rd s[n];",
       "1:1: kernel 'f': an access to 's' has 0 slots instead of 3"},
      {"global b distributed;",
       "1:1: kernel 'f': array 'b' is distributed, but no shared variable"},
      {"param `clusterDim.x` : i8;",
       "1:1: kernel 'f': parameter 'clusterDim.x' has 8 bits instead of 32"},
  });
  EXPECT_EQ(errorOf("// nothing\n"),
            "f.map:2:1: there is no protocol here; write one, as in kernel f "
            "{ ... }");
}

TEST(Verifier, FindsWhatThePrinterCouldNotWrite) {
  TermContext Terms;
  Protocol P(Terms);
  P.Name = "f";
  EXPECT_EQ(message(check(P)), "");
  auto *I = P.make<If>();
  I->Condition = Terms.yes();
  P.Body = {I, I};
  EXPECT_EQ(message(check(P)),
            "kernel 'f': a statement is missing, or stands in two places");
  auto *L = P.make<Leave>();
  auto *Elsewhere = P.make<Loop>();
  L->Target = Elsewhere;
  P.Body = {L};
  EXPECT_EQ(message(check(P)),
            "kernel 'f': a break leaves a loop that is not around it");
  P.Body = {I};
  I->Condition = Terms.eq(Terms.builtin(Builtin::ThreadIdxX, Copy::First),
                          Terms.builtin(Builtin::ThreadIdxY));
  EXPECT_EQ(message(check(P)), "kernel 'f': a condition: it mentions a "
                               "variable of one thread of a query");
  I->Condition = Terms.eq(Terms.parameter("n", 32), Terms.constant(32, 1));
  EXPECT_EQ(message(check(P)),
            "kernel 'f': a condition: 'n' is no parameter, and no variable of "
            "a loop around or before");
}

} // namespace
} // namespace racemap::map
