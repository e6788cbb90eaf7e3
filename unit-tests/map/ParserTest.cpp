// ParserTest - hand-written protocols: what they mean and how they are printed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RoundTrip.h"

namespace racemap::map {
namespace {

/// The kernel of Text printed again, after a round trip.
std::string reprinted(llvm::StringRef Text) {
  TermContext Terms;
  auto Parsed = parseProtocols(Text, "f.map", Terms);
  if (!Parsed)
    return llvm::toString(Parsed.takeError());
  for (const Protocol &P : *Parsed)
    expectRoundTrip(P);
  return printed(Parsed->front());
}

constexpr llvm::StringLiteral Reduce =
    R"MAP(kernel "reduce(float*, float*)" "_Z6reducePfS_" at "reduce.cu":4:17 {
  param n : i32;
  shared sdata[256] of 4 bytes;
  global in of 4 bytes;
  global out of 4 bytes;
  launch "launch reduce.cu:19" block 256 grid (64, 2) cluster (1, 1, 2);
  let t0 = blockIdx.x * blockDim.x + threadIdx.x;
  assume t0 < n "the grid covers n";
  assume blockDim.y == 1;
  assume "in and out do not overlap";
  relevant in, n;

  gap "asm" @ 3;
  if t0 < n {
    rd in[t0] @ 8:31;
    wr sdata[u64(threadIdx.x)] = in[t0] @ 8:22 into "st" in "load" from "l.cuh":3:4;
  } else if n == 0 {
    return;
  } else {
    wr sdata[u64(threadIdx.x)] = 0;
  }
  sync @ 9:3;
  for s = blockDim.x /u 2; s >u 0; s /= 2 @ 10:3 {
    if threadIdx.x <u s {
      rd sdata[u64(threadIdx.x + s)] @ 12:28;
      volatile rd sdata[u64(threadIdx.x)] @ 12:25;
      wr sdata[u64(threadIdx.x)] @ 12:25;
    }
    sync @ 13:5;
  }
  if threadIdx.x == 0 {
    atomic(block) out[0];
    acquire atomic rd out[0];
    release atomic(block) wr out[0];
    atomic out[u64(blockIdx.x)]:8;
    syncwarp(0xffffffff);
  }
}
)MAP";

TEST(Parser, ReadsWhatThePrinterWrites) {
  EXPECT_EQ(reprinted(Reduce), Reduce.str());
}

TEST(Parser, KeepsEverything) {
  TermContext Terms;
  auto Parsed = parseProtocols(Reduce, "f.map", Terms);
  ASSERT_TRUE(static_cast<bool>(Parsed));
  const Protocol &P = Parsed->front();
  EXPECT_EQ(P.Name, "reduce(float*, float*)");
  EXPECT_EQ(P.Where, (SourcePoint{"reduce.cu", 4, 17}));
  ASSERT_EQ(P.Contexts.size(), 1u);
  EXPECT_EQ(P.Contexts[0].GridDim.whole(), (LaunchContext::Dim{64, 2, 1}));
  ASSERT_EQ(P.Assumptions.size(), 3u);
  EXPECT_EQ(P.Assumptions[1].Text, "blockDim.y == 1");
  EXPECT_EQ(P.Assumptions[2].Condition, nullptr);
  EXPECT_EQ(P.gaps()[0]->Where.Line, 3u);
  ASSERT_EQ(P.accesses().size(), 10u);
  const Access &Write = *P.accesses()[1];
  EXPECT_EQ(Write.Where.Into, "st");
  EXPECT_EQ(Write.Where.Calls[0].Callee, "load");
  EXPECT_EQ(Write.Where.Calls[0].Site, (SourcePoint{"l.cuh", 3, 4}));
  EXPECT_EQ(Write.Value->width(), 32u);
  EXPECT_EQ(P.accesses()[6]->AtomicScope, Scope::Block);
  EXPECT_EQ(P.accesses()[6]->TheOperation, Access::Operation::ReadModifyWrite);
  EXPECT_EQ(P.accesses()[7]->TheOperation, Access::Operation::AtomicRead);
  EXPECT_EQ(P.accesses()[8]->TheOperation, Access::Operation::AtomicWrite);
  EXPECT_EQ(P.barriers().size(), 3u);
  EXPECT_TRUE(P.findArray("sdata")->Written);
  EXPECT_FALSE(P.findArray("in")->Written);
  EXPECT_EQ(P.findArray("sdata")->Extent, 1024u);
}

