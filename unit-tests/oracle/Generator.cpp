// Generator - profile, declarations and straight-line statements.
// GeneratorLoops.cpp has the rest.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Generator.h"
#include "llvm/ADT/StringExtras.h"

namespace racemap::oracle {

Generator::Generator(uint64_t Seed, Mode M) : Seed(Seed), R(Seed), Make(R, Is) {
  drawProfile(M);
}

void Generator::drawProfile(Mode M) {
  unsigned Shape = R.below(100);
  if (Shape < 75)
    Is.BlockDim = {R.between(2, 5), 1, 1};
  else if (Shape < 80)
    Is.BlockDim = {1, 1, 1};
  else if (Shape < 90)
    Is.BlockDim = {2, 2, 1};
  else if (Shape < 93)
    Is.BlockDim = {2, 1, 2};
  else
    Is.BlockDim = {R.between(33, 40), 1, 1};
  if (R.chance(80))
    Is.GridDim = {R.between(2, 3), 1, 1};
  else if (R.chance(10))
    Is.GridDim = {1, 2, 1};
  Is.Safe = R.chance(55) ? 97 : R.chance(50) ? 70 : 20;
  Is.Odd = R.chance(50) ? 5 : 35;
  Is.Inputs = R.chance(35) ? 30 : 0;
  Is.Nested = R.chance(40);
  Is.Loose = R.chance(42);
  Is.Warps = R.chance(8);
  Is.Grids = R.chance(8);
  if (Is.Grids) // whole clusters
    Is.GridDim[0] += Is.GridDim[0] % 2;
  Is.Named = R.chance(8);
  if ((Is.Warps || Is.Named) && R.chance(35))
    Is.BlockDim = {R.between(33, 40), 1, 1};
  Is.Copies = Seed % 8 == 3 && M != Mode::Lockstep;
  Is.Unmodelled = M == Mode::Unmodelled;
  if (M == Mode::Butterflies) {
    Is.Butterflies = 60;
    Is.BlockDim = {8, 1, 1};
  }
  if (M == Mode::Open) {
    Is.Open = true;
    Is.BlockDim = {4, 1, 1};
    Is.GridDim = {2, 1, 1};
  }
}

void Generator::line(const std::string &S) {
  Text += std::string(size_t(2) * Indent, ' ') + S + "\n";
}

static std::string tuple(const Dim &D) {
  return "(" + std::to_string(D[0]) + ", " + std::to_string(D[1]) + ", " +
         std::to_string(D[2]) + ")";
}

void Generator::declareArrays() {
  static const std::vector<unsigned> Sizes{4, 4, 4, 1, 2, 8};
  const char *SharedSize = Seed % 2 ? "[512]" : "[6]";
  bool NeedGlobal = Launch::volume(Is.GridDim) > 1;
  for (unsigned N = R.between(1, 2) + (NeedGlobal && R.chance(50)), I = 0;
       I != N; ++I) {
    ArrayName A{"a" + std::to_string(I), R.pick(Sizes),
                I == 0 && NeedGlobal ? R.chance(15) : R.chance(60)};
    // Small arrays are left, large ones hardly ever.
    std::string Extent = A.Shared && R.chance(70) ? SharedSize : "";
    A.Distributed = A.Shared && Is.Grids && R.chance(50);
    line((A.Shared ? "shared " : "global ") + A.Name + Extent + " of " +
         std::to_string(A.ElementSize) +
         (A.ElementSize == 1 ? " byte" : " bytes") +
         (A.Distributed ? " distributed;" : ";"));
    Arrays.push_back(A);
  }
  if (Is.Inputs) {
    Make.Inputs = {"in"};
    line("global in of 4 bytes;");
  }
}

/// What the launch says is in the input; drawn beside all else.
std::string Generator::contents() const {
  Random Own(~Seed);
  if (!Is.Inputs || Own.chance(50))
    return ";";
  std::string Holds =
      Own.pick({"in[e] == i32(e)", "in[e] == ((7 -s i32(e)) & 7)",
                "in[e] == i32(e) *s 3 +s 1", "in[e] == i32(e) / 2",
                "in[e] <u 3", "in[e] == 2", "2 <= in[e] && in[e] < 5",
                "(in[e] & 1) == 0 && in[e] <u 8"});
  return " { each e < " + std::to_string(Own.between(1, 12)) + " : " + Holds +
         "; }";
}

void Generator::declare() {
  std::vector<std::string> Assumptions;
  for (unsigned N = R.below(3), I = 0; I != N; ++I) {
    std::string P = "n" + std::to_string(I);
    line("param " + P + ";");
    Make.Parameters.push_back(P);
    unsigned Least = R.below(3);
    if (R.chance(50))
      Assumptions.push_back(P + " == " + std::to_string(R.below(5)));
    else if (R.chance(30))
      Assumptions.push_back(P + " <= " + Make.number(3) + " && " + P + " >= -" +
                            std::to_string(Least + 1));
    else
      Assumptions.push_back(P + " <u " + std::to_string(Least + 2));
  }
  declareArrays();
  if (!Is.Open)
    line("launch \"oracle\" block " + tuple(Is.BlockDim) + " grid " +
         tuple(Is.GridDim) + (Is.Grids ? " cluster (2, 1, 1)" : "") +
         contents());
  for (const std::string &A : Assumptions)
    line("assume " + A + ";");
}

std::string Generator::generate() {
  Text = "kernel oracle" + std::to_string(Seed) + " {\n";
  declare();
  if (Is.Nested && R.chance(30))
    access(Place());
  if (Is.Nested)
    nest(Place());
  else if (R.chance(50))
    phases(Place());
  if (Is.Loose && Barriers > 0 && R.chance(70))
    loosen(Place());
  sequence(Place(), Is.Nested ? 2 : 4);
  if (NextLine == 0 || Accesses == 6)
    access(Place());
  return Text + "}\n";
}

/// Accesses with barriers between them.
void Generator::phases(Place At) {
  for (unsigned N = R.between(1, 2); N; --N) {
    access(At);
    if (R.chance(85))
      barrier(At);
  }
}

void Generator::sequence(Place At, unsigned Most) {
  auto Before = Make.Loops;
  auto Returned = Make.Returned;
  for (unsigned N = R.between(1, Most); N; --N)
    statement(At);
  if (At.Depth) { // variables of loops that may not have been run
    Make.Loops = Before;
    Make.Returned = Returned;
  }
}

void Generator::statement(Place At) {
  if (Is.Copies && R.chance(35))
    line(R.pick({"commit", "wait 0", "wait 0", "wait 1"}) + location());
  unsigned Kind = R.below(100);
  if (Kind < 45 || At.Depth > 3)
    access(At);
  else if (Kind < 65)
    barrier(At, /*MayReturn=*/true);
  else if (Kind < 80)
    conditional(At);
  else if (Kind < 94)
    loop(At);
  else
    leave(At);
}

void Generator::access(Place At) {
  if (--Accesses < 0)
    return;
  const ArrayName &A = R.pick(Arrays);
  bool Safe = R.chance(Is.Safe);
  unsigned Kind = R.below(100);
  std::string What = Kind < 40 ? "rd " : Kind < 90 ? "wr " : "atomic ";
  if (Kind >= 96)
    What = "atomic(block) ";
  if (Kind == 90 || Kind == 98)
    What += "rd ";
  if (Kind == 91 || Kind == 99)
    What += "wr ";
  std::string Index;
  // Safe: reads of anything in an array that this protocol hardly writes,
  // else the thread's own element.
  if (Safe && What == "rd " && R.chance(20))
    Index = Make.index();
  else if (Safe)
    Index = Make.own(!A.Shared) + (R.chance(15) ? " + " + Make.number(2) : "");
  else
    Index = Make.index();
  std::string Size;
  if (R.chance(Safe ? 3 : 15))
    Size = ":" + R.pick({"1", "2", "4", "8", "16"});
  if (R.chance(5))
    What = "volatile " + What;
  std::string Value;
  if (What == "wr " && R.chance(12))
    Value = R.chance(50) ? " = " + std::to_string(R.below(2)) + "i32"
                         : " = " + Make.varying(0);
  bool Copies = Is.Copies && Value.empty() && What.find("atomic") == What.npos;
  if (Copies && R.chance(60))
    What = "async " + What;
  bool Alone = Safe && At.Uniform && R.chance(15);
  if (Alone)
    line("if " + Make.own(!A.Shared) + " == 0 {"), ++Indent;
  std::string Slots;
  if (A.Distributed) // the own block's, the neighbour's, the first one's
    Slots = "[slot u64(" +
            R.pick({"blockIdx.x", "blockIdx.x ^ 1", "blockIdx.x /u 2 * 2"}) +
            "), u64(blockIdx.y), u64(blockIdx.z)]";
  line(What + A.Name + Slots + "[" + Index + "]" + Size + Value + location());
  if (Copies && R.chance(60))
    line("commit" + location());
  if (Alone)
    --Indent, line("}");
}

/// All threads of the block.
std::string Generator::threadCount() {
  if (Is.Open || R.chance(30))
    return "blockDim.x * blockDim.y * blockDim.z";
  return std::to_string(Launch::volume(Is.BlockDim));
}

/// A barrier with a number, perhaps not the same one for all threads.
std::string Generator::numbered() {
  unsigned Kind = R.below(100);
  if (Kind < 60)
    return "sync(" + R.pick({"0", "1", "2"}) + ")";
  if (Kind < 80)
    return "sync(1, " + threadCount() + ")";
  return "sync(" + (R.chance(60) ? Make.uniform() : Make.varying(0)) + " & 1)";
}

/// Each warp has a barrier of its own; seldom one thread is missing.
void Generator::oneForEachWarp() {
  unsigned Rest = Is.BlockDim[0] - 32 + R.chance(10);
  line("if threadIdx.x <u 32 {"), ++Indent;
  line("sync(1, 32)" + location());
  --Indent, line("} else {"), ++Indent;
  line("sync(" + std::string(R.chance(8) ? "1" : "2") + ", " +
       std::to_string(Rest) + ")" + location());
  --Indent, line("}");
}

/// The threads of a warp in pairs, or four by four; seldom for some only.
std::string Generator::tile() {
  if (R.chance(10))
    return "syncwarp(" + Make.varying(0) + " == 1 ? 3 : 15)";
  std::string Lane = "(" + Make.own(false) + " & 31)";
  if (R.chance(20)) // pairs that overlap the others
    return "syncwarp(" + Lane + " == 0 ? 1 : 3 << ((" + Lane + " - 1) | 1))";
  bool Pairs = R.chance(60);
  return "syncwarp(" + std::string(Pairs ? "3" : "15") + " << (" +
         Make.own(false) + " & " + (Pairs ? "30" : "28") + "))";
}

/// A name for what a barrier returns, or nothing.
std::string Generator::returned() {
  bool AreCounted = llvm::all_of(
      Enclosing, [&](const std::string &V) { return Counters.count(V); });
  if (!Is.Unmodelled || !AreCounted || !R.chance(60))
    return "";
  std::string Name = "$u" + std::to_string(NextResult++);
  if (!Enclosing.empty())
    Name += "(" + llvm::join(Enclosing, ", ") + ")";
  Make.Returned.push_back(Name);
  return " => " + Name;
}

/// A vote, wherever it stands: of all lanes, or of those that come.
bool Generator::vote() {
  std::string Result = Is.Unmodelled && R.chance(60) ? returned() : "";
  if (!Result.empty())
    line("vote" + Result + location());
  return !Result.empty();
}

void Generator::barrier(Place At, bool MayReturn) {
  if (MayReturn && vote())
    return;
  if (!wantsBarrier(At) || --Barriers < 0) {
    access(At);
    return;
  }
  if (Is.Named && Is.BlockDim[0] > 32 && R.chance(40)) {
    oneForEachWarp();
    return;
  }
  std::string What = "sync";
  bool SomeLanes = false;
  if (Is.Warps && R.chance(60)) {
    SomeLanes = R.chance(15);
    What = SomeLanes || R.chance(2) ? "syncwarp(3)"
           : R.chance(40)
               ? tile()
               : R.pick({"syncwarp", "syncwarp", "syncwarp(0xffffffff)"});
  } else if (Is.Grids && R.chance(60))
    What = R.chance(40) ? "synccluster" : "syncgrid";
  else if (Is.Named && R.chance(60))
    What = numbered();
  if (SomeLanes)
    line("if " + Make.own(false) + " %u 32 <u 2 {"), ++Indent;
  std::string Result = MayReturn && What == "sync" ? returned() : "";
  line(What + Result + location());
  if (SomeLanes)
    --Indent, line("}");
}

} // namespace racemap::oracle
