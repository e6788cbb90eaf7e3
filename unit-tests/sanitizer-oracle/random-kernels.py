#!/usr/bin/env python3
"""Random kernels on the CPU device: the shadow cells find a race on a word
exactly where a full record of the run has one (RACEMAP_OPTIONS=recorder=1).

Out: one line with the number of executions, orders, racy words and
     differences; exit status 1 if there is a difference, or if the kernels are
     no good (too few executions, or too few with races, or without).

Each program has kernels that are made of accesses to shared and global arrays
of several widths, up to four words, atomics of every scope and of several widths,
compare-and-swaps that fail, barriers of blocks, warps, some lanes, clusters (in
one part and in two) and the grid, fences, flags, try-locks, counters that are
set back, lanes that exit, uniform loops and branches. It launches each of them
for many seeds, and so in as many orders. A kernel that is judged in two ways is
made smaller and printed as a program of its own.

usage: random-kernels.py --racemap RACEMAP [--seed N] [--programs P]
                         [--kernels K] [--schedules S] [--elide]
                         [--keep FOLDER]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

import shrink

WORDS = 96  # in each array

PREAMBLE = """#include <cooperative_groups.h>
#include <cuda/atomic>
#include <racemap/runtime.h>
#include <cstdio>

namespace cg = cooperative_groups;

typedef int vec4 __attribute__((ext_vector_type(4)));

struct Arrays {
  int *words;
  short *halves;
  char *bytes;
  int *flags;
};
"""

MAIN = """
int main() {
  Arrays a;
  cudaMalloc(&a.words, %(words)d * sizeof(int));
  cudaMalloc(&a.halves, %(words)d * sizeof(short));
  cudaMalloc(&a.bytes, %(words)d);
  cudaMalloc(&a.flags, 4 * sizeof(int));
  int failed = 0;
  for (int seed = 0; seed < %(schedules)d; ++seed) {
%(launches)s
  }
  return failed;
}
"""

LAUNCH = """    {
      cudaMemset(a.words, 0, %(words)d * sizeof(int));
      cudaMemset(a.flags, 0, 4 * sizeof(int));
      __racemap_set_seed(%(seed)d + seed);
      void *args[] = {&a};
      cudaError_t status = cudaLaunchCooperativeKernel(
          (void *)%(name)s, dim3(%(grid)d), dim3(%(block)s), args, 0, 0);
      if (status != cudaSuccess) {
        std::fprintf(stderr, "%(name)s: %%s\\n", cudaGetErrorString(status));
        failed = 1;
      }
    }"""


# What a kernel may be known to do by how it is made.
FREE, RACY = "free", "racy"


class Kernel:
    """One random kernel; all randomness is from rng. One that is FREE has no
    race in any run, one that is RACY has one in each."""

    def __init__(self, rng, name, known=None):
        self.rng = rng
        self.name = name
        self.free = known == FREE
        self.fenced = not self.free and rng.random() < 0.5
        # All atomics of a kernel may have one width.
        self.alike = self.free or rng.random() < 0.5
        self.threads = rng.choice([32, 33, 48, 64, 96])
        # A tame kernel has a barrier around every access to what is not the
        # thread's own, so that many of them do not race.
        self.tame = self.free or (known != RACY and rng.random() < 0.4)
        self.blocks = 1 if self.tame else rng.choice([1, 1, 2, 3])
        self.square = self.threads == 64 and rng.random() < 0.3
        # Clusters and barriers of the grid do not go together here.
        self.cluster = 2 if self.blocks == 2 and rng.random() < 0.5 else 1
        self.fresh = 0
        self.statements = self.body(2, rng.randint(4, 9), uniform=True)
        if known == RACY:
            self.statements += "\n  a.words[0] = tid;"
        if rng.random() < 0.15:
            self.statements += "\n" + self.exits()

    def text(self):
        return f"""