TEST(Parser, KeepsWhichParametersAreUnsigned) {
  TermContext Terms;
  auto Parsed =
      parseProtocols("kernel f { param n; param m : u64; }", "f.map", Terms);
  ASSERT_TRUE(static_cast<bool>(Parsed));
  const Protocol &P = Parsed->front();
  EXPECT_FALSE(P.isUnsigned(P.Parameters[0]));
  EXPECT_TRUE(P.isUnsigned(P.Parameters[1]));
  EXPECT_NE(reprinted("kernel f { param m : u64; }").find("param m : u64;"),
            std::string::npos);
}

TEST(Parser, FillsInWhatIsLeftOut) {
  EXPECT_EQ(reprinted("kernel f { param n; shared a[8]; // comment\n"
                      "for i = 0; i < n; i++ { wr a[i] = 2*3 + 1; }\n"
                      "while n > 0 { rd a[threadIdx.x+n]; break; } }"),
            "kernel f {\n"
            "  param n : i32;\n"
            "  shared a[8] of 4 bytes;\n"
            "\n"
            "  for i = 0; i < n; i += 1 {\n"
            "    wr a[i] = 7;\n"
            "  }\n"
            "  loop iteration.0 while n > 0 {\n"
            "    rd a[threadIdx.x + n];\n"
            "    break;\n"
            "  }\n"
            "}\n");
}

TEST(Parser, LaunchesSayWhatIsKnown) {
  llvm::StringRef Text = R"MAP(kernel f {
  param n : i32;
  global in of 4 bytes;
  global out of 4 bytes;
  global tmp of 4 bytes;
  launch "launch f.cu:3" block (_, 8) grid _;
  launch "launch f.cu:4" block 256 grid (_, _, 2) {
    host m : i32;
    host m2 : i64;
    assume gridDim.x == (n +s 255) / 256;
    assume n == m * 3 "n is three times m";
    assume "nobody looks";
    alias out = in[m];
    alias tmp, in;
    extent in = i64(n *s 4);
    filled tmp;
    each i < i64(n) : in[i] == m;
    each i < m2 : in[i : 3][1] >= 0;
  }
  launch "launch f.cu:5" {
    host m : i64;
    let t0 = (i64(n) + m) * m;
    assume t0 == t0 / m;
    extent in = t0;
  }

  rd in[threadIdx.x];
}
)MAP";
  EXPECT_EQ(reprinted(Text), Text.str());
}

TEST(Parser, SubscriptsAreByteOffsets) {
  TermContext Terms;
  auto Parsed = parseProtocols("kernel f { shared a of 4 bytes; param i : i64;"
                               "rd a[i : 33][threadIdx.x]; rd a[i][1];"
                               "rd a[byte i]:1; rd a[3]; }",
                               "f.map", Terms);
  ASSERT_TRUE(static_cast<bool>(Parsed));
  const Protocol &P = Parsed->front();
  const Term *I = Terms.parameter("i", 64);
  const Term *X = Terms.cast(Op::SExt, Terms.builtin(Builtin::ThreadIdxX), 64);
  auto Times = [&](const Term *T, uint64_t N) {
    return Terms.mul(T, Terms.constant(64, N), NoSignedWrap);
  };
  EXPECT_EQ(P.accesses()[0]->Offset,
            Terms.add(Times(I, 132), Times(X, 4), NoSignedWrap));
  EXPECT_EQ(P.accesses()[1]->Offset,
            Terms.add(Times(I, 4), Terms.constant(64, 4), NoSignedWrap));
  EXPECT_EQ(P.accesses()[2]->Offset, I);
  EXPECT_EQ(P.accesses()[3]->Offset, Terms.constant(64, 12));
  expectRoundTrip(P);
}

