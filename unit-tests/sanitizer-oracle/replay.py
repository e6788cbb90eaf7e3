#!/usr/bin/env python3
"""Replays on the CPU device what the static analysis says of kernels.

For each file

* `racemap check --confirm` runs the witness of each finding. A provable or an
  input race has to be reported by the sanitizer, at the same two places or
  beside: of several pairs that race on a word the sanitizer meets one first,
  and then the word begins anew;
* for each race-free context, a program is made that includes the file and
  launches its kernels with arguments that keep the context's assumptions: some
  launches, parameters and contents. The sanitizer has to be silent about races.
  Kernels that write one value several times race for it, and are left out here.

Race-free launches of few threads are then repeated in 20 orders with a full
record of each: there has to be no difference between the record and what the
sanitizer says, and the racy words have to be the same in all orders. Files
whose kernels go where the order tells them to are exempt from the latter, by
name (--by-order).

The two halves share nothing but clang's front end. Contexts that cannot be
replayed are counted by reason.

A file is replayed as its RUN lines check it, or, if it has none, without and
with FIXED. Lockstep is left out.

usage: replay.py --racemap RACEMAP [--jobs N] [--seed N] [--every N]
                 [--by-order FILE]... [--least N] [--keep DIR] FILES...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import zlib

# A launch with more threads takes too long.
MOST_THREADS = 1 << 16
# Of a launch that is recorded.
MOST_RECORDED = 64
# Of a run: threads may wait for each other in the end.
MOST_SECONDS = 60
# How often a race-free context is launched, and how many arguments are tried
# for one that keeps the assumptions.
LAUNCHES = 3
TRIES = 2000
# Bytes of an array on either side of where it begins: indices may be negative.
HALF = 1 << 20
SCHEDULES = 20
# Options for launches that the program here does not make.
NOT_RUN = ("--warp-sync=lockstep", "--cluster-dim")
# Options of check that do not change what is found.
UNCHANGED = ("--json", "--emit-map", "--level", "--strict", "--kernel")
RECORDED = re.compile(
    r"recorder: (\d+) launches in (\d+) orders, .* (\d+) differences, (\d+) sets? of"
)

PROLOGUE = """\
// A file may be a whole program.
#define main mainOfTheFile
#include "%s"
#undef main
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <racemap/runtime.h>
#include <tuple>
#include <type_traits>
#include <vector>

namespace replay {
constexpr size_t Half = %d;
std::vector<char *> Memories;
size_t NumPlaced = 0;

template <class... P>
std::tuple<std::remove_cv_t<P>...> arguments(void (*)(P...));

template <class T> void set(T &To, uint64_t Bits) {
  memcpy((void *)&To, &Bits, sizeof(T) < 8 ? sizeof(T) : 8);
}
/// The same memory in each repetition.
template <class T> void place(T &Pointer) {
  if (NumPlaced == Memories.size()) {
    Memories.push_back(nullptr);
    if (cudaMallocManaged(&Memories.back(), 2 * Half) != cudaSuccess)
      exit(3);
  }
  char *Memory = Memories[NumPlaced++];
  memset(Memory, 0, 2 * Half);
  Memory += Half;
  memcpy((void *)&Pointer, &Memory, sizeof(Memory));
}
template <class T> char *memoryOf(T &What) {
  if constexpr (std::is_pointer_v<T>)
    return (char *)What;
  void *Address = nullptr;
  cudaGetSymbolAddress(&Address, What);
  return (char *)Address;
}
template <class T> void clear(T &Variable) {
  memset(memoryOf(Variable), 0, sizeof(Variable));
}
template <class T>
void contents(T &Array, int Bytes, unsigned Most, unsigned Seed) {
  char *Memory = memoryOf(Array);
  for (long I = 0; Memory && I < 4096; ++I) {
    Seed = Seed * 1664525u + 1013904223u;
    uint64_t Value = Seed / 65536 %% Most;
    memcpy(Memory + I * Bytes, &Value, size_t(Bytes < 8 ? Bytes : 8));
  }
}
template <class... P, class Tuple>
int launch(void (*Kernel)(P...), dim3 Grid, dim3 Block, size_t Shared,
           Tuple &Given) {
  return std::apply(
      [&](auto &...Each) {
        void *Pointers[] = {(void *)&Each..., nullptr};
        cudaLaunchKernel((const void *)Kernel, Grid, Block, Pointers, Shared, nullptr);
        return int(cudaDeviceSynchronize());
      },
      Given);
}
} // namespace replay

