// Generator - conditionals, loops and the ways out of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Generator.h"

namespace racemap::oracle {

void Generator::conditional(Place At) {
  bool Uniform = R.chance(45);
  std::string C = Make.condition(Uniform);
  Place Inside = At;
  ++Inside.Depth;
  Inside.Uniform &= Uniform;
  Inside.Conditional = true;
  line("if " + C + " {");
  ++Indent;
  sequence(Inside, 2);
  --Indent;
  if (R.chance(35)) {
    line("} else {");
    ++Indent;
    sequence(Inside, 2);
    --Indent;
  }
  line("}");
}

/// A narrow variable that can be 0, and stay so for more iterations than it
/// has bits; V counts.
std::string Generator::geometricRange(const std::string &V) {
  std::string Narrow = "g" + V, Start = R.pick({"0", "0", "1", "2"});
  if (!Make.Parameters.empty() && R.chance(30))
    Start = "u2(" + R.pick(Make.Parameters) + ")";
  return Narrow + " : i2 counter " + V + " = " + Start + "; " + V + " <u " +
         std::to_string(R.between(2, 6)) + " && " + Narrow +
         (R.chance(50) ? " <u 2; " + Narrow + " *= 2"
                       : " <u 3; " + Narrow + " /= 2");
}

/// A header over V, between "for " and " {"; few iterations.
std::string Generator::range(const std::string &V, bool Uniform) {
  std::string Bound = !Uniform ? Make.own(false) + " %u 3"
                      : !Make.Parameters.empty() && R.chance(35)
                          ? R.pick(Make.Parameters)
                          : std::to_string(R.between(1, 3));
  std::string Start = Uniform ? Make.number(1) : Make.own(false) + " %u 2";
  switch (Is.Butterflies && R.chance(80) ? R.below(2) : R.below(11)) {
  case 0:
    return V + " = 1; " + V + " <u " + R.pick({"3", "4", "8"}) + "; " + V +
           " *= 2";
  case 1:
    return V + " = " + R.pick({"2", "4", "blockDim.x", "blockDim.x /u 2"}) +
           "; " + V + " >u 0; " + V + " /= 2";
  case 2:
    return V + " = " + Bound + "; " + V + " > 0; " + V + " -= 1";
  case 3:
    return V + " = " + Bound + "; " + V + " >= 0; " + V +
           " -= " + std::to_string(R.between(1, 2));
  case 4:
    return V + " = " + Start + "; " + V + " <= " + Bound + "; " + V +
           " += " + std::to_string(R.between(1, 2));
  case 5:
    return V + " = " + Start + "; " + V + " < " + Bound + " && " + V +
           R.pick({" != ", " <u "}) + std::to_string(R.between(1, 3)) + "; " +
           V + " += 1";
  case 6:
    return V + " = threadIdx.x; " + V + " < " +
           std::to_string(R.between(4, 8)) + "; " + V + " += blockDim.x";
  case 7:
    return geometricRange(V);
  default:
    return V + " = " + Start + "; " + V + " < " + Bound + "; " + V + " += 1";
  }
}

/// Makes the variables of a new loop; the header has no " {" yet.
std::string Generator::loopHeader(Place &Body) {
  std::string V = "i" + std::to_string(NextLoop++);
  bool Uniform = R.chance(Is.Loose ? 70 : 88);
  Body.InLoop = true;
  ++Body.Depth;
  std::string Header;
  if (R.chance(20)) { // a counter, and a way out of the loop at the latest
    Counters.insert(V);
    Header = "loop " + V;
    if (R.chance(50))
      Header += " while " + V + " <u " + std::to_string(R.between(1, 3));
    else if (R.chance(30) && !Make.Inputs.empty())
      Header += " while " + V + " <u 3 && (in[" + V + "] & 1) == 0";
    else
      Header += " while (" + V + " ^ 1) < " + std::to_string(R.between(2, 3));
  } else {
    Header = "for " + range(V, Uniform);
  }
  bool Varies = Header.find("threadIdx") != std::string::npos;
  Body.Uniform &= !Varies;
  Make.Loops.push_back({V, !Varies && Body.Uniform});
  Enclosing.push_back(V);
  return Header;
}

void Generator::loop(Place At) {
  if (--LoopsLeft < 0) {
    access(At);
    return;
  }
  Place Body = At;
  if (R.chance(15)) { // without a test
    std::string V = "i" + std::to_string(NextLoop++);
    Make.Loops.push_back({V, At.Uniform});
    Enclosing.push_back(V);
    Counters.insert(V);
    Body.InLoop = true;
    ++Body.Depth;
    line("loop " + V + " {");
    ++Indent;
    if (R.chance(50))
      sequence(Body, 1);
    bool Early = Is.Loose && R.chance(50);
    if (Is.Loose && R.chance(50))
      barrier(Body);
    line("if " + V + " >=u " + std::to_string(R.between(1, 2)) +
         (Early ? " || " + Make.condition(R.chance(50)) : "") + " {");
    line("  break;");
    line("}");
  } else {
    line(loopHeader(Body) + " {");
    ++Indent;
  }
  sequence(Body, 2);
  --Indent;
  line("}");
  Enclosing.pop_back();
}

/// Two barriers in nested loops, with accesses around them.
void Generator::nest(Place At) {
  Place Outer = At;
  line(loopHeader(Outer) + " {");
  auto OfOuter = Make.Loops;
  ++Indent;
  bool InOuter = R.chance(60);
  if (R.chance(60))
    access(Outer);
  if (InOuter && R.chance(50))
    barrier(Outer), InOuter = false;
  Place Inner = Outer;
  line(loopHeader(Inner) + " {");
  ++Indent;
  access(Inner);
  barrier(Inner);
  if (R.chance(70))
    access(Inner);
  if (Is.Loose && R.chance(40))
    leave(Inner);
  if (!InOuter && R.chance(80))
    barrier(Inner);
  --Indent;
  line("}");
  Enclosing.pop_back();
  if (InOuter)
    barrier(Outer);
  if (R.chance(40))
    access(Outer);
  if (Is.Loose && R.chance(30))
    leave(Outer);
  Make.Loops = OfOuter;
  --Indent;
  line("}");
  Enclosing.pop_back();
}

/// A barrier that can be skipped, by all threads or by some.
void Generator::loosen(Place At) {
  bool Uniform = R.chance(65);
  Place Inside{At.Depth + 1, At.Uniform && Uniform, true, At.InLoop};
  line("if " + Make.condition(Uniform) + " {");
  ++Indent;
  if (R.chance(50))
    access(Inside);
  barrier(Inside);
  if (R.chance(50))
    access(Inside);
  --Indent;
  if (R.chance(25)) {
    line("} else {");
    ++Indent;
    barrier(Inside);
    --Indent;
  }
  line("}");
}

/// Leaves a loop or the kernel under a condition.
void Generator::leave(Place At) {
  if (!Is.Loose && R.chance(70)) {
    access(At);
    return;
  }
  line("if " + Make.condition(R.chance(Is.Loose ? 50 : 90)) + " {");
  ++Indent;
  if (R.chance(25))
    access(At);
  if (Enclosing.empty() || R.chance(20))
    line("return;");
  else if (R.chance(70))
    line("break;");
  else
    line("break " + R.pick(Enclosing) + ";");
  --Indent;
  line("}");
}

} // namespace racemap::oracle
