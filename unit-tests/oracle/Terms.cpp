// Terms - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Terms.h"

namespace racemap::oracle {

std::string Terms::input(const std::string &At) {
  return "(" + R.pick(Inputs) + "[" + At + "] & 1)";
}

std::string Terms::uniform() {
  if (!Returned.empty() && R.chance(40))
    return "(" + R.pick(Returned) + " & 1)";
  std::vector<std::string> Names = Parameters;
  for (const LoopVariable &V : Loops)
    if (V.Uniform)
      Names.insert(Names.end(), 2, V.Name);
  if (Is.Open || R.chance(10))
    Names.push_back("blockDim.x");
  if (Launch::volume(Is.GridDim) > 1)
    Names.push_back("blockIdx.x");
  if (!Inputs.empty() && R.chance(Is.Inputs))
    return input(Names.empty() || R.chance(40) ? number(2) : R.pick(Names));
  if (Names.empty())
    return "blockDim.x";
  std::string X = R.pick(Names);
  return R.chance(Is.Odd) ? oddTerm(X) : X;
}

std::string Terms::own(bool InGrid) {
  std::string X = "threadIdx.x";
  if (Is.BlockDim[2] > 1)
    X = "(threadIdx.x + (threadIdx.y + threadIdx.z * blockDim.y) * "
        "blockDim.x)";
  else if (Is.BlockDim[1] > 1)
    X = "(threadIdx.x + threadIdx.y * blockDim.x)";
  if (!InGrid || Launch::volume(Is.GridDim) == 1)
    return X;
  std::string Threads = std::to_string(Launch::volume(Is.BlockDim));
  if (Is.Open || Launch::volume(Is.BlockDim) == Is.BlockDim[0])
    Threads = "blockDim.x";
  std::string Block = "blockIdx.x";
  if (Is.GridDim[1] > 1)
    Block = "(blockIdx.x + blockIdx.y * gridDim.x)";
  return "(" + Block + " * " + Threads + " + " + X + ")";
}

std::string Terms::oddTerm(const std::string &X) {
  std::string N = std::to_string(R.between(1, 3));
  switch (R.below(15)) {
  case 0:
    return "(" + X + " %u " + std::to_string(R.between(2, 4)) + ")";
  case 1:
    return "(" + X + " & " + N + ")";
  case 2:
    return "(" + X + " ^ " + N + ")";
  case 3:
    return "(" + X + " >>u 1)";
  case 4:
    return "(" + X + " << " + N + ")";
  case 5:
    return "u32(u8(" + X + " * " + R.pick({"64", "100", "128", "3"}) + "))";
  case 6:
    return "i32(i8(" + X + " + " + R.pick({"126", "-1", "1"}) + "))";
  case 7:
    return "(" + X + " * " + N + ")";
  case 8:
    return "(" + X + " +s " + N + ")";
  case 9:
    return "(" + X + " - " + N + ")";
  case 10:
    return "(" + X + " / 2)";
  case 11:
    return "(" + X + " | " + N + ")";
  case 12:
    return "(" + X + " % " + std::to_string(R.between(2, 3)) + ")";
  case 13:
    return "(" + N + " -s " + X + ")";
  default:
    return "(" + comparison(X) + " ? " + X + " : " + number(3) + ")";
  }
}

std::string Terms::varying(unsigned Depth) {
  std::string X = own(R.chance(20));
  std::vector<std::string> Private;
  for (const LoopVariable &V : Loops)
    if (!V.Uniform)
      Private.push_back(V.Name);
  if (!Private.empty() && R.chance(40))
    X = R.pick(Private);
  else if (!Inputs.empty() && isSmall() && R.chance(Is.Inputs))
    X = input(X);
  else if (Is.Unmodelled && R.chance(15))
    X = "($u" + std::to_string(R.below(2)) + " & 1)";
  if (R.chance(Is.Odd))
    X = oddTerm(X);
  if (Depth && R.chance(30))
    X = "(" + X + R.pick({" + ", " - ", " ^ "}) +
        (R.chance(60) ? uniform() : varying(Depth - 1)) + ")";
  return X;
}

std::string Terms::comparison(const std::string &X) {
  return X +
         R.pick(
             {" < ", " == ", " != ", " <u ", " >= ", " >u ", " <= ", " == "}) +
         number(3);
}

std::string Terms::condition(bool Uniform) {
  if (!Uniform && R.chance(25))
    return own(R.chance(20)) + " == " + number(2);
  std::string C = comparison(Uniform ? uniform() : varying(1));
  if (R.chance(12))
    C = "!(" + C + ")";
  if (R.chance(15)) {
    const char *Joint = R.chance(50) ? " && " : " || ";
    C = "(" + C + Joint + comparison(uniform()) + ")";
  }
  return C;
}

/// As sorting networks have them: 2 * x - (x & (d - 1)), perhaps + d.
std::string Terms::butterfly() {
  std::string X = own(false), D = R.pick(Loops).Name;
  std::string Below = "(" + X + " & (" + D + " - 1))";
  std::string Index =
      X + " * " + R.pick({"1", "2", "2", "2", "4"}) + R.pick({" - ", " + "}) +
      Below + (R.chance(20) ? " * " + std::to_string(R.between(2, 3)) : "");
  return R.chance(40) ? Index + " + " + D : Index;
}

std::string Terms::index() {
  if (Is.Butterflies && !Loops.empty() && R.chance(Is.Butterflies))
    return butterfly();
  if (R.chance(20))
    return number(3);
  if (R.chance(25))
    return uniform();
  std::string X = varying(1);
  if (R.chance(30))
    X += " + " + number(3);
  return X;
}

} // namespace racemap::oracle
