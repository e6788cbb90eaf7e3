// The executable of all programs: runs those that its command line names.
//
//   bench --list      a line of JSON for each program
//   bench --device    one for the device
//   bench NAME... [--size=small|large|N] [--launches=N] [--only=KERNEL]
//                     one for each kernel (Bench.h); with --loops, one more for
//                     the host's loop, where there is one
//
// Exit status: 0, 1 a self-check fails, 2 the command line is wrong.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

using bench::Program;

static Program *find(const std::string &Name) {
  for (Program *P = Program::first(); P; P = P->Next)
    if (Name == P->Name)
      return P;
  return nullptr;
}

static int list() {
  for (Program *P = Program::first(); P; P = P->Next)
    std::printf("{\"program\": \"%s\", \"small\": %zu, \"large\": %zu}\n",
                P->Name, P->Small, P->Large);
  return 0;
}

static int device() {
  cudaDeviceProp Of{};
  int Driver = 0, Runtime = 0;
  bench::must(cudaDriverGetVersion(&Driver), "cudaDriverGetVersion");
  bench::must(cudaRuntimeGetVersion(&Runtime), "cudaRuntimeGetVersion");
  if (Driver != 0 && Driver / 1000 < Runtime / 1000) {
    std::printf("the driver is for CUDA %d.%d, but one for CUDA %d is needed\n",
                Driver / 1000, Driver % 1000 / 10, Runtime / 1000);
    return 1;
  }
  bench::must(cudaGetDeviceProperties(&Of, 0), "cudaGetDeviceProperties");
  std::printf("{\"name\": \"%s\", \"capability\": %d, \"memory\": %zu, "
              "\"driver\": %d, \"runtime\": %d}\n",
              Of.name, 10 * Of.major + Of.minor, Of.totalGlobalMem, Driver,
              Runtime);
  return 0;
}

/// What the options ask for.
struct Request {
  long Size = 0, Launches = 9; ///< a size of 0: each program's own
  bool Large = false, Loops = false;
  std::string Only;
};

/// The rest of `Word` if it begins with `Prefix`, or null.
static const char *behind(const char *Prefix, const char *Word) {
  size_t Length = std::string(Prefix).size();
  return std::string(Word).compare(0, Length, Prefix) ? nullptr : Word + Length;
}

static bool takesNumber(const char *Text, long Least, long &To) {
  char *End;
  To = std::strtol(Text, &End, 10);
  return *Text && !*End && To >= Least;
}

/// Is it an option, and a right one?
static bool takes(const char *Word, Request &To) {
  if (const char *Text = behind("--only=", Word)) {
    To.Only = Text;
    return true;
  }
  if (const char *Text = behind("--launches=", Word))
    return takesNumber(Text, 0, To.Launches);
  if (Word == std::string("--loops"))
    return To.Loops = true;
  const char *Size = behind("--size=", Word);
  if (!Size)
    return false;
  To.Large = Size == std::string("large");
  if (To.Large || Size == std::string("small")) {
    To.Size = 0;
    return true;
  }
  return takesNumber(Size, 1, To.Size);
}

static int wrong(const std::string &What) {
  std::fprintf(stderr,
               "bench: %s; usage: bench --list | bench --device | bench "
               "NAME... [--size=small|large|N] [--launches=N] "
               "[--only=KERNEL] [--loops]\n",
               What.c_str());
  return 2;
}

int main(int Count, char **Words) {
  if (Count == 2 && Words[1] == std::string("--list"))
    return list();
  if (Count == 2 && Words[1] == std::string("--device"))
    return device();
  Request R;
  std::vector<Program *> Wanted;
  for (int I = 1; I < Count; ++I)
    if (Program *P = find(Words[I]))
      Wanted.push_back(P);
    else if (!takes(Words[I], R))
      return wrong(std::string("'") + Words[I] +
                   "' is no program and no option");
  if (Wanted.empty())
    return wrong("no program is named");
  bool Failed = false;
  for (Program *P : Wanted) {
    size_t Elements = R.Size ? size_t(R.Size) : R.Large ? P->Large : P->Small;
    bench::Run Measured(P->Name, Elements, int(R.Launches), R.Only,
                        R.Loops);
    P->Body(Measured);
    Failed |= Measured.failed();
  }
  return Failed;
}