TEST(Parser, RowsAreAsLongAsTheirBytesCanBe) {
  llvm::StringRef Text = R"MAP(kernel f {
  param y : i64;
  global a of 4 bytes;
  global b of 1 byte;

  rd a[y : 1099511627776][y];
  rd a[y : 2305843009213693951][y];
  rd b[y : 9223372036854775807][y];
}
)MAP";
  EXPECT_EQ(reprinted(Text), Text.str());
}

TEST(Parser, ReadsEveryKindOfTerm) {
  constexpr llvm::StringLiteral Text = R"MAP(kernel f {
  param n : i32;
  param m : i64;
  param `kernel` : i8;
  global p of 8 bytes;
  global q of 4 bytes field of p;
  constant c[3] of 1 byte;
  global d of 3 bytes extent 10 variable;

  for k : i64 counter i : i64 = -5; !(k < m || n != 3) && k >=u 2; k -= 4 {
    rd q[slot p[i] *s 8][n -su 1];
    rd c[n > 2 ? c[0] : i8!($u0(k, i))]:16 @ "f.cu":3;
    rd d[byte i64(n & ~$u1) <<s (3 - m)]:1 @ 0:2;
    loop `x y` {
      wr d[stable(q[slot 0][7]:i16) *s (-3)] = i64(`kernel`) %u m;
      if $u2:i1 {
        break k;
      }
      sync(1, blockDim.x >>u 1);
    }
    synccluster;
    syncgrid;
  }
}
)MAP";
  EXPECT_EQ(reprinted(Text), Text.str());
}

TEST(Parser, NamesSharedTerms) {
  std::string Text = "kernel f { param n; shared a; let x0 = n;";
  for (int I = 0; I < 60; ++I)
    Text += "let x" + std::to_string(I + 1) + " = x" + std::to_string(I) +
            " * x" + std::to_string(I) + " + 1;";
  std::string Printed = reprinted(Text + "rd a[x60]; }");
  EXPECT_LT(Printed.size(), 4000u) << Printed;
}

TEST(Parser, NamesTheTermsOfALoopsTestInItsHeader) {
  std::string Printed =
      reprinted("kernel f { param n; shared a;"
                "for i = 0; i * n + n < 5; i += 1 { rd a[i * n + n]; }"
                "rd a[i * n + n]; }");
  EXPECT_NE(Printed.find("for i = 0; let t0 = i * n + n; t0 < 5; i += 1 {"),
            std::string::npos)
      << Printed;
}

TEST(Parser, ReadsSeveralKernels) {
  TermContext Terms;
  auto Parsed = parseProtocols("kernel f { param n; } kernel g { param n; }",
                               "f.map", Terms);
  ASSERT_TRUE(static_cast<bool>(Parsed));
  EXPECT_EQ(Parsed->size(), 2u);
}

TEST(Printer, TextIsWhatAProgrammerWrites) {
  TermContext Terms;
  auto Parsed = parseProtocols(
      "kernel f { param n; param p : i64; global in;"
      "assume u64(blockIdx.x *s n +s 1) *s 4 <u p && !(in[n] == 3 || n < 0);"
      "assume (n & 3) == 0 || u8(n) >u 4; assume in[p : 7][n] != -1;"
      "assume (n >u 4 ? n : 3) == in[byte p + 1]; }",
      "f.map", Terms);
  ASSERT_TRUE(static_cast<bool>(Parsed));
  const auto &A = Parsed->front().Assumptions;
  EXPECT_EQ(A[0].Text,
            "(blockIdx.x * n + 1) * 4 < p && !(in[n] == 3 || n < 0)");
  EXPECT_EQ(A[1].Text, "(n & 3) == 0 || (unsigned char)n > 4");
  EXPECT_EQ(A[2].Text, "in[p * 7 + n] != -1");
  EXPECT_EQ(A[3].Text, "(n > 4 ? n : 3) == in[(p + 1) / 4]");
}

} // namespace
} // namespace racemap::map