__global__ void {self.dims()}{self.name}(Arrays a) {{
  alignas(16) __shared__ int words[{WORDS}];
  __shared__ short halves[{WORDS}];
  __shared__ char bytes[{WORDS}];
  int tid = threadIdx.x + threadIdx.y * blockDim.x;
  int bid = blockIdx.x, lane = tid % 32, value = tid;
{self.statements}
  a.words[tid] = value;
}}
"""

    def dims(self):
        if self.cluster == 1:
            return ""
        return f"__cluster_dims__({self.cluster}, 1, 1) "

    def exits(self):
        """Some lanes leave before a barrier of their warp."""
        mask = self.rng.choice(["~0u", "0xffff"])
        gone = "lane >= 16" if mask == "0xffff" else self.condition()
        end = "__syncwarp" + (f"({mask})" if mask != "~0u" else "()")
        return (
            f"{self.make_write()}\n  if ({gone})\n    return;\n  {end};\n"
            f"{self.make_read(0, False)}"
        )

    def block(self):
        return "8, 8" if self.square else str(self.threads)

    def body(self, depth, length, uniform):
        lines = [self.statement(depth, uniform) for _ in range(length)]
        if self.tame and uniform:
            lines = ["  __syncthreads();"] + [
                line + "\n  __syncthreads();" for line in lines
            ]
        return "\n".join(lines)

    def name_of(self, stem):
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def index(self, anybody=False):
        """Of an element; few collisions more often than many."""
        if self.tame and not anybody:
            return "tid"
        term = self.rng.choice(
            ["tid", "tid", "tid", "lane", "bid", "tid / 2", "tid ^ 1", "0"]
        )
        factor = self.rng.choice([1, 1, 1, 2, 7])
        offset = self.rng.randint(0, 5)
        block = self.rng.choice(["", "", " + bid * 16"])
        return f"({term} * {factor} + {offset}{block}) % {WORDS}"

    def array(self):
        name = self.rng.choice(["words", "words", "halves", "bytes"])
        return self.rng.choice(["", "a."]) + name

    def condition(self):
        return self.rng.choice(
            [
                f"tid < {self.rng.randint(1, self.threads)}",
                f"tid % {self.rng.randint(2, 4)} == 0",
                f"lane == {self.rng.randint(0, 31)}",
                f"bid == {self.rng.randint(0, self.blocks - 1)}",
                "value & 1",
            ]
        )

    def statement(self, depth, uniform):
        kinds = ["read", "write", "add", "atomic", "if"] * 2
        if not self.free:
            kinds += ["vector", "vector"]
        if not self.alike:
            kinds += ["wide", "narrow"]
        if uniform:
            kinds += ["block", "block", "warp", "loop"]
            if self.cluster > 1:
                kinds += ["cluster", "cluster"]
            elif self.rng.random() < 0.3:
                kinds.append("grid")
        if self.fenced:
            kinds += ["fence", "flag", "volatile", "lock", "ref", "swap"]
            if uniform:
                kinds += ["lanes", "counter"]
                if self.cluster > 1:
                    kinds.append("parts")
        kind = self.rng.choice(kinds)
        if depth == 0 and kind in ("if", "loop"):
            kind = "write"
        return getattr(self, "make_" + kind)(depth, uniform)

    def make_read(self, _depth, uniform):
        return f"  value += {self.array()}[{self.index(uniform)}];"

    def make_write(self, *_):
        return f"  {self.array()}[{self.index()}] = value;"

    def make_add(self, *_):
        return f"  {self.array()}[{self.index()}] += tid;"

    def make_atomic(self, *_):
        name = self.rng.choice(["Add", "Max", "Exch"])
        scope = self.rng.choice(["", "", "_block"])
        place = self.rng.choice(["", "a."])
        call = f"atomic{name}{scope}(&{place}words[{self.index()}], tid)"
        return f"  value += {call};"

    def make_vector(self, *_):
        """A plain access to several words."""
        name, words = self.rng.choice([("int2", 2), ("double", 2), ("vec4", 4)])
        place = self.rng.choice(["words", "a.words"])
        element = f"(({name} *){place})[({self.index()}) % {WORDS // words}]"
        if self.rng.random() < 0.5:
            part = "" if name == "double" else f".{self.rng.choice('xy')}"
            return f"  value += int({element}{part});"
        return f"  {element} = {name}{{}};"

    def make_wide(self, *_):
        place = self.rng.choice(["words", "a.words"])
        index = f"({self.index()}) % {WORDS // 2}"
        pointer = f"(unsigned long long *){place} + {index}"
        return f"  value += atomicAdd({pointer}, 1ull);"

    def make_narrow(self, *_):
        place = self.rng.choice(["halves", "a.halves"])
        pointer = f"(unsigned short *)&{place}[{self.index()}]"
        return f"  value += atomicCAS({pointer}, 0, 1);"

    def make_swap(self, *_):
        """Some of them fail, and tell nothing."""
        name = self.rng.choice(["", "_block", "_system"])
        return (
            f"{self.make_write()}\n{self.make_fence()}\n"
            f"  value += atomicCAS{name}(&{self.flag()}, "
            f"{self.rng.randint(0, 1)}, {self.rng.randint(0, 1)});"
        )

    def make_counter(self, *_):
        """A counter that another thread than the one that counts sets back."""
        who = self.rng.randint(0, self.threads - 1)
        barrier = self.rng.choice(["  __syncthreads();\n"] * 3 + [""])
        return (
            "  if (tid == 0)\n"
            f"    value += atomicAdd(&a.words[{WORDS - 1}], 1);\n{barrier}"
            f"  if (tid == {who})\n    a.words[{WORDS - 1}] = 0;"
        )

    def make_cluster(self, *_):
        return "  cg::this_cluster().sync();"

    def make_parts(self, *_):
        return (
            "  cg::this_cluster().barrier_arrive();\n"
            f"{self.make_write()}\n  cg::this_cluster().barrier_wait();"
        )

    def make_if(self, depth, _):
        inner = self.body(depth - 1, self.rng.randint(1, 3), uniform=False)
        return f"  if ({self.condition()}) {{\n{inner}\n  }}"

    def make_loop(self, depth, uniform):
        i = self.name_of("i")
        inner = self.body(depth - 1, self.rng.randint(1, 4), uniform)
        return (
            f"  for (int {i} = 0; {i} < {self.rng.randint(2, 3)}; ++{i}) {{\n"
            f"{inner}\n  }}"
        )

    def make_block(self, *_):
        return "  __syncthreads();"

    def make_warp(self, *_):
        return "  __syncwarp();"

    def make_grid(self, *_):
        return "  cg::this_grid().sync();"

    def make_lanes(self, *_):
        """Lanes of one residue meet; the warp may be cut off at its end."""
        n = self.rng.choice([2, 4])
        mask = self.name_of("mask")
        ones = sum(1 << k for k in range(0, 32, n))
        return (
            f"  {{\n    unsigned {mask} = __activemask() & "
            f"({ones:#x}u << lane % {n});\n"
            f"    if (lane % {n} == {self.rng.randint(0, n - 1)})\n"
            f"      __syncwarp(__match_any_sync(__activemask(), 1) & {mask});\n"
            "  }"
        )

    def make_fence(self, *_):
        scope = self.rng.choice(["", "", "_block", "_system"])
        return f"  __threadfence{scope}();"

    def flag(self):
        return f"a.flags[{self.rng.randint(0, 2)}]"

    def make_flag(self, depth, _):
        """Data behind a flag that was seen, or not."""
        flag = self.flag()
        if self.rng.random() < 0.5:
            return (
                f"  if ({self.condition()}) {{\n{self.make_write()}\n"
                f"  __threadfence();\n  atomicExch(&{flag}, 1);\n  }}"
            )
        return (
            f"  if (atomicAdd(&{flag}, 0) == 1) {{\n  __threadfence();\n"
            f"{self.make_read(0, False)}\n  }}"
        )

    def make_volatile(self, *_):
        place = f"*(volatile int *)&{self.flag()}"
        if self.rng.random() < 0.5:
            return f"  value += {place};"
        return f"  {place} = 1;"

    def make_lock(self, *_):
        release = self.rng.choice(["  __threadfence();\n", ""])
        return (
            "  if (atomicCAS(&a.flags[3], 0, 1) == 0) {\n"
            f"  __threadfence();\n{self.make_add()}\n{release}"
            "  atomicExch(&a.flags[3], 0);\n  }"
        )

    def make_ref(self, *_):
        scope = self.rng.choice(["block", "device", "system"])
        ref = (
            f"cuda::atomic_ref<int, cuda::thread_scope_{scope}>"
            f"({self.flag()})"
        )
        if self.rng.random() < 0.5:
            order = self.rng.choice(["acquire", "relaxed", "seq_cst"])
            return f"  value += {ref}.load(cuda::memory_order_{order});"
        order = self.rng.choice(["release", "relaxed", "seq_cst"])
        return f"  {ref}.store(1, cuda::memory_order_{order});"


class Disagreement(Exception):
    """Two ways to judge a run do not say the same."""


def kernels_of(rng, number):
    """Of ten kernels one is known not to race, and one to race, so that few of
    them are good for a test, too."""
    known = {0: FREE, 1: RACY}
    made = [Kernel(rng, f"k{i}", known.get(i % 10)) for i in range(number)]
    for kernel in made:
        kernel.seed = rng.randrange(1 << 30)
    return made


def program(made, schedules):
    """The text of a program that launches these kernels."""
    launches = "\n".join(
        LAUNCH
        % {
            "name": k.name,
            "grid": k.blocks,
            "block": k.block(),
            "seed": k.seed,
            "words": WORDS,
        }
        for k in made
    )
    main = MAIN % {
        "schedules": schedules,
        "launches": launches,
        "words": WORDS,
    }
    return PREAMBLE + "".join(k.text() for k in made) + main


def execute(binary, options):
    options += "print_limit=0:exitcode=0:benign=report"
    return subprocess.run(
        [binary],
        env={**os.environ, "RACEMAP_OPTIONS": options},
        stderr=subprocess.PIPE,
        text=True,
        timeout=600,
    )


def summary(done):
    return re.search(r"^SUMMARY: .*|$", done.stderr, re.MULTILINE)[0]


def record(source, binary, options=""):
    """Runs it. Returns what the recorder says in numbers, and all output."""
    done = execute(binary, "recorder=1:" + options)
    found = re.search(
        r"recorder: (\d+) launches in (\d+) orders, (\d+) racy words in (\d+) "
        r"launches, (\d+) differences",
        done.stderr,
    )
    failed = re.search(r"^k\d+: .*", done.stderr, re.MULTILINE)
    if not found or failed or done.returncode != 0:
        sys.exit(f"{source} ended with {done.returncode}:\n{done.stderr}")
    return [int(n) for n in found.groups()], done


def build(racemap, source, binary, *more):
    subprocess.run(
        [racemap, "cc", "--sanitize", "--device=cpu", "-std=c++17", *more]
        + ["-arch=sm_90", "-w", source, "-o", binary],
        check=True,
    )


def compare_lean(racemap, source, binary, full):
    """What the analysis has proved is left alone: nothing may be missed.
    Returns how many of the launches ran code with less to monitor."""
    lean = binary + "-lean"
    build(racemap, source, lean)
    counts, done = record(source, lean, "stats=1:")
    if counts[2:4] != full[2:4]:
        raise Disagreement(
            f"{full[2]} racy words in {full[3]} launches, but {counts[2]} in "
            f"{counts[3]} where proved accesses are left alone"
        )
    return sum(map(int, re.findall(r", lean launches (\d+)", done.stderr)))


def run(racemap, text, folder, name, elide):
    """Compiles and runs it. Returns what the recorder says in numbers, and how
    many launches were lean."""
    source = os.path.join(folder, name + ".cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    binary = os.path.join(folder, name)
    # no kernel is analysed: that is not what this is about
    build(racemap, source, binary, "--kernel=^$")
    found, done = record(source, binary)
    # The recorder is told of all accesses; without it, compiled code decides
    # most of them.
    alone = execute(binary, "")
    if summary(alone) != summary(done):
        raise Disagreement(
            f"{summary(done)}, {summary(alone)} without recorder"
        )
    if found[4]:
        raise Disagreement("the shadow cells and the record differ")
    return found + [compare_lean(racemap, source, binary, found) if elide else 0]


def show(racemap, made, schedules, folder, elide):
    """Prints a program with the first kernel about which there are two
    opinions, as small as it is found."""

    def opinions(kernels, name):
        try:
            run(racemap, program(kernels, schedules), folder, name, elide)
        except Disagreement as said:
            return str(said)
        except (subprocess.CalledProcessError, SystemExit):
            pass  # what is left is no kernel any more
        return ""

    for kernel in made:
        if not opinions([kernel], "alone"):
            continue

        def fails(lines, kernel=kernel):
            before, kernel.statements = kernel.statements, "\n".join(lines)
            if opinions([kernel], "smaller"):
                return True
            kernel.statements = before
            return False

        shrink.smaller(kernel.statements.split("\n"), fails)
        print(program([kernel], schedules))
        print(f"// {opinions([kernel], 'smallest')}")
        return
    print("no kernel shows it by itself: --keep=FOLDER leaves the programs")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--racemap", required=True)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--programs", type=int, default=4)
    parser.add_argument("--kernels", type=int, default=26)
    parser.add_argument("--schedules", type=int, default=20)
    parser.add_argument(
        "--elide",
        action="store_true",
        help="compare with builds that leave proved accesses alone, too",
    )
    parser.add_argument("--keep", help="a folder to leave the programs in")
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    rng = random.Random(args.seed)
    totals = [0] * 6
    with tempfile.TemporaryDirectory() as folder:
        for i in range(args.programs):
            made = kernels_of(rng, args.kernels)
            text = program(made, args.schedules)
            try:
                counts = run(
                    args.racemap, text, args.keep or folder, f"p{i}", args.elide
                )
            except Disagreement as said:
                print(said, flush=True)
                show(args.racemap, made, args.schedules, folder, args.elide)
                sys.exit(1)
            totals = [a + b for a, b in zip(totals, counts)]
    launches, orders, words, racy, differences, lean = totals
    print(
        f"{launches} executions in {orders} orders, {racy} of them with races "
        f"on {words} words, {differences} differences"
        + (f"; {lean} leave proved accesses alone" if args.elide else "")
    )
    wanted = args.programs * args.kernels * args.schedules
    if launches < wanted * 0.9 or not 0.1 < racy / launches < 0.95:
        sys.exit("the kernels are no good for a test")
    if orders < launches / 2:
        sys.exit("too few orders are different")
    if args.elide and lean < launches / 20:
        sys.exit("too few executions leave anything alone")


if __name__ == "__main__":
    main()
