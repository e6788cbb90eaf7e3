#!/usr/bin/env python3
"""What the sanitizer costs on the CPU device, for each program of bench/kernels.

Each program there checks its result by itself, and prints the processor time of
a launch. All are built with and without --sanitize, and run at their small
sizes. Out: a line for each (a table in Markdown, with --tsv tab-separated):

  accesses      in the code, and of those how many are instrumented
  executed      instrumented accesses of one launch
  loads, swaps  shadow cells loaded and swapped (in shared memory: stored) in it,
                if all accesses are told to the monitor
  transitions   accesses that change what can be known of a word, counted by
                happens-before without cells (RACEMAP_OPTIONS=stats=1)
  instructions  per access, that the sanitizer adds (callgrind)
  slowdown      processor time of a launch, the least of --runs
  shadow        memory of the shadow by that of what is monitored, resident:
                all of it, and without what guards the ends of allocations
  memory        of the whole process, by that of the one without --sanitize

Then the median of the slowdowns, and that of the programs in ordered/, whose
threads are ordered by fences, flags and locks.

usage: sanitizer.py --racemap RACEMAP [--launches N] [--runs N] [--tsv]
                    [--no-instructions] [--filter TEXT]

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import argparse
import collections
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import figures

HERE = Path(__file__).resolve().parent / "kernels"
ORDERED = HERE / "ordered"
COLUMNS = [
    "program", "accesses", "instrumented", "executed", "loads", "swaps",
    "transitions", "swaps / transitions", "instructions / access",
    "ms / launch", "sanitized", "slowdown", "shadow / monitored", "without guards",
    "memory",
]


def build(racemap, folder, *flags):
    """The executable of all programs."""
    out = folder / ("bench" + "".join(flags))
    # What the analysis says of the kernels is not what is measured.
    command = [racemap, "cc", "--device=cpu", "--kernel=^$", "-O2", *flags]
    # Of debug information, valgrind may know no more than older versions.
    command += ["-Wl,--strip-debug"]
    sources = [*sorted(HERE.glob("*.cu")), *sorted(ORDERED.glob("*.cu"))]
    subprocess.run([*command, *sources, "-o", out], check=True)
    return out


def programs(binary):
    listed = subprocess.run([binary, "--list"], check=True, stdout=subprocess.PIPE)
    return sorted(json.loads(line)["program"] for line in listed.stdout.splitlines())


def execute(command, launches, options="", wrapper=()):
    """(output, peak memory in KiB) of the executable with a program."""
    environment = {**os.environ, "RACEMAP_OPTIONS": options}
    child = subprocess.Popen(
        [*wrapper, *command, f"--launches={launches}"], env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{command[1]} fails its self-check:\n{text}")
    return text, used.ru_maxrss


def seconds(command, launches, runs):
    found = (execute(command, launches)[0] for _ in range(runs))
    return min(json.loads(line)["processor"] for line in found)


def instructions(command):
    """Of one launch; what comes before, the compilation too, does not count."""
    wrapper = ["valgrind", "--tool=callgrind", "--instr-atstart=no",
               "--callgrind-out-file=/dev/null"]
    text, _ = execute(command, 1, "seed=1", wrapper)
    count = int(re.search(r"Collected : (\d+)", text)[1])
    if count == 0:
        sys.exit("no instructions are counted: valgrind's headers are not there")
    return count


def stats(command):
    """By name: of all its kernels, and of memory."""
    text, _ = execute(command, 0, "stats=1:seed=1")
    counts = collections.Counter()
    for line in re.findall(r"racemap: stats of .*?: (.*)", text):
        for what, number in re.findall(r"([a-z ]+) (\d+)", line.replace(",", "")):
            counts[what.strip()] += int(number)
    return counts


def measure(program, executables, args):
    plain, checked = ([executable, program] for executable in executables)
    n = stats(checked)
    before = seconds(plain, args.launches, args.runs)
    after = seconds(checked, args.launches, args.runs)
    each = "-"
    if not args.no_instructions:
        more = instructions(checked) - instructions(plain)
        each = f"{more / n['accesses']:.1f}"
    memory = execute(checked, 1)[1] / execute(plain, 1)[1]
    values = [
        program, n["accesses in code"], n["sites"], n["accesses"], n["shadow loads"],
        n["swaps"], n["transitions"], f"{n['swaps'] / n['transitions']:.3f}", each,
        f"{before * 1e3:.2f}", f"{after * 1e3:.2f}", f"{after / before:.2f}",
        f"{n['shadow bytes'] / n['monitored bytes']:.3f}",
        f"{(n['shadow bytes'] - n['bytes of it that guard']) / n['monitored bytes']:.3f}",
        f"{memory:.2f}",
    ]
    return values, {"plain": before, "sanitized": after, "memory": round(memory, 2)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--racemap", required=True, type=os.path.abspath)
    parser.add_argument("--launches", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tsv", action="store_true")
    parser.add_argument("--no-instructions", action="store_true")
    parser.add_argument("--filter", default="", help="only programs whose name contains this")
    parser.add_argument("--figures", help="keep times and memory in this file, for results.py")
    args = parser.parse_args()
    if not args.no_instructions and not shutil.which("valgrind"):
        sys.exit("valgrind is not there; --no-instructions does without")

    def row(values):
        text = [str(v) for v in values]
        print("\t".join(text) if args.tsv else "| " + " | ".join(text) + " |", flush=True)

    row(COLUMNS)
    if not args.tsv:
        row(["---"] + ["---:"] * (len(COLUMNS) - 1))
    ordered = {source.stem for source in ORDERED.glob("*.cu")}
    slowdowns, kept = collections.defaultdict(list), {}
    with tempfile.TemporaryDirectory() as folder:
        executables = [
            build(args.racemap, Path(folder), *flags) for flags in ((), ("--sanitize",))
        ]
        for program in programs(executables[0]):
            if args.filter in program:
                values, its = measure(program, executables, args)
                row(values)
                slowdowns[program in ordered].append(its["sanitized"] / its["plain"])
                kept[program] = {**its, "ordered": program in ordered}
    for is_ordered, all_of_them in sorted(slowdowns.items()):
        print(f"median slowdown {statistics.median(all_of_them):.2f}"
              f"{' (ordered by fences, flags and locks)' if is_ordered else ''}")
    figures.save(args.figures, "sanitizer", kept, args.racemap)


if __name__ == "__main__":
    main()