static int replayOnce(int Case) {
  switch (Case) {
"""

EPILOGUE = """\
  }
  return 2;
}

int main(int, char **Arguments) {
  int Schedules = atoi(Arguments[2]), Status = 0;
  for (int Seed = 1; Seed <= Schedules && Status == 0; ++Seed) {
    if (Schedules > 1)
      __racemap_set_seed(Seed);
    Status = replayOnce(atoi(Arguments[1]));
    replay::NumPlaced = 0;
  }
  return Status;
}
"""


class CannotReplay(Exception):
    pass


def run(command, **more):
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more
    )
    return done.returncode, done.stdout.decode(errors="replace")


def parameter_names(kernel, text):
    """The names of a kernel's parameters, as the preprocessed text has them."""
    name = base_name(kernel).split("<")[0].split("::")[-1]
    kernel_of = r"__attribute__\(\(global\)\)[^;{}]*?\bvoid\s+(?:__attribute__\(\(.*?\)\)\s+)*%s\s*\("
    begin = re.search(kernel_of % re.escape(name), text)
    if not begin:
        raise CannotReplay("kernel's declaration is not found")
    depth, names, word = 1, [], ""
    for c in text[begin.end() :]:
        depth += c in "(<[{"
        depth -= c in ")>]}"
        if depth == 0 or (depth == 1 and c == ","):
            names.append(word)
            word = ""
            if depth == 0:
                break
        else:
            word += c
    names = [n.split("=")[0] for n in names if n.strip()]
    return [re.findall(r"\w+", n)[-1] for n in names]


def base_name(kernel):
    """The kernel's name with its template arguments, without parameters."""
    name, depth = kernel["name"], 0
    for at in range(len(name) - 1, -1, -1):
        depth += name[at] == ")"
        depth -= name[at] == "("
        if depth == 0:
            name = name[:at]
            break
    if "<" in name:
        name = re.sub(r"^void ", "", name)
    return name.replace("(anonymous namespace)::", "")


class Protocol:
    """What a MAP declares."""

    def __init__(self):
        self.parameters = []
        self.arrays = {}  # of global memory: bytes of an element
        self.variables = set()  # those that the program declares
        self.has_handles = False


def protocols(text):
    """{mangled name: Protocol}"""
    found, current = {}, None
    for line in text.splitlines():
        if m := re.match(r'kernel ".*" "(\w+)"', line):
            current = found[m[1]] = Protocol()
        elif m := re.match(r"  param (?!clusterDim)([\w.]+) : ", line):
            current.parameters.append(m[1])
        elif m := re.match(r"  global .* field of `?(surfaces|graph conditions)\b", line):
            current.has_handles = True
        elif m := re.match(r"  global ([\w.]+)(?:\[.*\])? of (\d+) bytes?(.*);", line):
            current.arrays[m[1]] = int(m[2])
            if m[3].endswith(" variable"):
                current.variables.add(m[1])
    return found


class Case:
    """One launch of the program, which has to be silent."""

    def __init__(self, kernel, size, body):
        self.kernel, self.size, self.body = kernel, size, body


def dims(of):
    return "dim3(%d, %d, %d)" % tuple(of)


def threads(block, grid):
    count = 1
    for n in block + grid:
        count *= n
    return count


class Unit:
    """A file with its flags: analysis, program, runs."""

    def __init__(self, options, file, checks, flags, folder, rng):
        self.options, self.file = options, file
        self.checks, self.flags = checks, flags
        self.arch = [c[1:] for c in checks if c.startswith("--arch=")]
        self.folder, self.rng = folder, rng
        self.counts, self.faults = collections.Counter(), []

    def label(self):
        return " ".join([os.path.basename(self.file), *self.checks, *self.flags])

    def analyse(self):
        name = os.path.join(self.folder, "static.json")
        maps = os.path.join(self.folder, "static.map")
        command = [self.options.racemap, "check", self.file, "--json=" + name]
        command += ["--confirm", "--level=possible", f"--orders={SCHEDULES}"]
        command += ["--emit-map=" + maps, *self.checks, "--", *self.flags]
        status, text = run(command)
        bugs = [t for t in text.splitlines() if "a bug of RaceMap" in t]
        self.faults += [f"{self.label()}: {bug}" for bug in bugs]
        if status not in (0, 1) and not bugs:
            raise RuntimeError(f"{self.label()}: check failed:\n{text}")
        with open(name) as f:
            self.kernels = json.load(f)["kernels"]
        with open(maps) as f:
            self.maps = protocols(f.read())
        command = [self.options.racemap, "cc", "--kernel=^$", "--cuda-device-only"]
        command += [*self.arch, "-E", "-P", "-w", *self.flags, self.file]
        _, text = run(command)
        self.text = text.replace("__restrict__", "").replace("__restrict", "")
        with open(self.file) as f:
            self.dynamic = 16384 if "extern __shared__" in f.read() else 0

    def prepare(self, kernel, names):
        """Declares the arguments by name and gives each array memory."""
        protocol = self.maps[kernel["mangled"]]
        if protocol.has_handles:
            raise CannotReplay("parameters are handles of objects")
        lines = [f"auto Kernel = &{base_name(kernel)};"]
        lines.append("decltype(replay::arguments(Kernel)) Given{};")
        if names:
            lines.append(f"auto &[{', '.join(names)}] = Given;")
        for array in protocol.arrays:
            if array.split(".")[0] in names:
                lines.append(f"replay::place({array});")
            elif array not in protocol.variables:
                lines.append(f"replay::clear({array});")
        return lines

    def launch(self, block, grid):
        if threads(block, grid) > MOST_THREADS:
            raise CannotReplay("launch is too large")
        return (
            f"return replay::launch(Kernel, {dims(grid)}, {dims(block)}, "
            f"{self.dynamic}, Given);"
        )

    def known(self, name, context, otherwise):
        """The dimensions that the launch says, and others where it says none."""
        said = {}
        for assumption in context["assumptions"]:
            if m := re.fullmatch(name + r"\.([xyz]) == (\d+)", assumption):
                said[m[1]] = int(m[2])
        return context[name] or [said.get(a, o) for a, o in zip("xyz", otherwise)]

    def sample(self, context, names, parameters, try_number):
        """Values of parameters and dimensions that keep the assumptions."""
        default = [([64, 1, 1], [3, 1, 1]), ([8, 8, 1], [2, 2, 1])]
        default.append(([1, 1, 1], [1, 1, 1]))
        block, grid = default[try_number % 3]
        block = self.known("blockDim", context, block)
        grid = self.known("gridDim", context, grid)
        width = block[0] * grid[0]
        total = threads(block, grid)
        likely = [0, 1, 2, 5, 32, 64, 100, 256, 512, 1024, block[0], width]
        likely += [total, width - 1, total - 3, block[0] * 2]
        values = {p: max(0, self.rng.choice(likely)) for p in parameters}
        return block, grid, values

    def keeps(self, assumption, values, block, grid):
        """Is it so? What is no expression is about memory, and zeros keep it."""
        text = assumption.split(" if ")[0]
        if re.search(r"\b(do not overlap|come to less|fit in|when the)\b", text):
            return True
        if "?" in text:
            raise CannotReplay("assumption is not an expression of the launch")
        text = text.replace("&&", " and ").replace("||", " or ")
        text = re.sub(r"(?<![<>=!])/", "//", text)
        text = re.sub(r"\b(block|grid)Dim\.([xyz])", r"\1Dim_\2", text)
        scope = {"blockDim_" + a: n for a, n in zip("xyz", block)}
        scope |= {"gridDim_" + a: n for a, n in zip("xyz", grid)}
        scope |= {k.replace(".", "_"): v for k, v in values.items()}
        for k in values:
            text = re.sub(r"\b" + re.escape(k) + r"\b", k.replace(".", "_"), text)
        try:
            return bool(eval(text, {"__builtins__": {}}, scope))
        except (NameError, SyntaxError, ZeroDivisionError):
            raise CannotReplay("assumption is not an expression of the launch")

    def silent_case(self, kernel, context, number):
        names = parameter_names(kernel, self.text)
        protocol = self.maps[kernel["mangled"]]
        for attempt in range(TRIES):
            block, grid, values = self.sample(
                context, names, protocol.parameters, number
            )
            kept = [self.keeps(a, values, block, grid) for a in context["assumptions"]]
            if all(kept):
                break
        else:
            raise CannotReplay("no launch found that keeps the assumptions")
        # Counters begin at 0.
        zero = {m for a in context["assumptions"] for m in re.findall(r"'([\w.]+)' is 0", a)}
        lines = self.prepare(kernel, names)
        for name, value in values.items():
            lines.append(f"replay::set({name}, {value}ull);")
        # A variable of the program has what it begins with.
        for array, size in protocol.arrays.items():
            if number and array not in zero | protocol.variables:
                lines.append(
                    f"replay::contents({array}, {size}, {self.rng.choice([2, 8, 64])}, "
                    f"{self.rng.randrange(1 << 30)});"
                )
        lines.append(self.launch(block, grid))
        return Case(kernel, threads(block, grid), lines)

    def cases(self):
        for kernel in self.kernels:
            for context in kernel["contexts"]:
                yield from self.cases_of(kernel, context)

    def attempt(self, make, *arguments):
        try:
            yield make(*arguments)
        except CannotReplay as why:
            self.counts["not replayed: " + str(why)] += 1

    def count(self, kernel, finding):
        """What the run of a finding's witness has come to."""
        run = finding.get("confirmation")
        if not run:
            return
        kind = f"{finding['certainty']} {finding['kind']}"
        why = {"confirmed": "seen", "beside": "seen with another access"}
        why |= {"not-seen": "not seen", "not-run": "not run: " + run["reason"]}
        self.counts[f"{kind}: {why[run['status']]}"] += 1
        if run["status"] == "not-seen" and kind == "input data-race":
            at = finding["accesses"][0]
            self.faults.append(
                f"{self.label()}: {kernel['name']}: {at['file']}:{at['line']}: "
                f"{kind} is not seen"
            )

    def cases_of(self, kernel, context):
        for finding in context["findings"]:
            self.count(kernel, finding)
        same = any(f["benign"] for f in context["findings"])
        if context["verdict"] == "race-free" and not same:
            for number in range(LAUNCHES):
                yield from self.attempt(self.silent_case, kernel, context, number)

    def build(self, cases):
        source = os.path.join(self.folder, "replay.cu")
        with open(source, "w") as f:
            f.write(PROLOGUE % (os.path.abspath(self.file), HALF))
            for number, case in enumerate(cases):
                f.write(f"  case {number}: {{\n    ")
                f.write("\n    ".join(case.body) + "\n  }\n")
            f.write(EPILOGUE)
        program = os.path.join(self.folder, "replay")
        command = [self.options.racemap, "cc", "--sanitize", "--device=cpu"]
        command += ["--kernel=^$", "-g", "-w", *self.arch, *self.flags]
        # Nothing of the file's own host code is called, and it need not be whole.
        command += ["-no-pie", "-Wl,--unresolved-symbols=ignore-all"]
        command += [source, "-o", program]
        status, text = run(command)
        if status != 0:
            raise RuntimeError(f"{self.label()}: the replay does not compile:\n{text}")
        return program

    def execute(self, program, number, schedules, *options):
        name = os.path.join(self.folder, "run.json")
        text = ":".join(["json=" + name, "exitcode=0", *options])
        environment = os.environ | {"RACEMAP_OPTIONS": text}
        command = [program, str(number), str(schedules)]
        status, text = run(command, env=environment, timeout=MOST_SECONDS)
        with open(name) as f:
            return json.load(f)["findings"], status, text

    def repeat(self, case, program, number):
        """Do all orders race on the same words, as a full record has it?"""
        if case.size > MOST_RECORDED:
            self.counts["not recorded"] += 1
            return
        where = f"{self.label()}: {case.kernel['name']}: case {number}"
        _, status, text = self.execute(
            program, number, SCHEDULES, "recorder=1", "print_limit=0"
        )
        m = RECORDED.search(text)
        if not m or int(m[1]) == 0 or status != 0:
            self.counts["not recorded"] += 1
            return
        self.counts["recorded"] += 1
        self.counts["recorded: in ten orders or more"] += int(m[2]) >= 10
        if m[3] != "0":
            self.faults.append(f"{where}: not as recorded:\n{text}")
        if m[4] != "1" and os.path.basename(self.file) not in self.options.by_order:
            self.faults.append(f"{where}: the order decides what races:\n{text}")

    def judge(self, case, program, number):
        found, status, text = self.execute(program, number, 1)
        where = f"{self.label()}: {case.kernel['name']}: case {number}"
        races = [f for f in found if f["kind"] == "data-race"]
        if races:
            self.faults.append(f"{where}: called race-free, but:\n{text}")
        bad = status != 0 or len(found) > len(races)
        self.counts["race-free, silent" + (", but it fails" if bad else "")] += 1

    def replay(self):
        self.analyse()
        cases = list(self.cases())
        if cases:
            program = self.build(cases)
            for number, case in enumerate(cases):
                try:
                    self.judge(case, program, number)
                    self.repeat(case, program, number)
                except subprocess.TimeoutExpired:
                    self.counts["not run to its end"] += 1
        return self


def own_words(command):
    """The words of a shell's command before its first pipe or redirection."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars="|>&;")
    lexer.whitespace_split, lexer.commenters = True, ""
    words = list(itertools.takewhile(lambda w: w.strip("|>&;"), lexer))
    return words[:-1] if words[-1:] == ["2"] else words


def variants(file):
    """What a test's RUN lines check the file with, or both twins of a file that
    has none: {(options of check, flags of the compiler)}"""
    with open(file) as f:
        text = f.read()
    runs = re.sub(r"\\\n\s*// RUN:", "", "\n".join(re.findall(r"// RUN:.*", text)))
    found = []
    for run in re.findall(r"%racemap check %s(.*)", runs):
        words = own_words(run)
        at = words.index("--") if "--" in words else len(words)
        options = [w for w in words[:at] if not w.startswith(UNCHANGED)]
        if not any(o.startswith(NOT_RUN) for o in options):
            found.append((tuple(options), tuple(words[at + 1 :])))
    if not found:
        found = [((), ())]
        if re.search(r"def(ined\()?\s*FIXED\b", text):
            found.append(((), ("-DFIXED",)))
    return [(file, *v) for v in dict.fromkeys(found)]


def number_of(file, checks, flags):
    """A unit's own number: which units are replayed, and with what, stays the
    same where others come and go."""
    return zlib.crc32(" ".join([os.path.basename(file), *checks, *flags]).encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--racemap", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="one of N units")
    parser.add_argument("--by-order", action="append", default=[], help="a file name")
    parser.add_argument(
        "--least", type=int, default=0, help="so many races and race-free launches"
    )
    parser.add_argument("--keep", help="put the programs here and leave them")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    print(f"seed {options.seed}")

    def one(file, checks, flags, folder):
        number = number_of(file, checks, flags)
        folder = os.path.join(folder, str(number))
        os.makedirs(folder, exist_ok=True)
        rng = random.Random(f"{options.seed} {number}")
        return Unit(options, file, checks, flags, folder, rng).replay()

    units = [u for f in options.files for u in variants(f)]
    units = [u for u in units if number_of(*u) % options.every == 0]
    counts, faults = collections.Counter(), []
    with tempfile.TemporaryDirectory() as temporary:
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            futures = [
                pool.submit(one, *unit, options.keep or temporary) for unit in units
            ]
            for future in futures:
                try:
                    unit = future.result()
                    counts += unit.counts
                    faults += unit.faults
                except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
                    faults.append(str(error))
    for what, number in sorted(counts.items()):
        print(f"{number:6} {what}")
    seen = sum(
        number
        for what, number in counts.items()
        if what.startswith(("provable data-race: seen", "input data-race: seen"))
    )
    if min(seen, counts["race-free, silent"]) < options.least:
        faults.append(f"{seen} races were seen, and not {options.least} of each kind")
    for fault in faults:
        print(f"FAULT {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
